/**
 * What auditors need at an event of the replay: ways to other events and pages, and what changed.
 *
 * @import { LogEntry, PositionDiff } from "../types.js"
 * @import { ReplayView } from "./replay-view.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";

/** What is told of changes besides those of zones. @type {Record<string, string>} */
const TOLD = { color: "new_color", direction: "new_direction", current: "new_turn" };

/** Return the next event with a refused move (r), of an organiser (o) or of a seat. @param {readonly LogEntry[]} entries @param {number} at @param {string} key */
export function nextBy(entries, at, key) {
  const kind = { r: "refused", o: "organiser" }[key];
  const isIt = (/** @type {LogEntry} */ one) =>
    kind ? one.kind === kind : one.kind !== "refused" && `${one.seat}` === key;
  return entries.find((one) => one.seq > at && isIt(one))?.seq;
}

/** @param {any} replay - The page. @param {ReplayView} view @param {Record<string, string>} names - Of the views. */
export function tools(replay, view, names) {
  const { gameId, at, suffix, since, views } = replay;
  const audit = `/audit/games/${gameId}/`;
  const compare = (/** @type {any} */ { target }) =>
    replay.look(view.view, views[1]?.view, Number(target.value));
  return html`<p>
      ${["r", "o"].map((key) => {
        const to = nextBy(view.entries, at, key);
        const go = () => replay.go(to);
        return html`<button ?disabled=${!to} @click=${go}>${say(`next_${key}`)}</button>`;
      })}
      <label
        >${say("since_event")} <input type="number" .value=${since} @change=${compare}
      /></label>
    </p>
    ${view.diff ? changes(view, view.diff, names) : nothing}
    <p><a href="${audit}sheet/?at=${at}${suffix}">${say("sheet")}</a></p>
    <p><a href="/audit/rulings/?game=${gameId}&at=${at}${suffix}">${say("ask_desk")}</a></p>
    <p><a href=${audit}>${say("verdict")}</a></p>`;
}

/** @param {ReplayView} view @param {PositionDiff} diff @param {Record<string, string>} names */
function changes({ edition }, { from, fields, zones }, names) {
  const marked = (/** @type {string} */ sign, /** @type {readonly string[] | null} */ cards) =>
    (cards ?? []).map((code) => ` ${sign} ${edition?.nameOf(code)}`);
  const lines = Object.entries(zones).map(([zone, { before, after, came, left }]) => {
    const [pile, seat] = zone.split(":");
    const name = say(`pile_${pile}`) + (seat ? ` (${names[`seat:${seat}`]})` : "");
    return `${name} ${before} → ${after}${[...marked("+", came), ...marked("−", left)]}`;
  });
  for (const name of Object.keys(TOLD).filter((one) => one in fields))
    lines.push(say(TOLD[name] ?? ""));
  return html`<h3>${say("changed_since", { at: from })}</h3>
    <ul>
      ${(lines.length ? lines : [say("unchanged")]).map((one) => html`<li>${one}</li>`)}
    </ul>`;
}
