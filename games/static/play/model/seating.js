/**
 * Who sits where, as the viewer sees the table.
 *
 * @import { Place, Table } from "../types.js"
 */

/**
 * Return the places in the order of play clockwise, beginning after the viewer; a spectator sees
 * all from seat 0.
 *
 * @param {Table} table
 * @returns {{own: Place | null, others: Place[]}}
 */
export function seating(table) {
  const at = table.places.findIndex((place) => place.you);
  if (at < 0) return { own: null, others: table.places };
  const others = [...table.places.slice(at + 1), ...table.places.slice(0, at)];
  return { own: table.places[at], others };
}

/**
 * Return the seat that is next after the current one, of those that are in the game.
 *
 * @param {Table} table
 * @returns {number | null}
 */
export function nextSeat(table) {
  const { current, direction, places, ended } = table;
  if (current === null || ended) return null;
  for (let step = 1; step < places.length; step++) {
    const at = (current + direction * step + places.length * step) % places.length;
    const place = places[at];
    if (place && !place.out && !place.skipped) return place.seat;
  }
  return null;
}
