/**
 * The tables that a judge may direct, those with an open call first.
 *
 * @import { Game, Prompts, RecordedAct } from "../types.js"
 */

import { html, nothing, render } from "../../vendor/lit/lit.js";
import { cardCount } from "../parts/card.js";
import { callLine } from "../parts/judge-calls.js";
import { seatName } from "../parts/open-table.js";
import { ask } from "../server/api.js";
import { say } from "../server/words.js";

/** How often the tables are looked at, in milliseconds; calls come by the stream at once. */
const LOOK_MILLISECONDS = 3000;

/** How many tables that have ended are listed. */
const ENDED = 12;

/** @typedef {{id: string, variant: string, status: string, seq: number, why: string | null}} Line */
/** @typedef {{line: Line, names: string[], seats: string[], waits: string}} Looked */

/** @type {readonly RecordedAct[]} */
let calls = [];
/** @type {Map<string, Looked>} - What was seen of each game, which only its next event changes. */
const looked = new Map();
/** @type {Line[]} */
let ended = [];

/** @param {string} status @param {number} limit @returns {Promise<Line[]>} */
async function list(status, limit) {
  return (await ask(`games/?directed=true&status=${status}&limit=${limit}`)).results;
}

/** Look at a table again if something happened there. @param {Line} line */
async function look(line) {
  const known = looked.get(line.id);
  if (known && known.line.seq === line.seq && line.status === "running") return;
  if (line.status === "open") {
    /** @type {Game} */
    const game = await ask(`games/${line.id}/`);
    const seats = game.seats.map(seatName);
    looked.set(line.id, { line, names: seats, seats, waits: say("waiting_now") });
    return;
  }
  /** @type {Prompts} */
  const { table, prompts } = await ask(`games/${line.id}/prompts/?include=table`);
  const places = table?.places ?? [];
  const names = places.map(({ name }) => name);
  const seats = places.map(({ name, hand }) => `${name}: ${cardCount(hand)}`);
  looked.set(line.id, { line, names, seats, waits: prompts.at(-1)?.why ?? "" });
}

async function lookAtAll() {
  const [running, open, over] = await Promise.all([
    list("running", 50),
    list("open", 50),
    list("over", ENDED),
  ]);
  const lines = [...running, ...open];
  await Promise.all(lines.map(look));
  for (const id of looked.keys()) if (!lines.some((one) => one.id === id)) looked.delete(id);
  ended = over;
  draw();
}

/** @param {string} id */
const callsAt = (id) => calls.filter(({ game }) => game === id);

function draw() {
  const place = /** @type {HTMLElement} */ (document.querySelector("fd-tables"));
  const order = [...looked.values()].sort(
    (one, other) => callsAt(other.line.id).length - callsAt(one.line.id).length,
  );
  const count = new Set(calls.map(({ game }) => game)).size;
  document.title = `${count ? `⚑ ${count} · ` : ""}${say("my_tables")} · Fairdeal`;
  render(
    html`${
      order.length
        ? html`<ul class="judged">
            ${order.map(table)}
          </ul>`
        : html`<p>${say("no_tables")}</p>`
    }
    ${
      ended.length
        ? html`<details>
            <summary>${say("ended")}</summary>
            <ul>
              ${ended.map(
                ({ id, variant, why }) =>
                  html`<li>
                    <a href="/play/${id}/">${say(variant)}</a>
                    ${why === "void" ? say("no_result") : nothing}
                  </li>`,
              )}
            </ul>
          </details>`
        : nothing
    }`,
    place,
  );
}

/** @param {Looked} looked */
function table({ line, names, seats, waits }) {
  const open = callsAt(line.id);
  return html`<li class=${open.length ? "called" : nothing}>
    <h2><a class="button" href="/play/${line.id}/">${names.join(", ")}</a></h2>
    <p class="small">${say(line.variant)}</p>
    ${open.map((call) => callLine(names, call))}
    <p>${waits}</p>
    <ul>
      ${seats.map((text) => html`<li>${text}</li>`)}
    </ul>
  </li>`;
}

addEventListener("calls", (event) => {
  calls = /** @type {CustomEvent<RecordedAct[]>} */ (event).detail;
  draw();
});
if (document.querySelector("fd-tables")) {
  lookAtAll();
  setInterval(() => document.hidden || lookAtAll(), LOOK_MILLISECONDS);
  setInterval(draw, 5000);
}
