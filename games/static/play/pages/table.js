/**
 * The page of a table: it shows what happens, one event after the other, and sends moves.
 *
 * @import { Board, Game, Option, Problem, Prompts, Result } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { NO_BOARD, boardOf, movementOf, withFact, zoneOf } from "../model/board.js";
import { besides, choicesOf, mayCallUno, optionFor, ownPrompt, whyNot } from "../model/choices.js";
import { Timeline } from "../model/timeline.js";
import { felt } from "../parts/felt.js";
import { fly, isStill } from "../parts/flight.js";
import { Part } from "../parts/part.js";
import { prompt } from "../parts/prompt.js";
import "../parts/hand.js";
import "../parts/log.js";
import { Refused, pause } from "../server/api.js";
import { Edition } from "../server/edition.js";
import { GameConnection } from "../server/game.js";
import { say } from "../server/words.js";

/** How long the line of an event is left to be read before the next one, in milliseconds. */
const READING = 500;

/** If more events wait, the earlier ones are not shown one by one. */
const MOST_SHOWN = 12;

class TablePage extends Part {
  constructor() {
    super();
    /** @type {Game | null} */
    this.game = null;
    /** @type {Edition | null} */
    this.edition = null;
    /** @type {Board} */
    this.board = NO_BOARD;
    /** @type {Prompts | null} */
    this.screen = null;
    this.line = "";
    /** @type {string | null} */
    this.chosen = null;
    /** @type {Option | null} */
    this.sent = null;
    this.isCalled = false;
    /** @type {Problem | null} */
    this.refused = null;
    this.state = "connecting";
    this.isShowing = false;
    /** @type {ReadonlySet<number>} */
    this.unfolded = new Set();
    /** @type {Result | null} */
    this.result = null;
    this.timeline = new Timeline(0);
    this.skip = new AbortController();
    this.receivedAt = 0;
    this.connection = new GameConnection(document.querySelector("#app")?.dataset.game_id ?? "", {
      onEvent: (event) => this.timeline.addEvent(event),
      onScreen: (screen) => this.take(screen),
      onEnd: (result) => this.change({ result }),
      onState: (isOnline) => this.change({ state: isOnline ? "" : "lost" }),
      onProblem: (refused) => this.change({ refused }),
    });
    addEventListener("keydown", (event) => this.press(event));
    this.start();
  }

  /** @param {Partial<TablePage>} changed */
  change(changed) {
    Object.assign(this, changed);
    this.requestUpdate();
  }

  async start() {
    const game = await this.connection.load();
    this.edition = await Edition.load(game.edition);
    this.timeline = new Timeline(game.seq);
    this.change({ game, result: game.result, board: game.table ? boardOf(game.table) : NO_BOARD });
    this.take(await this.connection.screen());
    if (game.status === "running") this.connection.follow(game);
    else this.change({ state: "" });
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
    if (this.timeline.length > MOST_SHOWN) this.skip.abort();
    for (let step = this.timeline.next(); step; step = this.timeline.next()) {
      await this.showStep(step);
    }
    this.isShowing = false;
    if (this.skip.signal.aborted) this.skip = new AbortController();
    const screen = this.timeline.settled();
    if (screen?.table) {
      this.change({ screen, board: boardOf(screen.table), chosen: null, isCalled: false });
      await this.updateComplete;
      this.keepFocus();
    }
  }

  /** @param {import("../model/timeline.js").Step} step */
  async showStep({ event, sentences }) {
    this.change({ line: sentences.map((one) => one.text).join(" ") || this.line });
    for (const fact of event.facts) {
      const movement = movementOf(fact);
      if (movement && this.edition) await fly(this, this.edition, movement, this.skip.signal);
      this.change({ board: withFact(this.board, fact) });
      if (movement) await this.updateComplete;
    }
    if (this.timeline.length && !isStill()) await this.rest(READING);
  }

  /** Wait, unless the person skips. @param {number} milliseconds */
  async rest(milliseconds) {
    const { signal } = this.skip;
    if (signal.aborted) return;
    await Promise.race([
      pause(milliseconds),
      new Promise((done) => signal.addEventListener("abort", done, { once: true })),
    ]);
  }

  /** Make the move of an option. @param {Option} option */
  async choose(option) {
    if (this.sent) return;
    this.change({ sent: option, refused: null, chosen: null });
    try {
      await this.connection.move(option.body, (isWaiting) =>
        this.change({ state: isWaiting ? "lost" : "" }),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.change({ refused: error.problem });
      if ("prompts" in error.problem) this.take(/** @type {any} */ (error.problem));
    } finally {
      this.change({ sent: null });
    }
  }

  /** Play a card of the hand, or show it first if it was only touched. @param {CustomEvent} event */
  pick({ detail: { card, isSure } }) {
    const option = optionFor(this.choices(), card, this.isCalled);
    if (option && (isSure || this.chosen === card)) this.choose(option);
    else this.change({ chosen: card });
  }

  choices() {
    const { edition } = this;
    const hand = zoneOf(this.board, `hand:${this.game?.you}`).cards ?? [];
    const asked = this.sent || this.isShowing ? null : ownPrompt(this.screen);
    return choicesOf(asked, hand, (code) => edition?.has(code) ?? false);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const isWriting = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey;
    if (isWriting || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "escape") this.skip.abort();
    const options = [...this.choices().buttons, ...besides(this.screen).calls];
    const moves = { d: ["draw"], p: ["pass"], u: ["call-uno"], c: ["catch-uno"] }[key] ?? [];
    const option = options.find((one) => moves.includes(one.body.move));
    if (option) this.choose(option);
    else if (key === "u" && mayCallUno(this.choices())) this.change({ isCalled: !this.isCalled });
  }

  /** Give the focus back to the table if the element that had it is gone. */
  keepFocus() {
    if (document.activeElement !== document.body || !this.hadFocus) return;
    const wanted = this.querySelector(".hand .legal") ?? this.querySelector(".prompt");
    /** @type {HTMLElement | null} */ (wanted)?.focus();
  }

  willUpdate() {
    this.hadFocus = this.hadFocus || this.contains(document.activeElement);
  }

  render() {
    const { edition, game, screen, board } = this;
    const table = screen?.table ?? game?.table;
    if (!edition || !game || !table) return html`<p class="state">${say("connecting")}</p>`;
    const choices = this.choices();
    const asked = ownPrompt(screen);
    const last = screen?.prompts.at(-1);
    const seconds = last?.seconds_left ?? null;
    const until = seconds === null ? null : this.receivedAt + seconds * 1000;
    const windowLeft = screen?.window_seconds_left ?? null;
    const hand = zoneOf(board, `hand:${game.you}`).cards;
    const draw = choices.buttons.find((one) => one.body.move === "draw") ?? null;
    const chosen = this.chosen;
    const choose = (/** @type {Option} */ option) => this.choose(option);
    return html`<div class="table ${this.isShowing ? "showing" : ""}">
      <p class="line" role="status" aria-live="polite">${this.line}</p>
      ${this.state ? html`<p class="state" role="status">${say(this.state)}</p>` : nothing}
      ${this.isShowing
        ? html`<button type="button" class="skip-all" @click=${() => this.skip.abort()}>
            ${say("skip")}
          </button>`
        : nothing}
      <div class="felt">
        ${felt({
          edition,
          board,
          table,
          until,
          onSeats: choices.onSeats,
          draw,
          unfolded: this.unfolded,
          onChoose: choose,
          onUnfold: (seat) => this.unfold(seat),
        })}
      </div>
      ${prompt({
        edition,
        prompt: this.isShowing || this.sent ? null : asked,
        choices,
        seats: table.places.filter((place) => !place.you).map((place) => place.seat),
        waiting: this.sent ? say("sending") : this.isShowing ? "" : (last?.why ?? ""),
        until,
        calls: besides(screen).calls,
        held: screen?.held ?? [],
        windowUntil: windowLeft === null ? null : this.receivedAt + windowLeft * 1000,
        mayCall: mayCallUno(choices),
        isCalled: this.isCalled,
        chosen:
          chosen === null
            ? null
            : {
                code: chosen,
                option: optionFor(choices, chosen, this.isCalled),
                why: whyNot(asked, chosen),
              },
        refused: this.refused,
        isSending: this.sent !== null,
        onChoose: choose,
        onCall: () => this.change({ isCalled: !this.isCalled }),
        onRule: (rule) => /** @type {any} */ (this.querySelector("fd-log")).open([rule]),
      })}
      ${hand
        ? html`<fd-hand
            .cards=${hand}
            .edition=${edition}
            .choices=${asked && !this.isShowing ? choices : null}
            .chosen=${chosen}
            .sent=${this.sent?.body.move === "play" ? this.sent.body.card : null}
            .seat=${game.you}
            @pick=${this.pick}
            @look=${(/** @type {CustomEvent} */ event) => this.change({ chosen: event.detail.card })}
          ></fd-hand>`
        : nothing}
      <fd-log .game=${game.id} .edition=${game.edition} .sentences=${this.timeline.log}></fd-log>
    </div>`;
  }

  /** @param {number} seat */
  unfold(seat) {
    const unfolded = new Set(this.unfolded);
    if (!unfolded.delete(seat)) unfolded.add(seat);
    this.change({ unfolded });
  }
}

customElements.define("fd-table", TablePage);
document.querySelector("#app")?.append(document.createElement("fd-table"));
