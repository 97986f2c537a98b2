/**
 * The page of a table: it shows what happens, one event after the other, and sends moves.
 *
 * @import { Game, Option, Prompts } from "../types.js"
 */

import { boardOf } from "../model/board.js";
import { besides, mayCallUno, optionFor, ownPrompt } from "../model/choices.js";
import { Timeline } from "../model/timeline.js";
import { TableView } from "../parts/table-view.js";
import { Refused, pause } from "../server/api.js";
import { Edition } from "../server/edition.js";
import { GameConnection } from "../server/game.js";
import { say } from "../server/words.js";

/** How long after the first screen the rest is loaded, in milliseconds. */
const QUIET = 300;

/** If more events wait, they are not shown one by one. */
const MOST_SHOWN = 12;

/** The moves that a key makes. @type {Record<string, string>} */
const KEYS = { d: "draw", p: "pass", u: "call-uno", c: "catch-uno" };

/** Load what a table can do without at first: the log, seldom moves, and the end. */
async function later() {
  const [record] = await Promise.all([
    import("../server/record.js"),
    import("../parts/log.js"),
    import("../parts/more.js"),
    import("../parts/end.js"),
  ]);
  return record;
}

class TablePage extends TableView {
  constructor() {
    super();
    this.hadFocus = false;
    this.connection = new GameConnection(document.getElementById("app")?.dataset.game_id ?? "", {
      onEvent: (event) => this.timeline.addEvent(event),
      onScreen: (screen) => this.take(screen),
      onSentences: (sentences) => this.timeline.addSentences(sentences),
      onEnd: async () => this.finish(await this.connection.load()),
      onState: (isOnline) => this.change({ state: isOnline ? "" : "lost" }),
      onProblem: (refused) => this.change({ refused, state: "" }),
    });
    document.addEventListener("keydown", (event) => this.press(event));
    this.addEventListener("choose", (event) => this.choose(/** @type {any} */ (event).detail.body));
    this.addEventListener("pick", (event) => this.pick(/** @type {any} */ (event)));
    this.addEventListener("focusin", (event) => {
      this.hadFocus = /** @type {Element} */ (event.target).matches(":focus-visible");
    });
    this.start().catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.change({ refused: error.problem, state: "" });
    });
  }

  async start() {
    const game = await this.connection.load();
    if (!game.started_at) return this.wait(game);
    this.edition = new Edition(game.edition);
    this.timeline = new Timeline(game.seq);
    const isRunning = game.status === "running";
    if (isRunning) this.connection.follow(game);
    const [screen] = await Promise.all([
      isRunning ? null : this.connection.screen(),
      this.edition.load(),
    ]);
    const table = screen?.table ?? game.table;
    this.change({ game: this.game ?? game, board: table ? boardOf(table) : this.board });
    if (screen) this.take(screen);
    else this.show();
    this.change({ state: "" });
    await pause(QUIET);
    await later();
    if (game.status === "over") await this.finish(game);
    else this.timeline.addSentences(await this.connection.told(game.seq));
  }

  /** Show who has sat down, until the game begins. @param {Game} game */
  async wait(game) {
    await import("../parts/waiting.js");
    const waiting = Object.assign(document.createElement("fd-waiting"), { game });
    waiting.addEventListener("begun", () => {
      waiting.replaceWith(this);
      this.start();
    });
    this.replaceWith(waiting);
  }

  /** Show the end of a game, and all that happened in it. @param {Game} game */
  async finish(game) {
    this.change({ game });
    const { GameRecord, explained } = await later();
    const entries = game.seq ? await new GameRecord(game.id).log() : [];
    this.timeline.addSentences(entries.flatMap((one) => one.sentences));
    this.change({ bots: explained(game, entries) });
  }

  /** Take the screen after the last event, and show what leads to it. @param {Prompts} screen */
  take(screen) {
    this.edition?.learn(screen.cards);
    this.timeline.addScreen(screen);
    this.receivedAt = Date.now();
    this.show();
  }

  /** Show the events that wait, one after the other, then the screen after them. */
  async show() {
    if (this.isShowing || !this.game) return;
    this.isShowing = true;
    if (this.timeline.length > MOST_SHOWN) this.skip();
    for (let step = this.timeline.next(); step; step = this.timeline.next()) {
      await this.showStep(step, this.timeline.length > 0);
    }
    this.isShowing = false;
    this.calm();
    const screen = this.timeline.settled();
    if (screen?.table) {
      if (!this.screen) {
        const said = screen.since?.sentences ?? [];
        this.change({ line: said.at(-1)?.text ?? "", missed: screen.since?.seq ? said : [] });
      }
      this.change({ screen, board: boardOf(screen.table), isCalled: false, leaving: null });
      const isAsked = ownPrompt(screen) !== null;
      document.title = isAsked ? `● ${say("your_turn")} · Fairdeal` : "Fairdeal";
    }
  }

  /** Make a move. @param {Option["body"]} body */
  async choose(body) {
    if (this.sent) return;
    const leaving = body.move === "play" ? body.card : null;
    this.change({ sent: body, leaving, refused: null, looked: [], missed: [] });
    const isAnswer = ["play", "draw", "pass", "choose"].includes(body.move);
    try {
      await this.connection.move(body, isAnswer ? (this.screen?.seq ?? null) : null, (isWaiting) =>
        this.change({ state: isWaiting ? "lost" : "" }),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.change({ refused: error.problem, leaving: null });
      if ("prompts" in error.problem) this.take(/** @type {any} */ (error.problem));
    } finally {
      this.change({ sent: null });
    }
  }

  /** Play a card of the hand, or show it first if it was only touched. @param {CustomEvent} event */
  pick({ detail: { card, isSure } }) {
    const option = optionFor(this.choices(), card, this.isCalled);
    if (option && (isSure || this.looked[0] === card)) this.choose(option.body);
    else this.change({ looked: [card] });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const isWriting = event.target instanceof HTMLInputElement;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.skip();
    if (event.key === "?") this.querySelector("#keys")?.toggleAttribute("open");
    const choices = this.choices();
    const move = KEYS[event.key.toLowerCase()];
    const all = [...choices.buttons, ...besides(this.screen).calls];
    const challenge = this.asked?.kind === "challenge" && event.key.toLowerCase() === "c";
    const option = all.find(({ body }) =>
      challenge ? body.move === "choose" && body.option === "yes" : body.move === move,
    );
    if (option) this.choose(option.body);
    else if (move === "call-uno" && mayCallUno(choices)) this.change({ isCalled: !this.isCalled });
  }

  /** Give the focus of the keyboard back to the table if the element that had it is gone. */
  async updated() {
    await /** @type {any} */ (this.querySelector("fd-hand"))?.updateComplete;
    const prompt = this.querySelector(".prompt, #end-title");
    if (!this.hadFocus || ![document.body, prompt].includes(document.activeElement)) return;
    const answer = ".hand .legal, .seat.choosable .who, .colors button, .drawer button";
    /** @type {HTMLElement | null} */ (this.querySelector(answer) ?? prompt)?.focus();
  }
}

customElements.define("fd-table", TablePage);
document.querySelector("#app")?.append(document.createElement("fd-table"));
