/**
 * A table that is not full yet: who sits at it, how it is played, and since when it is open.
 *
 * @import { OpenTable, OptionSchema, Seat, Variant } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { language, organisersOf, say } from "../server/words.js";

/** @param {OpenTable} table @param {Variant | undefined} variant @param {unknown} [action] */
export function openTable(table, variant, action) {
  const { host, seats, created_at } = table;
  return html`<li class="panel">
    <h3>${say(table.variant)}</h3>
    ${played(table)}
    <p class="small">
      ${say("host_is", { who: host.name })} ·
      <time datetime=${created_at}>${timeSince(created_at)}</time>
    </p>
    <ul class="inline">
      ${seats.map((seat) => html`<li class="badge">${seatName(seat)}</li>`)}
    </ul>
    ${terms(table, variant)} ${action}
  </li>`;
}

/** What is played, in one line: rounds or points, and the clock. @param {Pick<OpenTable, "options">} table */
export function played({ options }) {
  const { rounds, target_score, clock } = /** @type {Record<string, any>} */ (options);
  const isOne = rounds === 1 || (rounds === null && target_score === null);
  const line = [
    isOne && say("one_round"),
    rounds > 1 && say("rounds_of", { count: rounds }),
    !isOne && target_score && say("first_to", { count: target_score }),
    clock && say(clock.bank ? "clock_of" : "clock_without_bank", clock),
    !clock && say("no_clock"),
  ];
  return html`<p class="played">${line.filter(Boolean).join(" · ")}</p>`;
}

/** The options that the line of what is played has. */
const TOLD = ["clock", "rounds", "target_score"];

/**
 * Who may change the result, and the further options that are not those of the box.
 *
 * @param {Pick<OpenTable, "options" | "organisers" | "seats" | "start_when_full">} table @param {Variant | undefined} variant
 */
export function terms({ options, organisers, seats, start_when_full }, variant) {
  const given = /** @type {Record<string, any>} */ (options);
  const changed = Object.entries(variant?.options.properties ?? {}).filter(
    ([name, schema]) => !TOLD.includes(name) && given[name] !== schema.default,
  );
  return html`<ul class="plain small">
    <li>${organisersOf(organisers)}</li>
    ${start_when_full ? html`<li>${say("starts_when_full")}</li>` : nothing}
    ${changed.map(
      ([name, schema]) =>
        html`<li>
          ${say("option_is", { name: schema.title, value: valueName(schema, given[name], seats) })}
        </li>`,
    )}
  </ul>`;
}

/** @param {OptionSchema} schema @param {any} value @param {readonly Seat[]} seats @returns {string | number} */
function valueName(schema, value, seats) {
  const seat = schema.format && seats[value];
  if (seat) return `${value + 1} · ${seatName(seat)}`;
  return schema.oneOf?.find((one) => one.const === value)?.title ?? value ?? say("not_set");
}

/** Who has a seat. @param {Seat} seat */
export function seatName({ kind, player, bot, you }) {
  return say(you ? "seat_you" : `seat_${kind}`, { who: player?.name ?? bot ?? "" });
}

/** How many seats are free or reserved. @param {readonly Seat[]} seats */
export function freeSeats(seats) {
  return seats.filter(({ kind }) => kind === "open" || kind === "invited").length;
}

/** @param {string} moment */
function timeSince(moment) {
  const minutes = Math.round((Date.parse(moment) - Date.now()) / 60_000);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(minutes, "minute");
}
