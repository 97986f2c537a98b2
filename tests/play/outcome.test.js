// What a game came to: points a round, and the turns that decided it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { decisiveTurns, pointsByRound } from "../../games/static/play/model/outcome.js";

const event = (seq, seat, move, ...facts) => ({ seq, seat, move: { move }, facts });
const won = (round, winner) => ({ fact: "round-ended", round, winner });
const scored = (seat, points, total) => ({ fact: "score-changed", seat, points, total });
const drawn = (seat, count) => ({
  fact: "cards-moved",
  verb: "draw",
  source: "draw",
  target: `hand:${seat}`,
  count,
});

test("each round has the points of all seats after it", () => {
  const events = [
    event(1, 0, "play", won(1, 0), scored(0, 40, 40)),
    event(2, 1, "play", won(2, 1), scored(1, 15, 15)),
  ];
  assert.deepEqual(pointsByRound(events, 2), [
    [40, 0],
    [40, 15],
  ]);
});

test("a turn that wins a round, and those that made others take most cards, decided", () => {
  const events = [
    event(1, 0, "play", drawn(1, 2)),
    event(2, 1, "play", drawn(0, 4)),
    event(3, 0, "play"),
    event(4, 1, "choose", drawn(1, 4)),
    event(5, 1, "draw", drawn(1, 1)),
    event(6, 0, "play", drawn(1, 3)),
    event(7, 0, "play", won(1, 0), scored(0, 9, 9), drawn(1, 7)),
    event(8, 1, "play", drawn(1, 1)),
  ];
  assert.deepEqual(decisiveTurns(events, 0), [
    { seq: 3, cards: 4, wins: false },
    { seq: 6, cards: 3, wins: false },
    { seq: 7, cards: 0, wins: true },
  ]);
});

test("a game in which nothing was decided by a card names no turn", () => {
  assert.deepEqual(decisiveTurns([event(1, 0, "play", drawn(1, 1))], 0), []);
});
