/**
 * The end of a game: how it ended and who took which place, and where one goes from there.
 *
 * @import { Game, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { say } from "../server/words.js";
import { attempt } from "./forms.js";
import { Part, reactive } from "./part.js";
import { share } from "./share.js";

/** How often the page looks whether another player has asked for a rematch. */
const POLL_MILLISECONDS = 5000;

class End extends Part {
  // Lit keeps what the page sets of these before this module is loaded.
  static properties = reactive("game", "table", "reason");

  constructor() {
    super();
    this.game = /** @type {Game} */ ({});
    this.table = /** @type {Table} */ ({});
    this.reason = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.look(), POLL_MILLISECONDS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** Look whether another player has asked for a rematch. */
  async look() {
    const { id, you, seats, rematch } = this.game;
    const isAlone = !seats.some((seat) => seat.player && !seat.you);
    if (you === null || isAlone || rematch || document.hidden) return;
    this.game = await ask(`games/${id}/`).catch(() => this.game);
  }

  render() {
    const { game, table } = this;
    const places = game.result?.places;
    return html`<section class="panel end" aria-labelledby="end-title">
      <h2 id="end-title" tabindex="-1">${say("game_over")}</h2>
      <p>${table.text[0]}</p>
      ${places ? this.places(table, places) : nothing}
      <p class="error" role="alert">${this.reason}</p>
      <ul class="inline">
        ${game.you !== null ? html`<li>${this.again()}</li>` : nothing}
        ${this.ways().map(
          ([path, name]) => html`<li><a class="button" href=${path}>${say(name ?? "")}</a></li>`,
        )}
      </ul>
      ${share(game.id, game.seq)}
    </section>`;
  }

  /** The button that takes the own seat at the table that follows. */
  again() {
    const { id, rematch } = this.game;
    const doing = async (/** @type {import("./forms.js").Send} */ send) =>
      location.assign(`/play/${(await send(`games/${id}/rematch/`)).id}/`);
    const ask = () => attempt(doing, (reason) => (this.reason = reason));
    return html`<button type="button" class="primary" @click=${ask}>
      ${say(rematch ? "join_rematch" : "rematch")}
    </button>`;
  }

  ways() {
    const { id } = this.game;
    const replay = [`/play/${id}/replay/`, "replay"];
    const audit = [`/audit/games/${id}/`, "audit"];
    return [replay, [`/verify/?game=${id}`, "verify"], audit, ["/play/", "to_lobby"]];
  }

  /** @param {Table} table @param {readonly number[]} places */
  places({ places: seats, scores }, places) {
    const placeOf = (/** @type {number} */ seat) => places[seat] ?? 0;
    const order = [...seats].sort((one, other) => placeOf(one.seat) - placeOf(other.seat));
    return html`<ol class="places">
      ${order.map(
        ({ seat, name, you }) =>
          html`<li value=${placeOf(seat)}>
            ${name} ${you ? html`<small>(${say("you")})</small>` : nothing}
            ${scores ? html`<small>${say("points", { count: scores[seat] ?? 0 })}</small>` : nothing}
          </li>`,
      )}
    </ol>`;
  }
}

customElements.define("fd-end", End);
