/**
 * One game on the server: what it looks like, what happens in it, and the moves made from here.
 *
 * @import { Game, GameEvent, MoveReply, Option, Prompts, Result, Sentence } from "../types.js"
 */

import { Refused, ask, askUntilAnswered } from "./api.js";
import { Stream } from "./stream.js";
import { language } from "./words.js";

const INCLUDE = "include=table,since,cards";

/**
 * What a game tells the page.
 *
 * @typedef {object} Listener
 * @property {(event: GameEvent) => void} onEvent
 * @property {(screen: Prompts) => void} onScreen
 * @property {(sentences: Sentence[]) => void} onSentences - On events that the screen tells not.
 * @property {(result: Result | null) => void} onEnd
 * @property {(name: "phrase" | "presence", value: any) => void} onNews - Of the table, not of the game.
 * @property {(isConnected: boolean) => void} onState
 * @property {(problem: import("../types.js").Problem) => void} onProblem
 */

/**
 * What signs the moves, and checks what the server says.
 *
 * @typedef {object} Guard
 * @property {(event: GameEvent) => void} see
 * @property {(seq: number, body: Option["body"]) => Promise<string>} sign - "" without a key.
 * @property {(receipt: any, isSigned: boolean) => void} take
 * @property {() => Promise<unknown>} finish
 */

export class GameConnection {
  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.path = `games/${id}/`;
    this.listener = listener;
    /** @type {Stream | null} */
    this.stream = null;
    this.seq = 0;
    this.isSeated = false;
    this.isOver = false;
    /** @type {Promise<Guard> | null} */
    this.guard = null;
    /** @type {Promise<void> | undefined} */
    this.watching = undefined;
  }

  /** Return the game as the caller sees it. @returns {Promise<Game>} */
  load() {
    return askUntilAnswered(this.path, {}, (isWaiting) => this.listener.onState(!isWaiting));
  }

  /** Return what the game waits for, with all that a screen shows. @returns {Promise<Prompts>} */
  screen() {
    return askUntilAnswered(`${this.path}prompts/?${INCLUDE}`);
  }

  /**
   * Return what happened in the last events up to one, in sentences.
   *
   * @param {number} seq
   * @param {number} [most] - How many events.
   * @returns {Promise<Sentence[]>}
   */
  async told(seq, most = 50) {
    const page = await ask(`${this.path}log/?after=${Math.max(0, seq - most)}&limit=${most}`);
    return page.results.flatMap((/** @type {{sentences: Sentence[]}} */ one) => one.sentences);
  }

  /** Follow a game that has begun; after its end, what is said at the table. @param {Game} game */
  follow(game) {
    this.seq = game.seq;
    this.isOver = game.status === "over";
    this.isSeated = game.you !== null;
    const names = ["prompts", "end", "problem", "phrase", "presence"];
    this.stream = new Stream(
      `${this.path}events/?${INCLUDE}&stay=true&lang=${language}`,
      names,
      {
        onMessage: (name, value) => this.take(name, value),
        onState: this.listener.onState,
        onOpen: () => this.take("presence", { away: [], watching: 0 }),
        hasNews: () => this.hasNews(),
      },
      String(game.seq),
    );
    if (!this.isSeated && !this.isOver) this.watch();
  }

  /** Whether there are events that did not come; without any it is seen who is signed in. */
  async hasNews() {
    if (this.isOver) return false;
    const screen = await this.screen().catch((error) => this.refuse(error));
    if (screen?.seq === this.seq) this.listener.onScreen(screen);
    return (screen?.seq ?? 0) > this.seq;
  }

  /** @param {unknown} error */
  refuse(error) {
    if (!(error instanceof Refused)) throw error;
    this.listener.onProblem(error.problem);
  }

  close() {
    this.stream?.close();
  }

  /**
   * Make the move of an option. It is sent until the server answers, and made once.
   *
   * @param {Option["body"]} body
   * @param {number | null} seq - The event that the move answers; null for one that answers none.
   * @param {(isWaiting: boolean) => void} onWaiting
   * @returns {Promise<MoveReply>}
   */
  async move(body, seq, onWaiting) {
    const path = `${this.path}moves/?include=since,cards`;
    const answered = seq ?? this.seq;
    const guard = await this.guard;
    const signature = (await guard?.sign(answered, body)) ?? "";
    const more = { Prefer: "receipt", ...(signature ? { "Move-Signature": signature } : {}) };
    const wanted = { method: "POST", body, seq: signature ? answered : seq, more };
    /** @type {MoveReply} */
    const reply = await askUntilAnswered(path, wanted, onWaiting).catch((error) => {
      // What answers no question may be late for the event that it names: it is signed again.
      const isLate = error instanceof Refused && error.status === 412 && seq === null;
      if (!isLate || !signature) throw error;
      for (const event of /** @type {any} */ (error.problem).events) this.take("event", event);
      return this.move(body, null, onWaiting);
    });
    for (const event of reply.events) this.take("event", event);
    if (reply.receipt) guard?.take(reply.receipt, signature !== "");
    this.listener.onScreen(reply);
    return reply;
  }

  /** @param {string} name @param {any} value */
  take(name, value) {
    if (name === "event") {
      this.seq = Math.max(this.seq, value.seq);
      this.listener.onEvent(value);
      this.guard?.then((guard) => guard.see(value));
      if (!this.isSeated) this.watch();
    } else if (name === "prompts") this.listener.onScreen(value);
    else if (name === "end") this.finish(value.result);
    else if (name === "problem") this.listener.onProblem(value);
    else this.listener.onNews(/** @type {any} */ (name), value);
  }

  /** A connection after the end tells the end again. @param {Result | null} result */
  async finish(result) {
    if (this.isOver) return;
    this.isOver = true;
    this.listener.onScreen(await this.screen());
    this.listener.onEnd(result);
  }

  /** A spectator asks for the table after events; several at once cost one request. */
  watch() {
    this.watching ??= new Promise((done) => setTimeout(done, 150))
      .then(async () => {
        this.watching = undefined;
        const seq = this.seq;
        const [screen, said] = await Promise.all([this.screen(), this.told(seq)]);
        this.listener.onSentences(said);
        this.listener.onScreen(screen);
      })
      .catch((error) => this.refuse(error));
  }
}
