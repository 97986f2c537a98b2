/**
 * The view of a table: the board, the prompt, the own hand, and what happened.
 *
 * @import { Game, GameEvent, Option, Problem, RoundEnd, Screen, Sentence, Table } from "../types.js"
 * @import { Edition } from "../server/edition.js"
 */

import { html, nothing, render, repeat } from "../../vendor/lit/lit.js";
import { zoneOf } from "../model/board.js";
import { besides, choicesOf, mayCallUno, optionFor, ownPrompt, whyNot } from "../model/choices.js";
import { Timeline } from "../model/timeline.js";
import { barOf, claim, hint, plate, said, since, watchers } from "./bar.js";
import { felt } from "./felt.js";
import { roundPanel } from "./round.js";
import { prompt } from "./prompt.js";
import { shouted } from "./sounds.js";
import { Stage } from "./show.js";
import "./hand.js";
import { settings } from "../server/settings.js";
import { organisersOf, say } from "../server/words.js";

/** From this width in pixels what happened stands beside the table from the start. */
const WIDE = 1100;

/** What a table looks like. It tells `choose` with the body of a move, and `pick` with a card. */
export class TableView extends Stage {
  constructor() {
    super();
    this.game = /** @type {Game | null} */ (null);
    this.screen = /** @type {Screen | null} */ (null);
    this.sent = /** @type {Option["body"] | null} */ (null);
    this.isCalled = false;
    this.refused = /** @type {Problem | null} */ (null);
    this.state = "connecting";
    this.isShowing = false;
    /** @type {ReadonlySet<number>} - The events of bots that can be explained. */
    this.bots = new Set();
    /** @type {readonly Sentence[]} - What happened while the person was away. */
    this.missed = [];
    /** @type {RoundEnd | null} - The round that ended, while it is left to be read. */
    this.ended = null;
    /** Whether the drawer of what happened is open. */
    this.isOpen = innerWidth >= WIDE;
    this.verdict = "";
    /** @type {readonly GameEvent[]} - All that happened, when the game is over. */
    this.events = [];
    this.timeline = new Timeline(0);
    this.quietSince = 0; // When the last event came, so far as this page knows, in milliseconds.
  }

  /** The prompt that the viewer can answer now. */
  get asked() {
    return this.sent || this.isShowing ? null : ownPrompt(this.screen);
  }

  goOn() {} // Lets the next round begin.

  get hand() {
    const cards = zoneOf(this.board, `hand:${this.game?.you}`).cards ?? [];
    return settings.sorted ? [...cards].sort() : cards;
  }

  choices() {
    return choicesOf(this.asked, this.hand, (code) => this.edition?.has(code) ?? false);
  }

  /** What the table looks like, as chosen. @param {string} variant */
  look(variant) {
    const chosen = [this.isOpen && "open", settings.contrast && "contrast", settings.cards];
    return ["table playing", variant, ...chosen.filter(Boolean)].join(" ");
  }

  /** The name of a seat. @param {number} seat */
  nameOf(seat) {
    return (this.screen?.table ?? this.game?.table)?.places[seat]?.name ?? "";
  }

  /** The screen that came last: its calls and catches wait for no event to be shown. */
  get newest() {
    return this.timeline.screen ?? this.screen;
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
    const until = moment(screen, last?.seconds_left);
    const draw = choices.buttons.find((one) => one.body.move === "draw") ?? null;
    const onChoose = (/** @type {Option} */ option) => this.tell("choose", { body: option.body });
    const isOver = game.status === "over" && !this.isShowing;
    return html`<div class=${this.look(game.variant)}>
      <h1 class="unseen">${say("table")}</h1>
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
      <p class="line" aria-hidden="true">${said(this.line)}</p>
      <div class="unseen" role="log">
        ${repeat(
          this.spoken,
          (one) => one,
          ({ text }) => html`<p>${text}</p>`,
        )}
      </div>
      ${this.state ? html`<p class="state" role="status">${say(this.state)}</p>` : nothing}
      ${this.missed.length ? since(this.missed, () => this.change({ missed: [] })) : nothing}
      <div class="dock">
        ${isOver ? nothing : this.asks(choices, until, onChoose)} ${this.mine(edition, game, table)}
      </div>
      ${this.looked.length ? nothing : hint(choices, () => this.requestUpdate())}
      ${shouted(this.shout)}
      ${this.ended ? roundPanel(this.ended, table, edition, () => this.goOn()) : nothing}
      ${
        isOver
          ? html`<div class="moment">
              <fd-end
                .game=${game}
                .table=${table}
                .edition=${edition}
                .verdict=${this.verdict}
                .events=${this.events}
                .sentences=${this.timeline.log}
              ></fd-end>
            </div>`
          : nothing
      }
      <div class="side" id="happened">
        <fd-more
          .table=${table}
          .options=${besides(screen).others}
          .isSeated=${game.you !== null}
          @settings=${() => this.requestUpdate()}
        ></fd-more>
        <a href="/rules/#${game.variant}" target="_blank">${say("how_to_play")}</a>
        <fd-log
          .game=${game.id}
          .edition=${game.edition}
          .sentences=${this.timeline.log}
          .bots=${this.bots}
        ></fd-log>
        <p class="small watchers">${watchers()}</p>
        <p class="small">${organisersOf(game.organisers)}</p>
      </div>
    </div>`;
  }

  /** What the game asks. @param {ReturnType<typeof choicesOf>} choices @param {number | null} until @param {(option: Option) => void} onChoose */
  asks(choices, until, onChoose) {
    const { asked, looked, screen, newest, game } = this;
    const { calls, back } = besides(newest);
    const why = back ? say("stood_in") : (screen?.prompts.at(-1)?.why ?? "");
    return prompt({
      edition: /** @type {Edition} */ (this.edition),
      prompt: asked,
      choices,
      seats: (screen?.table?.places ?? []).filter((one) => !one.you).map((one) => one.seat),
      waiting: this.sent ? say("sending") : this.isShowing || asked ? "" : why,
      until,
      calls,
      held: newest?.held ?? [],
      windowUntil: moment(newest, newest?.window_seconds_left),
      mayCall: mayCallUno(choices),
      isCalled: this.isCalled,
      looked,
      onHand: (code) => ({
        option: optionFor(choices, code, this.isCalled),
        why: whyNot(asked, code),
      }),
      onAway: () => this.change({ looked: [] }),
      onSkip: this.isShowing ? () => this.skip() : null,
      refused: this.refused,
      onForget: () => this.change({ refused: null }),
      desk: `/audit/rulings/?game=${game?.id}&at=${screen?.seq}`,
      isSending: this.sent !== null,
      claim: claim(this, onChoose),
      onChoose,
      onCall: () => this.change({ isCalled: !this.isCalled }),
      onRule: (rule) => this.openRule(rule),
    });
  }

  /** Close the drawer where it lies over the table. */
  uncover() {
    if (innerWidth < WIDE) this.isOpen = false;
  }

  /** Show a rule in the drawer. @param {string} rule */
  async openRule(rule) {
    this.change({ isOpen: true });
    await this.updateComplete;
    /** @type {any} */ (this.querySelector("fd-log")).open([rule]);
  }

  /** The own hand, name and points. @param {Edition} edition @param {Game} game @param {Table} table */
  mine(edition, game, table) {
    if (game.you === null) return html`<p class="plate"><span>${say("watching")}</span></p>`;
    const { asked, looked } = this;
    const look = (/** @type {string | null} */ card) => this.change({ looked: card ? [card] : [] });
    return html`<fd-hand
        .cards=${this.hand}
        .edition=${edition}
        .choices=${asked ? this.choices() : null}
        .why=${(/** @type {string} */ code) => whyNot(asked, code) ?? ""}
        .chosen=${looked.length === 1 ? looked[0] : null}
        .sent=${this.leaving}
        .seat=${game.you}
        @look=${(/** @type {CustomEvent} */ { detail: { card } }) => look(card)}
      ></fd-hand>
      ${plate(table, game.you, Object(game.options).rounds === 1)}`;
  }

  /** Draw the bar of the page too. */
  updated() {
    const bar = document.getElementById("bar");
    const table = this.screen?.table ?? this.game?.table;
    if (bar && this.game && table) render(barOf(this, this.game, table), bar);
    const shade = this.edition?.shades.get(this.board.color ?? "")?.fill ?? "#ffffff";
    /** @type {HTMLElement | null} */ (this.querySelector(".playing"))?.style.setProperty(
      "--shade",
      shade,
    );
  }
}

/** The moment that is so many seconds after a screen came. @param {Screen | null} screen @param {number | null} [left] */
function moment(screen, left = null) {
  return screen === null || left === null ? null : screen.receivedAt + left * 1000;
}
