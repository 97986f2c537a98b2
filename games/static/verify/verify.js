/**
 * Verify bundles of games: is a game what the server sealed, were chance and deal fair, did the players make their moves?
 *
 * Written from docs/event-format.md, docs/fairness.md, docs/bundle.md and docs/log.md. It has no dependency, and opens no
 * connection. It has no rules of the games: the questions "lawful" and "choices" stay unanswered.
 *
 *     node verify.js [--json] [--key PUBLIC] [--since OLD] [--receipt FILE] [--checkpoint FILE] [--log VKEY]
 *                    [--witnesses KofN:VKEY,…] FILE…
 *
 * The page /verify/ loads the same file.
 */

export const FORMAT = "fairdeal-bundle-v2";
const SEAL = "fairdeal-seal-v2";
const CHANCE = "fairdeal-shake256-v2";
const GENESIS = "0".repeat(64);

// ---- bytes

const encoder = new TextEncoder();

/** Join texts (as UTF-8) and bytes. */
export function join(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const joined = new Uint8Array(bytes.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

export function unhex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Decode Base64 (RFC 4648, with padding); null if the text is not the one encoding of its bytes. */
function unbase64(text) {
  const match = /^((?:[A-Za-z0-9+/]{4})*)(?:([A-Za-z0-9+/]{2})==|([A-Za-z0-9+/]{3})=)?$/.exec(text);
  if (!match) return null;
  const bytes = [];
  let bits = 0;
  let held = 0;
  for (const letter of text.replace(/=+$/, "")) {
    held = ((held << 6) | ALPHABET.indexOf(letter)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  return held & ((1 << bits) - 1) ? null : Uint8Array.from(bytes);
}

function equalBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Compare texts by their bytes in UTF-8. */
function byBytes(one, other) {
  const a = encoder.encode(one);
  const b = encoder.encode(other);
  for (let at = 0; at < a.length && at < b.length; at++) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}

/** A sorted copy of codes, by their bytes. */
function sorted(codes) {
  const ascii = codes.every((code) => /^[\x00-\x7f]*$/.test(code));
  return ascii ? [...codes].sort() : [...codes].sort(byBytes);
}

// ---- hashes (FIPS 180-4, FIPS 202)

/** The first 64 bits of the fraction of the square or cube roots of the first primes. */
function rootFractions(count, degree) {
  const fractions = [];
  for (let number = 2; fractions.length < count; number++) {
    let prime = true;
    for (let by = 2; by * by <= number; by++) if (number % by === 0) prime = false;
    if (!prime) continue;
    const wanted = BigInt(number) << BigInt(64 * degree);
    let low = 0n;
    let high = 1n << 72n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** BigInt(degree) <= wanted) low = middle;
      else high = middle;
    }
    fractions.push(BigInt.asUintN(64, low));
  }
  return fractions;
}

const highWord = (value) => Number(value >> 32n) | 0;
const lowWord = (value) => Number(value & 0xffffffffn) | 0;
const halves = (values) => Int32Array.from(values.flatMap((value) => [highWord(value), lowWord(value)]));

const CUBES = rootFractions(80, 3);
const SQUARES = rootFractions(8, 2);
const K256 = Int32Array.from(CUBES.slice(0, 64).map(highWord));
const H256 = Int32Array.from(SQUARES.map(highWord));
const K512 = halves(CUBES);
const H512 = halves(SQUARES);

/** The message with the padding of SHA-2: the bit 1, zeros, and the count of bits. */
function padded(bytes, block) {
  const tail = block / 8;
  const length = Math.ceil((bytes.length + 1 + tail) / block) * block;
  const message = new Uint8Array(length);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return view;
}

export function sha256(bytes) {
  const message = padded(bytes, 64);
  const hash = Int32Array.from(H256);
  const w = new Int32Array(64);
  for (let start = 0; start < message.byteLength; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = message.getInt32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K256[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
  }
  return bigEndian(hash);
}

function bigEndian(words) {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  words.forEach((word, i) => view.setInt32(4 * i, word));
  return new Uint8Array(view.buffer);
}

/** What a sum of words carries over to the next 32 bits. */
const carry = (sum) => (sum / 0x100000000) | 0;

export function sha512(bytes) {
  const message = padded(bytes, 128);
  const hash = Int32Array.from(H512);
  const w = new Int32Array(160);
  for (let start = 0; start < message.byteLength; start += 128) {
    for (let i = 0; i < 32; i++) w[i] = message.getInt32(start + 4 * i);
    for (let i = 32; i < 160; i += 2) {
      const xh = w[i - 30];
      const xl = w[i - 29];
      const yh = w[i - 4];
      const yl = w[i - 3];
      const s0h = ((xh >>> 1) | (xl << 31)) ^ ((xh >>> 8) | (xl << 24)) ^ (xh >>> 7);
      const s0l = ((xl >>> 1) | (xh << 31)) ^ ((xl >>> 8) | (xh << 24)) ^ ((xl >>> 7) | (xh << 25));
      const s1h = ((yh >>> 19) | (yl << 13)) ^ ((yh << 3) | (yl >>> 29)) ^ (yh >>> 6);
      const s1l = ((yl >>> 19) | (yh << 13)) ^ ((yl << 3) | (yh >>> 29)) ^ ((yl >>> 6) | (yh << 26));
      const low = (w[i - 31] >>> 0) + (s0l >>> 0) + (w[i - 13] >>> 0) + (s1l >>> 0);
      w[i] = w[i - 32] + s0h + w[i - 14] + s1h + carry(low);
      w[i + 1] = low;
    }
    let [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl] = hash;
    for (let i = 0; i < 160; i += 2) {
      const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
      const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
      const oneLow =
        (hl >>> 0) + (s1l >>> 0) + (((el & fl) ^ (~el & gl)) >>> 0) + (K512[i + 1] >>> 0) + (w[i + 1] >>> 0);
      const oneHigh = (hh + s1h + ((eh & fh) ^ (~eh & gh)) + K512[i] + w[i] + carry(oneLow)) | 0;
      const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
      const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
      const twoLow = (s0l >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
      const twoHigh = (s0h + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + carry(twoLow)) | 0;
      const eLow = (dl >>> 0) + (oneLow >>> 0);
      const aLow = (oneLow >>> 0) + (twoLow >>> 0);
      hh = gh;
      hl = gl;
      gh = fh;
      gl = fl;
      fh = eh;
      fl = el;
      eh = (dh + oneHigh + carry(eLow)) | 0;
      el = eLow | 0;
      dh = ch;
      dl = cl;
      ch = bh;
      cl = bl;
      bh = ah;
      bl = al;
      ah = (oneHigh + twoHigh + carry(aLow)) | 0;
      al = aLow | 0;
    }
    const state = [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl];
    for (let i = 0; i < 16; i += 2) {
      const low = (hash[i + 1] >>> 0) + (state[i + 1] >>> 0);
      hash[i] = hash[i] + state[i] + carry(low);
      hash[i + 1] = low;
    }
  }
  return bigEndian(hash);
}

export function hmacSha256(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join(block.map((byte) => byte ^ 0x36), message));
  return sha256(join(block.map((byte) => byte ^ 0x5c), inner));
}

const ROTATIONS = new Uint8Array(25);
const PLACES = new Uint8Array(25);
for (let x = 1, y = 0, t = 0; t < 24; t++) {
  ROTATIONS[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
  [x, y] = [y, (2 * x + 3 * y) % 5];
}
for (let x = 0; x < 5; x++) for (let y = 0; y < 5; y++) PLACES[x + 5 * y] = y + 5 * ((2 * x + 3 * y) % 5);

const ROUNDS = [];
for (let round = 0, register = 1; round < 24; round++) {
  let constant = 0n;
  for (let j = 0; j < 7; j++) {
    if (register & 1) constant |= 1n << BigInt(2 ** j - 1);
    register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
  }
  ROUNDS.push([highWord(constant), lowWord(constant)]);
}

/** The permutation Keccak-f[1600] of 25 lanes, each as its high and its low word. */
function keccak(high, low) {
  const ch = new Int32Array(5);
  const cl = new Int32Array(5);
  const bh = new Int32Array(25);
  const bl = new Int32Array(25);
  for (const [roundHigh, roundLow] of ROUNDS) {
    for (let x = 0; x < 5; x++) {
      ch[x] = high[x] ^ high[x + 5] ^ high[x + 10] ^ high[x + 15] ^ high[x + 20];
      cl[x] = low[x] ^ low[x + 5] ^ low[x + 10] ^ low[x + 15] ^ low[x + 20];
    }
    for (let x = 0; x < 5; x++) {
      const next = (x + 1) % 5;
      const dh = ch[(x + 4) % 5] ^ ((ch[next] << 1) | (cl[next] >>> 31));
      const dl = cl[(x + 4) % 5] ^ ((cl[next] << 1) | (ch[next] >>> 31));
      for (let y = 0; y < 25; y += 5) {
        high[x + y] ^= dh;
        low[x + y] ^= dl;
      }
    }
    for (let at = 0; at < 25; at++) {
      const by = ROTATIONS[at] & 31;
      const h = ROTATIONS[at] < 32 ? high[at] : low[at];
      const l = ROTATIONS[at] < 32 ? low[at] : high[at];
      bh[PLACES[at]] = by ? (h << by) | (l >>> (32 - by)) : h;
      bl[PLACES[at]] = by ? (l << by) | (h >>> (32 - by)) : l;
    }
    for (let y = 0; y < 25; y += 5) {
      for (let x = 0; x < 5; x++) {
        high[y + x] = bh[y + x] ^ (~bh[y + ((x + 1) % 5)] & bh[y + ((x + 2) % 5)]);
        low[y + x] = bl[y + x] ^ (~bl[y + ((x + 1) % 5)] & bl[y + ((x + 2) % 5)]);
      }
    }
    high[0] ^= roundHigh;
    low[0] ^= roundLow;
  }
}

const RATE = 136;

/** The bytes of SHAKE-256 over a message, without end. */
export function* shake256(message) {
  const high = new Int32Array(25);
  const low = new Int32Array(25);
  const input = new Uint8Array(Math.ceil((message.length + 1) / RATE) * RATE);
  input.set(message);
  input[message.length] ^= 0x1f;
  input[input.length - 1] ^= 0x80;
  const view = new DataView(input.buffer);
  for (let start = 0; start < input.length; start += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++) {
      low[lane] ^= view.getInt32(start + 8 * lane, true);
      high[lane] ^= view.getInt32(start + 8 * lane + 4, true);
    }
    keccak(high, low);
  }
  for (;;) {
    for (let lane = 0; lane < RATE / 8; lane++) {
      for (const word of [low[lane], high[lane]]) {
        for (let shift = 0; shift < 32; shift += 8) yield (word >>> shift) & 255;
      }
    }
    keccak(high, low);
  }
}

// ---- Ed25519 (RFC 8032, 5.1): verification only

const P = (1n << 255n) - 19n;
const L = (1n << 252n) + 27742317777372353535851937790883648493n;
const mod = (value) => ((value % P) + P) % P;

/** The square of the square … of a number, that many times. */
function squared(value, times) {
  for (; times; times--) value = (value * value) % P;
  return value;
}

/** A number to the power of 3 and of 2^252 - 3. */
function powers(value) {
  const cube = (squared(value, 1) * value) % P;
  const ones4 = (squared(cube, 2) * cube) % P;
  const ones5 = (squared(ones4, 1) * value) % P;
  const ones10 = (squared(ones5, 5) * ones5) % P;
  const ones20 = (squared(ones10, 10) * ones10) % P;
  const ones40 = (squared(ones20, 20) * ones20) % P;
  const ones80 = (squared(ones40, 40) * ones40) % P;
  const ones160 = (squared(ones80, 80) * ones80) % P;
  const ones240 = (squared(ones160, 80) * ones80) % P;
  const ones250 = (squared(ones240, 10) * ones10) % P;
  return [cube, (squared(ones250, 2) * value) % P];
}

/** The inverse modulo P: the power of P - 2, which is 8 (2^252 - 3) + 3. */
function inverse(value) {
  const [cube, high] = powers(value);
  return (squared(high, 3) * cube) % P;
}

const D = mod(-121665n * inverse(121666n));
const D2 = (2n * D) % P;
const ROOT_OF_MINUS_ONE = (2n * squared(powers(2n)[1], 1)) % P;
const NEUTRAL = [0n, 1n, 1n, 0n];

/** The sum of two points in extended coordinates X, Y, Z, T. */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = ((y1 - x1) * (y2 - x2)) % P;
  const b = ((y1 + x1) * (y2 + x2)) % P;
  const c = (((t1 * t2) % P) * D2) % P;
  const d = (2n * z1 * z2) % P;
  const e = b - a;
  const f = d - c;
  const g = d + c;
  const h = b + a;
  return [(e * f) % P, (g * h) % P, (f * g) % P, (e * h) % P];
}

function littleEndian(bytes) {
  let text = "";
  for (let at = bytes.length - 1; at >= 0; at--) text += DIGITS[bytes[at]];
  return BigInt(`0x${text}`);
}

/** The point that 32 bytes encode, or null. */
function decodedPoint(bytes) {
  const number = littleEndian(bytes);
  const sign = number >> 255n;
  const y = number & ((1n << 255n) - 1n);
  if (y >= P) return null;
  const square = (y * y) % P;
  const u = mod(square - 1n);
  const v = mod(D * square + 1n);
  const cube = (v * v * v) % P;
  let x = (u * cube * powers((u * cube * cube * v) % P)[1]) % P;
  const check = (v * x * x) % P;
  if (check !== u) {
    if (check !== mod(-u)) return null;
    x = (x * ROOT_OF_MINUS_ONE) % P;
  }
  if (x === 0n && sign) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, (x * y) % P];
}

function encodedPoint([x, y, z]) {
  const inverted = inverse(mod(z));
  const affine = mod(x * inverted);
  const number = mod(y * inverted) | ((affine & 1n) << 255n);
  return unhex(number.toString(16).padStart(64, "0")).reverse();
}

/** The multiples 0 to 15 of a point, times each power of 16. */
function multiplesOf(point) {
  const table = [];
  for (let step = 0; step < 64; step++) {
    const row = [NEUTRAL];
    for (let n = 1; n < 16; n++) row.push(add(row[n - 1], point));
    table.push(row);
    point = add(row[15], point);
  }
  return table;
}

function times(table, scalar) {
  let sum = NEUTRAL;
  for (let step = 0; scalar; step++, scalar >>= 4n) {
    const digit = Number(scalar & 15n);
    if (digit) sum = add(sum, table[step][digit]);
  }
  return sum;
}

const BASE = multiplesOf(decodedPoint(unhex(`58${"66".repeat(31)}`)));
const negatives = new Map();

/** The multiples of the negative of a public key; null if it is not a point. */
function negativeMultiples(key) {
  if (!negatives.has(key)) {
    const point = decodedPoint(unhex(key));
    negatives.set(key, point && multiplesOf([P - point[0], point[1], 1n, mod(-point[3])]));
  }
  return negatives.get(key);
}

/** Whether a signature (hexadecimal) over a message is by a public key (hexadecimal). */
export function isSigned(key, message, signature) {
  const table = negativeMultiples(key);
  const bytes = unhex(signature);
  const s = littleEndian(bytes.subarray(32));
  if (!table || s >= L) return false;
  const r = bytes.subarray(0, 32);
  const k = littleEndian(sha512(join(r, unhex(key), message))) % L;
  return equalBytes(encodedPoint(add(times(BASE, s), times(table, k))), r);
}

// ---- canonical JSON (event-format.md)

export class Malformed extends Error {}

const MAX_DEPTH = 64;
const LONE_SURROGATE = /\p{Surrogate}/u;
const NOT_ASCII = /[^\x00-\x7f]/;

/** The canonical form of a value as text. */
export function canonical(value, depth = MAX_DEPTH) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new Malformed("number");
    return String(value);
  }
  if (typeof value === "string") {
    if (LONE_SURROGATE.test(value)) throw new Malformed("surrogate");
    return JSON.stringify(value);
  }
  if (depth === 0) throw new Malformed("depth");
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part, depth - 1)).join(",")}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => member(name, value[name], depth)).join(",")}}`;
}

function member(name, value, depth) {
  if (NOT_ASCII.test(name)) throw new Malformed("name");
  return `${JSON.stringify(name)}:${canonical(value, depth - 1)}`;
}

/** The value of a file; throws Malformed if its bytes are not the canonical form of what was read. */
export function readCanonical(bytes) {
  let text;
  let value;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    throw new Malformed(String(error));
  }
  if (canonical(value) !== text) throw new Malformed("not canonical");
  return value;
}

// ---- shapes

const isText = (value) => typeof value === "string";
const isInteger = (value) => Number.isSafeInteger(value);
const isCount = (value) => isInteger(value) && value >= 1;
const isNatural = (value) => isInteger(value) && value >= 0;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const has = (value, name) => isObject(value) && Object.hasOwn(value, name);
const isHex = (digits) => (value) => isText(value) && value.length === digits && /^[0-9a-f]+$/.test(value);
const isUuid = (value) =>
  isText(value) && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);
const matches = (pattern) => (value) => isText(value) && pattern.test(value);
const oneOf = (...values) => (value) => values.includes(value);
const orNull = (shape) => (value) => value === null || shape(value);
const either = (...shapes) => (value) => shapes.some((shape) => shape(value));
const listOf = (shape) => (value) => Array.isArray(value) && value.every(shape);

/** Objects with exactly these members, and perhaps the optional ones. */
function record(members, optional = {}) {
  const names = Object.keys(members);
  return (value) =>
    isObject(value) &&
    names.every((name) => Object.hasOwn(value, name) && members[name](value[name])) &&
    Object.keys(value).every(
      (name) => Object.hasOwn(members, name) || (Object.hasOwn(optional, name) && optional[name](value[name])),
    );
}

const DIGEST = isHex(64);
const SALT = isHex(32);
const SIGNATURE = isHex(128);

function isTime(value) {
  if (!isText(value) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const time = new Date(value);
  return !value.startsWith("0000") && !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

const isOrganiser = either(isUuid, matches(/^staff-\d{1,30}$/));
const isLine = (most) => (value) =>
  matches(/^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$/)(value) && [...value].length <= most;
const isActor = either(
  record({ kind: oneOf("player"), player: isUuid }),
  record({ kind: oneOf("bot"), name: isText, version: isText, budget: isNatural }),
  record({
    kind: oneOf("bot"),
    name: isText,
    version: isText,
    budget: isNatural,
    fallback: oneOf(true),
    reason: oneOf("failed", "budget", "illegal"),
  }),
  record({ kind: oneOf("clock") }),
  record(
    { kind: oneOf("organiser"), player: isOrganiser, reason: isLine(500) },
    { second: isOrganiser, reference: isLine(80) },
  ),
);
const isSignedMember = either(
  record({ choices: isObject, signature: SIGNATURE }),
  record({ by: isCount, choice: (value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && isNatural(value[1]) }),
);
const isRefused = orNull(record({ count: isCount, head: DIGEST }));
const isParams = (value) => isObject(value) && Object.values(value).every(either(isText, isInteger));
const isRuling = record(
  { rule: isText, at: isInteger, seat: orNull(isInteger) },
  { params: isParams },
);
const isSetup = record({
  variant: isText,
  edition: DIGEST,
  seats: isCount,
  options: isObject,
  heroes: listOf(isText),
});
const isFact = (value) =>
  isObject(value) && isText(value.fact) && (value.fact !== "game-started" || isSetup(value.setup));
const isBeaconName = (value) => isText(value) && value !== "" && [...value].length <= 80;
const isStart = record({
  move: oneOf("start"),
  seats: listOf(
    either(
      record({ kind: oneOf("player"), player: isUuid, name: DIGEST, key: orNull(DIGEST) }),
      record({ kind: oneOf("bot"), bot: isText, version: isText, budget: isNatural }),
    ),
  ),
  chance: record({
    algorithm: isText,
    mode: oneOf("plain", "shared"),
    commitment: DIGEST,
    commitments: listOf(orNull(DIGEST)),
    shares: listOf(orNull(DIGEST)),
    beacon: orNull(record({ what: isBeaconName, round: isInteger, value: DIGEST })),
  }),
  rules: record({ version: isText, digest: DIGEST }),
  reveal: oneOf("all", "seats"),
  directors: oneOf(1, 2),
  event: orNull(record({ tournament: isUuid, round: isCount, table: isCount })),
});
const isMove = (value) => isObject(value) && isText(value.move) && (value.move !== "start" || isStart(value));
const isOpening = either(record({ salt: SALT }), record({ commitment: DIGEST }));
const isOpenings = (value) => isObject(value) && Object.values(value).every(isOpening);
const ROW = {
  seq: isCount,
  at: isTime,
  seat: orNull(isNatural),
  actor: isActor,
  move: isMove,
  facts: listOf(isFact),
  rulings: listOf(isRuling),
  rules_version: isText,
  refused: isRefused,
  signed: orNull(isSignedMember),
};
const REFUSAL = {
  seq: isCount,
  nth: isCount,
  seat: isNatural,
  actor: isActor,
  before: listOf(isObject),
  move: either(isObject, (value) => isText(value) && [...value].length <= 1000),
  code: isText,
  rule: isText,
  params: isParams,
  signed: orNull(isSignedMember),
  at: isTime,
};
const isHead = (least) =>
  record({ game: isUuid, seq: (value) => isInteger(value) && value >= least, digest: DIGEST, refused: isRefused, commitment: DIGEST });
const isReceipt = record({ head: isHead(0), key: isHex(16), public: DIGEST, signature: SIGNATURE });
const isResult = orNull(record({ winner: orNull(isNatural), why: isText, places: orNull(listOf(isCount)) }));
const isBundle = (value) =>
  record({
    format: oneOf(FORMAT),
    view: isText,
    head: isHead(1),
    names: listOf(orNull(record({ name: isText, salt: SALT }))),
    edition: isObject,
    result: isResult,
    seed: orNull(DIGEST),
    events: (events) =>
      Array.isArray(events) &&
      events.length > 0 &&
      events.every(record({ ...ROW, mark: isHex(8), hidden: value.view === "full" ? listOf(isText) : isOpenings })),
    refusals: listOf(
      value.view === "full"
        ? record(REFUSAL)
        : either(record({ ...REFUSAL, salt: SALT }), record({ seq: isCount, nth: isCount, commitment: DIGEST })),
    ),
    signature: orNull(
      record({ algorithm: oneOf("ed25519"), key: isHex(16), public: DIGEST, head: SIGNATURE, bundle: SIGNATURE }),
    ),
  })(value);

// ---- messages and hashes of the formats

const digestOf = (previous, sealed) => hex(sha256(join(`${SEAL}/row/`, unhex(previous), canonical(sealed))));
const commitmentOf = (salt, value) => hex(sha256(join(`${SEAL}/hidden/`, unhex(salt), canonical(value))));
const linkOf = (previous, commitment) => hex(sha256(join(`${SEAL}/refusal/`, unhex(previous), unhex(commitment))));
const nameCommitment = ({ salt, name }) => hex(sha256(join(`${SEAL}/name/`, unhex(salt), name.normalize("NFC"))));
const saltOf = (seed, seq, path) => hex(hmacSha256(seed, join(`${SEAL}/salt/${seq}${path}`)).subarray(0, 16));
const headMessage = (head) => join(`fairdeal-head-v2/${canonical(head)}`);
const moveMessage = (game, seq, move, choices) => join(`fairdeal-move-v2/${canonical({ choices, game, move, seq })}`);
const keyId = (key) => hex(sha256(unhex(key))).slice(0, 16);
const seedCommitment = (seed) => hex(sha256(join(`${CHANCE}/commitment/`, unhex(seed))));
const shareCommitment = (share) => hex(sha256(join(`${CHANCE}/share/`, unhex(share))));

function bundleMessage(bundle) {
  const { signature, ...rest } = bundle;
  return join(`fairdeal-bundle-v2/${hex(sha256(join(canonical(rest))))}`);
}

/** The seed of a game: the server's part mixed with shares and beacon. */
export function mixedSeed(serverSeed, shares, beacon = null) {
  return sha256(join(`${CHANCE}/seed/`, unhex(serverSeed), canonical({ beacon, shares })));
}

function* words(seed, purpose, nth) {
  const stream = shake256(join(`${CHANCE}/${purpose}/${nth}/`, seed));
  for (;;) {
    const high = stream.next().value;
    yield 256 * high + stream.next().value;
  }
}

function below(count, numbers) {
  for (const word of numbers) if (word < 65536 - (65536 % count)) return word % count;
  throw new Error("a stream has no end");
}

export function shuffle(seed, cards, nth) {
  const pile = sorted(cards);
  const source = words(seed, "shuffle", nth);
  const numbers = { [Symbol.iterator]: () => ({ next: () => source.next() }) };
  for (let last = pile.length - 1; last > 0; last--) {
    const chosen = below(last + 1, numbers);
    [pile[last], pile[chosen]] = [pile[chosen], pile[last]];
  }
  return pile;
}

export const pick = (seed, count, nth) => below(count, words(seed, "pick", nth));

// ---- hidden parts

const OPEN_ZONES = ["discard", "danger-discard", "revealed", "burn", "enemy", "items", "hero"];
const isOpenZone = (zone) => OPEN_ZONES.includes(zone.split(":")[0]);

/** Whether a fact or a prompt says that it is hidden; null if it says neither yes nor no. */
function isMarked(part) {
  if (!has(part, "hidden")) return isObject(part) ? false : null;
  return typeof part.hidden === "boolean" ? part.hidden : null;
}

/** The hidden parts of a fact; null if a member that tells them is absent or of another type. */
function hiddenParts(fact) {
  switch (fact.fact) {
    case "cards-moved":
      if (!isText(fact.source) || !isText(fact.target)) return null;
      return isOpenZone(fact.source) || isOpenZone(fact.target) ? [] : ["cards"];
    case "shuffled":
      return ["order"];
    case "lot-drawn":
      return isMarked(fact) === null ? null : isMarked(fact) ? ["picked"] : [];
    case "cards-shown":
      return has(fact, "to") && fact.to !== null ? ["cards"] : [];
    case "answered":
    case "taken":
      return isMarked(fact) === null ? null : isMarked(fact) ? ["option"] : [];
    case "prompted": {
      const marked = isMarked(fact.prompt);
      if (!marked) return marked === null ? null : [];
      return ["default", "options", "resume"].filter((name) => has(fact.prompt, name)).map((name) => `prompt/${name}`);
    }
    default:
      return [];
  }
}

/** The paths that must be commitments in the sealed row of an event, in ascending order; null if they cannot be told. */
function hiddenPaths(event, isFull) {
  const parts = event.facts.map(hiddenParts);
  if (parts.includes(null)) return null;
  const paths = parts.flatMap((names, at) => names.map((name) => `/facts/${at}/${name}`));
  if (event.move.move === "choose" && paths.includes("/facts/0/option")) paths.push("/move/option");
  if (event.signed !== null || (!isFull && Object.hasOwn(event.hidden, "/signed"))) paths.push("/signed");
  return paths.sort();
}

const stepsOf = (path) => path.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

const SEALED_MEMBERS = ["facts", "move", "signed"];

/** The part of a row at a JSON pointer; undefined if there is none that can be hidden. */
function partAt(row, path) {
  if (!path.startsWith("/") || /~(?![01])/.test(path) || !SEALED_MEMBERS.includes(stepsOf(path)[0])) return undefined;
  let part = row;
  for (const step of stepsOf(path)) {
    if (part === null || typeof part !== "object" || !Object.hasOwn(part, step)) return undefined;
    if (Array.isArray(part) && !/^(?:0|[1-9]\d*)$/.test(step)) return undefined;
    part = part[step];
  }
  return part;
}

/** A copy of a value with another part at a path that is there. */
function replaced(value, steps, part) {
  if (!steps.length) return part;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[steps[0]] = replaced(value[steps[0]], steps.slice(1), part);
  return copy;
}

/** The row that was sealed: with commitments in place of the hidden parts; null if a path leads to nothing, or there is no seed. */
function sealedRow(game, event, seed) {
  const { mark, hidden, ...rest } = event;
  let row = { ...rest, game };
  for (const path of Array.isArray(hidden) ? hidden : Object.keys(hidden)) {
    const part = partAt(row, path);
    if (part === undefined || (Array.isArray(hidden) && !seed)) return null;
    const given = seed ? { salt: saltOf(seed, event.seq, path) } : hidden[path];
    const commitment = given.commitment ?? commitmentOf(given.salt, part);
    row = replaced(row, stepsOf(path), { commitment });
  }
  return row;
}

function refusalCommitment(refusal, seed) {
  if (Object.hasOwn(refusal, "commitment")) return refusal.commitment;
  const { salt, ...value } = refusal;
  return commitmentOf(salt ?? saltOf(seed, refusal.seq, `/refused/${refusal.nth}`), value);
}

// ---- findings

export const QUESTIONS = ["sealed", "lawful", "fair", "dealt", "authentic", "choices"];

class Report {
  constructor() {
    this.findings = Object.fromEntries(QUESTIONS.map((question) => [question, []]));
  }

  /** Add a finding about the events `first` to `last`; 0 if it is about none. */
  add(question, code, first = 0, last = first, more = {}) {
    this.findings[question].push({ code, first, last, rule: "", path: "", note: false, seat: null, ...more });
  }

  has(question, ...codes) {
    return this.findings[question].some((finding) => codes.includes(finding.code));
  }

  /** The answers; `open` has the reason of each question that was not answered. Each finding is there once. */
  answers(open) {
    return Object.fromEntries(
      QUESTIONS.map((question) => {
        const each = new Map(this.findings[question].map((finding) => [canonical(finding), finding]));
        const findings = [...each.values()].sort(byPlace);
        const [answer, why] = open[question] ?? [findings.some((one) => !one.note) ? "no" : "yes", ""];
        return [question, { answer, why, findings }];
      }),
    );
  }
}

const byText = (one, other) => (one < other ? -1 : Number(one > other));

/** The order of findings: by their events, then by code and path. */
function byPlace(one, other) {
  return one.first - other.first || one.last - other.last || byText(one.code, other.code) || byText(one.path, other.path);
}

/** pass, fail or not_judged. */
function verdictOf(questions) {
  const answers = Object.values(questions).map((question) => question.answer);
  if (answers.includes("no")) return "fail";
  return answers.includes("not_judged") ? "not_judged" : "pass";
}

// ---- clocks

const ANSWERS = ["play", "choose", "draw", "pass"];
const CLOCK_FACTS = ["clock-started", "clock-stopped", "clock-spent", "clock-changed"];
const WINDOW_FACTS = ["window-opened", "uno-held", "window-closed"];

/** The clocks and the window of a game, row by row; times are in milliseconds. */
class Clocks {
  constructor({ seats, options }) {
    const { clock, uno_window: window } = options;
    this.terms = isObject(clock) ? clock : null;
    const { seconds, bank, increment } = this.terms ?? { seconds: 0, bank: 0, increment: 0 };
    if (![seconds, bank, increment, window ?? 0].every(isNatural)) throw new TypeError("terms of another form");
    [this.seconds, this.bank, this.increment] = [1000 * seconds, 1000 * bank, 1000 * increment];
    this.window = 1000 * (window ?? 0);
    this.areUsed = this.terms !== null || this.window !== 0;
    this.banks = Array(seats).fill(this.bank);
    this.missed = Array(seats).fill(0);
    this.questions = [];
    this.since = null;
    this.until = null;
    this.isPaused = false;
  }

  /** What is wrong with a row: a code, or "" if nothing is. */
  judgeRow(event) {
    return this.areUsed ? this.follow(event) : this.judgeUntimed(event);
  }

  /** What is wrong with a row of a game without a clock or a window. */
  judgeUntimed({ move, facts }) {
    if (move.move === "expire") return "expired-early";
    if (move.move === "close-window" || move.move === "stand") return "clock";
    const isTimed = ({ fact }) => CLOCK_FACTS.includes(fact) || WINDOW_FACTS.includes(fact);
    return facts.some(isTimed) ? "clock" : "";
  }

  follow({ at: text, move, facts }) {
    const at = Date.parse(text);
    const code = this.judge(move, at);
    this.added = 0;
    if (this.since !== null) {
      const until = move.move === "stand" ? Math.min(at, move.since) : at;
      this.added = Math.max(0, until - this.since);
      this.questions[this.questions.length - 1].used += this.added;
    }
    const before = [...this.questions];
    const kept = this.follows(facts, before.length);
    const windows = this.windows(move, facts, at);
    const clocks = this.clocks(before, kept, move, at);
    const recorded = facts.filter(({ fact }) => CLOCK_FACTS.includes(fact) || WINDOW_FACTS.includes(fact));
    const isLast = canonical(facts.slice(facts.length - clocks.length)) === canonical(clocks);
    const isRight = isLast && canonical(recorded) === canonical([...windows, ...clocks]);
    return code || (isRight ? "" : "clock");
  }

  judge({ move, since }, at) {
    if (move === "close-window") {
      if (this.until === null) return "clock";
      return at >= this.until ? "" : "expired-early";
    }
    if (move === "stand") {
      if (this.since !== null && !isInteger(since)) throw new TypeError("a time of another form");
      return this.since !== null ? "" : "clock";
    }
    if (move !== "expire" && !ANSWERS.includes(move)) return "";
    if (this.until !== null) return "clock";
    let hasRunOut = false;
    if (this.since !== null) {
      const { seat, used } = this.questions[this.questions.length - 1];
      hasRunOut = used + at - this.since >= this.seconds + this.banks[seat];
    }
    if (move === "expire") return hasRunOut ? "" : "expired-early";
    return hasRunOut ? "answered-late" : "";
  }

  /** Open and close the questions of a row; the number of former ones that are open still. */
  follows(facts, before) {
    let kept = before;
    for (const { fact, prompt } of facts) {
      if (fact === "prompted") this.questions.push({ seat: given(prompt, "seat"), used: 0 });
      else if (fact === "answered" || fact === "withdrawn") {
        if (!this.questions.length) throw new TypeError("no question is open");
        this.questions.pop();
      } else if (fact === "game-ended") this.questions = [];
      else if (fact === "paused" || fact === "resumed") this.isPaused = fact === "paused";
      kept = Math.min(kept, this.questions.length);
    }
    return kept;
  }

  windows(move, facts, at) {
    const exposed = new Set();
    for (const one of facts) {
      if (one.fact === "round-began") exposed.clear();
      if (one.fact !== "uno-changed") continue;
      if (given(one, "status") === "exposed") exposed.add(given(one, "seat"));
      else exposed.delete(given(one, "seat"));
    }
    const found = [];
    if (this.until !== null && ["call-uno", "catch-uno"].includes(move.move)) {
      found.push({ fact: "uno-held", seat: move.seat, target: move.move === "catch-uno" ? move.target : move.seat });
    }
    if (move.move === "close-window") {
      found.push({ fact: "window-closed" });
      this.until = null;
    }
    const has = (kind) => facts.some(({ fact }) => fact === kind);
    if (has("game-ended")) this.until = null;
    else if (this.window && (exposed.size || (has("resumed") && this.until !== null))) {
      this.until = at + this.window;
      found.push({ fact: "window-opened", until: this.until });
    }
    return found;
  }

  clocks(before, kept, move, at) {
    if (!this.terms) return [];
    const found = this.adjusted(move);
    const last = before.length - 1;
    for (let under = last; under >= kept; under--) {
      found.push(this.close(under, before[under], under === last ? move.move : ""));
    }
    const stands = this.isPaused || this.until !== null;
    const isLeft = kept === before.length && kept > 0 && this.since !== null;
    if (isLeft && this.questions.length === kept && !stands && move.move !== "stand") {
      this.questions[last].used -= this.added;
      return found;
    }
    this.since = null;
    if (isLeft) {
      const { seat, used } = before[last];
      found.push(plain({ fact: "clock-stopped", seat, spent: used }, { under: last }));
    }
    if (this.questions.length && !stands) {
      const under = this.questions.length - 1;
      const { seat, used } = this.questions[under];
      this.since = at;
      found.push(plain({ fact: "clock-started", seat, since: at }, { spent: used, under }));
    }
    return found;
  }

  /** The facts of an organiser's move that adds time to a bank, or takes it. */
  adjusted({ move, seat, seconds }) {
    if (move !== "adjust-clock") return [];
    if (!isInteger(seconds) || !isNatural(seat) || seat >= this.banks.length) throw new TypeError("an adjustment of another form");
    this.banks[seat] = Math.max(0, this.banks[seat] + 1000 * seconds);
    return [{ fact: "clock-changed", seat, bank: this.banks[seat] }];
  }

  close(under, { seat, used }, move) {
    let bank = Math.max(0, this.banks[seat] - Math.max(0, used - this.seconds));
    if (move === "expire") this.missed[seat] += 1;
    if (ANSWERS.includes(move)) {
      this.missed[seat] = 0;
      bank = Math.max(bank, Math.min(bank + this.increment, this.bank));
    }
    this.banks[seat] = bank;
    return plain({ fact: "clock-spent", seat, spent: used, bank }, { missed: this.missed[seat], under });
  }
}

/** A member that must be there. */
function given(value, name) {
  if (!Object.hasOwn(value, name)) throw new TypeError(`no ${name}`);
  return value[name];
}

/** A fact with those of its optional members that are not 0. */
const plain = (fact, optional) => ({ ...fact, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)) });

// ---- sealed

class Sealed {
  constructor(bundle, report, evidence) {
    this.bundle = bundle;
    this.report = report;
    this.evidence = evidence;
    this.isFull = bundle.view === "full";
    this.digests = new Map([[0, GENESIS]]);
    this.links = new Map();
    const first = bundle.events[0];
    this.start = first.move.move === "start" && first.facts[0]?.fact === "game-started" ? first : null;
    this.isCommitted = bundle.seed !== null && seedCommitment(bundle.seed) === bundle.head.commitment;
    this.seed = this.isFull && this.start && this.isCommitted ? gameSeed(bundle) : null;
  }

  find(code, first, last, more) {
    this.report.add("sealed", code, first, last, more);
  }

  examine() {
    this.signatures();
    this.view();
    this.chain();
    this.hidden();
    this.refusals();
    if (this.bundle.seed !== null && !this.isCommitted) this.find("seed");
    if (this.setup()) this.members();
    this.actors();
    this.times();
    this.clocks();
    this.result();
    this.history();
    this.log();
  }

  signatures() {
    const { signature, head } = this.bundle;
    if (!signature) return this.find("unsigned");
    const trusted = this.evidence.keys;
    if (signature.key !== keyId(signature.public)) this.find("key");
    else if (trusted.length && !trusted.includes(signature.public)) this.find("key");
    if (!isSigned(signature.public, headMessage(head), signature.head)) this.find("head-signature");
    if (!isSigned(signature.public, bundleMessage(this.bundle), signature.bundle)) this.find("bundle-signature");
    return undefined;
  }

  view() {
    const { view, seed } = this.bundle;
    const match = /^(?:full|public|seat:(0|[1-9]\d*))$/.exec(view);
    const seats = this.start ? this.start.move.seats.length : Infinity;
    const fits = match && (match[1] === undefined || Number(match[1]) < seats);
    if (!fits || this.isFull !== (seed !== null)) this.find("view");
  }

  chain() {
    const { events, head } = this.bundle;
    const canFollow = !this.isFull || this.isCommitted;
    let follows = canFollow;
    let broken = false;
    let next = 1;
    let previous = GENESIS;
    for (const event of events) {
      if (event.seq !== next) {
        if (event.seq < next) this.find("inserted", event.seq);
        else this.find("missing", next, event.seq - 1);
        follows = false;
        broken = true;
      }
      next = event.seq + 1;
      if (!follows) continue;
      const sealed = sealedRow(head.game, event, this.seed);
      previous = sealed && digestOf(previous, sealed);
      if (previous?.startsWith(event.mark)) {
        this.digests.set(event.seq, previous);
      } else {
        this.find("altered", event.seq);
        follows = false;
        broken = true;
      }
    }
    const last = next - 1;
    if (last < head.seq) this.find("cut", last + 1, head.seq);
    if (last > head.seq) this.find("inserted", head.seq + 1, last);
    if (follows && !broken && last === head.seq && previous !== head.digest) this.find("head", last);
  }

  hidden() {
    for (const event of this.bundle.events) {
      const named = this.isFull ? event.hidden : Object.keys(event.hidden).sort();
      const right = hiddenPaths(event, this.isFull);
      let wrong = !right || named.length !== right.length || right.some((path, at) => path !== named[at]);
      for (const path of this.isFull || wrong ? [] : right) {
        const isShown = Object.hasOwn(event.hidden[path], "salt");
        const part = partAt(event, path);
        if (part === undefined || isShown === (part === null)) wrong = true;
      }
      if (wrong) this.find("hidden", event.seq);
    }
  }

  refusals() {
    const { events, head, refusals } = this.bundle;
    const after = new Map();
    const wrong = new Set();
    const there = new Set(events.map((event) => event.seq));
    refusals.forEach((refusal, at) => {
      const before = refusals[at - 1];
      const isNext = !before || before.seq < refusal.seq || (before.seq === refusal.seq && before.nth < refusal.nth);
      if (!isNext || !there.has(refusal.seq)) wrong.add(refusal.seq);
      if (!after.has(refusal.seq)) after.set(refusal.seq, []);
      after.get(refusal.seq).push(refusal);
    });
    events.forEach((event, at) => {
      const next = events[at + 1];
      if (event.seq !== (next ? next.seq - 1 : head.seq)) return;
      if (!this.refusalsFit(event.seq, after.get(event.seq) ?? [], next ? next.refused : head.refused)) wrong.add(event.seq);
    });
    for (const seq of [...wrong].sort((a, b) => a - b)) this.find("refusals", seq);
  }

  refusalsFit(seq, stored, refused) {
    const links = [];
    let link = this.digests.get(seq);
    for (const refusal of link ? stored : []) {
      link = linkOf(link, refusalCommitment(refusal, this.seed));
      links.push(link);
    }
    this.links.set(seq, links);
    const isOwn = ({ salt, seat }) => !salt || this.bundle.view === `seat:${seat}`;
    if (!stored.every(isOwn)) return false;
    if (!refused || !stored.length) return !refused && !stored.length;
    const bySeat = new Map();
    for (const { seat } of stored) bySeat.set(seat, (bySeat.get(seat) ?? 0) + 1);
    const isCounted = refused.count === stored.length || (refused.count > stored.length && Math.max(...bySeat.values()) >= 20);
    return isCounted && stored.every(({ nth }, at) => nth === at + 1) && (!link || link === refused.head);
  }

  /** Check the shape of row 1; whether the checks that read it can be made. */
  setup() {
    const { events, names } = this.bundle;
    for (const event of events) {
      const later = event !== events[0];
      const starts = event.facts.some((fact, at) => fact.fact === "game-started" && (later || at));
      if (starts || (later && event.move.move === "start")) this.find("setup", event.seq);
    }
    if (!this.start) {
      if (events[0].seq === 1) this.find("setup", 1);
      return false;
    }
    const { move, facts, seat, refused, signed } = this.start;
    const count = facts[0].setup.seats;
    const lists = [move.seats, names, move.chance.commitments, move.chance.shares];
    const heroes = facts[0].setup.heroes.length;
    const fits = lists.every((list) => list.length === count) && (heroes === 0 || heroes === count);
    if (!fits || seat !== null || refused !== null || signed !== null) this.find("setup", this.start.seq);
    return true;
  }

  members() {
    const { head, edition, names } = this.bundle;
    const { move, facts } = this.start;
    if (move.chance.commitment !== head.commitment) this.find("commitment");
    if (hex(sha256(join(canonical(edition)))) !== facts[0].setup.edition) this.find("edition");
    names.forEach((given, at) => {
      if (given && at < move.seats.length && move.seats[at].name !== nameCommitment(given)) this.find("name", 0, 0, { path: `/names/${at}` });
    });
  }

  actors() {
    const versions = new Map();
    const { events, refusals } = this.bundle;
    if (!this.start) return;
    for (const event of events) {
      if (!mayMake(event, this.start)) {
        this.find("actor", event.seq, event.seq, { path: "/actor" });
        continue;
      }
      const { kind, version } = event.actor;
      if (kind === "bot" && this.start.move.seats[event.seat].version !== version) {
        const seen = versions.get(event.seat);
        versions.set(event.seat, [seen ? seen[0] : event.seq, event.seq]);
      }
    }
    for (const refusal of refusals) {
      const { seq } = refusal;
      if (refusal.actor && !mayTry(refusal, this.start)) this.find("actor", seq, seq, { path: "/refused" });
    }
    for (const [first, last] of versions.values()) this.find("bot-version", first, last, { note: true, path: "/actor" });
  }

  times() {
    let latest = "";
    const { events, refusals } = this.bundle;
    const check = ({ seq, at }, path) => {
      if (at < latest) this.find("time", seq, seq, { path });
      latest = at;
    };
    const seen = new Set();
    for (const event of events) {
      check(event, "/at");
      if (seen.has(event.seq)) continue;
      seen.add(event.seq);
      for (const refusal of refusals) if (refusal.seq === event.seq && refusal.at) check(refusal, "/refused");
    }
  }

  /** Whether the clocks are those of the times of the rows. */
  clocks() {
    if (!this.start) return;
    let clocks = null;
    for (const event of this.bundle.events) {
      try {
        clocks ??= new Clocks(this.start.facts[0].setup);
        const code = clocks.judgeRow(event);
        if (code) this.find(code, event.seq);
      } catch {
        this.find("clock", event.seq);
        return;
      }
    }
  }

  result() {
    const ends = [];
    for (const { facts, seq } of this.bundle.events) {
      for (const [at, { fact, winner, why, places }] of facts.entries()) {
        if (fact === "game-ended" || fact === "result-changed") ends.push({ seq, at, result: { winner, why, places } });
      }
    }
    const seats = this.start?.move.seats.length;
    for (const { seq, at, result } of ends) {
      if (!isValidResult(result, seats)) this.find("result", seq, seq, { path: `/facts/${at}` });
    }
    const last = ends.length ? ends[ends.length - 1].result : null;
    if (last && !isResult(last)) return;
    if (canonical(last) !== canonical(this.bundle.result)) this.find("result", 0, 0, { path: "/result" });
  }

  /** Compare with receipts and older bundles. */
  history() {
    const { events, head, signature } = this.bundle;
    const accepted = [...this.evidence.keys, ...(signature ? [signature.public] : [])];
    for (const receipt of this.evidence.receipts) {
      const told = receipt.head;
      if (told.game !== head.game) continue;
      const isKnown = accepted.includes(receipt.public) && keyId(receipt.public) === receipt.key;
      if (!isKnown || !isSigned(receipt.public, headMessage(told), receipt.signature)) {
        this.find("receipt-signature", told.seq);
        continue;
      }
      if (told.seq > head.seq || told.commitment !== head.commitment || !this.isHistory(told)) this.find("history", told.seq);
    }
  }

  /** Whether the rows were once at a head; also if the chain breaks before it, which is another finding. */
  isHistory({ seq, digest, refused }) {
    if (!this.digests.has(seq)) return true;
    if (this.digests.get(seq) !== digest) return false;
    if (!refused) return true;
    if (!this.links.get(seq)?.includes(refused.head)) return false;
    const { events, head } = this.bundle;
    const next = events.find((event) => event.seq === seq + 1)?.refused;
    const later = seq === head.seq ? head.refused : next;
    return !later || later.count >= refused.count;
  }

  /** Compare with proofs and checkpoints of the log. */
  log() {
    const { proofs, log, witnesses } = this.evidence;
    const entries = this.entries();
    const checked = [];
    for (const proof of proofs) {
      const { note } = proof;
      const key = log ?? (this.bundle.signature && { name: note.origin, key: this.bundle.signature.public });
      if (!key || !isNoteSigned(note, key)) {
        this.find("log-signature");
        continue;
      }
      const cosigned = cosignatureTimes(note, witnesses?.keys ?? []);
      if (witnesses && cosigned.length < witnesses.wanted) this.find("witnesses");
      checked.push({ proof, note, time: cosigned.length ? Math.max(...cosigned) : null });
    }
    const indexes = [];
    for (const { proof, note, time } of checked.filter((one) => one.proof.path)) {
      const entry = entries.findLast((one) => provesInclusion(proof, note, leafOf(one)));
      if (!entry) {
        this.find("log");
        continue;
      }
      const isNewest = entry.kind === "begun" || entry === entries[entries.length - 1];
      if (!isNewest) this.find("log", entry.event.seq);
      const at = Date.parse(entry.event.at);
      if (time !== null && at > (time + 60) * 1000) this.find("log-time", entry.event.seq);
      indexes.push({ index: proof.index, event: entry.event, at });
    }
    for (const { note, time } of checked.filter((one) => !one.proof.path && one.time !== null)) {
      for (const { index, event, at } of indexes) {
        if (note.size <= index && at < (time - 600) * 1000) this.find("log-time", event.seq);
      }
    }
  }

  /** The entries of the log that the rows give, in order. */
  entries() {
    const entries = [];
    for (const event of this.bundle.events) {
      const digest = this.digests.get(event.seq);
      if (!digest) break;
      if (event.seq === 1) entries.push({ kind: "begun", digest, event });
      for (const [kind, fact] of [["ended", "game-ended"], ["changed", "result-changed"]]) {
        if (event.facts.some((one) => one.fact === fact)) entries.push({ kind, digest, event });
      }
    }
    return entries;
  }
}

const gameSeed = (bundle) => {
  const { shares, beacon } = bundle.events[0].move.chance;
  return mixedSeed(bundle.seed, shares, beacon && beacon.value);
};

const SEAT_MOVES = ["play", "choose", "catch-uno", "draw", "pass", "call-uno", "resign"];
const CLOCK_MOVES = ["stand", "close-window"];
const SEAT_ACTS = ["remove", "warn", "penalize", "adjust-clock"];
const GAME_ACTS = ["pause", "resume", "void", "correct"];

const isVoidStart = (event) => event.facts.length === 2 && event.facts[1].fact === "game-ended" && event.facts[1].why === "void";

/** Whether the actor of a row may make its move for its seat. */
function mayMake(event, start) {
  const { seat, actor, move } = event;
  const { seats, chance, directors } = start.move;
  if (event === start) {
    return actor.kind === "player" || (actor.kind === "clock" && chance.mode === "shared" && isVoidStart(event));
  }
  if (move.seat !== seat || (seat !== null && seat >= seats.length)) return false;
  switch (actor.kind) {
    case "player":
    case "bot":
      return SEAT_MOVES.includes(move.move) && ownsSeat(actor, seats[seat]);
    case "clock":
      return seat === null ? CLOCK_MOVES.includes(move.move) : move.move === "expire";
    default: {
      const needsSecond = directors === 2 && ["void", "correct"].includes(move.move);
      const isAct = seat === null ? GAME_ACTS.includes(move.move) : SEAT_ACTS.includes(move.move);
      return isAct && needsSecond === Object.hasOwn(actor, "second") && actor.second !== actor.player;
    }
  }
}

const ownsSeat = (actor, seat) =>
  seat !== undefined &&
  seat.kind === actor.kind &&
  (actor.kind === "player" ? seat.player === actor.player : seat.bot === actor.name);

/** Whether the actor of a refusal may try a move for its seat. */
function mayTry({ seat, actor, move }, start) {
  const { seats } = start.move;
  if (actor.kind === "clock") return seat < seats.length && move.move === "expire";
  return actor.kind !== "organiser" && ownsSeat(actor, seats[seat]);
}

/** Whether places are an order of the seats, with the winner first; none in a void game. */
function isValidResult({ winner, why, places }, seats) {
  if (!isResult({ winner, why, places }) || seats === undefined) return false;
  if (why === "void") return winner === null && places === null;
  if (places === null || places.length !== seats) return false;
  const order = [...places].sort((a, b) => a - b);
  const isOrder = order.every((place, at) => place === at + 1 || (at > 0 && place === order[at - 1]));
  return isOrder && (winner === null || places[winner] === 1);
}

// ---- fair

function examineFair(bundle, report) {
  const [first] = bundle.events;
  const { chance, seats } = first.move;
  if (!bundle.seed || seedCommitment(bundle.seed) !== bundle.head.commitment) return report.add("fair", "seed");
  const find = (code, seq, path) => report.add("fair", code, seq, seq, { path, rule: "common.chance" });
  seats.forEach(({ kind }, at) => {
    if (!isShareRight(chance, kind, at, isVoidStart(first))) find("share", 1, `/move/chance/shares/${at}`);
  });
  const seed = gameSeed(bundle);
  let next = 0;
  for (const { seq, facts } of bundle.events) {
    for (const [at, fact] of facts.entries()) {
      if (fact.fact !== "shuffled" && fact.fact !== "lot-drawn") continue;
      if (fact.nth !== next) find("nth", seq, `/facts/${at}`);
      next = isNatural(fact.nth) ? fact.nth + 1 : next + 1;
      if (!isNatural(fact.nth)) continue;
      if (fact.fact === "shuffled" && !isShuffle(seed, fact)) find("shuffle", seq, `/facts/${at}`);
      if (fact.fact === "lot-drawn" && !isPick(seed, fact)) find("pick", seq, `/facts/${at}`);
    }
  }
  return undefined;
}

/** Whether the share of a seat and the commitment to it are as the mode wants them. */
function isShareRight({ mode, shares, commitments }, kind, at, isVoid) {
  const share = shares[at] ?? null;
  const commitment = commitments[at] ?? null;
  if (kind === "bot") return share === null && commitment === null;
  if (mode === "plain") return commitment === null;
  if (commitment === null) return false;
  return share === null ? isVoid : shareCommitment(share) === commitment;
}

const isShuffle = (seed, { order, nth }) =>
  listOf(isText)(order) && shuffle(seed, order, nth).every((card, at) => card === order[at]);

const isPick = (seed, { among, picked, nth }) => isCount(among) && among <= 65536 && pick(seed, among, nth) === picked;

// ---- dealt

const SHARED_ZONES = ["draw", "discard", "danger", "danger-discard", "revealed", "removed"];
const SEAT_ZONES = ["hand", "deck", "burn", "hero", "enemy", "items"];
const PILES = ["draw", "deck", "danger"];
const DANGERS = ["enemy", "event", "item"];

const sameCards = (one, other) =>
  one.length === other.length && canonical(sorted(one)) === canonical(sorted(other));

class Deal {
  constructor(bundle) {
    const { seats } = bundle.events[0].move;
    this.edition = bundle.edition;
    this.zones = new Map(SHARED_ZONES.map((zone) => [zone, []]));
    for (let seat = 0; seat < seats.length; seat++) {
      for (const kind of SEAT_ZONES) this.zones.set(`${kind}:${seat}`, []);
    }
    this.placed = new Set();
    this.shown = 0;
  }

  /** Follow a fact; the code of what is wrong, or an empty text. */
  follow(fact) {
    switch (fact.fact) {
      case "cards-placed":
        return this.place(fact);
      case "shuffled":
        return this.shuffle(fact);
      case "cards-moved":
        return this.move(fact);
      case "cards-shown":
        return this.show(fact);
      default:
        return "";
    }
  }

  place({ zone, cards }) {
    const isNew = isText(zone) && this.zones.has(zone) && !this.placed.has(zone);
    if (!isNew || !listOf(isText)(cards)) return "box";
    const box = this.box(zone, cards);
    if (!box || !sameCards(box, cards)) return "box";
    this.placed.add(zone);
    this.zones.set(zone, [...cards]);
    return "";
  }

  /** The cards that come out of the box onto a zone, in any order; null if none do. */
  box(zone, cards) {
    const [kind, seat] = zone.split(":");
    const { edition } = this;
    const decks = Array.isArray(edition.decks) ? edition.decks.filter(isObject) : [];
    const codes = Array.isArray(edition.cards) ? edition.cards.filter(isObject) : [];
    const heroes = new Set();
    for (const [name, held] of this.zones) if (name.startsWith("hero:") && this.placed.has(name)) heroes.add(held[0]);
    if (kind === "draw") return decks.length ? null : repeated(codes.map(({ code }) => [code, copiesOf(edition, code)]));
    if (kind === "hero") {
      const isFree = cards.length === 1 && !heroes.has(cards[0]) && decks.some((deck) => deck.hero === cards[0]);
      return isFree ? cards : null;
    }
    if (kind === "deck") {
      const [hero] = this.placed.has(`hero:${seat}`) ? this.zones.get(`hero:${seat}`) : [];
      const deck = decks.findLast((one) => hero !== undefined && one.hero === hero);
      if (!deck || !listOf(isObject)(deck.cards)) return null;
      return repeated(deck.cards.map(({ card, copies }) => [card, copies ?? 1]));
    }
    if (kind === "danger") {
      const dangers = codes.filter((card) => DANGERS.includes(card.kind) && heroes.has(card.hero));
      return repeated(dangers.map(({ code }) => [code, copiesOf(edition, code)]));
    }
    return null;
  }

  shuffle({ zone, order }) {
    if (!this.zones.has(zone) || !listOf(isText)(order) || !sameCards(order, this.zones.get(zone))) return "pile";
    this.zones.set(zone, [...order]);
    if (zone === "draw") this.shown = 0;
    return "";
  }

  move({ source, target, cards, bottom }) {
    if (!this.zones.has(source) || !this.zones.has(target)) return "zone";
    if (!listOf(isText)(cards)) return "absent";
    const from = this.zones.get(source);
    if (PILES.includes(source.split(":")[0])) {
      const isTop = cards.length <= from.length && cards.every((card, at) => card === from[from.length - 1 - at]);
      if (!isTop && !sameCards(cards, from)) return "top";
    }
    for (const card of cards) {
      const at = from.lastIndexOf(card);
      if (at < 0) return "absent";
      from.splice(at, 1);
    }
    const onto = this.zones.get(target);
    if (bottom === true) onto.unshift(...[...cards].reverse());
    else onto.push(...cards);
    return "";
  }

  show({ verb, seat, cards }) {
    if (!listOf(isText)(cards) || !isText(verb)) return "shown";
    if (verb === "dealer") {
      this.shown += 1;
      const draw = this.zones.get("draw");
      const next = draw[draw.length - this.shown];
      return cards.length === 1 && cards[0] === next ? "" : "shown";
    }
    const hand = [...(this.zones.get(`hand:${seat}`) ?? [])];
    if (verb === "hand" && !sameCards(hand, cards)) return "shown";
    for (const card of cards) {
      const at = hand.indexOf(card);
      if (at < 0) return "shown";
      hand.splice(at, 1);
    }
    return "";
  }
}

const copiesOf = (edition, code) => (has(edition.copies, code) ? edition.copies[code] : 1);

/** Each code as often as it is there; null if the edition says it in no such way. */
function repeated(pairs) {
  const fits = pairs.every(([code, copies]) => isText(code) && isNatural(copies) && copies <= 1000);
  return fits ? pairs.flatMap(([code, copies]) => Array(copies).fill(code)) : null;
}

function examineDealt(bundle, report) {
  const deal = new Deal(bundle);
  for (const { seq, facts } of bundle.events) {
    for (const [at, fact] of facts.entries()) {
      const code = deal.follow(fact);
      if (code) return report.add("dealt", code, seq, seq, { path: `/facts/${at}` });
    }
  }
  return undefined;
}

// ---- authentic

const isWhole = (signed) => Object.hasOwn(signed, "signature");

class Authentic {
  constructor(bundle, report) {
    this.bundle = bundle;
    this.report = report;
    this.seats = bundle.events[0].move.seats;
    this.first = null;
    this.next = 0;
    this.used = new Set();
  }

  find(code, seq, path = "/signed") {
    this.report.add("authentic", code, seq, seq, { path });
  }

  keyOf({ actor, seat }) {
    return actor.kind === "player" ? (this.seats[seat]?.key ?? null) : null;
  }

  examine() {
    const { events, refusals, head } = this.bundle;
    for (const event of events) {
      const key = event.seq === 1 ? null : this.keyOf(event);
      const { signed, seq } = event;
      if (!key) {
        if (signed) this.find("signed", seq);
      } else if (!signed) {
        this.find("unsigned-move", seq);
      } else if (isWhole(signed)) {
        const message = moveMessage(head.game, seq - 1, event.move, signed.choices);
        if (!isSigned(key, message, signed.signature)) this.find("move-signature", seq);
        this.first = event;
        this.next = seq + 1;
        this.used = new Set();
      } else if (!this.isAnswer(event)) {
        this.find("choice", seq);
      }
    }
    for (const refusal of refusals) {
      const key = this.keyOf(refusal);
      const { signed, seq } = refusal;
      const [move = refusal.move] = refusal.before;
      if (!key) {
        if (signed) this.find("signed", seq, "/refused");
      } else if (!signed) {
        this.find("unsigned-move", seq, "/refused");
      } else if (!isWhole(signed)) {
        this.find("move-signature", seq, "/refused");
      } else if (!isText(move)) {
        const message = moveMessage(head.game, seq, move, signed.choices);
        if (!isSigned(key, message, signed.signature)) this.find("move-signature", seq, "/refused");
      }
    }
  }

  /** Whether a move answers with the choice that it names of the signed request before it. */
  isAnswer({ seq, seat, move, signed }) {
    const { first } = this;
    const [kind, nth] = signed.choice;
    const isNext = first && signed.by === first.seq && seq === this.next && seat === first.seat;
    if (!isNext || !Object.hasOwn(first.signed.choices, kind)) return false;
    this.next = seq + 1;
    const given = first.signed.choices[kind];
    const values = Array.isArray(given) ? given : [given];
    const isInOrder = !this.used.has(`${kind}/${nth}`) && (nth === 0 || this.used.has(`${kind}/${nth - 1}`));
    if (nth >= values.length || !isInOrder) return false;
    this.used.add(`${kind}/${nth}`);
    const value = values[nth];
    const option = typeof value === "boolean" ? (value ? "yes" : "no") : isInteger(value) ? String(value) : value;
    return isText(option) && canonical(move) === canonical({ move: "choose", option, seat });
  }
}

// ---- the log

const leafOf = ({ kind, digest }) => sha256(join(new Uint8Array([0]), `fairdeal-log-v2/${canonical({ digest, kind })}`));
const nodeOf = (left, right) => sha256(join(new Uint8Array([1]), left, right));
const noteKeyId = (name, type, key) => sha256(join(`${name}\n`, new Uint8Array([type]), unhex(key))).subarray(0, 4);

/** A verifier key: NAME+KEYID+BASE64(TYPE, KEY). Throws if it is none of the type. */
export function readVkey(text, type) {
  const match = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text);
  const bytes = match && unbase64(match[3]);
  if (!bytes || bytes.length !== 33 || bytes[0] !== type) throw new Malformed(`no verifier key of this type: ${text}`);
  const key = hex(bytes.subarray(1));
  if (hex(noteKeyId(match[1], type, key)) !== match[2]) throw new Malformed(`wrong key id: ${text}`);
  return { name: match[1], key };
}

/** How many cosignatures are wanted, of which witnesses: KofN:VKEY,VKEY. */
export function readWitnesses(text) {
  const match = /^([1-9]\d*)of([1-9]\d*):(.+)$/.exec(text);
  if (!match) throw new Malformed(`no list of witnesses: ${text}`);
  const keys = match[3].split(",").map((vkey) => readVkey(vkey.trim(), 4));
  const names = new Set(keys.map(({ key }) => key));
  const [wanted, count] = [Number(match[1]), Number(match[2])];
  if (keys.length !== count || names.size !== count || wanted > count) throw new Malformed(`wrong number of witnesses: ${text}`);
  return { wanted, keys };
}

/** A signed checkpoint: three lines, an empty one, signature lines. */
function readNote(text) {
  const match = /^(([^\s+]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/=]+)\n)\n((?:\u2014 \S+ \S+\n)+)$/.exec(text);
  const root = match && unbase64(match[4]);
  if (!root || root.length !== 32) throw new Malformed("no checkpoint");
  const lines = match[5].trimEnd().split("\n").map((line) => {
    const [, name, data] = line.split(" ");
    const bytes = unbase64(data);
    if (!bytes || bytes.length < 5) throw new Malformed("no signature line");
    return { name, id: bytes.subarray(0, 4), data: bytes.subarray(4) };
  });
  return { text: match[1], origin: match[2], size: Number(match[3]), root, lines };
}

const PROOF = "c2sp.org/tlog-proof@v1";

/** A proof of one entry, or a checkpoint alone (without `path`). */
function readProof(text) {
  if (!text.startsWith(`${PROOF}\n`)) return { note: readNote(text) };
  const match = /^[^\n]+\n(?:extra [A-Za-z0-9+/=]*\n)?index (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/=]+\n)*)\n([^]*)$/.exec(text);
  if (!match) throw new Malformed("no proof");
  const path = match[2].split("\n").filter(Boolean).map(unbase64);
  if (path.some((hash) => !hash || hash.length !== 32)) throw new Malformed("no path");
  return { index: Number(match[1]), path, note: readNote(match[3]) };
}

function isNoteSigned(note, { name, key }) {
  if (name !== note.origin) return false;
  const id = noteKeyId(name, 1, key);
  return note.lines.some(
    (line) =>
      line.name === name && equalBytes(line.id, id) && line.data.length === 64 && isSigned(key, join(note.text), hex(line.data)),
  );
}

/** The times of the cosignatures by these witnesses: one for each that cosigned, in seconds. */
function cosignatureTimes(note, witnesses) {
  return witnesses.flatMap(({ name, key }) => {
    const id = noteKeyId(name, 4, key);
    const times = note.lines
      .filter((line) => line.name === name && equalBytes(line.id, id) && line.data.length === 72)
      .map((line) => ({ line, time: BigInt(`0x${hex(line.data.subarray(0, 8))}`) }))
      .filter(({ line, time }) => isSigned(key, join(`cosignature/v1\ntime ${time}\n${note.text}`), hex(line.data.subarray(8))));
    return times.length ? [Math.max(...times.map(({ time }) => Number(time)))] : [];
  });
}

/** Whether a leaf leads to the root of the checkpoint (RFC 9162, 2.1.3.2). */
function provesInclusion({ index, path }, { size, root }, leaf) {
  if (index >= size) return false;
  let node = leaf;
  let at = BigInt(index);
  let last = BigInt(size - 1);
  for (const hash of path) {
    if (last === 0n) return false;
    if (at & 1n || at === last) {
      node = nodeOf(hash, node);
      while (!(at & 1n) && at !== 0n) {
        at >>= 1n;
        last >>= 1n;
      }
    } else {
      node = nodeOf(node, hash);
    }
    at >>= 1n;
    last >>= 1n;
  }
  return last === 0n && equalBytes(node, root);
}

// ---- a file

const NO_EVIDENCE = { keys: [], receipts: [], proofs: [], log: null, witnesses: null };
const NO_RULES = { lawful: ["unanswered", "no_rules"], choices: ["unanswered", "no_rules"] };

const unanswered = (why, ...questions) => Object.fromEntries(questions.map((question) => [question, ["unanswered", why]]));

/** Read a bundle: the value, or the code of the finding. */
export function readBundle(bytes) {
  try {
    const value = readCanonical(bytes);
    if (isObject(value) && isText(value.format) && value.format !== FORMAT) return { code: "format" };
    return isBundle(value) ? { bundle: value } : { code: "malformed" };
  } catch (error) {
    if (error instanceof Malformed) return { code: "malformed" };
    throw error;
  }
}

/** Verify the bytes of a bundle: verdict, what the file is about, the key that signed it, and the answers. */
export function verify(bytes, evidence = {}) {
  const report = new Report();
  const { bundle, code } = readBundle(bytes);
  if (code) {
    report.add("sealed", code);
    const questions = report.answers(unanswered("malformed", ...QUESTIONS.slice(1)));
    return { verdict: "fail", game: "", view: "", seq: 0, digest: "", key: "", public: "", questions };
  }
  const sealed = new Sealed(bundle, report, { ...NO_EVIDENCE, ...evidence });
  sealed.examine();
  const open = { ...NO_RULES, ...examineOthers(bundle, report, sealed) };
  const questions = report.answers(open);
  const { head, view, signature } = bundle;
  const { key = "", public: publicKey = "" } = signature ?? {};
  const { game, seq, digest } = head;
  return { verdict: verdictOf(questions), game, view, seq, digest, key, public: publicKey, questions };
}

/** Examine what only a file in the view `full` can answer; the reasons of the questions that stay open. */
function examineOthers(bundle, report, { start, isFull }) {
  if (!isFull) return unanswered("own_view", "fair", "dealt", "authentic");
  if (!start) return unanswered("no_start", "fair", "dealt", "authentic");
  const open = {};
  if (start.move.chance.algorithm === CHANCE) examineFair(bundle, report);
  else open.fair = ["not_judged", "unknown_algorithm"];
  examineDealt(bundle, report);
  if (start.move.seats.some((seat) => seat.key)) new Authentic(bundle, report).examine();
  else Object.assign(open, unanswered("no_keys", "authentic"));
  return open;
}

/** Verify files with the evidence that is about each. */
export function verifyFiles(files, evidence) {
  const provable = files.map(({ bytes }) => provableBy(bytes, files.length > 1 ? evidence.proofs : []));
  const isAbout = (proof, at) => files.length === 1 || !proof.path || provable[at].has(proof) || !provable.some((proofs) => proofs.has(proof));
  return files.map(({ file, bytes }, at) => {
    const proofs = evidence.proofs.filter((proof) => isAbout(proof, at));
    return { file, ...verify(bytes, { ...evidence, proofs }) };
  });
}

/** The proofs that an entry of a bundle leads to. */
function provableBy(bytes, proofs) {
  const { bundle } = proofs.length ? readBundle(bytes) : {};
  if (!bundle) return new Set();
  const sealed = new Sealed(bundle, new Report(), NO_EVIDENCE);
  sealed.chain();
  const leaves = sealed.entries().map(leafOf);
  return new Set(proofs.filter((proof) => proof.path && leaves.some((leaf) => provesInclusion(proof, proof.note, leaf))));
}

/** What a file of evidence is: `{receipt}` or `{proof}`; throws Malformed if it is neither. */
export function readEvidence(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Malformed(String(error));
  }
  if (!text.trimStart().startsWith("{")) return { proof: readProof(text) };
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Malformed(String(error));
  }
  if (isReceipt(value)) return { receipt: value };
  throw new Malformed("neither receipt nor proof");
}

/** The head of a bundle as a receipt; throws Malformed if the file is no signed bundle. */
export function receiptOf(bytes) {
  const { bundle } = readBundle(bytes);
  if (!bundle?.signature) throw new Malformed("not a signed bundle");
  const { key, public: publicKey, head } = bundle.signature;
  return { head: bundle.head, key, public: publicKey, signature: head };
}

// ---- the program

const USAGE =
  "usage: node verify.js [--json] [--key PUBLIC] [--since OLD] [--receipt FILE] [--checkpoint FILE]\n" +
  "                      [--log VKEY] [--witnesses KofN:VKEY,...] FILE...";

const WITH_VALUE = ["--key", "--since", "--receipt", "--checkpoint", "--log", "--witnesses"];

function readArguments(given, environment) {
  const options = { json: false, files: [], "--key": [], "--since": [], "--receipt": [], "--checkpoint": [], "--log": [], "--witnesses": [] };
  for (let at = 0; at < given.length; at++) {
    const [name, ...value] = given[at].split("=");
    if (given[at] === "--json") options.json = true;
    else if (WITH_VALUE.includes(name)) {
      const text = value.length ? value.join("=") : given[++at];
      if (text === undefined) throw new Malformed(`${name} needs a value`);
      options[name].push(text);
    } else if (given[at].startsWith("-")) throw new Malformed(`unknown option ${given[at]}`);
    else options.files.push(given[at]);
  }
  if (!options.files.length) throw new Malformed("no file is given");
  if (!options["--witnesses"].length && environment.WITNESSES) options["--witnesses"].push(environment.WITNESSES);
  for (const name of ["--log", "--witnesses"]) if (options[name].length > 1) throw new Malformed(`${name} is given twice`);
  for (const key of options["--key"]) if (!DIGEST(key)) throw new Malformed(`no public key: ${key}`);
  return options;
}

function readEvidenceFiles(options, read) {
  const named = (path, reader) => {
    try {
      return reader(read(path));
    } catch (error) {
      if (error instanceof Malformed) throw new Malformed(`${path}: ${error.message}`);
      throw error;
    }
  };
  const wanted = (kind) => (bytes) => {
    const found = readEvidence(bytes)[kind];
    if (!found) throw new Malformed(`no ${kind}`);
    return found;
  };
  const [log] = options["--log"];
  const [witnesses] = options["--witnesses"];
  return {
    keys: options["--key"],
    receipts: [
      ...options["--since"].map((path) => named(path, receiptOf)),
      ...options["--receipt"].map((path) => named(path, wanted("receipt"))),
    ],
    proofs: options["--checkpoint"].map((path) => named(path, wanted("proof"))),
    log: log ? readVkey(log, 1) : null,
    witnesses: witnesses ? readWitnesses(witnesses) : null,
  };
}

const VERDICTS = { pass: "PASS", fail: "FAIL", not_judged: "NOT JUDGED" };

function eventsOf({ first, last }) {
  if (!first) return "";
  return first === last ? `, event ${first}` : `, events ${first} to ${last}`;
}

function printed({ file, verdict, key, questions }) {
  const lines = [`${VERDICTS[verdict]}  ${file}${key ? `  signed by ${key}` : ""}`];
  for (const [question, { answer, why, findings }] of Object.entries(questions)) {
    lines.push(`  ${question.padEnd(10)} ${answer}${why ? ` (${why})` : ""}`);
    for (const finding of findings) {
      lines.push(`    ${finding.note ? "note: " : ""}${finding.code}${eventsOf(finding)}${finding.path && ` ${finding.path}`}`);
    }
  }
  return lines.join("\n");
}

/** Run the program; returns the exit status. */
async function main(given) {
  const { readFileSync } = await import("node:fs");
  const results = [];
  let options;
  try {
    options = readArguments(given, process.env);
    const evidence = readEvidenceFiles(options, readFileSync);
    results.push(...verifyFiles(options.files.map((file) => ({ file, bytes: readFileSync(file) })), evidence));
    const games = new Set(results.map(({ game }) => game));
    const isReadable = results.every(({ game }) => game);
    for (const { head } of evidence.receipts) {
      if (isReadable && !games.has(head.game)) throw new Malformed(`evidence of a game that is in no file: ${head.game}`);
    }
  } catch (error) {
    if (!(error instanceof Malformed) && !error.code) {
      process.stderr.write(`${error.stack}\nThe verifier failed: this says nothing about the files.\n`);
      return VERIFIER_FAILED;
    }
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    return 2;
  }
  const told = verdictsOf(results);
  process.stdout.write(`${options.json ? JSON.stringify(told) : results.map(printed).join("\n\n")}\n`);
  return EXIT_CODES[told.verdict];
}

const VERIFIER_FAILED = 3;
const EXIT_CODES = { fail: 1, not_judged: 2, pass: 0 };

/** The verdicts about files as one object (bundle.md, Verdicts as JSON). */
export function verdictsOf(files) {
  const verdict = Object.keys(EXIT_CODES).find((word) => files.some((one) => one.verdict === word)) ?? "pass";
  return { format: "fairdeal-verdicts-v1", verifier: { program: "verify.js", rules_version: null }, verdict, files };
}

async function isProgram() {
  if (typeof process === "undefined" || !process.argv?.[1]) return false;
  const [{ realpathSync }, { fileURLToPath }] = await Promise.all([import("node:fs"), import("node:url")]);
  try {
    return realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url));
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

// ---- the page

const MARKS = { yes: "✓", no: "✗", unanswered: "–", not_judged: "?" };
const VERDICT_MARKS = { pass: "✓", fail: "✗", not_judged: "?" };
const VERDICT_CLASSES = { pass: "good", fail: "bad", not_judged: "open" };

/** An element with children; a text child is text, never markup. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

class VerifyPage {
  constructor(form) {
    this.form = form;
    this.files = [];
    this.input = document.getElementById("verify-files");
    this.status = document.getElementById("verify-status");
    this.results = document.getElementById("verify-results");
    const words = document.getElementById("verify-words").content.querySelectorAll("[data-code]");
    this.words = new Map([...words].map((one) => [one.dataset.code, one.textContent]));
    this.input.addEventListener("change", () => this.choose(this.input.files));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.show();
    });
    const drop = form.querySelector(".drop");
    for (const kind of ["dragenter", "dragover"]) {
      document.addEventListener(kind, (event) => {
        event.preventDefault();
        drop.classList.add("over");
      });
    }
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) drop.classList.remove("over");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      if (event.dataTransfer.files.length) this.choose(event.dataTransfer.files);
    });
  }

  say(code) {
    return this.words.get(code) ?? code;
  }

  async choose(files) {
    this.status.textContent = this.say("working");
    this.files = await Promise.all(
      [...files].map(async (file) => ({ file: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    // Let the browser show the status before the work begins.
    setTimeout(() => this.show(), 30);
  }

  show() {
    if (!this.files.length) return;
    const { results, errors } = verifyTogether(this.files, (id) => document.getElementById(id).value.trim());
    const title = element("h2", { class: "unseen" }, this.say("results"));
    this.results.replaceChildren(title, ...(errors.length ? [this.renderErrors(errors)] : []), ...results.map((one) => this.renderFile(one)));
    this.status.textContent = [
      ...results.map(({ file, verdict }) => `${file}: ${this.say(verdict)}`),
      ...errors.map(({ file, text }) => `${file}: ${this.say(text)}`),
    ].join(". ");
  }

  renderErrors(errors) {
    const lines = errors.map(({ file, text }) => element("li", {}, element("strong", {}, file), ` ${this.say(text)}`));
    return element("div", { class: "warn", role: "alert" }, element("p", {}, this.say("unreadable")), element("ul", {}, ...lines));
  }

  renderFile({ file, verdict, public: key, questions }) {
    const badge = element("span", { class: `badge ${VERDICT_CLASSES[verdict]}` }, `${VERDICT_MARKS[verdict]} ${this.say(verdict)}`);
    const open = QUESTIONS.filter((name) => questions[name].answer === "unanswered").map((name) => this.say(`question_${name}`));
    const isRead = questions.sealed.findings.every(({ code }) => code !== "malformed" && code !== "format");
    const parts = [element("h3", {}, file, " ", badge), element("p", {}, this.say(isRead ? `${verdict}_what` : "unread_what"))];
    if (open.length) parts.push(element("p", {}, element("strong", {}, this.say("open")), ` ${open.join(", ")}`));
    parts.push(element("ul", { class: "answers" }, ...(isRead ? QUESTIONS : ["sealed"]).map((name) => this.renderAnswer(name, questions[name]))));
    if (key) parts.push(element("p", { class: "small" }, this.say("key"), " ", element("code", {}, key), ". ", this.say("key_what")));
    return element("section", { class: "panel verdict verdict-file", "aria-label": file, "data-verdict": verdict }, ...parts);
  }

  renderAnswer(name, { answer, why, findings }) {
    const colon = document.documentElement.lang.startsWith("fr") ? "\u00a0: " : ": ";
    const title = `${this.say(`question_${name}`)}${colon}${MARKS[answer]} ${this.say(`answer_${answer}`)}`;
    const parts = [element("h4", {}, title), element("p", { class: "small" }, this.say(`asks_${name}`))];
    if (why) parts.push(element("p", { class: "small" }, this.say(`why_${why}`)));
    if (findings.length) parts.push(element("ul", { class: "findings" }, ...findings.slice(0, 50).map((one) => this.renderFinding(one, colon))));
    return element("li", { class: `answer ${answer}`, "data-question": name }, ...parts);
  }

  renderFinding({ code, first, last, path, note }, colon) {
    const range = first === last ? `${this.say("event")} ${first}` : `${this.say("events")} ${first} ${this.say("to")} ${last}`;
    const parts = [this.say(`code_${code}`), " ", element("code", {}, code)];
    if (first) parts.unshift(element("strong", {}, range), colon);
    if (path) parts.push(" ", element("code", {}, path));
    if (note) parts.push(` (${this.say("note")})`);
    return element("li", { "data-code": code }, ...parts);
  }
}

/** Verify files that were given together: each is a bundle, an older bundle, a receipt or a proof. */
export function verifyTogether(files, setting) {
  const errors = [];
  const attempt = (file, action) => {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      errors.push({ file, text: error.message });
      return null;
    }
  };
  const keys = setting("verify-keys").split(/[\s,]+/).filter(Boolean);
  for (const key of keys) if (!DIGEST(key)) errors.push({ file: key, text: "no public key" });
  const [log, witnesses] = [setting("verify-log"), setting("verify-witnesses")];
  const evidence = {
    keys: keys.filter(DIGEST),
    receipts: [],
    proofs: [],
    log: log ? attempt(log, () => readVkey(log, 1)) : null,
    witnesses: witnesses ? attempt(witnesses, () => readWitnesses(witnesses)) : null,
  };
  if (errors.length) return { results: [], errors };
  const newest = new Map();
  const bundles = [];
  const receipts = [];
  for (const { file, bytes } of files) {
    const found = kindOf(bytes);
    if (found.proof) evidence.proofs.push({ ...found.proof, file });
    else if (found.receipt) receipts.push({ file, receipt: found.receipt });
    else bundles.push({ file, bytes, head: found.head });
    if (found.head) newest.set(found.head.game, Math.max(found.head.seq, newest.get(found.head.game) ?? 0));
  }
  const current = bundles.filter(({ head }) => !head || head.seq === newest.get(head.game));
  for (const { file, bytes } of bundles.filter((one) => !current.includes(one))) {
    const receipt = attempt(file, () => receiptOf(bytes));
    if (receipt) receipts.push({ file, receipt });
  }
  for (const { file, receipt } of receipts) {
    if (newest.has(receipt.head.game)) evidence.receipts.push(receipt);
    else errors.push({ file, text: "other_game" });
  }
  if (!current.length) errors.push(...evidence.proofs.map(({ file }) => ({ file, text: "no_bundle" })));
  return { results: verifyFiles(current, evidence), errors };
}

/** Whether a file is evidence or a bundle; a file that is neither is verified as a bundle, and malformed. */
function kindOf(bytes) {
  const { bundle } = readBundle(bytes);
  if (bundle) return { head: bundle.head };
  try {
    return readEvidence(bytes);
  } catch (error) {
    if (error instanceof Malformed) return {};
    throw error;
  }
}

if (typeof document === "undefined") {
  if (await isProgram()) process.exitCode = await main(process.argv.slice(2));
} else {
  const form = document.getElementById("verify");
  if (form) new VerifyPage(form);
}
