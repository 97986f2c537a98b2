/**
 * The end of a game: how it ended and who took which place, and where one goes from there.
 *
 * @import { Game, Problem, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { Refused, ask, askUntilAnswered } from "../server/api.js";
import { say } from "../server/words.js";
import { Part } from "./part.js";
import "./share.js";

/** How often the page looks whether another player has asked for a rematch, in milliseconds. */
const LOOK = 5000;

class End extends Part {
  static properties = {
    game: { attribute: false },
    table: { attribute: false },
    rematch: { state: true },
    refused: { state: true },
  };

  constructor() {
    super();
    /** @type {Game | null} */
    this.game = null;
    /** @type {Table | null} - Null if the game was cancelled before it began. */
    this.table = null;
    /** @type {string | null} - The table that another player has asked for. */
    this.rematch = null;
    /** @type {Problem | null} */
    this.refused = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.looking = setInterval(() => this.look(), LOOK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.looking);
  }

  /** Look whether another player has asked for a rematch. */
  async look() {
    const { game } = this;
    const isAlone = !game?.seats.some((seat) => seat.player && !seat.you);
    if (!game || game.you === null || isAlone || this.rematch || document.hidden) return;
    this.rematch = (await ask(`games/${game.id}/`).catch(() => game)).rematch;
  }

  /** Take the own seat at the table that follows. */
  async again() {
    try {
      const path = `games/${this.game?.id}/rematch/`;
      /** @type {Game} */
      const next = await askUntilAnswered(path, { method: "POST" });
      location.assign(`/play/${next.id}/`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused = error.problem;
    }
  }

  render() {
    const { game, table } = this;
    if (!game) return nothing;
    return html`<section class="panel end" aria-labelledby="end-title">
      <h2 id="end-title">${say("game_over")}</h2>
      <p>${table ? table.text[0] : say("cancelled")}</p>
      ${table && game.result?.places ? this.places(table, game.result.places) : nothing}
      ${this.refused ? html`<p class="error" role="alert">${this.refused.detail}</p>` : nothing}
      <ul class="inline">
        ${
          game.you !== null && table
            ? html`<li>
                <button type="button" class="primary" @click=${this.again}>
                  ${say((this.rematch ?? game.rematch) ? "join_rematch" : "rematch")}
                </button>
              </li>`
            : nothing
        }
        ${(table ? this.ways(game) : [["/play/", "lobby"]]).map(
          ([path, name]) => html`<li><a class="button" href=${path}>${say(name)}</a></li>`,
        )}
      </ul>
      ${table ? html`<fd-share .game=${game.id} .at=${game.seq}></fd-share>` : nothing}
    </section>`;
  }

  /** @param {Game} game @returns {[string, string][]} */
  ways({ id }) {
    return [
      [`/play/${id}/replay/`, "replay"],
      [`/verify/?game=${id}`, "verify"],
      [`/audit/games/${id}/`, "audit"],
      ["/play/", "lobby"],
    ];
  }

  /** @param {Table} table @param {readonly number[]} places */
  places({ places: seats, scores }, places) {
    const order = [...seats].sort((one, other) => places[one.seat] - places[other.seat]);
    return html`<ol class="places">
      ${order.map(
        ({ seat, name, you }) =>
          html`<li value=${places[seat]}>
            ${name} ${you ? html`<small>(${say("you")})</small>` : nothing}
            ${scores ? html`<small>${say("points", { count: scores[seat] })}</small>` : nothing}
          </li>`,
      )}
    </ol>`;
  }
}

customElements.define("fd-end", End);
