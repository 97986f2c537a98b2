/**
 * The replay of a game, event by event: by itself, by keys, or at any event by the slider.
 *
 * @import { Game, LogEntry, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import "../parts/log.js";
import { Part } from "../parts/part.js";
import { lookedAt } from "../parts/prompt.js";
import { ReplayView } from "../parts/replay-view.js";
import { speedChoice } from "../parts/settings.js";
import { share } from "../parts/share.js";
import { choice } from "../parts/table-form.js";
import { Refused, askUntilAnswered } from "../server/api.js";
import { Edition } from "../server/edition.js";
import { explained } from "../server/record.js";
import { say } from "../server/words.js";

/** How long an event is left to be read at a speed of 1, in milliseconds. */
const READING = 1200;

/** At this speed cards do not fly. */
const HASTE = 4;

class ReplayPage extends Part {
  constructor() {
    super();
    const place = document.getElementById("app")?.dataset ?? {};
    const query = new URLSearchParams(location.search);
    this.gameId = place.game_id ?? "";
    this.isEmbedded = place.embedded !== undefined;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Promise<Edition> | null} */
    this.edition = null;
    /** @type {ReplayView[]} - The chosen one, and the one beside it. */
    this.views = [];
    this.looked = /** @type {readonly string[]} */ ([]);
    this.at = 0;
    this.wanted = Number(query.get("at")) || 1;
    /** @type {Promise<void> | null} - Done when the event that is wanted is reached. */
    this.moving = null;
    this.speed = 1;
    this.isPlaying = false;
    this.isRunning = false;
    this.problem = "";
    document.addEventListener("keydown", (event) => this.press(event));
    this.start(query.get("as"), query.get("beside")).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.change({ problem: error.message });
    });
  }

  /** @param {string | null} view @param {string | null} beside */
  async start(view, beside) {
    /** @type {Game} */
    const game = await askUntilAnswered(`games/${this.gameId}/`);
    if (!game.seq) return this.change({ problem: say("not_begun") });
    this.game = game;
    this.edition = new Edition(game.edition).load(true);
    await this.go(this.wanted);
    await this.look(view || this.usualView, beside);
  }

  /** As whom the caller looks without a choice: all cards open if that may be. */
  get usualView() {
    return this.game?.position?.view ?? "public";
  }

  get last() {
    return this.game?.seq ?? 1;
  }

  /** Look at the game as another viewer, or as two. @param {string} view @param {string | null} beside */
  async look(view, beside) {
    this.isPlaying = false;
    const at = this.wanted;
    const names = beside && beside !== view ? [view, beside] : [view];
    const views = names.map((name) => new ReplayView(this.gameId, name));
    await Promise.all(views.map((one) => one.load(this.edition, at)));
    await this.moving;
    this.change({ views, at });
    await this.go(this.wanted);
  }

  /** Let what is being shown be over at once. */
  skip() {
    for (const view of this.views) view.skip();
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
      const isMoving = at === this.at + 1 && !(this.isPlaying && this.speed === HASTE);
      await Promise.all(this.views.map((view) => view.show(at, isMoving)));
      this.change({ at });
    }
  }

  get address() {
    const [view, beside] = this.views.map((one) => one.view);
    const as = view === this.usualView ? "" : `&as=${view}`;
    return `?at=${this.at}${as}${beside ? `&beside=${beside}` : ""}`;
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
      await this.views[0]?.rest(READING / this.speed);
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

  updated() {
    clearTimeout(this.remembering);
    if (!this.views.length) return;
    this.remembering = setTimeout(() => history.replaceState(null, "", this.address), 300);
  }

  render() {
    const { game, views, looked } = this;
    const { edition, table, entries } = views[0] ?? {};
    if (this.problem) return html`<p class="state" role="alert">${this.problem}</p>`;
    if (!edition || !game || !table) return html`<p class="state">${say("connecting")}</p>`;
    const names = this.names(table);
    const nameOf = Object.fromEntries(names);
    const onLook = (/** @type {readonly string[]} */ cards) => this.change({ looked: cards });
    return html`<div class="table replay">
      <h1 class="unseen">${say("replay")}</h1>
      <div class="views" @examine=${(/** @type {CustomEvent} */ { detail }) => onLook(detail)}>
        ${views.map(
          (one) =>
            html`<section aria-label=${nameOf[one.view]}>
              ${views.length > 1 ? html`<h2>${nameOf[one.view]}</h2>` : nothing} ${one}
            </section>`,
        )}
      </div>
      <div class="dock">
        <div class="panel">
          ${lookedAt({ edition, looked, onAway: () => onLook([]) })} ${this.controls(names)}
        </div>
      </div>
      <div class="side">${this.isEmbedded ? nothing : this.beside(game, entries)}</div>
    </div>`;
  }

  /** @param {string[][]} names */
  controls(names) {
    const { at, last, wanted } = this;
    const [view = "", beside = ""] = this.views.map((one) => one.view);
    const others = [["", say("one_view")], ...names.filter(([name]) => name !== view)];
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
      ${speedChoice(this.speed, (speed) => this.change({ speed }))}
      ${choice("view", say("view"), names, view, (one) => this.look(one, beside))}
      ${
        others.length > 1
          ? choice("beside", say("beside"), others, beside, (one) => this.look(view, one))
          : nothing
      }
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
  names({ places }) {
    const { usualView } = this;
    const seats = places.map(({ seat, name }) => [`seat:${seat}`, name]);
    const all = [["full", say("view_full")], ["public", say("view_public")], ...seats];
    return all.filter(([view]) => usualView === "full" || view === "public" || view === usualView);
  }

  /** @param {Game} game @param {readonly LogEntry[]} entries */
  beside(game, entries) {
    return html`<fd-log
        .game=${game.id}
        .edition=${game.edition}
        .sentences=${entries.flatMap((one) => one.sentences)}
        .bots=${explained(game, entries)}
        .at=${this.at}
        @seek=${(/** @type {CustomEvent} */ { detail }) => this.go(detail)}
      ></fd-log>
      <p><a href="/audit/games/${game.id}/${this.address}">${say("event")}</a></p>
      ${share(game.id, this.at)}`;
  }
}

customElements.define("fd-replay", ReplayPage);
document.querySelector("#app")?.append(document.createElement("fd-replay"));
