/**
 * The end of a game: how it ended and who took which place, and where one goes from there.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Game, GameEvent, Sentence, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { decisiveTurns, pointsByRound } from "../model/outcome.js";
import { ask } from "../server/api.js";
import { say } from "../server/words.js";
import { cardCount } from "./card.js";
import { chart } from "./chart.js";
import { attempt } from "./forms.js";
import { Part, reactive } from "./part.js";
import { lastRound, roundTable } from "./round.js";
import { share } from "./share.js";

/** How often the page looks whether another player has asked for a rematch. */
const POLL_MILLISECONDS = 5000;

/** Where the tournament of the table is, if it is of one. @type {HTMLAnchorElement | null} */
const tournament = document.querySelector(".brand.round");

/** @param {string} path @param {string} name */
const way = (path, name) => html`<li><a class="button" href=${path}>${say(name)}</a></li>`;

class End extends Part {
  // Lit keeps what the page sets of these before this module is loaded.
  static properties = reactive(
    "game",
    "table",
    "edition",
    "verdict",
    "events",
    "sentences",
    "open",
  );

  constructor() {
    super();
    this.game = /** @type {Game} */ ({});
    this.table = /** @type {Table} */ ({});
    this.reason = "";
    this.verdict = "";
    /** What the server's own check found. */
    this.server = "";
    /** @type {readonly GameEvent[]} */
    this.events = [];
    /** @type {readonly Sentence[]} */
    this.sentences = [];
    this.edition = /** @type {Edition | null} */ (null);
    this.open = /** @type {Table | null} */ (null); // With the cards that were left.
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.look(), POLL_MILLISECONDS);
  }

  /** Ask what was left in the hands, and what the server found when it checked the game. */
  async firstUpdated() {
    const { id, seq } = this.game;
    const tell = (/** @type {string} */ server) => this.change({ server });
    const look = (/** @type {any} */ send) => send(`games/${id}/audit/`, undefined, "GET");
    if (seq) await attempt(async (send) => tell((await look(send)).text), tell);
    const read = () => ask(`games/${id}/position/?include=table`);
    const [open] = await Promise.all([read(), this.edition?.read()]).catch(() => []);
    this.change({ open: open?.table ?? null });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  async look() {
    const { id, you, seats, rematch } = this.game;
    const isAlone = !seats.some((seat) => seat.player && !seat.you);
    if (you === null || isAlone || rematch || document.hidden) return;
    this.game = await ask(`games/${id}/`).catch(() => this.game);
  }

  render() {
    const { game, table } = this;
    const places = game.result?.places;
    const last = this.open && lastRound(this.open, this.events.at(-1));
    return html`<section class="panel end" aria-labelledby="end-title">
      <h2 id="end-title" tabindex="-1">${say("game_over")}</h2>
      <p>${table.text[0]}</p>
      ${places ? this.places(table, places) : nothing}
      ${last && this.edition ? roundTable(last, table, this.edition) : nothing}
      ${this.points(table)} ${this.turns()}
      <p class="error" role="alert">${this.reason}</p>
      <ul class="inline">
        ${tournament ? way(tournament.href, "to_tournament") : nothing}
        ${game.you !== null && !tournament ? html`<li>${this.again()}</li>` : nothing}
        ${way(`/play/${game.id}/replay/`, "replay")} ${way("/play/", "to_lobby")}
      </ul>
      ${this.verdict ? html`<p>${this.verdict}</p>` : nothing}
      ${this.server ? html`<p class="small">${this.server}</p>` : nothing}
      <p class="small">
        <a href="/verify/?game=${game.id}">${say("verify")}</a> ·
        <a href="/rules/#proof">${say("proof_rules")}</a>
      </p>
      ${share(game.id, game.seq)}
    </section>`;
  }

  /** The button that takes the own seat at the table that follows. */
  again() {
    const { id, rematch, chance } = this.game;
    const doing = async (/** @type {import("./forms.js").Send} */ send) => {
      const { takeSeat } = await import("../proof/seat.js");
      const next = await takeSeat(chance.mode, (own) => send(`games/${id}/rematch/`, own));
      location.assign(`/play/${next.id}/`);
    };
    const ask = () => attempt(doing, (reason) => this.change({ reason }));
    return html`<button type="button" class="primary" @click=${ask}>
      ${say(rematch ? "join_rematch" : "rematch")}
    </button>`;
  }

  /** The points after each round, of a game that has several. @param {Table} table */
  points({ places, scores }) {
    const rounds = scores ? pointsByRound(this.events, places.length) : [];
    if (rounds.length < 2) return nothing;
    const names = places.map((one) => one.name);
    return chart(rounds, names, this.game.you);
  }

  /** The own turns that decided most, each with what it did. */
  turns() {
    const { id, you } = this.game;
    const turns = you === null ? [] : decisiveTurns(this.events, you);
    if (!turns.length) return nothing;
    const did = (/** @type {number} */ seq) => this.sentences.find((one) => one.seq === seq)?.text;
    const what = (/** @type {typeof turns[number]} */ { cards, wins }) =>
      [wins && say("wins_it"), cards && say("others_took", { cards: cardCount(cards) })]
        .filter(Boolean)
        .join(" · ");
    return html`<h3>${say("decisive")}</h3>
      <ul class="decisive">
        ${turns.map(
          (one) =>
            html`<li>
              <a href="/play/${id}/replay/?at=${one.seq}">${did(one.seq) ?? one.seq}</a>
              <small>${what(one)}</small>
            </li>`,
        )}
      </ul>`;
  }

  /** @param {Table} table @param {readonly number[]} places */
  places({ places: seats, scores }, places) {
    const placeOf = (/** @type {number} */ seat) => places[seat] ?? 0;
    const order = [...seats].sort((one, other) => placeOf(one.seat) - placeOf(other.seat));
    return html`<ol class="places">
      ${order.map(
        ({ seat, name, you }) =>
          html`<li value=${placeOf(seat)}>
            <bdi>${name}</bdi> ${you ? html`<small>(${say("you")})</small>` : nothing}
            ${scores ? html`<small>${say("points", { count: scores[seat] ?? 0 })}</small>` : nothing}
          </li>`,
      )}
    </ol>`;
  }
}

customElements.define("fd-end", End);
