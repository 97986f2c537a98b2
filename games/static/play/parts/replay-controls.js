/** What moves the replay: the slider, the ways back and on, the speed, and as whom one looks. */

import { html, nothing } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { speedChoice } from "./settings.js";
import { choice } from "./table-form.js";

/** @param {any} replay - The page. @param {string[][]} names - The views that may be chosen. */
export function controls(replay, names) {
  const { at, last, wanted, recorded } = replay;
  const [view, beside = ""] = replay.views.map((/** @type {{view: string}} */ one) => one.view);
  const others = [["", say("one_view")], ...names.filter(([name]) => name !== view)];
  const way = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ to) =>
    html`<button aria-label=${say(name)} title=${say(name)} @click=${() => replay.go(to)}>
      ${sign}
    </button>`;
  const slide = (/** @type {any} */ { target }) => replay.go(Number(target.value));
  const isRecorded = recorded.includes(view) || recorded.includes(beside);
  return html`<div class="controls" role="group" aria-label=${say("replay")}>
    <label>
      ${say("event_of", { at, last })}
      <input type="range" min="1" max=${last} .value=${String(at)} @input=${slide} />
    </label>
    ${way("first", "|◀", 1)} ${way("back", "◀", wanted - 1)}
    <button class="primary" @click=${() => replay.play()}>
      ${say(replay.isPlaying ? "pause" : "play")}
    </button>
    ${way("forward", "▶", wanted + 1)} ${way("last", "▶|", last)}
    ${speedChoice(replay.speed, (speed) => replay.change({ speed }))}
    ${choice("view", say("view"), names, view, (one) => replay.look(one, beside))}
    ${
      names.length > 1
        ? choice("beside", say("beside"), others, beside, (one) => replay.look(view, one))
        : nothing
    }
    ${recorded.length ? html`<p>${say(isRecorded ? "is_recorded" : "are_recorded")}</p>` : nothing}
  </div>`;
}
