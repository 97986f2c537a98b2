/**
 * The table: the seats round it, the piles in the middle, and what lies in front of the viewer.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Board, Option, Place, Table } from "../types.js"
 */

import { classMap, html, nothing, svg } from "../../vendor/lit/lit.js";
import { nextSeat, seating, zoneOf } from "../model/board.js";
import { say } from "../server/words.js";
import { absence, bubble, heard } from "./bar.js";
import { BACK, cardCount, cardPicture, clock, colorName, colorShape, pile } from "./card.js";

/**
 * What a table is drawn from.
 *
 * @typedef {object} Laid
 * @property {Edition} edition
 * @property {Board} board
 * @property {Table} table
 * @property {number | null} [until]
 * @property {Map<number, Option>} [onSeats] - The answers that name a seat.
 * @property {Option | null} [draw] - The answer that takes a card from the pile.
 * @property {ReadonlySet<number>} unfolded
 * @property {(option: Option) => void} [onChoose]
 * @property {(seat: number) => void} onUnfold
 * @property {(cards: readonly string[]) => void} onLook - Wants to see cards of a pile.
 */

/** How many backs a fan has at most. */
const MOST_BACKS = 7;

/** @param {Laid} laid */
export function felt(laid) {
  const { own, others } = seating(laid.table);
  return html`<ul class="seats n${others.length}" aria-label=${say("players")}>
      ${others.map((place) => seat({ ...laid, place }))}
    </ul>
    ${middle(laid)} ${notes(laid.table)} ${own ? inFrontOfMe(laid, own) : nothing}
    ${heard(laid.table)}`;
}

/** @param {Laid} laid */
function middle({ edition, board, draw, onChoose, onLook }) {
  const way = board.direction > 0 ? "clockwise" : "counter";
  const shared = (/** @type {string} */ name) =>
    pile(edition, name, say(`pile_${name}`), zoneOf(board, name), { onLook });
  return html`<div class="middle">
    ${
      board.zones.draw
        ? html`<button
            type="button"
            class="bare draw ${draw ? "legal" : ""}"
            aria-disabled=${draw ? "false" : "true"}
            @click=${() => draw && onChoose?.(draw)}
          >
            ${draw ? html`<span class="unseen">${draw.label}</span>` : nothing}
            ${pile(edition, "draw", say("pile_draw"), zoneOf(board, "draw"))}
          </button>`
        : nothing
    }
    ${pile(edition, "discard", say("pile_discard"), zoneOf(board, "discard"), {
      hasCount: false,
      below: 2,
      onLook: (cards) => onLook(cards.slice(-1)),
    })}
    <div class="in-play">
      <p class="color" title=${say("color_in_play")}>
        ${colorShape(edition, board.color)} <span>${colorName(edition, board.color)}</span>
      </p>
      <p class="way ${way}" title=${say(way)}>
        <span aria-hidden="true">➜</span><span class="unseen">${say(way)}</span>
        <span aria-hidden="true">➜</span>
      </p>
    </div>
    ${
      board.zones.danger
        ? html`${shared("danger")}
          ${shared(zoneOf(board, "revealed").count ? "revealed" : "danger-discard")}`
        : nothing
    }
  </div>`;
}

/** What lasts, and who may soon win or go out. @param {Table} table */
function notes({ lasting, near_end }) {
  if (!lasting.length && !near_end.length) return nothing;
  return html`<ul class="notes" tabindex="0" aria-label=${say("in_force_now")}>
    ${lasting.map(
      (one) =>
        html`<li>
          <details>
            <summary>${say("in_force", { name: one.name })}</summary>
            ${one.text} ${one.lasts}
          </details>
        </li>`,
    )}
    ${near_end.map((one) => html`<li>${one.text}</li>`)}
  </ul>`;
}

/** @param {Laid} laid @param {Place} own */
function inFrontOfMe(laid, own) {
  return html`<div class="mine" data-seat=${own.seat}>
    ${zonesOf({ ...laid, place: own })}
    ${own.enemy ? html`<p class="enemy-says">${own.enemy.text} ${own.enemy.defeat}</p>` : nothing}
  </div>`;
}

/** @typedef {Laid & {place: Place}} Seated - What a place is drawn from. */

/** @param {Seated} seated */
function seat(seated) {
  const { board, place, onSeats, unfolded } = seated;
  const option = onSeats?.get(place.seat);
  const isUnfolded = unfolded.has(place.seat);
  const isOnTurn = board.current === place.seat;
  const classes = { seat: true, "on-turn": isOnTurn, out: place.out, choosable: Boolean(option) };
  return html`<li class=${classMap(classes)} data-seat=${place.seat}>
    <button
      type="button"
      class="who"
      aria-expanded=${isUnfolded ? "true" : "false"}
      @click=${() => (option ? seated.onChoose?.(option) : seated.onUnfold(place.seat))}
    >
      <span class="unseen">${option ? `${option.label}. ${place.text}` : place.text}</span>
      ${hero(seated)} ${place.hero === null ? face(place) : nothing}
      <span class="name"><bdi>${place.name}</bdi></span>
      ${hand(seated)} ${fan(seated)} ${marks(seated, isOnTurn)}
      ${isOnTurn ? clock(seated.until ?? null) : nothing}
    </button>
    ${seenHand(seated)} ${isUnfolded ? inFront(seated) : folded(seated)} ${absence(place.seat)}
    ${bubble(place.seat)}
  </li>`;
}

/** The first letters of a name. @param {Place} place */
function face({ name }) {
  const letters = name.split(/\s+/u).map((word) => [...word][0]);
  return html`<span class="face" aria-hidden="true">${letters.slice(0, 2).join("")}</span>`;
}

/** @param {Seated} seated */
function hero({ edition, place }) {
  if (place.hero === null) return nothing;
  return html`<span class="hero" data-zone="hero:${place.seat}"
    >${cardPicture(edition, place.hero)}</span
  >`;
}

/** @param {Seated} seated */
function hand({ edition, board, place }) {
  const { count, cards } = zoneOf(board, `hand:${place.seat}`);
  return html`<span class="others" data-zone=${cards?.length ? nothing : `hand:${place.seat}`}>
    ${cardPicture(edition, null, { isBare: true })}
    <span class="count ${count === 1 ? "last" : ""}" title=${cardCount(count)}>${count}</span>
  </span>`;
}

/** The backs of a hand, as far as they tell apart. @param {Seated} seated */
function fan({ board, place }) {
  const { count, cards } = zoneOf(board, `hand:${place.seat}`);
  const shown = cards?.length ? 0 : Math.min(count, MOST_BACKS);
  return html`<svg class="fan" viewBox="0 0 130 42" aria-hidden="true">
    ${Array.from({ length: shown }, (_, at) => {
      const turn = at - (shown - 1) / 2;
      const middle = 65 + turn * 13;
      return svg`<image href=${BACK} x=${middle - 14} y="2" width="28" height="39"
        transform="rotate(${turn * 4} ${middle} 60)"></image>`;
    })}
  </svg>`;
}

/** The cards of a hand that lies open, as in the replay. @param {Seated} seated */
function seenHand({ edition, board, place, onLook }) {
  const cards = zoneOf(board, `hand:${place.seat}`).cards ?? [];
  if (!cards.length) return nothing;
  return html`<button
    type="button"
    class="bare seen-hand"
    data-zone="hand:${place.seat}"
    @click=${() => onLook(cards)}
  >
    <span class="unseen">${cards.map((code) => edition.nameOf(code)).join(", ")}</span>
    ${cards.map(
      (code) =>
        html`<span data-card=${code}>${cardPicture(edition, code, { isBare: true })}</span>`,
    )}
  </button>`;
}

/** @param {Seated} seated @param {boolean} isOnTurn */
function marks({ table, place }, isOnTurn) {
  const score = table.scores?.some(Boolean) ? table.scores[place.seat] : undefined;
  const given = [
    isOnTurn && say("on_turn"),
    !isOnTurn && nextSeat(table) === place.seat && say("next"),
    place.skipped && say("skipped"),
    place.out && say("is_out"),
    place.stand_in && say("bot_plays"),
    place.exposed && say("exposed"),
    score !== undefined && say("points", { count: score }),
  ].filter(Boolean);
  return html`<span class="marks">${given.map((one) => html`<span>${one}</span>`)}</span>`;
}

/** The Enemy and the Items, small. @param {Seated} seated */
function folded({ edition, board, place }) {
  if (place.deck === null) return nothing;
  const zones = [`enemy:${place.seat}`, `items:${place.seat}`];
  return html`<span class="folded">
    ${zones.map(
      (name) =>
        html`<span data-zone=${name}
          >${(zoneOf(board, name).cards ?? []).map((code) => cardPicture(edition, code))}</span
        >`,
    )}
  </span>`;
}

/** All that lies in front of a seat. @param {Seated} seated */
function inFront(seated) {
  return html`<div class="in-front">
    <p>${seated.place.text}</p>
    ${zonesOf(seated)}
  </div>`;
}

/** The zones of a place but its hand: hero, Enemy, Items, Burn Pile, deck. @param {Seated} seated */
function zonesOf({ edition, board, place, onLook }) {
  if (place.deck === null) return nothing;
  const one = (/** @type {string} */ kind, isFanned = false) => {
    const zone = `${kind}:${place.seat}`;
    const how = { isFanned, hasCount: !isFanned, onLook };
    return pile(edition, zone, say(`pile_${kind}`), zoneOf(board, zone), how);
  };
  return html`<div class="zones">
    ${one("hero", true)} ${one("enemy", true)} ${one("items", true)} ${one("burn")} ${one("deck")}
  </div>`;
}
