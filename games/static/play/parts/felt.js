/**
 * The table: the seats round it, the piles in the middle, and what lies in front of the viewer.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Board, Option, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { nextSeat, seating, zoneOf } from "../model/board.js";
import { say } from "../server/words.js";
import { colorName, colorShape, pile } from "./card.js";
import { seat, zonesOf } from "./seat.js";

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

/** @param {Laid} laid */
export function felt(laid) {
  const { own, others } = seating(laid.table);
  const next = nextSeat(laid.table);
  return html`<ul class="seats n${others.length}" aria-label=${say("players")}>
      ${others.map((place) =>
        seat({
          ...laid,
          place,
          isNext: next === place.seat,
          score: laid.table.scores?.some(Boolean) ? laid.table.scores[place.seat] : undefined,
          option: laid.onSeats?.get(place.seat),
          isUnfolded: laid.unfolded.has(place.seat),
          onUnfold: () => laid.onUnfold(place.seat),
        }),
      )}
    </ul>
    ${middle(laid)} ${notes(laid.table)} ${own ? inFrontOfMe(laid, own) : nothing}`;
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
            aria-label=${draw?.label ?? say("pile_draw")}
            @click=${() => draw && onChoose?.(draw)}
          >
            ${shared("draw")}
          </button>`
        : nothing
    }
    ${pile(edition, "discard", say("pile_discard"), zoneOf(board, "discard"), {
      hasCount: false,
      onLook: (cards) => onLook(cards.slice(-1)),
    })}
    <div class="in-play">
      <p class="color" title=${say("color_in_play")}>
        ${colorShape(edition, board.color)} <span>${colorName(edition, board.color)}</span>
      </p>
      <p class="way ${way}" title=${say(way)}>
        <span aria-hidden="true">➜</span><span class="unseen">${say(way)}</span>
      </p>
    </div>
    ${
      board.zones.danger
        ? html`${shared("danger")} ${zoneOf(board, "revealed").count ? shared("revealed") : nothing}
          ${zoneOf(board, "danger-discard").count ? shared("danger-discard") : nothing}`
        : nothing
    }
  </div>`;
}

/** What lasts, and who may soon win or go out. @param {Table} table */
function notes({ lasting, near_end }) {
  if (!lasting.length && !near_end.length) return nothing;
  return html`<ul class="notes">
    ${lasting.map(
      (one) =>
        html`<li>
          <details>
            <summary>${one.name}</summary>
            ${one.text} ${one.lasts}
          </details>
        </li>`,
    )}
    ${near_end.map((one) => html`<li>${one.text}</li>`)}
  </ul>`;
}

/** @param {Laid} laid @param {import("../types.js").Place} own */
function inFrontOfMe(laid, own) {
  return html`<div class="mine" data-seat=${own.seat}>
    ${zonesOf(laid, own)}
    ${own.enemy ? html`<p class="enemy-says">${own.enemy.text} ${own.enemy.defeat}</p>` : nothing}
  </div>`;
}
