/**
 * The replay of a game, event by event: by itself, by keys, or at any event by the slider.
 *
 * @import { Game, LogEntry, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { boardOfPosition, zoneOf } from "../model/board.js";
import { felt } from "../parts/felt.js";
import "../parts/hand.js";
import "../parts/log.js";
import { lookedAt } from "../parts/prompt.js";
import { share } from "../parts/share.js";
import { Stage } from "../parts/show.js";
import { choice } from "../parts/table-form.js";
import { Refused, askUntilAnswered } from "../server/api.js";
import { Edition } from "../server/edition.js";
import { GameRecord, explained } from "../server/record.js";
import { say } from "../server/words.js";

/** How long an event is left to be read at a speed of 1, in milliseconds. */
const READING = 1200;

const SPEEDS = [0.5, 1, 2, 4];

/** At this speed cards do not fly. */
const HASTE = 4;

class ReplayPage extends Stage {
  constructor() {
    super();
    const place = document.getElementById("app")?.dataset ?? {};
    const query = new URLSearchParams(location.search);
    this.gameId = place.game_id ?? "";
    this.isEmbedded = place.embedded !== undefined;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Table | null} */
    this.table = null;
    /** @type {LogEntry[]} */
    this.entries = [];
    this.view = query.get("as") ?? "";
    this.record = new GameRecord(this.gameId);
    this.at = 0;
    this.wanted = Number(query.get("at")) || 1;
    /** @type {Promise<void> | null} - Done when the event that is wanted is reached. */
    this.moving = null;
    this.speed = 1;
    this.isPlaying = false;
    this.isRunning = false;
    this.problem = "";
    document.addEventListener("keydown", (event) => this.press(event));
    this.start().catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.change({ problem: error.message });
    });
  }

  async start() {
    /** @type {Game} */
    const game = await askUntilAnswered(`games/${this.gameId}/`);
    if (!game.seq) return this.change({ problem: say("not_begun") });
    this.game = game;
    const view = this.view || this.usualView;
    [this.edition] = await Promise.all([Edition.load(game.edition, true), this.look(view)]);
    this.requestUpdate();
  }

  /** As whom the caller looks without a choice: all cards open if that may be. */
  get usualView() {
    return this.game?.position?.view ?? "public";
  }

  get last() {
    return this.game?.seq ?? 1;
  }

  /** Look at the game as another viewer. @param {string} view */
  async look(view) {
    this.isPlaying = false;
    await this.moving;
    const record = new GameRecord(this.gameId, view);
    this.change({ view, record, entries: await record.log(), at: 0 });
    await this.go(this.wanted);
  }

  /** Go to an event. @param {number} at @returns {Promise<void>} */
  go(at) {
    this.wanted = Math.max(1, Math.min(at, this.last));
    this.skip();
    this.moving ??= this.move().finally(() => (this.moving = null));
    return this.moving;
  }

  /** Show the next event as it happened, and others at once. */
  async move() {
    while (this.at !== this.wanted) {
      const at = this.wanted;
      const isShown = at === this.at + 1 && at > 1 && !(this.isPlaying && this.speed === HASTE);
      const those = this.entries.filter((one) => one.seq === at);
      const sentences = those.flatMap((one) => one.sentences);
      const [position, event] = await Promise.all([
        this.record.position(at),
        isShown ? this.record.event(at) : undefined,
      ]);
      this.calm();
      if (event) await this.showStep({ event, sentences }, false);
      const line = sentences.map((one) => one.text).join(" ");
      this.change({ at, line, table: position.table ?? null, board: boardOfPosition(position) });
      clearTimeout(this.remembering);
      this.remembering = setTimeout(() => history.replaceState(null, "", this.address), 300);
    }
  }

  get address() {
    return `?at=${this.at}${this.view === this.usualView ? "" : `&as=${this.view}`}`;
  }

  /** Go on by itself to the end, or stop. */
  async play() {
    this.skip();
    this.change({ isPlaying: !this.isPlaying });
    if (!this.isPlaying || this.isRunning) return;
    this.isRunning = true;
    if (this.at === this.last) await this.go(1);
    while (this.isPlaying && this.at < this.last) {
      await this.go(this.at + 1);
      this.calm();
      await this.rest(READING / this.speed);
    }
    this.isRunning = false;
    this.change({ isPlaying: false });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target, key } = event;
    const isOther = target instanceof Element && target.matches("select, input:not([type=range])");
    const isPressed = target instanceof Element && target.matches("button, summary, a");
    if (isOther || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === " " && !isPressed) this.play();
    else if (key === "ArrowRight") this.go(this.wanted + 1);
    else if (key === "ArrowLeft") this.go(this.wanted - 1);
    else if (key === "Home") this.go(1);
    else if (key === "End") this.go(this.last);
    else return;
    event.preventDefault();
  }

  render() {
    const { edition, game, table, board, looked } = this;
    if (this.problem) return html`<p class="state" role="alert">${this.problem}</p>`;
    if (!edition || !game || !table) return html`<p class="state">${say("connecting")}</p>`;
    const own = table.places.find((place) => place.you);
    const onLook = (/** @type {readonly string[]} */ cards) => this.change({ looked: cards });
    const onCard = (/** @type {CustomEvent} */ { detail }) => onLook([detail.card]);
    return html`<div class="table replay">
      <h1 class="unseen">${say("replay")}</h1>
      <p class="line" role="status">${this.line}</p>
      <div class="felt">
        ${felt({
          edition,
          board,
          table,
          unfolded: this.unfolded,
          onUnfold: (seat) => this.unfold(seat),
          onLook,
        })}
      </div>
      <div class="dock">
        ${
          own
            ? html`<fd-hand
                .cards=${zoneOf(board, `hand:${own.seat}`).cards ?? []}
                .edition=${edition}
                .seat=${own.seat}
                @pick=${onCard}
              ></fd-hand>`
            : nothing
        }
        <div class="panel">
          ${lookedAt({ edition, looked, onAway: () => onLook([]) })} ${this.controls(table)}
        </div>
      </div>
      <div class="side">${this.isEmbedded ? nothing : this.beside(game)}</div>
    </div>`;
  }

  /** @param {Table} table */
  controls(table) {
    const { at, last, wanted } = this;
    const speeds = SPEEDS.map((one) => [String(one), `${one} ×`]);
    const slide = (/** @type {any} */ { target }) => this.go(Number(target.value));
    return html`<div class="controls" role="group" aria-label=${say("replay")}>
      <label>
        ${say("event_of", { at, last })}
        <input type="range" min="1" max=${last} .value=${String(at)} @input=${slide} />
      </label>
      ${this.way("first", "|◀", 1)} ${this.way("back", "◀", wanted - 1)}
      <button type="button" class="primary" @click=${this.play}>
        ${say(this.isPlaying ? "pause" : "play")}
      </button>
      ${this.way("forward", "▶", wanted + 1)} ${this.way("last", "▶|", last)}
      ${choice("speed", say("speed"), speeds, String(this.speed), (speed) =>
        this.change({ speed: Number(speed) }),
      )}
      ${choice("view", say("view"), this.views(table), this.view, (view) => this.look(view))}
      ${
        this.isEmbedded
          ? html`<a href="/play/${this.gameId}/replay/${this.address}" target="_blank"
              >${say("open_here")}</a
            >`
          : nothing
      }
    </div>`;
  }

  /** @param {string} name @param {string} sign @param {number} to */
  way(name, sign, to) {
    const go = () => this.go(to);
    return html`<button type="button" aria-label=${say(name)} title=${say(name)} @click=${go}>
      ${sign}
    </button>`;
  }

  /** As whom the caller may look, each with its name. @param {Table} table */
  views({ places }) {
    const { usualView } = this;
    const seats = places.map(({ seat, name }) => [`seat:${seat}`, name]);
    const all = [["full", say("view_full")], ["public", say("view_public")], ...seats];
    return all.filter(([view]) => usualView === "full" || view === "public" || view === usualView);
  }

  /** @param {Game} game */
  beside(game) {
    return html`<fd-log
        .game=${game.id}
        .edition=${game.edition}
        .sentences=${this.entries.flatMap((one) => one.sentences)}
        .bots=${explained(game, this.entries)}
        .at=${this.at}
        @seek=${(/** @type {CustomEvent} */ { detail }) => this.go(detail)}
      ></fd-log>
      <p><a href="/audit/games/${game.id}/${this.address}">${say("event")}</a></p>
      ${share(game.id, this.at)}`;
  }
}

customElements.define("fd-replay", ReplayPage);
document.querySelector("#app")?.append(document.createElement("fd-replay"));
