// Where the options of a prompt are touched.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  besides,
  choicesOf,
  mayCallUno,
  optionFor,
  ownPrompt,
  whyNot,
} from "../../games/static/play/model/choices.js";

const option = (body, label = "") => ({ label, body });
const prompt = (kind, ...bodies) => ({
  seat: 0,
  kind,
  rule: "r",
  why: "",
  options: bodies.map((one) => option(one)),
  unavailable: [],
});
const isCard = (code) => /-/.test(code);

test("a prompt of another seat is not the viewer's", () => {
  assert.equal(ownPrompt(null), null);
  assert.equal(ownPrompt({ prompts: [{ seat: 1, options: null }] }), null);
  const own = prompt("turn");
  assert.equal(ownPrompt({ prompts: [{ seat: 1, options: null }, own] }), own);
});

test("plays are on the cards of the hand, the rest on buttons", () => {
  const asked = prompt("turn", { move: "play", card: "red-1" }, { move: "draw" });
  const choices = choicesOf(asked, ["red-1"], isCard);
  assert.equal(choices.onCards.get("red-1").length, 1);
  assert.deepEqual(
    choices.buttons.map((one) => one.body.move),
    ["draw"],
  );
});

test("UNO is called with the card if it was said", () => {
  const asked = prompt(
    "turn",
    { move: "play", card: "red-1" },
    { move: "play", card: "red-1", uno: true },
    { move: "play", card: "red-2" },
  );
  const choices = choicesOf(asked, [], isCard);
  assert.equal(mayCallUno(choices), true);
  assert.equal(optionFor(choices, "red-1", true).body.uno, true);
  assert.equal(optionFor(choices, "red-1", false).body.uno, undefined);
  assert.equal(optionFor(choices, "red-2", true).body.card, "red-2");
  assert.equal(optionFor(choices, "red-3", true), null);
});

test("a color, a player, a card of the hand, a card of a pile, a word", () => {
  const chosen = (kind, answer, hand = []) =>
    choicesOf(prompt(kind, { move: "choose", option: answer }), hand, isCard);
  assert.equal(chosen("color", "red").colors.length, 1);
  assert.deepEqual([...chosen("player", "2").onSeats.keys()], [2]);
  assert.deepEqual([...chosen("card", "red-1", ["red-1"]).onCards.keys()], ["red-1"]);
  assert.deepEqual([...chosen("card", "blue-9").onPile.keys()], ["blue-9"]);
  assert.equal(chosen("confirm", "yes").buttons.length, 1);
  assert.equal(chosen("mode", "burn").buttons.length, 1);
});

test("a card that is no option says why", () => {
  const asked = {
    ...prompt("turn"),
    unavailable: [{ card: "red-1", name: "", why: "It does not fit." }],
  };
  assert.equal(whyNot(asked, "red-1"), "It does not fit.");
  assert.equal(whyNot(asked, "red-2"), null);
  assert.equal(whyNot(null, "red-1"), null);
});

test("calls stand apart from the other moves", () => {
  const open = [
    option({ move: "call-uno" }),
    option({ move: "catch-uno", seat: 1 }),
    option({ move: "resign" }),
  ];
  const { calls, others } = besides({ open });
  assert.deepEqual(
    calls.map((one) => one.body.move),
    ["call-uno", "catch-uno"],
  );
  assert.deepEqual(
    others.map((one) => one.body.move),
    ["resign"],
  );
});
