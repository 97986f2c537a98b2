/**
 * What is filled in to make a table of a variant, besides what all have in common.
 *
 * @import { Bot, Hero, OptionSchema, Preset, Variant } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { language, say } from "../server/words.js";

/** @param {Variant} variant @param {readonly Bot[]} bots @param {readonly Hero[]} heroes */
export function tableFields({ fewest, most }, bots, heroes) {
  const counts = Array.from({ length: most + 1 }, (_, at) => [`${at}`, `${at}`]);
  const levels = bots.map(({ level, strength }) => [level, strength[language].split(/\s*:/)[0]]);
  return html`${choice("seats", say("seats"), counts.slice(fewest), "3")}
  ${choice("bots", say("bots"), counts.slice(0, most))}
  ${choice("level", say("level"), levels, "easy")} ${heroes.length ? heroChoice(heroes) : nothing}`;
}

/** @param {readonly Hero[]} heroes @param {string} [chosen] @param {(hero: string) => unknown} [onChange] */
export function heroChoice(heroes, chosen, onChange) {
  const names = heroes.map(({ code, name }) => [code, name[language]]);
  return choice("hero", say("hero"), [["", say("by_lot")], ...names], chosen, onChange);
}

/**
 * The options of a variant, with the terms of the clock but the seconds, which the page has.
 *
 * @param {Variant} variant @param {Record<string, string>} data - What is filled in.
 */
export function optionFields({ options }, data) {
  const { clock, ...others } = options.properties;
  const { seconds, ...terms } = clock?.properties ?? {};
  const words = { me: say("you"), bot: say("seat_bot", { who: "" }), open: say("seat_open") };
  const seats = seatsOf(data).map(({ kind }, at) => [`${at}`, `${at + 1} · ${words[kind]}`]);
  return Object.entries({ ...others, ...terms }).map(([name, schema]) =>
    option(name, schema, [["", say("by_lot")], ...seats]),
  );
}

/** The seats that are filled in: the own, bots, and free ones. @param {Record<string, string>} data @returns {{kind: "me" | "bot" | "open"}[]} */
function seatsOf({ seats, bots, level, hero }) {
  const others = Number(seats) - 1;
  const played = Math.min(Number(bots), others);
  return [
    { kind: "me", hero: hero || null },
    ...Array(played).fill({ kind: "bot", bot: level }),
    ...Array(others - played).fill({ kind: "open" }),
  ];
}

/** What goes together, to be filled in at once. @param {Variant} variant @param {(preset: Preset) => unknown} onChoose */
export function presetFields({ presets }, onChoose) {
  return presets.map(
    (preset) =>
      html`<label class="check">
        <input type="radio" name="preset" value=${preset.code} @change=${() => onChoose(preset)} />
        <span>${preset.name} <small>${preset.text}</small></span>
      </label>`,
  );
}

/** Fill in a preset: what it does not set has its default. @param {any} form @param {Variant} variant @param {Preset} preset */
export function fillIn(form, { options }, preset) {
  const { clock, ...others } = /** @type {any} */ (preset.options);
  form.preset.value = preset.code;
  for (const [name, schema] of Object.entries(options.properties)) {
    if (name !== "clock") form[name].value = others[name] ?? schema.default ?? "";
    for (const term of Object.keys(schema.properties ?? {})) {
      form[term].value = clock?.[term] || "";
      form[term].checked = clock?.[term] === true;
    }
  }
}

/**
 * A choice of one of several values, each with its text.
 *
 * @param {string} name @param {string} label @param {readonly string[][]} values
 * @param {string} [chosen] @param {(value: string) => unknown} [onChange]
 */
export function choice(name, label, values, chosen, onChange = () => {}) {
  const options = values.map(
    ([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`,
  );
  return html`<label
    >${label}
    <select name=${name} @change=${(/** @type {any} */ event) => onChange(event.target.value)}>
      ${options}
    </select></label
  >`;
}

/**
 * A field with its title, and what it does.
 *
 * @param {string} name @param {Partial<OptionSchema>} schema
 * @param {string[][]} seats - What is chosen from where a seat is wanted.
 */
function option(name, { title = "", description, type, oneOf, format, minimum, maximum }, seats) {
  const names = format ? seats : oneOf?.map((one) => [one.const, one.title]);
  if (type === "boolean")
    return html`<label class="check"><input name=${name} type="checkbox" /> ${title}</label>`;
  const number = html`<label
    >${title}
    <input name=${name} type="number" min=${minimum} max=${maximum} placeholder=${say("not_set")}
  /></label>`;
  return html`<div>
    ${names ? choice(name, title, names) : number}<small>${description}</small>
  </div>`;
}

/**
 * Return the request for the table that was filled in.
 *
 * @param {Record<string, string>} data @param {Variant} variant @param {object} own - What the host contributes.
 */
export function tableOf(data, { code, options }, own) {
  const [me, ...others] = seatsOf(data);
  const isFull = others.every((seat) => seat.kind === "bot");
  const changed = Object.entries(options.properties)
    .filter(([name, schema]) => name in data && data[name] !== String(schema.default ?? ""))
    .map(([name, { oneOf }]) => [
      name,
      oneOf ? data[name] : data[name] ? Number(data[name]) : null,
    ]);
  const { seconds, bank, increment } = data;
  const times = { seconds: Number(seconds), bank: Number(bank), increment: Number(increment) };
  const clock = seconds ? { clock: { ...times, call_stops: "call_stops" in data } } : {};
  return {
    variant: code,
    seats: [{ ...me, ...own }, ...others],
    options: { ...Object.fromEntries(changed), ...clock },
    access: data.access,
    chance: data.chance,
    phrases: "phrases" in data,
    start: isFull,
    start_when_full: !isFull && "start_when_full" in data,
  };
}
