/** The settings of the table, kept by the browser. */

import { html } from "../../vendor/lit/lit.js";
import { KEYED, choose, chooseKey, keyOf, settings } from "../server/settings.js";
import { say } from "../server/words.js";
import { choice } from "./table-form.js";

const SPEEDS = [0.5, 1, 2, 4];
const SIZES = ["small", "normal", "large"];

/** @param {number} chosen @param {(speed: number) => unknown} onChange */
export function speedChoice(chosen, onChange) {
  const speeds = SPEEDS.map((one) => [String(one), `${one} ×`]);
  return choice("speed", say("speed"), speeds, String(chosen), (one) => onChange(Number(one)));
}

/** @param {() => void} onChange */
export function settingsForm(onChange) {
  const set = (/** @type {Parameters<typeof choose>[0]} */ chosen) => {
    choose(chosen);
    onChange();
  };
  const check = (
    /** @type {"sound" | "sorted" | "sure" | "phrases" | "contrast" | "notices"} */ name,
    isAllowed = async () => true,
  ) =>
    html`<label class="check">
      <input
        type="checkbox"
        .checked=${settings[name]}
        @change=${async (/** @type {any} */ { target }) => {
          target.checked = target.checked && (await isAllowed());
          set({ [name]: target.checked });
        }}
      />
      ${say(`set_${name}`)}
    </label>`;
  const mayNotify = async () => (await Notification.requestPermission()) === "granted";
  const sizes = SIZES.map((one) => [one, say(`size_${one}`)]);
  return html`<div class="fields">
    ${check("sound")} ${check("sorted")} ${check("sure")} ${check("phrases")} ${check("contrast")}
    ${check("notices", mayNotify)} ${speedChoice(settings.speed, (speed) => set({ speed }))}
    ${choice("cards", say("set_cards"), sizes, settings.cards, (one) => set({ cards: one }))}
    ${KEYED.map(
      (move) =>
        html`<label class="check key">
          <input
            name="key-${move}"
            maxlength="1"
            autocomplete="off"
            .value=${keyOf(move).toUpperCase()}
            @input=${(/** @type {any} */ { target }) => {
              if (/^\p{L}$/u.test(target.value)) chooseKey(move, target.value);
              onChange();
            }}
            @focus=${(/** @type {any} */ { target }) => target.select()}
            @blur=${(/** @type {any} */ { target }) => (target.value = keyOf(move).toUpperCase())}
          />
          ${say(`set_key_${move}`)}
        </label>`,
    )}
  </div>`;
}
