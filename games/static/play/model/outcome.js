/**
 * What a finished game came to: the points after each round, and the turns that decided it.
 *
 * @import { GameEvent } from "../types.js"
 */

/** How many turns are named, and how many cards others must have taken after one. */
const MOST_TURNS = 3;
const FEWEST_CARDS = 2;

/**
 * Return the points of each seat after each round that was scored.
 *
 * @param {readonly GameEvent[]} events
 * @param {number} seats
 * @returns {number[][]}
 */
export function pointsByRound(events, seats) {
  /** @type {number[][]} */
  const rounds = [];
  for (const fact of events.flatMap((one) => one.facts)) {
    if (fact.fact === "round-ended") rounds.push([...(rounds.at(-1) ?? Array(seats).fill(0))]);
    const now = rounds.at(-1);
    if (now && (fact.fact === "score-changed" || fact.fact === "score-penalized"))
      now[fact.seat] = fact.total;
  }
  return rounds;
}

/** @typedef {{seq: number, cards: number, wins: boolean}} Turn - A card played, and what followed. */

/**
 * Return the turns of a seat that decided most, in their order: those that won a round, then those
 * after which the others took most cards, until the next card was played or drawn.
 *
 * @param {readonly GameEvent[]} events
 * @param {number} seat
 * @returns {Turn[]}
 */
export function decisiveTurns(events, seat) {
  /** @type {Turn[]} */
  const turns = [];
  let isOwn = false;
  for (const { seq, seat: mover, move, facts } of events) {
    if (move?.move === "play" || move?.move === "draw") {
      isOwn = move.move === "play" && mover === seat;
      if (isOwn) turns.push({ seq, cards: 0, wins: false });
    }
    const turn = turns.at(-1);
    if (!isOwn || !turn) continue;
    for (const fact of facts) {
      if (fact.fact === "round-ended" && fact.winner === seat) turn.wins = true;
      if (fact.fact === "round-ended") isOwn = false;
      if (isOwn && fact.fact === "cards-moved" && isOfOthers(fact.target, seat))
        turn.cards += fact.count ?? fact.cards?.length ?? 0;
    }
  }
  return turns
    .filter((one) => one.wins || one.cards >= FEWEST_CARDS)
    .sort((one, other) => Number(other.wins) - Number(one.wins) || other.cards - one.cards)
    .slice(0, MOST_TURNS)
    .sort((one, other) => one.seq - other.seq);
}

/** Whether a zone is the hand of another seat. @param {string} zone @param {number} seat */
function isOfOthers(zone, seat) {
  return zone.startsWith("hand:") && zone !== `hand:${seat}`;
}
