/**
 * A table before the game: who sits there, and what its host and its players may do.
 *
 * It tells `begun` when the game starts. It asks for the table again and again, which also tells
 * the server that the host is there.
 *
 * @import { Game, Hero, Seat, Variant } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { ask, pause } from "../server/api.js";
import { anyPlayer } from "../server/me.js";
import { say } from "../server/words.js";
import { attempt } from "./forms.js";
import "./link.js";
import { freeSeats, seatName, terms } from "./open-table.js";
import { Part } from "./part.js";
import { heroChoice } from "./table-form.js";

const POLL_MILLISECONDS = 2000;

class Waiting extends Part {
  game = /** @type {Game} */ ({});
  variant = /** @type {Variant | undefined} */ (undefined);
  heroes = /** @type {readonly Hero[] | undefined} */ (undefined);
  address = null;
  reason = "";
  isLost = false;
  isBusy = false;

  connectedCallback() {
    super.connectedCallback();
    this.follow();
  }

  /** Look at the table again and again; who followed the link of the lobby takes a seat first. */
  async follow() {
    const isJoining = location.hash === "#join";
    history.replaceState(null, "", location.pathname);
    if (isJoining && this.game.you === null) await this.make("seats/");
    while (this.isConnected) {
      const looked = this.look().then(() => ({ isLost: false }));
      this.change(await looked.catch(() => ({ isLost: true })));
      await pause(POLL_MILLISECONDS);
    }
  }

  /** Look at the table, and make its link if it is mine. */
  async look() {
    const { id, variant, edition } = this.game;
    this.change({ game: await ask(`games/${id}/`) });
    if (this.game.started_at) return this.tell("begun");
    if (this.isMine) this.address ??= await ask(`games/${id}/links/`, { method: "POST" });
    this.variant ??= await ask(`variants/${variant}/`);
    this.heroes ??= (await ask(`editions/${edition}/`)).heroes;
  }

  get isMine() {
    const { host, seats, status } = this.game;
    return status === "open" && seats.some(({ player, you }) => you && player?.id === host);
  }

  /** Change the table. @param {string} path @param {object} [body] @param {string} [method] */
  async make(path, body, method) {
    if (this.isBusy) return;
    this.isBusy = true;
    const doing = async (/** @type {import("./forms.js").Send} */ send) => {
      await anyPlayer();
      await send(`games/${this.game.id}/${path}`, body, method);
      await this.look();
    };
    await attempt(doing, (reason) => this.change({ reason }));
    this.change({ isBusy: false });
  }

  /** A button that changes the table. @param {string} label @param {Parameters<Waiting["make"]>} change */
  button(label, ...change) {
    return html`<button ?disabled=${this.isBusy} @click=${() => this.make(...change)}>
      ${say(label)}
    </button>`;
  }

  render() {
    const { game, variant, address } = this;
    const free = freeSeats(game.seats);
    const status = game.status === "over" ? "table_closed" : free ? "free_seats" : "all_seated";
    return html`<h1>${say(game.variant)}</h1>
      <p role="status">${say(this.isLost ? "lost" : status, { free })}</p>
      <p class="error" role="alert">${this.reason}</p>
      <ul class="plain panel">
        ${game.seats.map((seat) => this.seat(seat))}
      </ul>
      ${
        address && free
          ? html`<p>${say("send_link")}</p>
              <fd-link .address=${address}></fd-link>`
          : nothing
      }
      ${game.status === "open" ? this.actions(free) : nothing} ${terms(game, variant)}
      <p><a href="/play/">${say("to_lobby")}</a></p>`;
  }

  /** @param {Seat} seat */
  seat(seat) {
    const path = `seats/${seat.seat}/`;
    const taken = this.game.seats.map(({ hero, you }) => !you && hero);
    const heroes = (this.heroes ?? []).filter(({ code }) => !taken.includes(code));
    const choose = (/** @type {string} */ hero) => this.make(path, { hero: hero || null }, "PATCH");
    const mayAdd = seat.kind === "open" && this.isMine;
    return html`<li class="inline sitting">
      ${seatName(seat)} ${seat.player?.id === this.game.host ? say("is_host") : nothing}
      ${seat.you && heroes.length ? heroChoice(heroes, seat.hero ?? "", choose) : nothing}
      ${mayAdd ? this.button("add_bot", path, { bot: "easy" }, "PUT") : nothing}
    </li>`;
  }

  /** @param {number} free */
  actions(free) {
    const { you } = this.game;
    if (you === null) return free ? this.button("join", "seats/") : nothing;
    const leave = this.isMine ? "close_table" : "leave";
    return html`<div class="inline">
      ${this.isMine && !free ? this.button("start", "start/") : nothing}
      ${this.button(leave, `seats/${you}/`, undefined, "DELETE")}
    </div>`;
  }
}

customElements.define("fd-waiting", Waiting);
