/**
 * The showing of events: sentence by sentence, each with its facts and its cards as they fly.
 *
 * @import { Step } from "../model/timeline.js"
 * @import { Edition } from "../server/edition.js"
 * @import { Shout } from "./sounds.js"
 * @import { Board, Movement, RoundEnd, Sentence } from "../types.js"
 */

import { NO_BOARD, movementOf, ownerOf, withFact } from "../model/board.js";
import { pause } from "../server/api.js";
import { BACK } from "./card.js";
import { Part } from "./part.js";
import { roundEnd } from "./round.js";
import { shoutOf, sound } from "./sounds.js";

/** How long a line is left to be read before the next one, in milliseconds. @param {string} line */
export const reading = (line) => Math.min(2000, 350 + 12 * line.length);

/** An element that draws a board, and shows how it becomes another. */
export class Stage extends Part {
  constructor() {
    super();
    /** @type {Edition | null} */
    this.edition = null;
    /** @type {Board} */
    this.board = NO_BOARD;
    this.line = "";
    /** What is called out, large, for a moment. */
    this.shout = /** @type {Shout | null} */ (null);
    /** @type {readonly {text: string}[]} - The last lines; a screen reader speaks each new one. */
    this.spoken = [];
    /** @type {string | null} - The card of the own hand that is on its way. */
    this.leaving = null;
    /** @type {readonly string[]} - The cards that are looked at. */
    this.looked = [];
    /** @type {ReadonlySet<number>} - The seats of which all that lies in front is shown. */
    this.unfolded = new Set();
    this.skipping = new AbortController();
    this.speed = 1;
    /** @type {(ended: RoundEnd | null) => Promise<void>} - Leaves the end of a round to be read. */
    this.pauseAt = async () => undefined;
  }

  /** @param {number} seat */
  unfold(seat) {
    const unfolded = new Set(this.unfolded);
    if (!unfolded.delete(seat)) unfolded.add(seat);
    this.change({ unfolded });
  }

  /** Let the events that are being shown be over at once. */
  skip() {
    this.skipping.abort();
    if (this.shout) this.change({ shout: null });
  }

  /** Show the next events with their movements again. */
  calm() {
    if (this.skipping.signal.aborted) this.skipping = new AbortController();
  }

  /**
   * Show an event: each sentence with the facts it tells; the end of a round is left to be read.
   *
   * @param {Step} step
   * @param {boolean} hasMore - Whether another one follows: then its line is left to be read.
   */
  async showStep({ event, sentences }, hasMore) {
    const text = (/** @type {readonly Sentence[]} */ some) => some.map((one) => one.text).join(" ");
    const all = text(sentences);
    if (all) this.change({ spoken: [...this.spoken, { text: all }].slice(-MOST) });
    const last = event.facts.findIndex((one) => one.fact === "round-began");
    const isOf = (/** @type {{fact: number}} */ one) => last < 0 || one.fact < last;
    const later = isStill() ? text(sentences.filter((one) => !isOf(one))) : "";
    if (isStill()) [this.line, sentences] = [text(sentences.filter(isOf)), []];
    let next = 0;
    for (const [nth, fact] of event.facts.entries()) {
      if (nth === last) await this.pauseAt(roundEnd(this.board, event.facts));
      for (; (sentences[next]?.fact ?? nth + 1) <= nth; next++) {
        await this.readLine(sentences[next]?.text ?? "", next > 0);
      }
      const movement = movementOf(fact);
      if (movement) sound(movement.verb);
      const shout = shoutOf(fact, event.facts);
      if (shout) this.callOut(shout);
      if (movement && this.edition) {
        await fly(this, this.edition, movement, this.skipping.signal, this.speed);
      }
      this.change({ board: withFact(this.board, fact) });
      if (movement) await this.updateComplete;
    }
    if (later) this.change({ line: later });
    for (const one of sentences.slice(next)) await this.readLine(one.text, true);
    if (hasMore && !isStill()) await this.rest(reading(this.line) / this.speed);
  }

  /** The name of a seat. @param {number} seat */
  nameOf(seat) {
    return String(seat);
  }

  /** Call something out, large, for a second. @param {Shout} shout */
  callOut(shout) {
    sound(shout.sound);
    if (isStill() || this.skipping.signal.aborted) return;
    this.change({ shout: { ...shout, who: this.nameOf(shout.seat) } });
    clearTimeout(this.hushing);
    this.hushing = setTimeout(() => this.change({ shout: null }), SHOUT);
  }

  /** Show a line, after the one before has been read. @param {string} line @param {boolean} isLater */
  async readLine(line, isLater) {
    if (isLater) await this.rest(reading(this.line) / this.speed);
    this.change({ line });
    await this.updateComplete;
  }

  /** Wait, unless the person skips. @param {number} milliseconds */
  async rest(milliseconds) {
    const { signal } = this.skipping;
    if (signal.aborted) return;
    const skipped = new Promise((done) => signal.addEventListener("abort", done, { once: true }));
    await Promise.race([pause(milliseconds), skipped]);
  }
}

/** How long something called out stands, in milliseconds. */
const SHOUT = 1000;

/** How long one movement takes, and how much later each further card sets out, in milliseconds. */
export const FLIGHT = 380;
const APART = 70;
const MOST = 5;

/** Whether the person wants no movements. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
}

/**
 * Let the cards of a movement fly, and return when they have arrived; at once if it is skipped.
 *
 * @param {HTMLElement} table @param {Edition} edition @param {Movement} movement
 * @param {AbortSignal} skip @param {number} speed
 */
async function fly(table, edition, movement, skip, speed) {
  if (isStill() || skip.aborted || movement.from === movement.to) return;
  const count = Math.min(movement.count, MOST);
  const to = anchor(table, movement.to, null);
  const flights = Array.from({ length: count }, (_, at) => {
    const card = movement.cards?.[at] ?? null;
    const from = anchor(table, movement.from, card);
    return from && to ? one(edition, card, from, to, at * APART, skip, speed) : null;
  });
  await Promise.all(flights);
}

/**
 * Let a card fly.
 *
 * @param {Edition} edition @param {string | null} card @param {Element} from @param {Element} to
 * @param {number} delay @param {AbortSignal} skip @param {number} speed
 */
async function one(edition, card, from, to, delay, skip, speed) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const ghost = document.createElement("img");
  const src = card === null ? BACK : edition.pictureOf(card);
  Object.assign(ghost, { className: "card flying", alt: "", src });
  document.body.append(ghost);
  const size = ghost.getBoundingClientRect();
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2 - size.width / 2}px,` +
    `${box.y + box.height / 2 - size.height / 2}px)` +
    ` scale(${Math.max(0.4, Math.min(1.6, box.width / size.width || 1))})`;
  const flight = ghost.animate([{ transform: at(start) }, { transform: at(end) }], {
    duration: FLIGHT,
    delay,
    easing: "cubic-bezier(0.3, 0.7, 0.3, 1)",
    fill: "both",
  });
  flight.playbackRate = speed;
  const arrive = () => flight.finish();
  skip.addEventListener("abort", arrive);
  await flight.finished.catch(() => undefined);
  skip.removeEventListener("abort", arrive);
  ghost.remove();
}

/**
 * Return where a card of a zone is on the screen: itself, its zone, or the seat of the zone.
 *
 * @param {HTMLElement} table @param {string} zone @param {string | null} card
 */
function anchor(table, zone, card) {
  const place = table.querySelector(`[data-zone="${CSS.escape(zone)}"]`);
  const own = card && place?.querySelector(`[data-card="${CSS.escape(card)}"]`);
  const cards = place?.querySelector(".card");
  const owner = ownerOf(zone);
  const seat = owner === null ? null : table.querySelector(`[data-seat="${owner}"]`);
  return own || cards || place || seat || table.querySelector(".middle");
}
