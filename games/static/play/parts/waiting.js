/**
 * A table before the game: who sits there, and what its host and its players may do.
 *
 * It tells `begun` when the game starts. It asks for the table again and again, which also tells
 * the server that the host is there.
 *
 * @import { Game, Hero, Seat, Variant } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { anyPlayer } from "../server/me.js";
import { say } from "../server/words.js";
import { Acting } from "./acting.js";
import "./link.js";
import { freeSeats, seatName, terms } from "./open-table.js";
import { heroChoice } from "./table-form.js";

const POLL_MILLISECONDS = 2000;

class Waiting extends Acting {
  game = /** @type {Game} */ ({});
  /** @type {Variant | undefined} */
  variant = undefined;
  /** @type {readonly Hero[]} */
  heroes = [];
  address = null;
  isLost = false;

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.poll(), POLL_MILLISECONDS);
    this.act(async () => {
      this.variant = await ask(`variants/${this.game.variant}/`);
      this.heroes = (await ask(`editions/${this.game.edition}/`)).heroes;
      await this.look();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  async poll() {
    const isLost = await this.look().then(
      () => false,
      () => true,
    );
    this.change({ isLost });
  }

  /** Look at the table, and make its link if it is mine. */
  async look() {
    const path = `games/${this.game.id}/`;
    this.change({ game: await ask(path) });
    if (this.game.started_at) this.tell("begun");
    else if (this.isMine) this.address ??= await ask(`${path}links/`, { method: "POST" });
  }

  get isMine() {
    const { host, seats, status } = this.game;
    return status === "open" && seats.some(({ player, you }) => you && player?.id === host);
  }

  /** A button that changes the table. @param {string} label @param {Parameters<import("./acting.js").Send>} change */
  changing(label, ...change) {
    return this.button(say(label), (send) => this.make(send, ...change));
  }

  /** @param {import("./acting.js").Send} send @param {string} path @param {object} [body] @param {string} [method] */
  async make(send, path, body, method) {
    await anyPlayer();
    await send(`games/${this.game.id}/${path}`, body, method);
    await this.look();
  }

  render() {
    const { game, variant, address } = this;
    const free = freeSeats(game.seats);
    const status =
      game.status === "over" ? "table_closed" : free ? "waiting_for_seats" : "all_seated";
    return html`<h1>${variant?.name}</h1>
      <p role="status">${say(this.isLost ? "lost" : status, { free })}</p>
      ${this.alert()}
      <ul class="plain panel">
        ${game.seats.map((seat) => this.seat(seat))}
      </ul>
      ${game.status === "open" ? this.actions(free) : nothing}
      ${address && free ? html`<fd-link .address=${address}></fd-link>` : nothing}
      ${terms(game, variant)}
      <p><a href="/play/">${say("to_lobby")}</a></p>`;
  }

  /** @param {Seat} seat */
  seat(seat) {
    const path = `seats/${seat.seat}/`;
    const taken = this.game.seats.map(({ hero, you }) => !you && hero);
    const heroes = this.heroes.filter(({ code }) => !taken.includes(code));
    const change = (/** @type {string} */ hero) =>
      this.act((send) => this.make(send, path, { hero: hero || null }, "PATCH"));
    return html`<li class="inline sitting">
      ${seatName(seat)} ${seat.player?.id === this.game.host ? say("is_host") : nothing}
      ${seat.you && heroes.length ? heroChoice(heroes, seat.hero ?? "", change) : nothing}
      ${
        seat.kind === "open" && this.isMine
          ? this.changing("add_bot", path, { bot: "easy" }, "PUT")
          : nothing
      }
    </li>`;
  }

  /** @param {number} free */
  actions(free) {
    const { you } = this.game;
    if (you === null) return free ? this.changing("join", "seats/") : nothing;
    const leave = this.isMine ? "close_table" : "leave";
    return html`<div class="inline">
      ${this.isMine && !free ? this.changing("start", "start/") : nothing}
      ${this.changing(leave, `seats/${you}/`, undefined, "DELETE")}
    </div>`;
  }
}

customElements.define("fd-waiting", Waiting);
