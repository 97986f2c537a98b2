// The board: made from the words of the API, and changed by facts.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  boardOf,
  boardOfPosition,
  movementOf,
  ownerOf,
  withFact,
  zoneOf,
} from "../../games/static/play/model/board.js";

const place = (seat, cards, more = {}) => ({
  seat,
  name: `P${seat}`,
  you: cards !== null,
  text: "",
  hand: cards?.length ?? 3,
  cards,
  hero: null,
  deck: null,
  burn_pile: null,
  enemy: null,
  items: null,
  skipped: false,
  out: false,
  exposed: false,
  ...more,
});
const TABLE = {
  text: [],
  current: 0,
  direction: 1,
  color: "blue",
  discard_top: "blue-5",
  draw_pile: 10,
  dangers: null,
  lasting: [],
  near_end: [],
  scores: null,
  target_score: null,
  ended: null,
  places: [place(0, ["blue-1", "red-2", "blue-1"]), place(1, null)],
};
const moved = (source, target, cards, more = {}) => ({
  fact: "cards-moved",
  verb: "play",
  seat: 0,
  cards,
  source,
  target,
  count: cards?.length ?? 1,
  ...more,
});

test("a table in words becomes zones", () => {
  const board = boardOf(TABLE);
  assert.deepEqual(zoneOf(board, "hand:0"), { count: 3, cards: ["blue-1", "red-2", "blue-1"] });
  assert.deepEqual(zoneOf(board, "hand:1"), { count: 3, cards: null });
  assert.deepEqual(zoneOf(board, "draw"), { count: 10, cards: null });
  assert.deepEqual(zoneOf(board, "discard").cards, ["blue-5"]);
  assert.equal(board.zones.danger, undefined);
});

test("the last three cards of the discard pile are remembered under its top", () => {
  const discarded = (...cards) => ({ ...boardOf(TABLE), zones: { discard: { cards, count: 4 } } });
  const top = (before) => zoneOf(boardOf(TABLE, before), "discard").cards;
  assert.deepEqual(top(discarded("red-1", "red-3", "red-5", "blue-5")), [
    "red-3",
    "red-5",
    "blue-5",
  ]);
  assert.deepEqual(top(discarded("red-1", "red-3")), ["blue-5"]);
});

test("what lies before a hero is zones too", () => {
  const heroic = place(0, ["a"], {
    hero: "h",
    deck: 40,
    burn_pile: ["b"],
    items: ["i"],
    enemy: { card: "e" },
  });
  const dangers = { deck: 4, discard: ["x"], revealed: ["y"] };
  const { zones } = boardOf({ ...TABLE, places: [heroic], draw_pile: null, dangers });
  assert.deepEqual(zones["enemy:0"], { count: 1, cards: ["e"] });
  assert.deepEqual(zones["burn:0"].cards, ["b"]);
  assert.deepEqual(zones["deck:0"], { count: 40, cards: null });
  assert.deepEqual(zones.revealed.cards, ["y"]);
  assert.equal(zones.draw, undefined);
});

test("a card that is played leaves the hand once and lies on top", () => {
  const after = withFact(boardOf(TABLE), moved("hand:0", "discard", ["blue-1"]));
  assert.deepEqual(zoneOf(after, "hand:0"), { count: 2, cards: ["blue-1", "red-2"] });
  assert.equal(zoneOf(after, "discard").cards.at(-1), "blue-1");
});

test("cards that are not seen change the numbers only", () => {
  const after = withFact(boardOf(TABLE), moved("draw", "hand:1", null, { count: 2 }));
  assert.deepEqual(zoneOf(after, "draw"), { count: 8, cards: null });
  assert.deepEqual(zoneOf(after, "hand:1"), { count: 5, cards: null });
});

test("a card from a hidden hand is seen where it arrives", () => {
  const after = withFact(boardOf(TABLE), moved("hand:1", "discard", ["green-7"]));
  assert.deepEqual(zoneOf(after, "hand:1"), { count: 2, cards: null });
  assert.equal(zoneOf(after, "discard").cards.at(-1), "green-7");
});

test("cards are put under a pile", () => {
  const after = withFact(boardOf(TABLE), moved("hand:0", "discard", ["red-2"], { bottom: true }));
  assert.deepEqual(zoneOf(after, "discard").cards, ["red-2", "blue-5"]);
});

test("color, direction and turn change; other facts move nothing", () => {
  let board = boardOf(TABLE);
  board = withFact(board, { fact: "color-changed", color: "red" });
  board = withFact(board, { fact: "direction-changed", direction: -1 });
  board = withFact(board, { fact: "turn-began", seat: 1 });
  assert.deepEqual([board.color, board.direction, board.current], ["red", -1, 1]);
  assert.equal(withFact(board, { fact: "uno-changed", seat: 1, to: "called" }), board);
});

test("the movements of an event are in their order", () => {
  const facts = [
    { fact: "answered", seat: 0, option: "x" },
    moved("hand:0", "discard", ["a"]),
    moved("draw", "hand:1", null, { count: 2 }),
  ];
  const found = facts.flatMap((fact) => movementOf(fact) ?? []);
  assert.deepEqual(
    found.map(({ from, to, count }) => [from, to, count]),
    [
      ["hand:0", "discard", 1],
      ["draw", "hand:1", 2],
    ],
  );
});

test("a position names its zones itself", () => {
  const board = boardOfPosition({
    counts: { draw: 4, "hand:0": 1 },
    cards: { "hand:0": ["a"] },
    color: null,
    direction: -1,
    current: null,
  });
  assert.deepEqual(board.zones.draw, { count: 4, cards: null });
  assert.deepEqual([ownerOf("hand:3"), ownerOf("draw")], [3, null]);
});
