/**
 * The page of a table: it shows what happens, one event after the other, and sends moves.
 *
 * @import { Game, Option, Problem, Prompts, RoundEnd } from "../types.js"
 */

import { boardOf } from "../model/board.js";
import { besides, mayCallUno, optionFor, ownPrompt } from "../model/choices.js";
import { Timeline } from "../model/timeline.js";
import { hear, learn } from "../parts/bar.js";
import { FLIGHT, reading } from "../parts/show.js";
import { sound, tellTurn } from "../parts/sounds.js";
import { TableView } from "../parts/table-view.js";
import { Refused, pause } from "../server/api.js";
import { Edition } from "../server/edition.js";
import { GameConnection } from "../server/game.js";
import { moveOfKey, settings } from "../server/settings.js";
import { say } from "../server/words.js";

/** How long after the first screen the rest is loaded, in milliseconds. */
const QUIET = 300;

/** How long after the first cards the proof is loaded, in milliseconds. */
const BREATH = 50;

/** If more events wait, they are not shown one by one. */
const MOST_SHOWN = 12;

/** What happens from one own move to the next is shown in this time, in milliseconds. */
const LONGEST = 2000;

/** How long the end of a round is left to be read, in milliseconds. */
const ROUND = 10_000;

/** Load what a table can do without at first: the log, seldom moves, and the end. */
async function later() {
  const [record] = await Promise.all([
    import("../server/record.js"),
    import("../parts/log.js"),
    import("../parts/more.js"),
    import("../parts/end.js"),
    import("../parts/phrases.js"),
    import("../parts/claim.js"),
  ]);
  return record;
}

class TablePage extends TableView {
  constructor() {
    super();
    this.hadFocus = false;
    /** The card that was touched last. @type {string | null} */
    this.wanted = null;
    this.pauseAt = this.leaveRound;
    this.connection = new GameConnection(document.getElementById("app")?.dataset.game_id ?? "", {
      onEvent: (event) => {
        this.timeline.addEvent(event);
        this.quietSince = Date.now();
        dispatchEvent(new Event("happened"));
      },
      onScreen: (screen) => this.take(screen),
      onSentences: (sentences) => this.timeline.addSentences(sentences),
      onEnd: async () => this.finish(await this.connection.load()),
      onNews: (name, value) => hear(this.connection.path, name, value, () => this.requestUpdate()),
      onState: (isOnline) => this.change({ state: isOnline ? "" : "lost" }),
      onProblem: (refused) => this.refuse(refused),
    });
    document.addEventListener("keydown", (event) => this.press(event));
    this.addEventListener("choose", (event) => this.choose(/** @type {any} */ (event).detail.body));
    this.addEventListener("pick", (event) => this.pick(/** @type {any} */ (event)));
    this.addEventListener("focusin", (event) => {
      this.hadFocus = /** @type {Element} */ (event.target).matches(":focus-visible");
    });
    this.start().catch((error) => this.connection.refuse(error));
  }

  /** Show why the server refuses; a table whose player is no longer signed in is cleared. @param {Problem} refused */
  refuse(refused) {
    const isSignedOut = this.game && this.game.you !== null && refused.status === 401;
    if (!isSignedOut) return this.change({ refused, state: "", leaving: null });
    this.connection.close();
    tellTurn(false);
    const detail = say("signed_out");
    this.change({ game: null, screen: null, refused: { ...refused, detail }, state: "" });
  }

  async start() {
    const game = await this.connection.load();
    if (!game.started_at) return this.wait(game);
    this.quietSince = Date.parse(game.started_at);
    this.edition = new Edition(game.edition);
    this.timeline = new Timeline(game.seq);
    const isRunning = game.status === "running";
    this.connection.follow(game);
    const [screen] = await Promise.all([
      isRunning ? null : this.connection.screen(),
      this.edition.load(),
    ]);
    const table = screen?.table ?? game.table;
    this.change({ game: this.game ?? game, board: table ? boardOf(table) : this.board });
    // What is proven is not in the way of the first cards.
    const proof = pause(BREATH).then(() => import("../parts/proof.js"));
    const choose = (/** @type {Option["body"]} */ body) => this.choose(body);
    this.connection.guard = proof.then(({ guarded }) =>
      guarded(game, (verdict) => this.change({ verdict }), choose),
    );
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
    if (this.game?.status === "running") sound("end");
    this.change({ game });
    (await this.connection.guard)?.finish();
    const { GameRecord, explained } = await later();
    const record = new GameRecord(game.id);
    const entries = game.seq ? await record.log() : [];
    this.timeline.addSentences(entries.flatMap((one) => one.sentences));
    this.change({ bots: explained(game.position?.view, entries) });
    this.change({ events: await record.events(game.seq) });
  }

  /** Take the screen after the last event, and show what leads to it. @param {Prompts} screen */
  take(screen) {
    const isMine = screen.table?.places[this.game?.you ?? -1]?.you ?? true;
    if (!isMine) return this.refuse(/** @type {Problem} */ ({ status: 401 }));
    this.edition?.learn(screen.cards);
    this.timeline.addScreen(screen);
    // While calls and catches are held, every second counts.
    if (this.newest?.window_seconds_left) this.skip();
    this.requestUpdate();
    this.show();
  }

  /** Show the events that wait, one after the other, then the screen after them. */
  async show() {
    if (this.isShowing || !this.game) return;
    this.isShowing = true;
    if (this.timeline.length > MOST_SHOWN) this.skip();
    this.speed = settings.speed * Math.max(1, this.timeline.timeOf(reading, FLIGHT) / LONGEST);
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
      this.change({
        screen,
        board: boardOf(screen.table, this.board),
        isCalled: false,
        leaving: null,
      });
      tellTurn(ownPrompt(screen) !== null);
    }
  }

  /** Leave the end of a round on the table until the person goes on. @param {RoundEnd | null} ended */
  async leaveRound(ended) {
    if (ended && !document.hidden && !this.skipping.signal.aborted) {
      this.change({ ended });
      const gone = new Promise((done) => (this.goOn = () => done(undefined)));
      await Promise.race([gone, this.rest(ROUND)]);
    }
    this.timeline.release();
    this.change({ ended: null });
  }

  /** Make a move. @param {Option["body"]} body */
  async choose(body) {
    if (this.sent) return;
    const leaving = body.move === "play" ? body.card : null;
    this.wanted = null;
    this.change({ sent: body, leaving, refused: null, looked: [], missed: [] });
    const isAnswer = ["play", "draw", "pass", "choose"].includes(body.move);
    if (isAnswer) learn();
    try {
      await this.connection.move(body, isAnswer ? (this.screen?.seq ?? null) : null, (isWaiting) =>
        this.change({ state: isWaiting ? "lost" : "" }),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refuse(error.problem);
      if ("prompts" in error.problem) this.take(/** @type {any} */ (error.problem));
    } finally {
      this.change({ sent: null });
    }
  }

  /** Play a card of the hand, or show it first if it was only touched. @param {CustomEvent} event */
  pick({ detail: { card, isSure } }) {
    const option = optionFor(this.choices(), card, this.isCalled);
    const isWanted = this.wanted === card || (isSure && !settings.sure);
    this.wanted = card;
    this.uncover();
    if (option && isWanted) this.choose(option.body);
    else this.change({ looked: [card], refused: null });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const isWriting = event.target instanceof HTMLInputElement;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.skip();
    if (event.key === "?") this.querySelector("#keys")?.toggleAttribute("open");
    const choices = this.choices();
    const move = moveOfKey(event.key);
    const all = [...choices.buttons, ...besides(this.newest).calls];
    const challenge = this.asked?.kind === "challenge" && move === "catch-uno";
    const option = all.find(({ body }) =>
      challenge ? body.move === "choose" && body.option === "yes" : body.move === move,
    );
    if (option) this.choose(option.body);
    else if (move === "call-uno" && mayCallUno(choices)) this.change({ isCalled: !this.isCalled });
  }

  /** Give the focus of the keyboard back to the table if the element that had it is gone. */
  async updated() {
    super.updated();
    await /** @type {any} */ (this.querySelector("fd-hand"))?.updateComplete;
    const prompt = this.querySelector(".prompt, #end-title");
    if (!this.hadFocus || ![document.body, prompt].includes(document.activeElement)) return;
    const answer = ".hand .legal, .seat.choosable .who, .colors button, .drawer button";
    /** @type {HTMLElement | null} */ (this.querySelector(answer) ?? prompt)?.focus();
  }
}

customElements.define("fd-table", TablePage);
document.querySelector("#app")?.append(document.createElement("fd-table"));
