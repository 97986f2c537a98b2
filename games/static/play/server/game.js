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
 * @property {(isConnected: boolean) => void} onState
 * @property {(problem: import("../types.js").Problem) => void} onProblem
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

  /** Follow a game that has begun. @param {Game} game */
  follow(game) {
    this.seq = game.seq;
    this.isSeated = game.you !== null;
    const names = ["prompts", "end", "problem"];
    this.stream = new Stream(
      `${this.path}events/?${INCLUDE}&lang=${language}`,
      names,
      {
        onMessage: (name, value) => this.take(name, value),
        onState: this.listener.onState,
        hasNews: async () => /** @type {Prompts} */ (await this.screen()).seq > this.seq,
      },
      String(game.seq),
    );
    if (!this.isSeated) this.watch();
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
    const wanted = { method: "POST", body, seq };
    const path = `${this.path}moves/?include=since,cards`;
    /** @type {MoveReply} */
    const reply = await askUntilAnswered(path, wanted, onWaiting);
    for (const event of reply.events) this.take("event", event);
    this.listener.onScreen(reply);
    return reply;
  }

  /** @param {string} name @param {any} value */
  take(name, value) {
    if (name === "event") {
      this.seq = Math.max(this.seq, value.seq);
      this.listener.onEvent(value);
      if (!this.isSeated) this.watch();
    } else if (name === "prompts") this.listener.onScreen(value);
    else if (name === "end") this.finish(value.result);
    else if (name === "problem") this.listener.onProblem(value);
  }

  /** @param {Result | null} result */
  async finish(result) {
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
      .catch((error) => {
        if (error instanceof Refused) this.listener.onProblem(error.problem);
      });
  }
}
