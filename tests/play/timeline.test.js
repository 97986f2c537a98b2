// The order in which events are shown, however they arrive.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextSeat, seating } from "../../games/static/play/model/board.js";
import { Timeline } from "../../games/static/play/model/timeline.js";

const event = (seq) => ({ seq, facts: [] });
const screen = (seq, ...said) => ({
  seq,
  prompts: [],
  open: [],
  since: { sentences: said.map(([at, text]) => ({ seq: at, text, cards: [], rules: [] })) },
});
const seqs = (timeline) => {
  const found = [];
  for (let step = timeline.next(); step; step = timeline.next()) found.push(step.event.seq);
  return found;
};

test("an event waits for the screen that tells of it, and is shown once", () => {
  const timeline = new Timeline(4);
  timeline.addEvent(event(5));
  assert.deepEqual(seqs(timeline), []);
  timeline.addScreen(screen(5, [5, "Ada plays."]));
  timeline.addEvent(event(5));
  const step = timeline.next();
  assert.deepEqual([step.event.seq, step.sentences[0].text], [5, "Ada plays."]);
  timeline.addEvent(event(5));
  assert.equal(timeline.next(), null);
  assert.equal(timeline.settled().seq, 5);
});

test("events that arrive out of order are shown in order", () => {
  const timeline = new Timeline(1);
  for (const seq of [4, 2, 3]) timeline.addEvent(event(seq));
  timeline.addScreen(screen(4));
  assert.deepEqual(seqs(timeline), [2, 3, 4]);
});

test("a screen is the truth where events are missing", () => {
  const timeline = new Timeline(1);
  timeline.addEvent(event(3));
  timeline.addScreen(screen(7));
  assert.equal(timeline.settled().seq, 7);
  assert.equal(timeline.length, 0);
});

test("an older screen changes nothing", () => {
  const timeline = new Timeline(6);
  timeline.addScreen(screen(6));
  timeline.addScreen(screen(5));
  assert.equal(timeline.settled().seq, 6);
});

test("the log has what was shown, oldest first", () => {
  const timeline = new Timeline(2);
  timeline.addSentences(screen(2, [2, "b"], [1, "a"], [0, "prologue"]).since.sentences);
  timeline.addScreen(screen(3, [3, "c"]));
  assert.deepEqual(
    timeline.log.map((one) => one.text),
    ["a", "b"],
  );
  timeline.addEvent(event(3));
  timeline.next();
  assert.deepEqual(
    timeline.log.map((one) => one.text),
    ["a", "b", "c"],
  );
});

const place = (seat, more = {}) => ({ seat, you: false, out: false, skipped: false, ...more });

test("the others sit clockwise after the viewer; a spectator sees all", () => {
  const places = [place(0), place(1, { you: true }), place(2)];
  assert.deepEqual(
    seating({ places }).others.map((one) => one.seat),
    [2, 0],
  );
  assert.equal(seating({ places }).own.seat, 1);
  assert.deepEqual(seating({ places: [place(0), place(1)] }).others.length, 2);
});

test("who is next follows the direction, and passes over those who are out", () => {
  const places = [place(0), place(1, { out: true }), place(2), place(3)];
  assert.equal(nextSeat({ places, current: 0, direction: 1 }), 2);
  assert.equal(nextSeat({ places, current: 0, direction: -1 }), 3);
  assert.equal(nextSeat({ places, current: null, direction: 1 }), null);
});

test("the log is the same list until there is more", () => {
  const timeline = new Timeline(1);
  timeline.addEvent(event(2));
  timeline.addScreen(screen(2, [1, "a"], [2, "b"]));
  const before = timeline.log;
  assert.equal(timeline.log, before);
  timeline.next();
  assert.deepEqual(
    timeline.log.map((one) => one.text),
    ["a", "b"],
  );
});

test("a round that an event begins is told when the end of the one before was read", () => {
  const timeline = new Timeline(1);
  const facts = ["card-played", "round-ended", "round-began", "cards-moved"];
  timeline.addEvent({ seq: 2, facts: facts.map((fact) => ({ fact })) });
  timeline.addScreen(screen(2));
  timeline.addSentences([
    { seq: 2, fact: 0, text: "Ada goes out." },
    { seq: 2, fact: 1, text: "Ada wins the round." },
    { seq: 2, fact: 2, text: "Round 2 is dealt." },
    { seq: 2, fact: 3, text: "A card is turned up." },
  ]);
  timeline.next();
  const texts = () => timeline.log.map((one) => one.text);
  assert.deepEqual(texts(), ["Ada goes out.", "Ada wins the round."]);
  timeline.release();
  assert.equal(texts().length, 4);
});
