// Compare the hashes and the signatures of verify.js with those of node.

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { canonical, hex, isSigned, Malformed, readCanonical, sha256, sha512, shake256, unhex } from "../../games/static/verify/verify.js";

const LENGTHS = [...Array(300).keys(), 1000, 4096, 100_001];
for (const length of LENGTHS) {
  const bytes = randomBytes(length);
  assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  assert.equal(hex(sha512(bytes)), createHash("sha512").update(bytes).digest("hex"));
  const stream = shake256(bytes);
  const drawn = Uint8Array.from({ length: 1000 }, () => stream.next().value);
  assert.equal(hex(drawn), createHash("shake256", { outputLength: 1000 }).update(bytes).digest("hex"));
}
assert.equal(hex(sha256(Buffer.from("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
assert.equal(hex(sha512(Buffer.from("abc"))).slice(0, 32), "ddaf35a193617abacc417349ae204131");

// RFC 8032, 7.1, test 3
const PUBLIC = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";
const SIGNATURE = "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a";
assert.ok(isSigned(PUBLIC, unhex("af82"), SIGNATURE));
assert.ok(!isSigned(PUBLIC, unhex("af83"), SIGNATURE));

const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;
for (let number = 0; number < 40; number++) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const message = randomBytes(number);
  const signature = sign(null, message, privateKey);
  assert.ok(isSigned(key, message, hex(signature)));
  const changed = Buffer.from(signature);
  changed[number] ^= 1 << (number % 8);
  assert.ok(!isSigned(key, message, hex(changed)));
  // The same signature with S + L: a verifier that does not compare S with the order accepts it.
  const s = BigInt(`0x${hex(Uint8Array.from(signature.subarray(32)).reverse())}`) + ORDER;
  const high = Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse();
  assert.ok(!isSigned(key, message, hex(Buffer.concat([signature.subarray(0, 32), high]))));
}
// y = 2 is no point of the curve; y = P + 1 is the neutral element in an encoding that is not allowed.
const NO_POINT = `02${"00".repeat(31)}`;
const TOO_LARGE = `ee${"ff".repeat(30)}7f`;
const NEUTRAL = `01${"00".repeat(31)}`;
for (const key of [NO_POINT, TOO_LARGE]) assert.ok(!isSigned(key, Buffer.from("any"), NEUTRAL + "00".repeat(32)));

const bytes = (text) => Buffer.from(text);
const nested = (depth) => bytes("[".repeat(depth) + "]".repeat(depth));
assert.deepEqual(readCanonical(nested(64)).length, 1);
assert.throws(() => readCanonical(nested(65)), Malformed);
assert.equal(canonical(JSON.parse('{"__proto__":1,"a":{"__proto__":null}}')), '{"__proto__":1,"a":{"__proto__":null}}');
assert.throws(() => readCanonical(bytes('{"__proto__":1,"__proto__":2}')), Malformed);
assert.throws(() => readCanonical(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), Malformed);
console.log("ok");
