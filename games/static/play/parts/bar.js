/**
 * What is told beside the game: its name and goal in the bar, the own points, hints for beginners,
 * what a player says, and who is away.
 *
 * @import { Choices } from "../model/choices.js"
 * @import { Game, Phrase, Said, Screen, Sentence, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { mayCallUno } from "../model/choices.js";
import { askUntilAnswered } from "../server/api.js";
import { choose, settings } from "../server/settings.js";
import { language, say } from "../server/words.js";

/** How many letters stand on two lines of a telephone, and on two of smaller type. */
const LONG = 80;
const LONGER = 110;

/**
 * The bar above a table.
 *
 * @param {{isOpen: boolean, change: (changed: Record<string, unknown>) => void}} view
 * @param {Game} game
 * @param {Table} table
 */
export function barOf(view, game, table) {
  const { rounds } = /** @type {{rounds?: number | null}} */ (game.options);
  const isOne = rounds === 1;
  const goal = [
    isOne && say("one_round"),
    !isOne && table.target_score !== null && say("first_to", { count: table.target_score }),
    !isOne && table.scores && say("round_of", { count: table.round }),
    watchers(),
  ];
  return html`<p class="what">${[say(game.variant), ...goal].filter(Boolean).join(" · ")}</p>
    <div class="tools">
      ${
        game.you !== null && game.phrases && settings.phrases
          ? html`<fd-phrases .game=${game.id}></fd-phrases>`
          : nothing
      }
      <button
        type="button"
        aria-controls="happened"
        aria-expanded=${view.isOpen ? "true" : "false"}
        aria-label=${say("log")}
        title=${say("log")}
        @click=${() => view.change({ isOpen: !view.isOpen })}
      >
        ☷
      </button>
    </div>`;
}

/** What just happened: the longer, the smaller. @param {string} line */
export function said(line) {
  const long = line.length > LONGER ? "longer" : line.length > LONG ? "long" : "";
  return html`<span class="said ${long}">${line}</span>`;
}

/** What happened while the person was away. @param {readonly Sentence[]} missed @param {() => void} onClose */
export function since(missed, onClose) {
  return html`<section class="missed" aria-labelledby="since">
    <button type="button" class="away" aria-label=${say("close")} @click=${onClose}>✕</button>
    <h2 id="since">${say("since")}</h2>
    <ol tabindex="0" aria-labelledby="since">
      ${missed.map((one) => html`<li>${one.text}</li>`)}
    </ol>
  </section>`;
}

/** The own name, points and goal: one round has none. @param {Table} table @param {number} seat @param {boolean} isOne */
export function plate({ places, scores, target_score }, seat, isOne) {
  const points = scores?.[seat] ?? 0;
  return html`<div class="plate">
    <p><bdi>${places[seat]?.name}</bdi> <small>(${say("you")})</small></p>
    ${bubble(seat)}
    ${
      scores && target_score !== null && !isOne
        ? html`<p class="goal">
            ${points} / ${target_score} <progress max=${target_score} value=${points}></progress>
          </p>`
        : scores
          ? html`<p class="goal">${say("points", { count: points })}</p>`
          : nothing
    }
  </div>`;
}

/** The hint that is shown. */
let hinted = "";

/** The hint that is due and was not read yet. @param {Choices} choices @param {(done: void) => void} onRead */
export function hint(choices, onRead) {
  const isDraw = choices.buttons.some(({ body }) => body.move === "draw");
  hinted = mayCallUno(choices) ? "uno" : choices.onCards.size ? "fits" : isDraw ? "draws" : "";
  if (!hinted || settings.read.includes(hinted)) return nothing;
  return html`<p class="hint">
    ${say(`hint_${hinted}`)}
    <button type="button" @click=${() => onRead(learn())}>${say("got_it")}</button>
  </p>`;
}

/** Note that the hint that is shown was read. */
export function learn() {
  if (hinted) choose({ read: [...new Set([...settings.read, hinted])] });
}

/** What a seat said last: when, and the phrase while it is shown. @type {Map<number, {at: string, phrase?: Phrase}>} */
const spoken = new Map();

/** The seats whose players are away, and since when. @type {Map<number, string>} */
let away = new Map();

/** How many watch. */
let watching = 0;

/** How many watch, in words; "" for none. */
export const watchers = () => (watching ? say("watching_count", { count: watching }) : "");

/** @type {Promise<readonly Phrase[]> | undefined} */
let phrases;

/** Return what can be said at a table. @param {string} path - Of its game. */
export function phrasesOf(path) {
  phrases ??= askUntilAnswered(`${path}phrases/`).then(({ results }) => results);
  return phrases;
}

/**
 * Take a message of the stream, or what the player of this browser said.
 *
 * @param {string} path @param {"phrase" | "presence"} name @param {any} value @param {() => void} onChange
 */
export async function hear(path, name, value, onChange) {
  if (name === "presence") {
    away = new Map(value.away.map((/** @type {any} */ one) => [one.seat, one.since]));
    watching = value.watching;
    return onChange();
  }
  const { seat, phrase: code, at, seconds } = /** @type {Said} */ (value);
  if (spoken.get(seat)?.at === at) return;
  /** @type {{at: string, phrase?: Phrase}} */
  const one = { at };
  spoken.set(seat, one);
  one.phrase = (await phrasesOf(path)).find((phrase) => phrase.code === code);
  onChange();
  setTimeout(() => {
    delete one.phrase;
    onChange();
  }, seconds * 1000);
}

/** What a seat says now. @param {number} seat */
const saidNow = (seat) => (settings.phrases ? spoken.get(seat)?.phrase : undefined);

/** What a seat says now, beside it. @param {number} seat */
export function bubble(seat) {
  const phrase = saidNow(seat);
  if (!phrase) return nothing;
  return html`<span class="bubble ${phrase.kind}" aria-hidden="true"
    >${phrase.text[language]}</span
  >`;
}

/** What the others say now, for those who hear the page. @param {Table} table */
export function heard({ places }) {
  const speaking = places.filter(({ seat, you }) => !you && saidNow(seat));
  return html`<div class="unseen" aria-live="polite">
    ${speaking.map(({ seat, name }) => html`<p>${name}: ${saidNow(seat)?.text[language]}</p>`)}
  </div>`;
}

/** Since when the player of a seat is away; where there is no room, a sign and the time. @param {number} seat */
export function absence(seat) {
  const since = away.get(seat);
  if (!since) return nothing;
  return html`<span class="absent">
    ${awaySince(since)} <b aria-hidden="true">☾ ${timeOf(since)}</b>
  </span>`;
}

/**
 * The claim that the player for whom the game waits is out; nothing where there is none.
 *
 * @param {{game: Game | null, screen: Screen | null, quietSince: number}} view
 */
export function claim({ game, screen, quietSince }) {
  const { absence: way, absent_seconds } = /** @type {any} */ (game?.options ?? {});
  const target = screen?.prompts.at(-1)?.seat ?? -1;
  const [since, places] = [away.get(target), screen?.table?.places];
  const own = places?.[game?.you ?? -1];
  if (way !== "out" || !since || !own || own.out || own.seat === target) return nothing;
  const from = Math.max(Date.parse(since), quietSince) + 1000 * (absent_seconds ?? 60);
  return html`<fd-claim .target=${target} .who=${places?.[target]?.name} .from=${from}></fd-claim>`;
}

/** @param {string} since */
export const awaySince = (since) => say("away_since", { time: timeOf(since) });

/** The time of a moment of today, else its day. @param {string} given */
function timeOf(given) {
  const moment = new Date(given);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday
    ? moment.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    : moment.toLocaleDateString(language, { day: "numeric", month: "short" });
}
