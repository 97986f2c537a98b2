/**
 * A table before the game: who sits there, and what its host and its players may do.
 *
 * It tells `begun` when the game starts. It asks for the table again and again, which also tells
 * the server that the host is there.
 *
 * @import { Game, Hero, Seat, Variant } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { Refused, ask, pause } from "../server/api.js";
import { anyPlayer, me } from "../server/me.js";
import { settings } from "../server/settings.js";
import { Stream, followPlayer } from "../server/stream.js";
import { say } from "../server/words.js";
import { attempt } from "./forms.js";
import "./link.js";
import { isNamed } from "./name.js";
import { awaySince, bubble, hear } from "./bar.js";
import { freeSeats, played, seatName, terms } from "./open-table.js";
import { Part } from "./part.js";
import "./phrases.js";
import { heroChoice } from "./table-form.js";

const POLL_MILLISECONDS = 2000;
/** How often the page looks while the others open their shares. */
const OPENING_MILLISECONDS = 150;
/** After this time those are named who have not opened theirs. */
const NAMED_MILLISECONDS = 5000;

class Waiting extends Part {
  game = /** @type {Game} */ ({});
  variant = /** @type {Variant | undefined} */ (undefined);
  player = /** @type {import("../types.js").Me | null | undefined} */ (undefined);
  heroes = /** @type {readonly Hero[] | undefined} */ (undefined);
  address = null;
  reason = "";
  isLost = false;
  isBusy = false;
  proven = "";
  openedAt = 0;
  isBegun = false;
  /** What is said at the table. @type {Stream | undefined} */
  stream = undefined;
  /** What becomes of the own seat, which is so heard before the next look. @type {Stream | undefined} */
  own = undefined;

  connectedCallback() {
    super.connectedCallback();
    this.follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stream?.close();
    this.own?.close();
  }

  /** Look at the table again and again. */
  async follow() {
    while (this.isConnected) {
      await this.lookNow();
      await pause(this.game.status === "opening" ? OPENING_MILLISECONDS : POLL_MILLISECONDS);
    }
  }

  /** Look at the table, which may be out of sight. */
  async lookNow() {
    const looked = this.look().then(() => ({ isLost: false }));
    this.change(await looked.catch((error) => this.lost(error)));
  }

  /** Look at the table, and make its link if it is mine. */
  async look() {
    const { id, variant, edition } = this.game;
    this.change({ game: await ask(`games/${id}/`) });
    if (this.isBegun) return;
    this.isBegun = this.game.started_at !== null;
    if (this.isBegun) return this.tell("begun");
    if (this.game.you !== null)
      this.own ??= followPlayer(["unseated", "opening", "started"], () => this.lookNow());
    this.heroes ??= (await ask(`editions/${edition}/`)).heroes;
    if (location.hash === "#sit" && this.game.you === null) {
      history.replaceState(null, "", location.pathname);
      if (!this.heroes?.length) return this.make("seats/");
    }
    await this.prove();
    this.player ??= await me();
    if (this.isMine) this.address ??= await ask(`games/${id}/links/`, { method: "POST" });
    this.variant ??= await ask(`variants/${variant}/`);
    if (this.isSpeaking)
      this.stream ??= new Stream(`games/${id}/events/?stay=true`, ["phrase"], {
        onMessage: (name, said) =>
          name === "phrase" && hear(`games/${id}/`, name, said, () => this.requestUpdate()),
        onState() {},
      });
  }

  /** Whether the own seat may speak, and hears the others. */
  get isSpeaking() {
    return this.game.you !== null && this.game.phrases && settings.phrases;
  }

  /** Show what is proven for the own seat, and open its share if the table is closed. */
  async prove() {
    const { id, you, status } = this.game;
    if (you === null || !["open", "opening"].includes(status)) return;
    const [{ guarded }, seat] = await Promise.all([
      import("./proof.js"),
      import("../proof/seat.js"),
    ]);
    const before = this.proven;
    this.proven = `${status} ${you} ${this.game.seats[you]?.key}`;
    if (status === "open" && this.proven !== before && (await seat.isElsewhere(this.game)))
      await seat.takeSeat(this.game.chance.mode, (own) =>
        ask(`games/${id}/seats/${you}/`, { method: "PATCH", body: own }),
      );
    if (seat.isOpening(this.game)) await seat.openShare(this.game);
    if (this.proven !== before) guarded(this.game);
  }

  /** What changes if the table cannot be seen, any more or just now. @param {unknown} error */
  lost(error) {
    const isHidden = error instanceof Refused && error.status === 404;
    return isHidden ? { game: { ...this.game, unseated: true, status: "over" } } : { isLost: true };
  }

  get isMine() {
    const { host, status } = this.game;
    return status === "open" && this.player?.id === host;
  }

  /** Change the table. @param {string} path @param {object} [body] @param {string} [method] */
  async make(path, body, method) {
    if (this.isBusy) return;
    this.isBusy = true;
    const doing = async (/** @type {import("./forms.js").Send} */ send) => {
      if (path !== "seats/") await anyPlayer();
      else if (!(await isNamed())) return;
      const { id, chance } = this.game;
      const change = (/** @type {object | undefined} */ given) =>
        send(`games/${id}/${path}`, given, method);
      if (path !== "seats/") await change(body);
      else await (await import("../proof/seat.js")).takeSeat(chance.mode, change);
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
    const told = this.isLost ? say("lost") : this.late() || say(status, { free });
    return html`<h1>${say(game.variant)}</h1>
      ${played(game)}
      <p role="status">${told}</p>
      <p class="error" role="alert">${this.reason || (game.unseated ? say("unseated") : "")}</p>
      <ul class="plain panel">
        ${game.seats.map((seat) => this.seat(seat))}
      </ul>
      ${this.isSpeaking ? html`<p class="tools"><fd-phrases .game=${game.id}></fd-phrases></p>` : nothing}
      ${
        address && free
          ? html`<p>${say("send_link")}</p>
              <fd-link .address=${address}></fd-link>`
          : nothing
      }
      ${game.status === "open" ? this.actions(free) : nothing} ${terms(game, variant)}
      <p><a href="/play/">${say("to_lobby")}</a></p>`;
  }

  /** Who keeps the table waiting, if it has waited long for shares. */
  late() {
    const { status, chance, seats } = this.game;
    if (status !== "opening") return "";
    this.openedAt ||= Date.now();
    const names = chance.missing.map((seat) => seatName(/** @type {Seat} */ (seats[seat])));
    const isLate = names.length && Date.now() - this.openedAt > NAMED_MILLISECONDS;
    return isLate ? say("no_share", { names: names.join(", ") }) : say("opening");
  }

  /** @param {Seat} seat */
  seat(seat) {
    const path = `seats/${seat.seat}/`;
    const isOwn = seat.player && seat.player.id === this.player?.id;
    const taken = this.game.seats.map((one) => one !== seat && one.hero);
    const heroes = (this.heroes ?? []).filter(({ code }) => !taken.includes(code));
    const choose = (/** @type {string} */ hero) => this.make(path, { hero: hero || null }, "PATCH");
    const mayAdd = this.isMine && isEmpty(seat);
    const mayFree = this.isMine && !seat.you && seat.kind !== "open";
    return html`<li class="inline sitting">
      ${seatName(seat)} ${seat.player?.id === this.game.host ? say("is_host") : nothing}
      ${bubble(seat.seat)}
      ${seat.away_since ? html`<strong class="badge">${awaySince(seat.away_since)}</strong>` : nothing}
      ${isOwn && heroes.length ? heroChoice(heroes, seat.hero ?? "", choose) : nothing}
      ${mayAdd ? this.button("add_bot", path, { bot: "easy" }, "PUT") : nothing}
      ${mayFree ? this.button("free_seat", path, undefined, "DELETE") : nothing}
    </li>`;
  }

  /** @param {number} free */
  actions(free) {
    const { you, seats, unseated } = this.game;
    const without = seats.filter(isEmpty).map(({ seat }) => seat);
    const isEnough = seats.length - without.length >= (this.variant?.fewest ?? Infinity);
    const leave = this.isMine ? "close_table" : "leave";
    const left = you === null ? "" : `seats/${you}/`;
    return html`<div class="inline">
      ${you === null && free && !unseated ? this.button("join", "seats/") : nothing}
      ${this.isMine && !free ? this.button("start", "start/") : nothing}
      ${
        this.isMine && without.length && isEnough
          ? this.button("start_without", "start/", { without })
          : nothing
      }
      ${left || this.isMine ? this.button(leave, left, undefined, "DELETE") : nothing}
    </div>`;
  }
}

/** Whether the game may start without a seat. @param {Seat} seat */
function isEmpty({ kind, away }) {
  return kind === "open" || kind === "invited" || away;
}

customElements.define("fd-waiting", Waiting);
