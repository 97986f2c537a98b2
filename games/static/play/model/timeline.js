/**
 * The events that are still to be shown, in their order, and what has been said of them.
 *
 * The stream sends events, then the prompts after the last of them. An event is shown once, however
 * often and by whichever way it arrives.
 *
 * @import { GameEvent, Prompts, Screen, Sentence } from "../types.js"
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
    /** @type {Screen | null} */
    this.screen = null;
    /** @type {Sentence[] | null} */
    this.told = null;
    /** The fact of the last event that begins a round, until the end of the one before is read. */
    this.held = -1;
  }

  /** Take an event; one that was shown or waits already is dropped. @param {GameEvent} event */
  addEvent(event) {
    if (event.seq > this.seq) this.waiting.set(event.seq, event);
  }

  /** Take the screen after the last event, with sentences on what led to it. @param {Prompts} screen */
  addScreen(screen) {
    this.addSentences(screen.since?.sentences ?? []);
    if (screen.seq < (this.screen?.seq ?? 0)) return;
    this.screen = { ...screen, receivedAt: Date.now() };
  }

  /** @param {readonly Sentence[]} sentences */
  addSentences(sentences) {
    /** @type {Map<number, Sentence[]>} */
    const bySeq = new Map();
    for (const one of sentences) bySeq.set(one.seq, [...(bySeq.get(one.seq) ?? []), one]);
    for (const [seq, those] of bySeq) this.said.set(seq, those);
    this.told = null;
  }

  /** Return the next event to show, and count it as shown; null without one. @returns {Step | null} */
  next() {
    const event = this.waiting.get(this.seq + 1);
    // The sentences on an event come with the screen after it.
    if (!event || event.seq > (this.screen?.seq ?? 0)) return null;
    this.waiting.delete(event.seq);
    this.seq = event.seq;
    this.told = null;
    this.held = event.facts.findIndex((one) => one.fact === "round-began");
    return { event, sentences: this.said.get(event.seq) ?? [] };
  }

  /** Tell of the round that the last event begins, too. */
  release() {
    this.held = -1;
    this.told = null;
  }

  /** Return how long it takes to show what waits. @param {(line: string) => number} reading @param {number} [moving] - How long cards fly. */
  timeOf(reading, moving = 0) {
    const facts = [...this.waiting.values()].flatMap((one) => one.facts);
    const moves = facts.filter((one) => one.fact === "cards-moved").length;
    const lines = [...this.waiting.keys()].flatMap((seq) => this.said.get(seq) ?? []);
    return lines.reduce((sum, { text }) => sum + reading(text), moves * moving);
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
   * @returns {Screen | null}
   */
  settled() {
    const screen = this.screen;
    if (!screen) return null;
    if (screen.seq > this.seq) [this.seq, this.told] = [screen.seq, null];
    for (const seq of this.waiting.keys()) if (seq <= this.seq) this.waiting.delete(seq);
    return screen.seq === this.seq ? screen : null;
  }

  /** All that was said, oldest first; the same list until there is more. @returns {Sentence[]} */
  get log() {
    const isTold = (/** @type {Sentence} */ { seq, fact }) =>
      this.held < 0 || seq < this.seq || fact < this.held;
    this.told ??= [...this.said]
      .filter(([seq]) => seq > 0 && seq <= this.seq)
      .sort(([one], [other]) => one - other)
      .flatMap(([, those]) => those.filter(isTold));
    return this.told;
  }
}
