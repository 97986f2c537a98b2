/**
 * The showing of events: the sentence of each, then its cards as they fly, fact by fact.
 *
 * @import { Step } from "../model/timeline.js"
 * @import { Edition } from "../server/edition.js"
 * @import { Board } from "../types.js"
 */

import { movementOf, withFact } from "../model/board.js";
import { pause } from "../server/api.js";
import { fly, isStill } from "./flight.js";
import { Part } from "./part.js";

/** How long the line of an event is left to be read before the next one, in milliseconds. */
const READING = 500;

/** An element that draws a board, and shows how it becomes another. */
export class Stage extends Part {
  constructor() {
    super();
    /** @type {Edition | null} */
    this.edition = null;
    /** @type {Board} */
    this.board = { zones: {}, color: null, direction: 1, current: null };
    this.line = "";
    /** @type {string | null} - The card of the own hand that is on its way. */
    this.leaving = null;
    /** @type {readonly string[]} - The cards that are looked at. */
    this.looked = [];
    /** @type {ReadonlySet<number>} - The seats of which all that lies in front is shown. */
    this.unfolded = new Set();
    this.skipping = new AbortController();
  }

  /** Change what is drawn. @param {Record<string, unknown>} changed */
  change(changed) {
    Object.assign(this, changed);
    this.requestUpdate();
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
  }

  /** Show the next events with their movements again. */
  calm() {
    if (this.skipping.signal.aborted) this.skipping = new AbortController();
  }

  /**
   * Show an event.
   *
   * @param {Step} step
   * @param {boolean} hasMore - Whether another one follows: then its line is left to be read.
   */
  async showStep({ event, sentences }, hasMore) {
    if (sentences.length) this.change({ line: sentences.map((one) => one.text).join(" ") });
    await this.updateComplete;
    for (const fact of event.facts) {
      const movement = movementOf(fact);
      if (movement && this.edition) {
        await fly(this, this.edition, movement, this.skipping.signal);
      }
      this.change({ board: withFact(this.board, fact) });
      if (movement) await this.updateComplete;
    }
    if (hasMore && !isStill()) await this.rest(READING);
  }

  /** Wait, unless the person skips. @param {number} milliseconds */
  async rest(milliseconds) {
    const { signal } = this.skipping;
    if (signal.aborted) return;
    const skipped = new Promise((done) => signal.addEventListener("abort", done, { once: true }));
    await Promise.race([pause(milliseconds), skipped]);
  }
}
