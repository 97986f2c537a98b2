/**
 * Cards that fly from where they were to where they are.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Movement } from "../types.js"
 */

import { ownerOf } from "../model/board.js";
import { BACK } from "./card.js";

/** How long one movement takes, and how much later each further card sets out, in milliseconds. */
const FLIGHT = 420;
const APART = 70;
const MOST = 5;

/** Whether the person wants no movements. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
}

/**
 * Let the cards of a movement fly, and return when they have arrived.
 *
 * @param {HTMLElement} table
 * @param {Edition} edition
 * @param {Movement} movement
 * @param {AbortSignal} skip - Aborted, they arrive at once.
 * @returns {Promise<void>}
 */
export async function fly(table, edition, movement, skip) {
  if (isStill() || skip.aborted || movement.from === movement.to) return;
  const count = Math.min(movement.count, MOST);
  const to = anchor(table, movement.to, null);
  const flights = Array.from({ length: count }, (_, at) => {
    const card = movement.cards?.[at] ?? null;
    const from = anchor(table, movement.from, card);
    return from && to ? one(edition, card, from, to, at * APART, skip) : null;
  });
  await Promise.all(flights);
}

/**
 * @param {Edition} edition
 * @param {string | null} card
 * @param {Element} from
 * @param {Element} to
 * @param {number} delay
 * @param {AbortSignal} skip
 */
async function one(edition, card, from, to, delay, skip) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const ghost = document.createElement("img");
  ghost.className = "card flying";
  ghost.alt = "";
  ghost.src = card === null ? BACK : edition.pictureOf(card);
  document.body.append(ghost);
  const size = ghost.getBoundingClientRect();
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2 - size.width / 2}px,` +
    `${box.y + box.height / 2 - size.height / 2}px)` +
    ` scale(${Math.max(0.4, Math.min(1.6, box.width / size.width || 1))})`;
  const flight = ghost.animate([{ transform: at(start) }, { transform: at(end) }], {
    duration: FLIGHT,
    delay,
    easing: "cubic-bezier(0.3, 0.7, 0.3, 1)",
    fill: "both",
  });
  const arrive = () => flight.finish();
  skip.addEventListener("abort", arrive);
  await flight.finished.catch(() => undefined);
  skip.removeEventListener("abort", arrive);
  ghost.remove();
}

/**
 * Return where a card of a zone is on the screen: itself, its zone, or the seat of the zone.
 *
 * @param {HTMLElement} table
 * @param {string} zone
 * @param {string | null} card
 * @returns {Element | null}
 */
function anchor(table, zone, card) {
  const place = table.querySelector(`[data-zone="${CSS.escape(zone)}"]`);
  const own = card && place?.querySelector(`[data-card="${CSS.escape(card)}"]`);
  const cards = place?.querySelector(".card");
  const owner = ownerOf(zone);
  const seat = owner === null ? null : table.querySelector(`[data-seat="${owner}"]`);
  return own || cards || place || seat || table.querySelector(".middle");
}
