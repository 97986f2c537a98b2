/**
 * What lies where: a board made from a response of the API, and changed by the facts of events.
 *
 * A zone is named as in the API: `discard`, `draw`, `hand:1`. Facts that move no cards change who
 * is on turn, the color and the direction; the API tells everything else in its next response.
 *
 * @import { Board, Fact, Movement, Place, Position, Table, Zone } from "../types.js"
 */

/** @type {Zone} */
const EMPTY = { count: 0, cards: [] };

/** @type {Board} */
export const NO_BOARD = { zones: {}, color: null, direction: 1, current: null };

/** How many cards of the discard pile are remembered. */
const RECENT = 3;

/**
 * Return the board of a table in words.
 *
 * @param {Table} table
 * @param {Board} [before] - What was there before: the cards under the top of the discard pile.
 * @returns {Board}
 */
export function boardOf(table, before = NO_BOARD) {
  const zones = Object.assign({}, ...table.places.map(zonesOfPlace));
  zones.discard = seen(recent(zoneOf(before, "discard").cards ?? [], table.discard_top));
  if (table.draw_pile !== null) zones.draw = hidden(table.draw_pile);
  if (table.dangers) {
    zones.danger = hidden(table.dangers.deck);
    zones["danger-discard"] = seen(table.dangers.discard);
    zones.revealed = seen(table.dangers.revealed);
  }
  return {
    zones,
    color: table.color,
    direction: table.direction,
    current: table.ended ? null : table.current,
  };
}

/** Return the board of a position, which names every zone. @param {Position} position @returns {Board} */
export function boardOfPosition({ counts, cards, color, direction, current, result }) {
  /** @type {Record<string, Zone>} */
  const zones = {};
  for (const [zone, count] of Object.entries(counts)) {
    zones[zone] = { count, cards: cards[zone] ?? null };
  }
  return { zones, color, direction, current: result ? null : current };
}

/** Return what a fact moves; null if it moves no cards. @param {Fact} fact @returns {Movement | null} */
export function movementOf(fact) {
  if (fact.fact !== "cards-moved") return null;
  const { verb, source, target } = fact;
  const cards = fact.cards ?? null;
  return { verb, from: source, to: target, count: fact.count ?? cards?.length ?? 0, cards };
}

/** Return the board after a fact. @param {Board} board @param {Fact} fact @returns {Board} */
export function withFact(board, fact) {
  switch (fact.fact) {
    case "cards-moved": {
      const moved = /** @type {Movement} */ (movementOf(fact));
      const zones = { ...board.zones };
      zones[moved.from] = without(zones[moved.from] ?? EMPTY, moved);
      zones[moved.to] = withMore(zones[moved.to] ?? EMPTY, moved, fact.bottom ?? false);
      return { ...board, zones };
    }
    case "cards-placed":
      return { ...board, zones: { ...board.zones, [fact.zone]: placed(fact) } };
    case "color-changed":
      return { ...board, color: fact.color || null };
    case "direction-changed":
      return { ...board, direction: fact.direction > 0 ? 1 : -1 };
    case "turn-began":
      return { ...board, current: fact.seat };
    default:
      return board;
  }
}

/** Return the number of the seat of a zone; null for one in the middle. @param {string} zone */
export function ownerOf(zone) {
  const [, seat] = zone.split(":");
  return seat === undefined ? null : Number(seat);
}

/** Return the zone with a name; an empty one if there is none. @param {Board} board @param {string} name */
export function zoneOf(board, name) {
  return board.zones[name] ?? EMPTY;
}

/** @param {Place} place @returns {Record<string, Zone>} */
function zonesOfPlace(place) {
  const { seat } = place;
  /** @type {Record<string, Zone>} */
  const zones = { [`hand:${seat}`]: { count: place.hand, cards: place.cards } };
  if (place.hero !== null) zones[`hero:${seat}`] = seen([place.hero]);
  if (place.deck !== null) zones[`deck:${seat}`] = hidden(place.deck);
  if (place.burn_pile !== null) zones[`burn:${seat}`] = seen(place.burn_pile);
  if (place.items !== null) zones[`items:${seat}`] = seen(place.items);
  if (place.deck !== null) zones[`enemy:${seat}`] = seen(place.enemy ? [place.enemy.card] : []);
  return zones;
}

/** The last cards of the discard pile, of which a table names the top. @param {readonly string[]} cards @param {string | null} top */
function recent(cards, top) {
  if (top === null) return [];
  return cards.at(-1) === top ? cards.slice(-RECENT) : [top];
}

/** @param {readonly string[]} cards @returns {Zone} */
const seen = (cards) => ({ count: cards.length, cards });

/** @param {number} count @returns {Zone} */
const hidden = (count) => ({ count, cards: null });

/** @param {Extract<Fact, {fact: "cards-placed"}>} fact @returns {Zone} */
function placed(fact) {
  const isOpen = !/^(deck|draw|danger$)/.test(fact.zone);
  return { count: fact.cards.length, cards: isOpen ? fact.cards : null };
}

/** Return a zone without the cards that leave it; unknown cards are of the top. @param {Zone} zone @param {Movement} moved @returns {Zone} */
function without(zone, { count, cards }) {
  const left = Math.max(0, zone.count - count);
  if (zone.cards === null) return { count: left, cards: null };
  const rest = [...zone.cards];
  for (const card of cards ?? []) {
    const at = rest.lastIndexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return { count: left, cards: cards === null ? rest.slice(0, left) : rest };
}

/**
 * Return a zone with more cards; where they are not seen, it has a number only.
 *
 * @param {Zone} zone
 * @param {Movement} moved
 * @param {boolean} isBelow
 * @returns {Zone}
 */
function withMore(zone, { count, cards }, isBelow) {
  const all = zone.count + count;
  if (cards === null || zone.cards === null) return { count: all, cards: null };
  return { count: all, cards: isBelow ? [...cards, ...zone.cards] : [...zone.cards, ...cards] };
}

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

/** Return the seat after the current one, of those in the game; or null. @param {Table} table */
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
