/**
 * The games of the player of this browser: those that run, then those that are over.
 *
 * @import { GameSummary } from "../types.js"
 */

import { html, nothing, render } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { me } from "../server/me.js";
import { followPlayer } from "../server/stream.js";
import { language, say } from "../server/words.js";
import { freeSeats } from "./open-table.js";

const [section, list] = /** @type {any} */ (document.querySelectorAll(".my-games, .my-games ul"));

const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** Show them: those in which it is my turn first. */
async function show() {
  const paths = ["running&limit=10", "open&limit=10", "over&limit=5"];
  const lists = await Promise.all(paths.map((path) => ask(`games/?mine=true&status=${path}`)));
  const [running, open, over] = lists.map(({ results }) => results);
  const now = await Promise.all([...running, ...open].map(ofNow));
  now.sort((one, other) => Number(other.isMine) - Number(one.isMine));
  const mine = now.filter((one) => one.isMine).length;
  document.title = document.title.replace(/^(\(\d+\) )?/, mine ? `(${mine}) ` : "");
  render([...now.map((one) => one.line), ...over.map(ofBefore)], list);
  section.hidden = !list.children.length;
}

/** A game that runs or waits. @param {GameSummary} game */
async function ofNow({ id, variant, status, you }) {
  const { seats = [], prompts } = await ask(`games/${id}/${status === "open" ? "" : "prompts/"}`);
  const last = prompts?.at(-1);
  const free = { free: freeSeats(seats) };
  const waits = last?.why ?? say(you === null ? "invitation" : "free_seats", free);
  const isMine = Boolean(last?.options);
  return {
    isMine,
    line: html`<li class="inline">
      <a class="button" href="/play/${id}/">${say(variant)}</a>
      ${isMine ? html`<strong class="badge good">${say("your_turn")}</strong>` : waits}
    </li>`,
  };
}

/** A game that is over. @param {GameSummary} game */
function ofBefore({ id, variant, places, you, ended_at }) {
  const place = you === null ? undefined : places?.[you];
  return html`<li class="inline">
    <a class="button" href="/play/${id}/">${say(variant)}</a>
    ${place === undefined ? say("game_over") : say("place_of", { place, count: places?.length ?? 0 })}
    ${ended_at ? html`<time class="small" datetime=${ended_at}>${date.format(new Date(ended_at))}</time>` : nothing}
  </li>`;
}

if (await me()) {
  followPlayer(["invited", "started", "turn", "over"], show);
  show();
}
