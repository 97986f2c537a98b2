/**
 * The page of a table: it shows what happens, one event after the other, and sends moves.
 *
 * @import { Game, Option, Problem, Prompts } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { boardOf, zoneOf } from "../model/board.js";
import { besides, choicesOf, mayCallUno, optionFor, ownPrompt, whyNot } from "../model/choices.js";
import { Timeline } from "../model/timeline.js";
import { felt } from "../parts/felt.js";
import { prompt } from "../parts/prompt.js";
import { Stage } from "../parts/show.js";
import "../parts/end.js";
import "../parts/hand.js";
import "../parts/log.js";
import "../parts/more.js";
import { Refused } from "../server/api.js";
import { Edition } from "../server/edition.js";
import { GameConnection } from "../server/game.js";
import { GameRecord, explained } from "../server/record.js";
import { say } from "../server/words.js";

/** If more events wait, they are not shown one by one. */
const MOST_SHOWN = 12;

/** The moves that a key makes. @type {Record<string, string>} */
const KEYS = { d: "draw", p: "pass", u: "call-uno", c: "catch-uno" };

class TablePage extends Stage {
  constructor() {
    super();
    /** @type {Game | null} */
    this.game = null;
    /** @type {Prompts | null} */
    this.screen = null;
    /** @type {Option["body"] | null} */
    this.sent = null;
    this.isCalled = false;
    /** @type {Problem | null} */
    this.refused = null;
    this.state = "connecting";
    this.isShowing = false;
    /** @type {ReadonlySet<number>} - The events of bots that can be explained. */
    this.bots = new Set();
    this.timeline = new Timeline(0);
    this.receivedAt = 0;
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
    this.addEventListener("focusin", () => (this.hadFocus = true));
    this.start().catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.change({ refused: error.problem, state: "" });
    });
  }

  async start() {
    const game = await this.connection.load();
    if (!game.started_at) return this.wait(game);
    this.edition = await Edition.load(game.edition);
    this.timeline = new Timeline(game.seq);
    this.change({ game, board: game.table ? boardOf(game.table) : this.board });
    if (game.status === "running") this.connection.follow(game);
    else this.take(await this.connection.screen());
    if (game.status === "over") await this.finish(game);
    else this.timeline.addSentences(await this.connection.told(game.seq));
    this.change({ state: "" });
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
    if (this.isShowing) return;
    this.isShowing = true;
    if (this.timeline.length > MOST_SHOWN) this.skip();
    for (let step = this.timeline.next(); step; step = this.timeline.next()) {
      await this.showStep(step, this.timeline.length > 0);
    }
    this.isShowing = false;
    this.calm();
    const screen = this.timeline.settled();
    if (screen?.table) {
      this.change({ screen, board: boardOf(screen.table), isCalled: false, leaving: null });
      const isAsked = ownPrompt(screen) !== null;
      document.title = isAsked ? `● ${say("your_turn")} · Fairdeal` : "Fairdeal";
      await this.updateComplete;
      this.keepFocus();
    }
  }

  /** Make a move. @param {Option["body"]} body */
  async choose(body) {
    if (this.sent) return;
    const leaving = body.move === "play" ? body.card : null;
    this.change({ sent: body, leaving, refused: null, looked: [] });
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

  /** The prompt that the viewer can answer now. */
  get asked() {
    return this.sent || this.isShowing ? null : ownPrompt(this.screen);
  }

  get hand() {
    return zoneOf(this.board, `hand:${this.game?.you}`).cards ?? [];
  }

  choices() {
    return choicesOf(this.asked, this.hand, (code) => this.edition?.has(code) ?? false);
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
    const option = all.find((one) => one.body.move === move);
    if (option) this.choose(option.body);
    else if (move === "call-uno" && mayCallUno(choices)) this.change({ isCalled: !this.isCalled });
  }

  /** Give the focus back to the table if the element that had it is gone. */
  keepFocus() {
    if (!this.hadFocus || document.activeElement !== document.body) return;
    const wanted = this.querySelector(".hand .legal") ?? this.querySelector(".prompt");
    /** @type {HTMLElement | null} */ (wanted)?.focus();
  }

  /** The moment that is so many seconds after the screen was made. @param {number | null} [left] */
  until(left) {
    return left === null || left === undefined ? null : this.receivedAt + left * 1000;
  }

  render() {
    const { edition, game, screen } = this;
    const table = screen?.table ?? game?.table;
    if (game?.status === "over" && !table) return html`<fd-end .game=${game}></fd-end>`;
    if (this.refused && !game)
      return html`<p class="state" role="alert">${this.refused.detail}</p>`;
    if (!edition || !game || !table) {
      return html`<p class="state" role="status">${say(this.state || "connecting")}</p>`;
    }
    const choices = this.choices();
    const last = screen?.prompts.at(-1);
    const until = this.until(last?.seconds_left);
    const draw = choices.buttons.find((one) => one.body.move === "draw") ?? null;
    const onChoose = (/** @type {Option} */ option) => this.choose(option.body);
    return html`<div class="table ${this.isShowing ? "showing" : ""}">
      <p class="line" role="status">${this.line}</p>
      ${this.state ? html`<p class="state" role="status">${say(this.state)}</p>` : nothing}
      <div class="felt">
        ${felt({
          edition,
          board: this.board,
          table,
          until,
          onSeats: choices.onSeats,
          draw,
          unfolded: this.unfolded,
          onChoose,
          onUnfold: (seat) => this.unfold(seat),
          onLook: (looked) => this.change({ looked }),
        })}
      </div>
      <div class="dock">
        ${
          game.status === "over" && !this.isShowing
            ? html`<fd-end .game=${game} .table=${table}></fd-end>`
            : this.dock(choices, until, onChoose)
        }
      </div>
      <div class="side">
        <fd-log
          .game=${game.id}
          .edition=${game.edition}
          .sentences=${this.timeline.log}
          .bots=${this.bots}
        ></fd-log>
        <fd-more
          .table=${table}
          .options=${besides(screen).others}
          .isSeated=${game.you !== null}
          @choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail.body)}
        ></fd-more>
      </div>
    </div>`;
  }

  /**
   * What is at hand at all times: the prompt and the own cards.
   *
   * @param {ReturnType<typeof choicesOf>} choices
   * @param {number | null} until
   * @param {(option: Option) => void} onChoose
   */
  dock(choices, until, onChoose) {
    const { asked, looked, screen, game } = this;
    const look = (/** @type {readonly string[]} */ cards) => this.change({ looked: cards });
    const edition = /** @type {Edition} */ (this.edition);
    const why = screen?.prompts.at(-1)?.why ?? "";
    return html`${prompt({
      edition,
      prompt: asked,
      choices,
      seats: (screen?.table?.places ?? []).filter((one) => !one.you).map((one) => one.seat),
      waiting: this.sent ? say("sending") : this.isShowing || asked ? "" : why,
      until,
      calls: besides(screen).calls,
      held: screen?.held ?? [],
      windowUntil: this.until(screen?.window_seconds_left),
      mayCall: mayCallUno(choices),
      isCalled: this.isCalled,
      looked,
      onHand: (code) => ({
        option: optionFor(choices, code, this.isCalled),
        why: whyNot(asked, code),
      }),
      onAway: () => look([]),
      onSkip: this.isShowing ? () => this.skip() : null,
      refused: this.refused,
      isSending: this.sent !== null,
      onChoose,
      onCall: () => this.change({ isCalled: !this.isCalled }),
      onRule: (rule) => /** @type {any} */ (this.querySelector("fd-log")).open([rule]),
    })}
    ${
      game && game.you !== null
        ? html`<fd-hand
            .cards=${this.hand}
            .edition=${edition}
            .choices=${asked ? choices : null}
            .why=${(/** @type {string} */ code) => whyNot(asked, code) ?? ""}
            .chosen=${looked.length === 1 ? looked[0] : null}
            .sent=${this.leaving}
            .seat=${game.you}
            @pick=${this.pick}
            @look=${(/** @type {CustomEvent} */ event) => look([event.detail.card])}
          ></fd-hand>`
        : nothing
    }`;
  }
}

customElements.define("fd-table", TablePage);
document.querySelector("#app")?.append(document.createElement("fd-table"));
