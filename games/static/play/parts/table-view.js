/**
 * The view of a table: the board, the prompt, the own hand, and what happened.
 *
 * @import { Game, Option, Problem, Prompts, Sentence } from "../types.js"
 * @import { Edition } from "../server/edition.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { zoneOf } from "../model/board.js";
import { besides, choicesOf, mayCallUno, optionFor, ownPrompt, whyNot } from "../model/choices.js";
import { Timeline } from "../model/timeline.js";
import { felt } from "./felt.js";
import { prompt } from "./prompt.js";
import { Stage } from "./show.js";
import "./hand.js";
import { say } from "../server/words.js";

/** What a table looks like. It tells `choose` with the body of a move, and `pick` with a card. */
export class TableView extends Stage {
  constructor() {
    super();
    this.game = /** @type {Game | null} */ (null);
    this.screen = /** @type {Prompts | null} */ (null);
    this.sent = /** @type {Option["body"] | null} */ (null);
    this.isCalled = false;
    this.refused = /** @type {Problem | null} */ (null);
    this.state = "connecting";
    this.isShowing = false;
    /** @type {ReadonlySet<number>} - The events of bots that can be explained. */
    this.bots = new Set();
    /** @type {readonly Sentence[]} - What happened while the person was away. */
    this.missed = [];
    this.timeline = new Timeline(0);
    this.receivedAt = 0;
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

  /** The moment that is so many seconds after the screen was made. @param {number | null} [left] */
  until(left) {
    return left === null || left === undefined ? null : this.receivedAt + left * 1000;
  }

  render() {
    const { edition, game, screen } = this;
    const table = screen?.table ?? game?.table;
    if (this.refused && !game)
      return html`<p class="state" role="alert">${this.refused.detail}</p>`;
    if (!edition || !game || !table) {
      return html`<p class="state" role="status">${say(this.state || "connecting")}</p>`;
    }
    const choices = this.choices();
    const last = screen?.prompts.at(-1);
    const until = this.until(last?.seconds_left);
    const draw = choices.buttons.find((one) => one.body.move === "draw") ?? null;
    const onChoose = (/** @type {Option} */ option) => this.tell("choose", { body: option.body });
    return html`<div class="table ${this.isShowing ? "showing" : ""}">
      <h1 class="unseen">${say("table")}</h1>
      <p class="line" aria-hidden="true">${this.line}</p>
      <div class="unseen" role="log">${this.spoken.map((text) => html`<p>${text}</p>`)}</div>
      ${this.state ? html`<p class="state" role="status">${say(this.state)}</p>` : nothing}
      ${
        this.missed.length
          ? html`<details class="missed" open>
              <summary>${say("since")}</summary>
              <ol tabindex="0" aria-label=${say("since")}>
                ${this.missed.map((one) => html`<li>${one.text}</li>`)}
              </ol>
            </details>`
          : nothing
      }
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
        <a href="/rules/#${game.variant}" target="_blank">${say("how_to_play")}</a>
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
      desk: `/audit/rulings/?game=${game?.id}&at=${screen?.seq}`,
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
            @look=${(/** @type {CustomEvent} */ { detail: { card } }) => look(card ? [card] : [])}
          ></fd-hand>`
        : nothing
    }`;
  }
}
