// Compute the values of the vectors: `node vectors.mjs FOLDER`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { canonical, hex, Malformed, mixedSeed, pick, readCanonical, shuffle, unhex } from "../../games/static/verify/verify.js";

const read = (name) => JSON.parse(readFileSync(`${process.argv[2]}/${name}.json`, "utf8"));

const chance = read("chance-vectors");
for (const { shares, seed } of chance.seeds) assert.equal(hex(mixedSeed(chance.server_seed, shares)), seed);
for (const { seed, cards, nth, order } of chance.shuffles) assert.deepEqual(shuffle(unhex(seed), cards, nth), order);
for (const { seed, count, nth, picked } of chance.picks) assert.equal(pick(unhex(seed), count, nth), picked);

const sealing = read("sealing-vectors");
for (const { text, value } of sealing.canonical) assert.equal(canonical(value), text);
for (const text of sealing.malformed) assert.throws(() => readCanonical(Buffer.from(text)), Malformed, text);
console.log("ok");
