/**
 * The events that are still to be shown, in their order, and what has been said of them.
 *
 * The stream sends events, then the prompts after the last of them. An event is shown once, however
 * often and by whichever way it arrives.
 *
 * @import { GameEvent, Prompts, Sentence } from "../types.js"
 */

/** @typedef {{event: GameEvent, sentences: Sentence[]}} Step */

export class Timeline {
  /** @param {number} seq - The last event that is on the screen already. */
  constructor(seq) {
    this.seq = seq;
    /** @type {Map<number, GameEvent>} */
    this.waiting = new Map();
    /** @type {Map<number, Sentence[]>} */
    this.said = new Map();
    /** @type {Prompts | null} */
    this.screen = null;
  }

  /** Take an event; one that was shown or waits already is dropped. @param {GameEvent} event */
  addEvent(event) {
    if (event.seq > this.seq) this.waiting.set(event.seq, event);
  }

  /** Take the screen after the last event, with sentences on what led to it. @param {Prompts} screen */
  addScreen(screen) {
    this.addSentences(screen.since?.sentences ?? []);
    if (screen.seq >= (this.screen?.seq ?? 0)) this.screen = screen;
  }

  /** @param {readonly Sentence[]} sentences */
  addSentences(sentences) {
    /** @type {Map<number, Sentence[]>} */
    const bySeq = new Map();
    for (const one of sentences) bySeq.set(one.seq, [...(bySeq.get(one.seq) ?? []), one]);
    for (const [seq, those] of bySeq) this.said.set(seq, those);
  }

  /** Return the next event to show, and count it as shown; null without one. @returns {Step | null} */
  next() {
    const event = this.waiting.get(this.seq + 1);
    // The sentences on an event come with the screen after it.
    if (!event || event.seq > (this.screen?.seq ?? 0)) return null;
    this.waiting.delete(event.seq);
    this.seq = event.seq;
    return { event, sentences: this.said.get(event.seq) ?? [] };
  }

  /** How many events wait. */
  get length() {
    return this.waiting.size;
  }

  /**
   * Return the screen if all events up to it are shown; else null.
   *
   * Events that were never received are passed over: the screen is the truth.
   *
   * @returns {Prompts | null}
   */
  settled() {
    const screen = this.screen;
    if (!screen) return null;
    if (screen.seq > this.seq) this.seq = screen.seq;
    for (const seq of this.waiting.keys()) if (seq <= this.seq) this.waiting.delete(seq);
    return screen.seq === this.seq ? screen : null;
  }

  /** All that was said, oldest first. @returns {Sentence[]} */
  get log() {
    const seqs = [...this.said.keys()].sort((one, other) => one - other);
    return seqs
      .filter((seq) => seq > 0 && seq <= this.seq)
      .flatMap((seq) => this.said.get(seq) ?? []);
  }
}
