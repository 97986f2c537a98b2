/**
 * What is filled in to make a table of a variant, besides what all have in common.
 *
 * @import { Bot, Hero, OptionSchema, Variant } from "../types.js"
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

/** The options of a variant but the clock. @param {Variant} variant */
export function optionFields({ options }) {
  const others = Object.entries(options.properties).filter(([name]) => name !== "clock");
  return others.map(([name, schema]) => option(name, schema));
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

/** @param {string} name @param {OptionSchema} schema */
function option(name, { description, oneOf, minimum, maximum, default: value }) {
  const names = oneOf?.map((one) => [one.const, one.title]);
  if (names) return choice(name, description, names, String(value));
  return html`<label
    >${description}
    <input
      name=${name}
      type="number"
      min=${minimum}
      max=${maximum}
      .value=${String(value ?? "")}
      placeholder=${say("not_set")}
  /></label>`;
}

/**
 * Return the request for the table that was filled in.
 *
 * @param {Record<string, string>} data @param {Variant} variant
 */
export function tableOf(data, { code, options }) {
  const bots = Math.min(Number(data.bots), Number(data.seats) - 1);
  const free = Number(data.seats) - 1 - bots;
  const changed = Object.entries(options.properties)
    .filter(([name, schema]) => name in data && data[name] !== String(schema.default ?? ""))
    .map(([name, { oneOf }]) => [
      name,
      oneOf ? data[name] : data[name] ? Number(data[name]) : null,
    ]);
  const clock = data.seconds ? { clock: { seconds: Number(data.seconds) } } : {};
  return {
    variant: code,
    seats: [
      { kind: "me", hero: data.hero || null },
      ...Array(bots).fill({ kind: "bot", bot: data.level }),
      ...Array(free).fill({ kind: "open" }),
    ],
    options: { ...Object.fromEntries(changed), ...clock },
    access: data.access,
    start: free === 0,
    start_when_full: free > 0 && "start_when_full" in data,
  };
}
