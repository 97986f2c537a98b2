/**
 * The replay of a game, event by event: by itself, by keys, or at any event by the slider.
 *
 * @import { Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import "../parts/log.js";
import { Part } from "../parts/part.js";
import { lookedAt } from "../parts/prompt.js";
import { controls } from "../parts/replay-controls.js";
import { nextBy, tools } from "../parts/replay-tools.js";
import { ReplayView } from "../parts/replay-view.js";
import { share } from "../parts/share.js";
import { Refused, askUntilAnswered } from "../server/api.js";
import { Edition } from "../server/edition.js";
import { signInStaff } from "../server/me.js";
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
    /** As whom the caller may look, the usual view first; none of a game that is not there. */
    this.open = place.views?.split(" ") ?? [];
    /** Which of these looks are put on record. */
    this.recorded = place.recorded?.split(" ") ?? [];
    this.last = Number(place.seq ?? 0);
    this.hash = place.edition ?? "";
    /** @type {Promise<Edition> | null} */
    this.edition = null;
    /** @type {ReplayView[]} - The chosen one, and the one beside it. */
    this.views = [];
    this.looked = /** @type {readonly string[]} */ ([]);
    this.at = 0;
    this.wanted = Number(query.get("at")) || 1;
    this.since = Number(query.get("since")) || 0;
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
    if (!this.open.length) await askUntilAnswered(`games/${this.gameId}/log/`);
    if (!this.last) return this.change({ problem: say("not_begun") });
    if (this.recorded.length) await signInStaff();
    this.edition = new Edition(this.hash).load(true);
    await this.go(this.wanted);
    await this.look(view || this.usualView, beside);
  }

  /** As whom the caller looks without a choice: all cards open if that may be. */
  get usualView() {
    return this.open[0] ?? "public";
  }

  /** Look at the game as another viewer, or as two, and at what has changed. @param {string} view @param {string | null} [beside] @param {number} [since] */
  async look(view, beside, since = this.since) {
    Object.assign(this, { isPlaying: false, since });
    const at = this.wanted;
    const names = beside && beside !== view ? [view, beside] : [view];
    const views = names.map((name) => new ReplayView(this.gameId, name, this.since));
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
    const beside = this.views[1] ? `&beside=${this.views[1].view}` : "";
    return `?at=${this.at}${this.suffix}${beside}${this.since ? `&since=${this.since}` : ""}`;
  }

  /** What addresses of this view have besides the event. */
  get suffix() {
    const view = this.views[0]?.view ?? this.usualView;
    return view === this.usualView ? "" : `&as=${view}`;
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
    else if (/^[ro\d]$/.test(key))
      this.go(nextBy(this.views[0]?.entries ?? [], this.at, key) ?? this.at);
    else return;
    event.preventDefault();
  }

  updated() {
    clearTimeout(this.remembering);
    if (!this.views.length) return;
    this.remembering = setTimeout(() => history.replaceState(null, "", this.address), 300);
  }

  render() {
    const { views, looked } = this;
    const [view] = views;
    if (this.problem) return html`<p class="state" role="alert">${this.problem}</p>`;
    if (!view?.edition || !view.table) return html`<p class="state">${say("connecting")}</p>`;
    const { edition } = view;
    const all = this.names(view.table);
    const nameOf = Object.fromEntries(all);
    const names = all.filter(([view = ""]) => this.open.includes(view));
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
          ${lookedAt({ edition, looked, onAway: () => onLook([]) })} ${controls(this, names)}
        </div>
      </div>
      <div class="side">${this.beside(nameOf, view)}</div>
    </div>`;
  }

  /** As whom the caller may look, each with its name. @param {Table} table */
  names({ places }) {
    const seats = places.map(({ seat, name }) => [`seat:${seat}`, name]);
    return [["full", say("view_full")], ["public", say("view_public")], ...seats];
  }

  /** @param {Record<string, string>} names @param {ReplayView} view */
  beside(names, view) {
    if (this.isEmbedded)
      return html`<a href="/play/${this.gameId}/replay/${this.address}" target="_blank"
        >${say("open_here")}</a
      >`;
    const { entries } = view;
    return html`<fd-log
        .game=${this.gameId}
        .edition=${this.hash}
        .sentences=${entries.flatMap((one) => one.sentences)}
        .bots=${explained(this.usualView, entries)}
        .at=${this.at}
        @seek=${(/** @type {CustomEvent} */ { detail }) => this.go(detail)}
      ></fd-log>
      ${tools(this, view, names)} ${share(this.gameId, this.at)}`;
  }
}

customElements.define("fd-replay", ReplayPage);
document.querySelector("#app")?.append(document.createElement("fd-replay"));
