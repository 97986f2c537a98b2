/**
 * Verify bundles of games: is a game what the server sealed, were chance and deal fair, did the players make their moves?
 *
 * Written from docs/event-format.md, docs/fairness.md, docs/bundle.md and docs/log.md. It has no dependency, and opens no
 * connection. It has no rules of the games: the questions "lawful" and "choices" stay unanswered.
 *
 *     node verify.js [--json] [--moves-not-judged] [--key KEY] [--since OLD] [--receipt FILE] [--checkpoint FILE] [--log VKEY]
 *                    [--witnesses KofN:VKEY,…] FILE…
 *
 * KEY is 64 digits, or a file of GET keys/.
 *
 * The page /verify/ loads the same file.
 */

export const FORMAT = "fairdeal-bundle-v4";
const SEAL = "fairdeal-seal-v4";
const CHANCE = "fairdeal-shake256-v3";
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

/** Decode Base64 (RFC 4648, with padding); null if the text is not the one encoding of its bytes. */
function unbase64(text) {
  try {
    const bytes = atob(text);
    return btoa(bytes) === text ? Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

function equalBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Compare texts by their bytes in UTF-8. */
const byBytes = (one, other) => byText(hex(encoder.encode(one)), hex(encoder.encode(other)));

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
  const names = Object.keys(value).sort();
  if (names.some((name) => NOT_ASCII.test(name))) throw new Malformed("name");
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth - 1)}`).join(",")}}`;
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

/** Objects with these members, the optional ones perhaps, and any others. */
function withMembers(members, optional = {}) {
  const [needed, others] = [Object.entries(members), Object.entries(optional)];
  return (value) =>
    isObject(value) &&
    needed.every(([name, shape]) => Object.hasOwn(value, name) && shape(value[name])) &&
    others.every(([name, shape]) => !Object.hasOwn(value, name) || shape(value[name]));
}

/** Objects with exactly these members, and perhaps the optional ones. */
function record(members, optional = {}) {
  const [fits, known] = [withMembers(members, optional), { ...members, ...optional }];
  return (value) => fits(value) && Object.keys(value).every((name) => Object.hasOwn(known, name));
}

// The bounds of bundle.md.
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_SEATS = 10;
const MAX_STORED = 20;
const MAX_ORGANISERS = 5;
const MAX_BUDGET = 1_000_000;
const MAX_NUMBER = 1000;
const MAX_CARDS = 10_000;
const MAX_SHUFFLED = 65_536;
const MAX_SECONDS = 1_000_000;

const within = (least, most) => (value) => isInteger(value) && value >= least && value <= most;
const isSeat = within(0, MAX_SEATS - 1);
const isSeatCount = within(1, MAX_SEATS);
const isBudget = within(0, MAX_BUDGET);
const isRefusalNumber = within(1, MAX_STORED * MAX_SEATS);
const bySeat = (shape) => (value) => listOf(shape)(value) && value.length <= MAX_SEATS;

/** Whether an edition tells the cards of its box, which are not too many, and each number in it is within its bounds. */
function isEdition(edition) {
  if (!isBox(edition) || !areNumbers(edition, within(0, MAX_NUMBER))) return false;
  const { cards = [], decks = [] } = edition;
  const copies = [...cards.map(({ code }) => copiesOf(edition, code)), ...decks.flatMap((deck) => deck.cards.map(({ copies = 1 }) => copies))];
  return copies.reduce((sum, count) => sum + count, 0) <= MAX_CARDS;
}

const isBox = withMembers(
  {},
  {
    cards: listOf(withMembers({ code: isText }, { kind: isText, hero: orNull(isText) })),
    copies: (value) => isObject(value) && Object.values(value).every(isNatural),
    decks: listOf(withMembers({ hero: isText, cards: listOf(withMembers({ card: isText }, { copies: isNatural })) })),
  },
);

const areNumbers = (value, fits) =>
  typeof value === "number" ? fits(value) : value === null || typeof value !== "object" || Object.values(value).every((part) => areNumbers(part, fits));

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
const BOT = { kind: oneOf("bot"), name: isText, version: isText, budget: isBudget };
const isActor = either(
  record({ kind: oneOf("player"), player: isUuid }),
  record(BOT),
  record({ ...BOT, fallback: oneOf(true), reason: oneOf("failed", "budget", "illegal", "time") }),
  record({ kind: oneOf("clock") }),
  record(
    { kind: oneOf("organiser"), player: isOrganiser, reason: isLine(500) },
    { second: isOrganiser, reference: isLine(80) },
  ),
);
const isSignedMember = either(
  record({ choices: isObject, signature: SIGNATURE }, { seq: isCount }),
  record({ by: isCount, choice: (value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && isNatural(value[1]) }),
  record({ organisers: (value) => listOf(orNull(record({ seq: isCount, signature: SIGNATURE })))(value) && value.length >= 1 && value.length <= 2 }),
);
/** Whether `signed` has the form for its actor: `organisers` is that of acts, and of nothing else. */
const fitsActor = ({ actor, signed }) => signed === null || has(signed, "organisers") === (actor.kind === "organiser");
const isRefused = orNull(record({ count: isCount, head: DIGEST }));
const isParams = (value) => isObject(value) && Object.values(value).every(either(isText, isInteger));
const isRuling = record(
  { rule: isText, at: isNatural, seat: orNull(isSeat) },
  { params: isParams },
);
const isSetup = record({
  variant: isText,
  edition: DIGEST,
  seats: isSeatCount,
  options: isObject,
  heroes: bySeat(isText),
});
const isFact = (value) =>
  isObject(value) && isText(value.fact) && (value.fact !== "game-started" || isSetup(value.setup));
const isBotSeat = record({ kind: oneOf("bot"), bot: isText, version: isText, budget: isBudget });
const isStart = record({
  move: oneOf("start"),
  seats: bySeat(
    either(
      record({ kind: oneOf("player"), player: isUuid, name: DIGEST, key: orNull(DIGEST) }),
      isBotSeat,
    ),
  ),
  chance: record({
    algorithm: isText,
    mode: oneOf("plain", "shared"),
    commitments: bySeat(orNull(DIGEST)),
    shares: bySeat(orNull(DIGEST)),
  }),
  rules: record({ version: isText, digest: DIGEST }),
  reveal: oneOf("all", "seats"),
  directors: oneOf(1, 2),
  organisers: (value) => listOf(record({ player: isUuid, key: orNull(DIGEST) }))(value) && value.length <= MAX_ORGANISERS,
  event: orNull(record({ tournament: isUuid, round: isCount, table: isCount })),
  stand_in: orNull(isBotSeat),
  closed_at: isTime,
});
const isMove = (value) =>
  isObject(value) && isText(value.move) && (value.move !== "start" || isStart(value)) && (value.move !== "play" || typeof value.uno === "boolean");
const isOpened = record({ salt: SALT });
const isOpening = either(isOpened, record({ commitment: DIGEST }));
const ROW = {
  seq: isCount,
  at: isTime,
  seat: orNull(isSeat),
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
  nth: isRefusalNumber,
  seat: isSeat,
  actor: isActor,
  before: listOf(isObject),
  move: either(isObject, (value) => isText(value) && [...value].length <= 1000),
  code: isText,
  rule: isText,
  params: isParams,
  signed: orNull(isSignedMember),
  at: isTime,
  salt: SALT,
};
const isHead = (least) =>
  record({ game: isUuid, seq: (value) => isInteger(value) && value >= least, digest: DIGEST, refused: isRefused, commitment: DIGEST });
const SIGNED = { key: isHex(16), public: DIGEST, signature: SIGNATURE };
const isReceipt = either(
  record({ head: isHead(0), ...SIGNED }),
  record({ share: record({ game: isUuid, seat: isSeat, commitment: DIGEST, at: isTime }), ...SIGNED }),
);
const isResult = withMembers({ winner: orNull(isSeat), why: isText, places: orNull(bySeat(isSeatCount)) });
const isBundle = (value) =>
  isObject(value) &&
  record({
    format: oneOf(FORMAT),
    view: isText,
    head: isHead(1),
    names: orNull(bySeat(orNull(either(record({ name: isText, salt: SALT }), record({ erased: isTime }))))),
    edition: isEdition,
    seed: orNull(DIGEST),
    events: (events) =>
      Array.isArray(events) &&
      events.length > 0 &&
      events.every(record({ ...ROW, mark: isHex(8), hidden: (parts) => isObject(parts) && Object.values(parts).every(value.view === "full" ? isOpened : isOpening) })),
    refusals: listOf(
      value.view === "full"
        ? record(REFUSAL)
        : either(record(REFUSAL), record({ seq: isCount, nth: isRefusalNumber, commitment: DIGEST })),
    ),
    signature: orNull(record({ public: DIGEST, head: SIGNATURE })),
  })(value) &&
  value.events.every(fitsActor) &&
  value.refusals.every((one) => has(one, "commitment") || fitsActor(one));

// ---- messages and hashes of the formats

export const digestOf = (previous, sealed) => hex(sha256(join(`${SEAL}/row/`, unhex(previous), canonical(sealed))));
const commitmentOf = (salt, value) => hex(sha256(join(`${SEAL}/hidden/`, unhex(salt), canonical(value))));
const linkOf = (previous, commitment) => hex(sha256(join(`${SEAL}/refusal/`, unhex(previous), unhex(commitment))));
const nameCommitment = ({ salt, name }) => hex(sha256(join(`${SEAL}/name/`, unhex(salt), name.normalize("NFC"))));
export const headMessage = (head) => join(`fairdeal-head-v4/${canonical(head)}`);
export const moveMessage = (signed) => join(`fairdeal-move-v4/${canonical(signed)}`);
const actMessage = (signed) => join(`fairdeal-act-v4/${canonical(signed)}`);
export const shareMessage = (share) => join(`fairdeal-share-v4/${canonical(share)}`);
export const keyId = (key) => hex(sha256(unhex(key))).slice(0, 16);
const seedCommitment = (seed) => hex(sha256(join(`${CHANCE}/commitment/`, unhex(seed))));
export const shareCommitment = (share) => hex(sha256(join(`${CHANCE}/share/`, unhex(share))));

/** The digest of the terms, row 0, that follow from row 1; null without row 1. */
function termsDigest({ head, events: [{ move, facts }] }) {
  if (move.move !== "start" || facts[0]?.fact !== "game-started") return null;
  const { move: _, ...fixed } = move;
  const { shares, ...chance } = fixed.chance;
  const all = { ...fixed, chance: { ...chance, commitment: head.commitment }, game: head.game, setup: facts[0].setup };
  return hex(sha256(join(`${SEAL}/terms/`, canonical(all))));
}

/** The seed of a game: the server's part mixed with the shares. */
export const mixedSeed = (serverSeed, shares) => sha256(join(`${CHANCE}/seed/`, unhex(serverSeed), canonical(shares)));

function* words(seed, purpose, nth) {
  const stream = shake256(join(`${CHANCE}/${purpose}/${nth}/`, seed));
  for (;;) {
    const high = stream.next().value;
    yield 256 * high + stream.next().value;
  }
}

function below(count, numbers) {
  for (;;) {
    const word = numbers.next().value;
    if (word < 65536 - (65536 % count)) return word % count;
  }
}

export function shuffle(seed, cards, nth) {
  const pile = sorted(cards);
  const numbers = words(seed, "shuffle", nth);
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

/** These members of a fact or a prompt, if it says that it is hidden; null if it says neither yes nor no. */
function ifMarked(part, names) {
  const { hidden = false } = isObject(part) ? part : { hidden: null };
  return typeof hidden === "boolean" ? names.filter(() => hidden) : null;
}

const PROMPT_PARTS = ["default", "options", "resume"];

/** The hidden parts of a fact; null if a member that tells them is absent or of another type. */
function hiddenParts(fact) {
  switch (fact.fact) {
    case "cards-moved":
      if (!isText(fact.source) || !isText(fact.target)) return null;
      return isOpenZone(fact.source) || isOpenZone(fact.target) ? [] : ["cards"];
    case "shuffled":
      return ["order"];
    case "lot-drawn":
      return ifMarked(fact, ["picked"]);
    case "cards-shown":
      return has(fact, "to") && fact.to !== null ? ["cards"] : [];
    case "answered":
    case "taken":
      return ifMarked(fact, ["option"]);
    case "prompted":
      return ifMarked(fact.prompt, PROMPT_PARTS.filter((name) => has(fact.prompt, name)).map((name) => `prompt/${name}`));
    default:
      return [];
  }
}

/** The paths that must be commitments in the sealed row of an event, in ascending order; null if they cannot be told. */
function hiddenPaths(event) {
  const parts = event.facts.map(hiddenParts);
  if (parts.includes(null)) return null;
  const paths = parts.flatMap((names, at) => names.map((name) => `/facts/${at}/${name}`));
  if (event.move.move === "choose" && paths.includes("/facts/0/option")) paths.push("/move/option");
  if (event.signed !== null || Object.hasOwn(event.hidden, "/signed")) paths.push("/signed");
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

/** The row that was sealed: with commitments in place of the hidden parts; null if a path leads to nothing. */
export function sealedRow(game, event) {
  const { mark, hidden, ...rest } = event;
  const parts = Object.entries(hidden);
  const row = { ...(parts.length ? structuredClone(rest) : rest), game };
  for (const [path, given] of parts) {
    const part = partAt(row, path);
    if (part === undefined) return null;
    const commitment = given.commitment ?? commitmentOf(given.salt, part);
    const steps = stepsOf(path);
    steps.slice(0, -1).reduce((holder, step) => holder[step], row)[steps.at(-1)] = { commitment };
  }
  return row;
}

const refusalCommitment = ({ salt, ...value }) => value.commitment ?? commitmentOf(salt, value);

// ---- findings

export const QUESTIONS = ["sealed", "lawful", "fair", "dealt", "authentic", "choices"];

class Report {
  constructor() {
    this.findings = Object.fromEntries(QUESTIONS.map((question) => [question, []]));
  }

  /** Add a finding about the events `first` to `last`; 0 if it is about none. */
  add(question, code, first = 0, last = first, more = {}) {
    this.findings[question].push({ code, first, last, rule: "", path: "", note: false, seat: null, file: "", ...more });
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

/** The order of findings: by their events, then by code, path and file. */
function byPlace(one, other) {
  const [texts, others] = [one, other].map(({ code, path, file }) => [code, path, file]);
  return one.first - other.first || one.last - other.last || texts.reduce((found, text, at) => found || byText(text, others[at]), 0);
}

/** fail, not_judged, result_changed, or moves_not_judged, which is as far as this program goes. */
function verdictOf(questions) {
  const answers = Object.values(questions).map((question) => question.answer);
  if (answers.includes("no")) return "fail";
  if (answers.includes("not_judged")) return "not_judged";
  return isResultChanged(questions) ? "result_changed" : "moves_not_judged";
}

/** Whether organisers whom row 1 does not name changed the result. */
const isResultChanged = ({ sealed }) => sealed.findings.some(({ code }) => code === "unnamed-result");

// ---- clocks

const ANSWERS = ["play", "choose", "draw", "pass"];
/** How many questions in a row each seat lets run out before a game that none leaves is void. */
const MISSED_BY_ALL = 3;
const CLOCK_FACTS = ["clock-started", "clock-stopped", "clock-spent", "clock-changed"];
const TIMED_FACTS = [...CLOCK_FACTS, "window-opened", "uno-held", "window-closed", "time-shifted"];

/** The clocks and the window of a game, row by row; times are in milliseconds. */
class Clocks {
  constructor({ seats, options }) {
    const { clock, uno_window: window, timeouts_out: timeoutsOut } = options;
    this.terms = isObject(clock) ? clock : null;
    const { seconds, bank, increment } = this.terms ?? { seconds: 0, bank: 0, increment: 0 };
    const areTimes = [seconds, bank, increment, window ?? 0].every(within(0, MAX_SECONDS));
    if (!areTimes || !isNatural(timeoutsOut ?? 0)) throw new TypeError("terms of another form");
    [this.seconds, this.bank, this.increment] = [1000 * seconds, 1000 * bank, 1000 * increment];
    this.window = 1000 * (window ?? 0);
    this.timeoutsOut = timeoutsOut ?? 0;
    this.areUsed = this.terms !== null || this.window !== 0;
    this.banks = Array(seats).fill(this.bank);
    this.missed = Array(seats).fill(0);
    this.unanswered = [];
    this.seatsIn = new Set(Array(seats).keys());
    this.due = [];
    this.questions = [];
    this.since = this.until = null;
    this.ahead = 0;
    this.isPaused = false;
    this.exposed = new Set();
    this.calls = null;
  }

  /** What is wrong with a row: a code, or "" if nothing is. */
  follow({ at: text, move, facts }) {
    if (!this.areUsed) {
      if (move.move === "expire") return "expired-early";
      return CLOCK_MOVES.includes(move.move) || facts.some(({ fact }) => TIMED_FACTS.includes(fact)) ? "clock" : "";
    }
    const at = Date.parse(text);
    const code = this.judge(move, at) || this.judgeHeld(move, facts);
    this.added = 0;
    if (this.since !== null) {
      const until = move.move === "stand" ? Math.min(at, move.since) : at;
      this.added = Math.max(0, until - this.since);
      this.questions[this.questions.length - 1].used += this.added;
    }
    const before = [...this.questions];
    const kept = this.follows(facts, before.length);
    const others = [...this.shifted(move), ...this.windows(move, facts, at)];
    const clocks = this.clocks(before, kept, move, at);
    const recorded = facts.filter(({ fact }) => TIMED_FACTS.includes(fact));
    const isLast = canonical(facts.slice(facts.length - clocks.length)) === canonical(clocks);
    const isRight = isLast && canonical(recorded) === canonical([...others, ...clocks]);
    const isAllRight = this.isOutRight(facts, move.move === "expire") && isRight;
    return code || (isAllRight ? "" : "clock");
  }

  /** Whether the clock puts out whom it must, and voids a game that no seat answers. */
  isOutRight(facts, isExpire) {
    const putOut = [];
    let [last, isRight] = ["", true];
    for (const one of facts) {
      if (one.fact === "seat-out") {
        last = given(one, "why");
        this.seatsIn.delete(seatIn(one));
        if (last === "timeouts") putOut.push(one.seat);
      } else if (one.fact === "game-ended" && last === "timeouts" && this.seatsIn.size === 1) {
        const [left] = this.seatsIn;
        isRight = given(one, "why") === (this.missed[left] ? "void" : "last");
      }
    }
    if (isExpire && !this.timeoutsOut && this.seatsIn.size) {
      const areAllAway = [...this.seatsIn].every((seat) => this.missed[seat] >= MISSED_BY_ALL);
      if (areAllAway) isRight = facts.some((one) => one.fact === "game-ended" && given(one, "why") === "void");
    }
    return isRight && canonical(putOut) === canonical(this.due);
  }

  judge({ move, since, ahead = 0 }, at) {
    if (move === "close-window") {
      if (this.until === null) return "clock";
      return at >= this.until ? "" : "expired-early";
    }
    if (move === "stand") {
      if (!isInteger(since) || !isNatural(ahead)) throw new TypeError("a time of another form");
      return this.since !== null || ahead !== this.ahead ? "" : "clock";
    }
    if (move !== "expire" && !ANSWERS.includes(move)) return "";
    if (this.until !== null) return "clock";
    const { seat, used } = this.questions.at(-1) ?? {};
    const hasRunOut = this.since !== null && used + at - this.since >= this.seconds + this.banks[seat];
    if (move === "expire") return hasRunOut ? "" : "expired-early";
    return hasRunOut ? "answered-late" : "";
  }

  /** What is wrong if what was held is not just before the close of the window, or a call was not held. */
  judgeHeld({ move }, facts) {
    const [before, held] = [this.calls, facts.filter(({ fact }) => fact === "uno-held")];
    this.calls = null;
    if (held.length) this.calls = new Set([...(before ?? []), ...callsIn(held)]);
    else if (before && !facts.some(({ fact }) => fact === "window-closed" || fact === "game-ended")) return "clock";
    if (move !== "close-window") return "";
    const changed = facts.slice(1);
    const end = changed.findIndex(({ fact }) => fact !== "uno-changed");
    const called = changed.slice(0, end < 0 ? undefined : end).filter((one) => given(one, "status") === "called");
    return called.map(seatIn).every((seat) => before?.has(seat)) ? "" : "clock";
  }

  /** Open and close the questions of a row; the number of former ones that are open still. */
  follows(facts, before) {
    let kept = before;
    for (const { fact, prompt } of facts) {
      if (fact === "prompted") this.questions.push({ seat: seatIn(prompt), used: 0 });
      else if (fact === "answered" || fact === "withdrawn") {
        if (!this.questions.length) throw new TypeError("no question is open");
        this.questions.pop();
      } else if (fact === "game-ended") this.questions = [];
      else if (fact === "paused" || fact === "resumed") this.isPaused = fact === "paused";
      kept = Math.min(kept, this.questions.length);
    }
    return kept;
  }

  /** Follow which seats are exposed; whether the row exposes one. */
  followHands(facts) {
    const recent = new Set();
    for (const one of facts) {
      const both = [this.exposed, recent];
      if (one.fact === "round-began") both.forEach((seats) => seats.clear());
      if (one.fact !== "uno-changed") continue;
      const isExposed = given(one, "status") === "exposed";
      both.forEach((seats) => (isExposed ? seats.add(seatIn(one)) : seats.delete(seatIn(one))));
    }
    return recent.size > 0;
  }

  /** The fact that the times are shifted, if the move shifts them. */
  shifted({ move, ahead = 0 }) {
    if (move !== "stand" || ahead === this.ahead) return [];
    this.ahead = ahead;
    return [{ fact: "time-shifted", ahead }];
  }

  windows(move, facts, at) {
    const isNew = this.followHands(facts);
    const found = [];
    if (this.until !== null && ["call-uno", "catch-uno"].includes(move.move)) {
      found.push({ fact: "uno-held", seat: move.seat, target: move.move === "catch-uno" ? move.target : move.seat });
    }
    const has = (kind) => facts.some(({ fact }) => fact === kind);
    const isEmpty = this.until !== null && !this.exposed.size && !has("game-ended");
    if (move.move === "close-window" || isEmpty) {
      found.push({ fact: "window-closed" });
      this.until = null;
    }
    if (has("game-ended")) this.until = null;
    else if (this.window && (isNew || (has("resumed") && this.until !== null))) {
      this.until = at + this.window;
      found.push({ fact: "window-opened", until: this.until });
    }
    return found;
  }

  clocks(before, kept, move, at) {
    this.due = [];
    if (!this.terms) return [];
    const found = this.adjusted(move);
    const last = before.length - 1;
    for (let under = last; under >= kept; under--) found.push(this.close(under, before[under], under === last ? move.move : ""));
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
    if (!within(-MAX_SECONDS, MAX_SECONDS)(seconds) || !isNatural(seat) || seat >= this.banks.length) throw new TypeError("an adjustment of another form");
    this.banks[seat] = Math.max(0, this.banks[seat] + 1000 * seconds);
    return [{ fact: "clock-changed", seat, bank: this.banks[seat] }];
  }

  close(under, { seat, used }, move) {
    let bank = Math.max(0, this.banks[seat] - Math.max(0, used - this.seconds));
    if (move === "expire") {
      this.missed[seat] += 1;
      if (this.missed[seat] === 1) this.unanswered.push(seat);
      this.due = this.missed[seat] === this.timeoutsOut ? [seat] : [];
    }
    if (ANSWERS.includes(move)) {
      this.missed[seat] = 0;
      this.unanswered = [];
      bank = Math.max(bank, Math.min(bank + this.increment, this.bank));
    }
    this.banks[seat] = bank;
    const unanswered = this.unanswered.length ? { unanswered: [...this.unanswered] } : {};
    return { ...plain({ fact: "clock-spent", seat, spent: used, bank }, { missed: this.missed[seat], under }), ...unanswered };
  }
}

/** How long a player is away before a claim if the option is null. */
const ABSENT_SECONDS = 60;
/** The value of the option `absence` with which each claim is possible. */
const CLAIMS = { "claim-absent": "out", "stand-in": "bot" };
const MAX_CALLS = 10;
const CALL_FACTS = ["judge-called", "call-closed", "paused", "resumed"];

/** The calls for a judge, row by row, and whether the game is paused. */
class Calls {
  constructor(stopsClock) {
    this.stopsClock = stopsClock;
    this.made = new Map();
    this.open = new Set();
    this.isPaused = false;
    this.isStopped = false;
  }

  /** Go on by a row; whether it has the facts that its move must cause. */
  follow({ move, seat, facts }) {
    const expected = this.expected(move, seat);
    if (facts.some(({ fact }) => fact === "game-ended")) {
      this.open.clear();
      this.isPaused = this.isStopped = false;
      return true;
    }
    const recorded = facts.filter(({ fact }) => CALL_FACTS.includes(fact));
    return expected !== null && canonical(recorded) === canonical(expected);
  }

  /** The facts of a move; null if the move is not possible. */
  expected({ move, reason, outcome }, seat) {
    const wasPaused = this.isPaused;
    switch (move) {
      case "pause":
        this.isPaused = true;
        return wasPaused ? null : [{ fact: "paused" }];
      case "resume":
        this.isPaused = this.isStopped = false;
        return wasPaused ? [{ fact: "resumed" }] : null;
      case "call-judge":
        return this.call(seat, reason);
      case "cancel-call":
        return this.close(seat, "cancelled");
      case "answer-call":
        return ["upheld", "refused", "noted"].includes(outcome) ? this.close(seat, outcome) : null;
      default:
        return [];
    }
  }

  call(seat, reason) {
    const made = this.made.get(seat) ?? 0;
    if (this.open.has(seat) || made >= MAX_CALLS || !isLine(500)(reason)) return null;
    this.made.set(seat, made + 1);
    this.open.add(seat);
    if (!this.stopsClock || this.isPaused) return [{ fact: "judge-called", seat }];
    this.isPaused = this.isStopped = true;
    return [{ fact: "judge-called", seat, stops: true }, { fact: "paused" }];
  }

  close(seat, outcome) {
    if (!this.open.delete(seat)) return null;
    const closed = { fact: "call-closed", seat, outcome };
    if (!this.isStopped || this.open.size) return [closed];
    this.isPaused = this.isStopped = false;
    return [closed, { fact: "resumed" }];
  }
}

/** A member that must be there. */
function given(value, name) {
  if (!Object.hasOwn(value, name)) throw new TypeError(`no ${name}`);
  return value[name];
}

/** The seat in a fact or a prompt. */
function seatIn({ seat }) {
  if (!isNatural(seat)) throw new TypeError("no seat");
  return seat;
}

/** The seats whose calls of UNO are held by these facts. */
const callsIn = (held) => held.map((one) => [seatIn(one), seatIn({ seat: given(one, "target") })]).filter(([seat, target]) => seat === target).map(([seat]) => seat);

/** A fact with those of its optional members that are not 0. */
const plain = (fact, optional) => ({ ...fact, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)) });

// ---- sealed

/** Refusals by the row after which they were refused. */
function bySeq(refusals) {
  const after = new Map();
  for (const refusal of refusals) {
    if (!after.has(refusal.seq)) after.set(refusal.seq, []);
    after.get(refusal.seq).push(refusal);
  }
  return after;
}

class Sealed {
  constructor(bundle, report, evidence) {
    this.bundle = bundle;
    this.report = report;
    this.evidence = evidence;
    this.logKeys = evidence.proofs.length ? this.acceptedLogKeys() : [];
    // Anybody may have put a proof into a folder.
    const counts = (proof) => !proof.isFound || this.isLogSigned(proof);
    this.evidence = { ...evidence, records: this.records(), proofs: evidence.proofs.filter(counts) };
    this.isFull = bundle.view === "full";
    this.digests = new Map([[0, GENESIS]]);
    this.links = new Map();
    this.after = bySeq(bundle.refusals);
    this.receipts = [];
    const first = bundle.events[0];
    this.start = first.move.move === "start" && first.facts[0]?.fact === "game-started" ? first : null;
    this.isCommitted = bundle.seed !== null && seedCommitment(bundle.seed) === bundle.head.commitment;
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
    this.setup();
    this.actors();
    this.calls();
    this.claims();
    this.times();
    this.clocks();
    this.result();
    this.history();
    this.log();
    this.erasures();
  }

  signatures() {
    const { signature, head } = this.bundle;
    if (!signature) return this.find("unsigned");
    const trusted = this.evidence.keys.length ? this.follow(this.evidence.keys).signing : null;
    if (trusted && !trusted.has(signature.public)) this.find("key");
    if (!isSigned(signature.public, headMessage(head), signature.head)) this.find("head-signature");
    return undefined;
  }

  /** The keys that count by records, given those trusted. */
  follow(trusted) {
    return followKeys(trusted, this.records());
  }

  /** The records of all files, each once. */
  records() {
    const { records, proofs } = this.evidence;
    const given = [...records, ...proofs.flatMap((proof) => proof.records ?? [])];
    return [...new Map(given.map((one) => [canonical(one), one])).values()];
  }

  view() {
    const { view, seed } = this.bundle;
    const match = /^(?:full|public|seat:(\d))$/.exec(view);
    const seats = this.start ? this.start.move.seats.length : Infinity;
    const fits = match && (match[1] === undefined || Number(match[1]) < seats);
    if (!fits || this.isFull !== (seed !== null)) this.find("view");
  }

  chain() {
    const { events, head } = this.bundle;
    let follows = true;
    let next = 1;
    let previous = GENESIS;
    for (const event of events) {
      if (event.seq !== next) {
        if (event.seq < next) this.find("inserted", event.seq);
        else this.find("missing", next, event.seq - 1);
        follows = false;
      }
      next = event.seq + 1;
      if (!follows) continue;
      const sealed = sealedRow(head.game, event);
      previous = sealed && digestOf(previous, sealed);
      if (previous?.startsWith(event.mark)) {
        this.digests.set(event.seq, previous);
      } else {
        this.find("altered", event.seq);
        follows = false;
      }
    }
    const last = next - 1;
    if (last < head.seq) this.find("cut", last + 1, head.seq);
    if (last > head.seq) this.find("inserted", head.seq + 1, last);
    if (follows && last === head.seq && previous !== head.digest) this.find("head", last);
  }

  hidden() {
    for (const event of this.bundle.events) {
      const named = Object.keys(event.hidden).sort();
      const right = hiddenPaths(event);
      // A part that is shown is not null, and any other part is.
      const isShown = (path) => Object.hasOwn(event.hidden[path], "salt");
      const fits = (path) => partAt(event, path) !== undefined && isShown(path) !== (partAt(event, path) === null);
      if (!right || canonical(named) !== canonical(right) || !named.every(fits)) this.find("hidden", event.seq);
    }
  }

  refusals() {
    const { events, head, refusals } = this.bundle;
    const wrong = new Set();
    const there = new Set(events.map((event) => event.seq));
    refusals.forEach((refusal, at) => {
      const before = refusals[at - 1];
      const isNext = !before || before.seq < refusal.seq || (before.seq === refusal.seq && before.nth < refusal.nth);
      if (!isNext || !there.has(refusal.seq)) wrong.add(refusal.seq);
    });
    events.forEach((event, at) => {
      const next = events[at + 1];
      if (event.seq !== (next ? next.seq - 1 : head.seq)) return;
      if (!this.refusalsFit(event.seq, this.after.get(event.seq) ?? [], next ? next.refused : head.refused)) wrong.add(event.seq);
    });
    for (const seq of [...wrong].sort((a, b) => a - b)) this.find("refusals", seq);
  }

  refusalsFit(seq, stored, refused) {
    const links = [];
    let link = this.digests.get(seq);
    for (const refusal of link ? stored : []) {
      link = linkOf(link, refusalCommitment(refusal));
      links.push(link);
    }
    this.links.set(seq, links);
    const isOwn = ({ salt, seat }) => !salt || this.isFull || this.bundle.view === `seat:${seat}`;
    if (!stored.every(isOwn)) return false;
    if (!refused || !stored.length) return !refused && !stored.length;
    const bySeat = new Map();
    for (const { seat } of stored) bySeat.set(seat, (bySeat.get(seat) ?? 0) + 1);
    const isCounted = refused.count === stored.length || (refused.count > stored.length && Math.max(...bySeat.values()) >= MAX_STORED);
    return isCounted && stored.every(({ nth }, at) => nth === at + 1) && (!link || link === refused.head);
  }

  /** Check row 1 and what it names. */
  setup() {
    const { edition, events, names } = this.bundle;
    for (const event of events) {
      const later = event !== events[0];
      const starts = event.facts.some((fact, at) => fact.fact === "game-started" && (later || at));
      if (starts || (later && event.move.move === "start")) this.find("setup", event.seq);
    }
    if (!this.start) {
      if (events[0].seq === 1) this.find("setup", 1);
      return;
    }
    const { move, facts, seat, refused, signed } = this.start;
    const count = facts[0].setup.seats;
    const lists = [move.seats, names ?? move.seats, move.chance.commitments, move.chance.shares];
    const heroes = facts[0].setup.heroes.length;
    const isStoodIn = facts[0].setup.options.absence === "bot";
    const fits = lists.every((list) => list.length === count) && (heroes === 0 || heroes === count) && isStoodIn === (move.stand_in !== null);
    const isTwice = new Set(move.organisers.map(({ player }) => player)).size < move.organisers.length;
    if (!fits || isTwice || seat !== null || refused !== null || signed !== null) this.find("setup", this.start.seq);
    if (hex(sha256(join(canonical(edition)))) !== facts[0].setup.edition) this.find("edition");
    if (!names) this.find("no-names", 0, 0, { note: true, path: "/names" });
    names?.forEach((given, at) => {
      if (at < move.seats.length && !isNameOf(move.seats[at], given)) this.find("name", 0, 0, { path: `/names/${at}` });
    });
  }

  actors() {
    const versions = new Map();
    const noted = new Map();
    const { events, refusals } = this.bundle;
    const unnamed = [];
    if (!this.start) return;
    const held = new Map();
    let stoodIn = new Set();
    for (const event of events) {
      const { kind, version } = event.actor;
      if (!mayMake(event, this.start, stoodIn) || !mayWithdraw(event, noted)) {
        this.find("actor", event.seq, event.seq, { path: "/actor" });
      } else if (kind === "organiser" && !this.start.move.organisers.length) {
        unnamed.push(event);
      } else if (kind === "bot" && botOf(event.seat, this.start, stoodIn).version !== version) {
        const seen = versions.get(event.seat);
        versions.set(event.seat, [seen ? seen[0] : event.seq, event.seq]);
      }
      stoodIn = standInsAfter(event, this.start, stoodIn);
      held.set(event.seq, stoodIn);
    }
    for (const refusal of refusals) {
      const { seq } = refusal;
      if (refusal.actor && !mayTry(refusal, this.start, held.get(seq) ?? new Set())) this.find("actor", seq, seq, { path: "/refused" });
    }
    const changed = unnamed.filter(({ move }) => RESULT_ACTS.includes(move.move));
    for (const [code, acts] of [["unnamed-organisers", unnamed], ["unnamed-result", changed]]) {
      if (acts.length) this.find(code, acts[0].seq, acts.at(-1).seq, { note: true, path: "/actor" });
    }
    for (const [first, last] of versions.values()) this.find("bot-version", first, last, { note: true, path: "/actor" });
  }

  /** Whether calls for a judge, their answers and pauses are those of the moves. */
  calls() {
    if (!this.start) return;
    const { clock } = this.start.facts[0].setup.options;
    const calls = new Calls(isObject(clock) && clock.call_stops === true);
    for (const event of this.bundle.events) if (!calls.follow(event)) this.find("calls", event.seq);
  }

  /** Whether claims that a player is absent, and bots in their place, fit the option and the times of the rows. */
  claims() {
    if (!this.start) return;
    const { absence, absent_seconds: least } = this.start.facts[0].setup.options;
    const seconds = least ?? ABSENT_SECONDS;
    let before = Date.parse(this.start.at);
    let stoodIn = new Set();
    for (const event of this.bundle.events) {
      const { seq, seat, at, move, facts } = event;
      const { move: kind, target = null } = move;
      const expected = [
        kind === "claim-absent" ? [target] : [],
        kind === "stand-in" ? [target] : [],
        kind === "take-back" ? [seat] : [],
      ];
      const recorded = ["seat-out", "stand-in-began", "stand-in-ended"].map((name) =>
        facts.filter(({ fact, why }) => fact === name && (name !== "seat-out" || why === "absent")).map((one) => one.seat ?? null),
      );
      const isDue = within(0, MAX_SECONDS)(seconds) && Date.parse(at) - before >= 1000 * seconds;
      const mayClaim = absence === CLAIMS[kind] && target !== seat && isPlayers(target, this.start) && isDue;
      const isHeld = stoodIn.has(kind === "stand-in" ? target : seat);
      const isPossible = kind === "claim-absent" ? mayClaim : kind === "stand-in" ? mayClaim && !isHeld : kind !== "take-back" || isHeld;
      if (!isPossible || canonical(recorded) !== canonical(expected)) this.find("claim", seq);
      stoodIn = standInsAfter(event, this.start, stoodIn);
      before = Date.parse(at);
    }
  }

  times() {
    let latest = "";
    const check = ({ seq, at }, path) => {
      if (at < latest) this.find("time", seq, seq, { path });
      latest = at;
    };
    const after = new Map(this.after);
    for (const event of this.bundle.events) {
      check(event, "/at");
      for (const refusal of after.get(event.seq) ?? []) if (refusal.at) check(refusal, "/refused");
      after.delete(event.seq);
    }
  }

  /** Whether the clocks are those of the times of the rows. */
  clocks() {
    if (!this.start) return;
    let clocks = null;
    for (const event of this.bundle.events) {
      try {
        clocks ??= new Clocks(this.start.facts[0].setup);
        const code = clocks.follow(event);
        if (code) this.find(code, event.seq);
      } catch {
        this.find("clock", event.seq);
        return;
      }
    }
  }

  result() {
    const seats = this.start?.move.seats.length;
    for (const { facts, seq } of this.bundle.events) {
      for (const [at, fact] of facts.entries()) {
        const isEnd = fact.fact === "game-ended" || fact.fact === "result-changed";
        if (isEnd && !isValidResult(fact, seats)) this.find("result", seq, seq, { path: `/facts/${at}` });
      }
    }
  }

  /** Compare with receipts and older bundles. */
  history() {
    const { head, signature } = this.bundle;
    if (!this.evidence.receipts.length) return;
    const accepted = this.follow([...this.evidence.keys, ...(signature ? [signature.public] : [])]).signing;
    for (const receipt of this.evidence.receipts) {
      if (gameOf(receipt) !== head.game) continue;
      const { head: told, share } = receipt;
      const seq = told ? told.seq : 1;
      const isKnown = accepted.has(receipt.public) && keyId(receipt.public) === receipt.key;
      const message = told ? headMessage(told) : shareMessage(share);
      const isGood = isKnown && isSigned(receipt.public, message, receipt.signature);
      // Anybody may have put a receipt into a folder.
      if (receipt.isFound && !isGood) continue;
      this.receipts.push(receipt);
      if (!isGood) this.find("receipt-signature", seq);
      else if (told ? !this.isHead(told) : !this.hasShare(share)) this.find("history", seq);
    }
  }

  /** Whether the game was once at a head. */
  isHead(told) {
    const { head } = this.bundle;
    if (told.seq > head.seq || told.commitment !== head.commitment) return false;
    if (told.seq === 0 && told.digest !== GENESIS) return told.digest === termsDigest(this.bundle);
    return this.isHistory(told);
  }

  /** Whether row 1 has the share that a seat has opened. */
  hasShare({ seat, commitment }) {
    if (!this.start) return false;
    const { commitments, shares } = this.start.move.chance;
    return commitments[seat] === commitment && shares[seat] != null;
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

  /** The keys that count for the log. */
  acceptedLogKeys() {
    const { log, keys } = this.evidence;
    const { signature } = this.bundle;
    const signer = signature ? [signature.public] : [];
    return [...(log ? followLog([log.key], this.records()) : this.follow(keys.length ? keys : signer).log)];
  }

  isLogSigned({ note }) {
    const name = this.evidence.log?.name ?? note.origin;
    return this.logKeys.some((key) => isNoteSigned(note, { name, key }));
  }

  /** Compare with proofs and checkpoints of the log. */
  log() {
    const { proofs, witnesses } = this.evidence;
    if (!proofs.length) return;
    const entries = this.entries();
    const checked = [];
    for (const proof of proofs) {
      const { note } = proof;
      if (!this.isLogSigned(proof)) {
        this.find("log-signature");
        continue;
      }
      const cosigned = cosignatureTimes(note, witnesses?.keys ?? []);
      if (witnesses && cosigned.length < witnesses.wanted) this.find("witnesses");
      checked.push({ proof, note, time: cosigned.length ? Math.max(...cosigned) : null });
    }
    const listed = [];
    for (const { proof, time } of checked.filter((one) => one.proof.entries)) {
      this.logged(proof, entries);
      for (const [index, logged] of proof.entries) {
        const entry = entries.find((one) => isLoggedAs(one, logged));
        if (entry && time !== null && entry.at > (time + 60) * 1000) this.find("log-time", entry.seq);
        if (entry) listed.push({ index, entry });
      }
    }
    for (const { note, time } of checked.filter((one) => !one.proof.entries && one.time !== null)) {
      for (const { index, entry } of listed) if (note.size <= index && entry.at < (time - 600) * 1000) this.find("log-time", entry.seq);
    }
  }

  /** Where a proof and the file differ: what the log has of the game are the first entries that the file gives. */
  logged(proof, entries) {
    const listed = proof.entries.map(([, entry]) => entry).filter(({ game }) => game === entries[0].game);
    const logged = listed.filter(({ kind }) => GAME_KINDS.includes(kind));
    if (!holds(proof, entries[0].game) || !logged.length) return this.find("log");
    const given = entries.filter(({ kind }) => kind !== "erased");
    for (let at = 0; at < Math.max(logged.length, given.length); at++) {
      const isNewer = RESULT_KINDS.includes(logged.at(-1)?.kind) && RESULT_KINDS.includes(given[at]?.kind);
      if (at >= logged.length && !isNewer) return;
      if (at >= logged.length || at >= given.length || !isLoggedAs(given[at], logged[at])) return this.find("log", (given[at] ?? given.at(-1)).seq);
    }
  }

  /** Note the erased names of which no proof has the entry. */
  erasures() {
    for (const entry of this.entries().filter(({ kind }) => kind === "erased")) {
      const isProven = this.evidence.proofs.some((proof) => proof.entries?.some(([, one]) => isLoggedAs(entry, one)));
      if (!isProven) this.find("erased-name", 0, 0, { note: true, path: `/names/${entry.seat}` });
    }
  }

  /** The entries of the log that the file gives; a time is NaN where there is none. */
  entries() {
    const { events, head, names } = this.bundle;
    const { commitment } = head;
    const game = blinded(head.game);
    const created = digestOfWord("created", { commitment, game: head.game });
    const entries = [{ kind: "created", digest: created, game, seq: 0, at: NaN }];
    const terms = termsDigest(this.bundle);
    if (terms) entries.push({ kind: "opened", digest: terms, game, seq: 0, at: Date.parse(events[0].move.closed_at) });
    for (const event of events) {
      const digest = this.digests.get(event.seq);
      if (!digest) break;
      for (const kind of kindsOf(event)) entries.push({ kind, digest, game, seq: event.seq, at: Date.parse(event.at) });
    }
    names?.forEach((given, seat) => {
      if (!given?.erased) return;
      const { erased } = given;
      const digest = digestOfWord("erased", { at: erased, game: head.game, seat });
      entries.push({ kind: "erased", digest, game, seat, seq: 0, at: Date.parse(erased) });
    });
    return entries;
  }
}

/** Whether a name opens the commitment of its seat, or was erased; a bot has none. */
function isNameOf({ kind, name }, given) {
  if (given === null || kind === "bot") return given === null && kind === "bot";
  return has(given, "erased") || nameCommitment(given) === name;
}

const SEAT_MOVES = ["play", "choose", "catch-uno", "draw", "pass", "call-uno", "resign"];
const CLOCK_MOVES = ["stand", "close-window"];
const PLAYER_MOVES = ["call-judge", "cancel-call", "revoke-key", "claim-absent", "stand-in", "take-back"];
/** The moves of a player for whom a bot plays. */
const HELD_MOVES = ["take-back", "resign"];
const SEAT_ACTS = ["answer-call", "remove", "game-loss", "warn", "penalize", "deduct", "adjust-clock"];
const GAME_ACTS = ["note", "withdraw", "pause", "resume", "void", "correct"];

/** The acts that change who wins, or may. */
const RESULT_ACTS = ["remove", "game-loss", "penalize", "deduct", "adjust-clock", "void", "correct"];

const isVoidStart = (event) => event.facts.length === 2 && event.facts[1].fact === "game-ended" && event.facts[1].why === "void";

/** Whether a move names the seat of a player. */
const isPlayers = (target, start) => isNatural(target) && start.move.seats[target]?.kind === "player";

/** The seats for which a bot plays after a row. */
function standInsAfter({ seat, move }, start, before) {
  const isIn = move.move === "stand-in" && isPlayers(move.target, start);
  if (!isIn && move.move !== "take-back") return before;
  return new Set(isIn ? [...before, move.target] : [...before].filter((one) => one !== seat));
}

/** The bot that plays a seat: its own, or the one that stands in. */
function botOf(seat, { move: { seats, stand_in: standIn } }, stoodIn) {
  if (seats[seat]?.kind === "bot") return seats[seat];
  return stoodIn.has(seat) ? standIn : null;
}

/** Whether the actor of a row may make its move for its seat; a bot plays for some, before the row. */
function mayMake(event, start, stoodIn) {
  const { seat, actor, move } = event;
  const { seats, chance, directors, organisers } = start.move;
  if (event === start) return actor.kind === "player" || (actor.kind === "clock" && chance.mode === "shared" && isVoidStart(event));
  if (move.seat !== seat || (seat !== null && seat >= seats.length)) return false;
  if (stoodIn.has(seat) && ["player", "bot"].includes(actor.kind) && HELD_MOVES.includes(move.move) !== (actor.kind === "player")) return false;
  switch (actor.kind) {
    case "player":
      if (revokes({ move }) && !seats[seat]?.key) return false;
      return [...SEAT_MOVES, ...PLAYER_MOVES].includes(move.move) && hasSeat(actor, seat, start, stoodIn);
    case "bot":
      return SEAT_MOVES.includes(move.move) && hasSeat(actor, seat, start, stoodIn);
    case "clock":
      return seat === null ? CLOCK_MOVES.includes(move.move) : move.move === "expire";
    default: {
      const needsSecond = directors === 2 && ["void", "correct"].includes(move.move);
      const isAct = seat === null ? GAME_ACTS.includes(move.move) : SEAT_ACTS.includes(move.move);
      const isNamed = (id) => !organisers.length || organisers.some(({ player }) => player === id);
      return isAct && actingOf(actor).every(isNamed) && needsSecond === Object.hasOwn(actor, "second") && actor.second !== actor.player;
    }
  }
}

/** The organisers of an act: one, or two in their order. */
const actingOf = ({ player, second }) => (second === undefined ? [player] : [player, second]);

/** Whether a withdrawal names a standing warning or note of its own organiser; noted follows the row. */
function mayWithdraw({ seq, actor, move }, noted) {
  if (actor.kind !== "organiser") return true;
  if (["warn", "note"].includes(move.move)) noted.set(seq, actor.player);
  return move.move !== "withdraw" || (noted.get(move.seq) === actor.player && noted.delete(move.seq));
}

/** Whether row 1 gives a seat to an actor, or a bot stands in there. */
function hasSeat({ kind, player, name }, seat, start, stoodIn) {
  const owner = start.move.seats[seat];
  return kind === "player" ? owner?.kind === kind && owner.player === player : botOf(seat, start, stoodIn)?.bot === name;
}

/** Whether the actor of a refusal may try a move for its seat; a bot plays for some. */
function mayTry({ seat, actor, move }, start, stoodIn) {
  const { seats } = start.move;
  if (actor.kind === "clock") return seat < seats.length && move.move === "expire";
  return actor.kind !== "organiser" && hasSeat(actor, seat, start, stoodIn);
}

/** Whether places are an order of the seats, with the winner first; none in a void game. */
function isValidResult(fact, seats) {
  const { winner, why, places } = fact;
  if (!isResult(fact) || seats === undefined) return false;
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
  const seed = mixedSeed(bundle.seed, chance.shares);
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
  if (kind === "bot" || mode === "plain") return share === null && commitment === null;
  if (commitment === null) return false;
  return share === null ? isVoid : shareCommitment(share) === commitment;
}

const isShuffle = (seed, { order, nth }) =>
  listOf(isText)(order) && order.length <= MAX_SHUFFLED && shuffle(seed, order, nth).every((card, at) => card === order[at]);

const isPick = (seed, { among, picked, nth }) => isCount(among) && among <= 65536 && pick(seed, among, nth) === picked;

// ---- dealt

const SHARED_ZONES = ["draw", "discard", "danger", "danger-discard", "revealed", "removed"];
const SEAT_ZONES = ["hand", "deck", "burn", "hero", "enemy", "items"];
const PILES = ["draw", "deck", "danger"];
const DANGERS = ["enemy", "event", "item"];

/** What follows a fact that moves or shows cards. */
const DEALING = new Map([["cards-placed", "place"], ["shuffled", "shuffle"], ["cards-moved", "move"], ["cards-shown", "show"]]);

const sameCards = (one, other) =>
  one.length === other.length && canonical(sorted(one)) === canonical(sorted(other));

class Deal {
  constructor(bundle) {
    const { seats } = bundle.events[0].move;
    this.edition = bundle.edition;
    this.zones = new Map(SHARED_ZONES.map((zone) => [zone, []]));
    for (let seat = 0; seat < seats.length; seat++) for (const kind of SEAT_ZONES) this.zones.set(`${kind}:${seat}`, []);
    this.placed = new Set();
    this.shown = 0;
  }

  /** Follow a fact; the code of what is wrong, or an empty text. */
  follow(fact) {
    const check = DEALING.get(fact.fact);
    return check ? this[check](fact) : "";
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
    const { cards: codes = [], decks = [] } = edition;
    const loose = (chosen) => repeated(chosen.map(({ code }) => [code, copiesOf(edition, code)]));
    const heroes = new Set();
    for (const [name, held] of this.zones) if (name.startsWith("hero:") && this.placed.has(name)) heroes.add(held[0]);
    if (kind === "draw") return decks.length ? null : loose(codes);
    if (kind === "hero") {
      const isFree = cards.length === 1 && !heroes.has(cards[0]) && decks.some((deck) => deck.hero === cards[0]);
      return isFree ? cards : null;
    }
    if (kind === "deck") {
      const [hero] = this.placed.has(`hero:${seat}`) ? this.zones.get(`hero:${seat}`) : [];
      const deck = decks.findLast((one) => hero !== undefined && one.hero === hero);
      return deck ? repeated(deck.cards.map(({ card, copies = 1 }) => [card, copies])) : null;
    }
    if (kind === "danger") return loose(codes.filter((card) => DANGERS.includes(card.kind) && heroes.has(card.hero)));
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
    if (!removed(from, cards)) return "absent";
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
    return (verb === "hand" && !sameCards(hand, cards)) || !removed(hand, cards) ? "shown" : "";
  }
}

const copiesOf = (edition, code) => (has(edition.copies, code) ? edition.copies[code] : 1);

/** Remove cards, of each the copy nearest to the top; whether all were there. */
const removed = (pile, cards) =>
  cards.every((card) => {
    const at = pile.lastIndexOf(card);
    return at >= 0 && pile.splice(at, 1);
  });

/** Each code as often as it is there. */
const repeated = (pairs) => pairs.flatMap(([code, copies]) => Array(copies).fill(code));

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
const revokes = ({ move, code }) => code === undefined && move.move === "revoke-key";

/** By row the first row of the window for calls that is open after it. */
function windowsOf(events) {
  const windows = new Map();
  let first = null;
  for (const { seq, facts } of events) {
    const has = (kind) => facts.some(({ fact }) => fact === kind);
    if (has("window-closed") || has("game-ended")) first = null;
    if (has("window-opened")) first ??= seq;
    if (first !== null) windows.set(seq, first);
  }
  return windows;
}

class Authentic {
  constructor({ bundle, digests }, report) {
    this.bundle = bundle;
    this.digests = digests;
    this.report = report;
    this.seats = bundle.events[0].move.seats;
    this.organisers = new Map(bundle.events[0].move.organisers.map(({ player, key }) => [player, key]));
    this.proposed = new Set();
    this.first = null;
    this.next = 0;
    this.used = new Set();
    this.windows = windowsOf(bundle.events);
    /** By seat the first row that has revoked its key, and the last one of its player. */
    this.unsigned = new Map();
    for (const { seat, seq, move } of bundle.events.filter(({ actor }) => actor.kind === "player")) {
      const [first = revokes({ move }) && this.seats[seat]?.key ? seq : 0] = this.unsigned.get(seat) ?? [];
      if (first) this.unsigned.set(seat, [first, seq]);
    }
  }

  find(code, seq, path = "/signed") {
    this.report.add("authentic", code, seq, seq, { path });
  }

  /** The key that signs a move: none signs that which revokes it, nor later ones, but what a window has held since before. */
  keyOf(moved) {
    const { actor, seat, seq, signed } = moved;
    const [first = Infinity] = this.unsigned.get(seat) ?? [];
    const isSigning = seq < first || (signed?.seq ?? first) < first;
    return actor.kind === "player" && isSigning && !revokes(moved) ? (this.seats[seat]?.key ?? null) : null;
  }

  /** Look for what is wrong; why the question stays open, if nothing is. */
  examine() {
    const { events, refusals } = this.bundle;
    for (const event of events) {
      const key = event.seq === 1 ? null : this.keyOf(event);
      const { signed, seq } = event;
      if (seq > 1 && event.actor.kind === "organiser") {
        this.act(event);
      } else if (key && signed && !isWhole(signed)) {
        if (!this.isAnswer(event)) this.find("choice", seq);
      } else {
        this.judge(key, event, event.move, seq - 1, "/signed");
        if (key && signed) [this.first, this.next, this.used] = [event, seq + 1, new Set()];
      }
    }
    for (const one of refusals) this.judge(this.keyOf(one), one, one.before[0] ?? one.move, one.seq, "/refused");
    const isRight = !this.report.findings.authentic.length;
    for (const [seat, rows] of this.unsigned) this.report.add("authentic", "key-revoked", ...rows, { note: true, path: "/signed", seat });
    return this.unsigned.size && isRight ? ["not_judged", "key_revoked"] : undefined;
  }

  /** A part of a seat with a key has a signature of its move after row `last`, and no other has one. */
  judge(key, { seq, signed }, move, last, path) {
    if (!key) {
      if (signed) this.find("signed", seq, path);
    } else if (!signed) this.find("unsigned-move", seq, path);
    // Of a text, which is the beginning of a move, it is not known what was signed.
    else if (!isWhole(signed) || !(isText(move) || this.isSignature(key, last, move, signed))) this.find("move-signature", seq, path);
  }

  /** Each organiser with a key has signed an act, and no other has. */
  act(event) {
    const { seq, actor, signed } = event;
    const acting = actingOf(actor);
    const given = signed ? signed.organisers : [];
    const codes = given.length > acting.length ? ["signed"] : [];
    acting.forEach((player, at) => {
      const key = this.organisers.get(player);
      const one = given[at] ?? null;
      if (!key) codes.push(...(one ? ["signed"] : []));
      else if (!one) codes.push("unsigned-act");
      else if (!this.isActSignature(key, event, one, at < acting.length - 1)) codes.push("act-signature");
    });
    for (const code of codes) this.find(code, seq);
  }

  /** Whether a signature is that of an act, or of the proposal of one, which is used once. */
  isActSignature(key, event, { seq, signature }, isProposal) {
    const { actor, move } = event;
    const last = event.seq - 1;
    const first = isProposal ? 1 : (this.windows.get(last) ?? last);
    const digest = this.digests.get(seq);
    if (seq < first || seq > last || digest === undefined || this.proposed.has(signature)) return false;
    if (isProposal) this.proposed.add(signature);
    const { player, reason, reference = null, second = null } = actor;
    const message = { digest, game: this.bundle.head.game, move, player, reason, reference, second: isProposal ? null : second, seq };
    return isSigned(key, actMessage(message), signature);
  }

  /** Whether a signature is that of a move after row `last`, or of one that a window has held since an earlier row. */
  isSignature(key, last, move, { seq = last, choices, signature }) {
    if (seq !== last && !(seq >= (this.windows.get(last) ?? last) && seq < last)) return false;
    const digest = this.digests.get(seq);
    if (digest === undefined) return false;
    return isSigned(key, moveMessage({ choices, digest, game: this.bundle.head.game, move, seq }), signature);
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

const LOG = "fairdeal-log-v4";
const RESULT_KINDS = ["ended", "void", "changed"];
const GAME_KINDS = ["created", "opened", "begun", ...RESULT_KINDS, "cancelled"];

/** The kinds of the entries that a row makes. */
function kindsOf({ seq, facts }) {
  const end = facts.findLast(({ fact }) => fact === "game-ended");
  return [
    ...(seq === 1 ? ["begun"] : []),
    ...(end ? [end.why === "void" ? "void" : "ended"] : []),
    ...(facts.some(({ fact }) => fact === "result-changed") ? ["changed"] : []),
  ];
}

export const digestOfWord = (word, content) => hex(sha256(join(`fairdeal-seal-v4/${word}/${canonical(content)}`)));
const leafOf = (content) => sha256(join(new Uint8Array([0]), `${LOG}/${canonical(content)}`));
export const blinded = (game) => hex(sha256(join(`${LOG}/game/${game}`)));
const isLoggedAs = (entry, logged) => ["kind", "digest", "game"].every((name) => entry[name] === logged[name]);
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

/** A proof of the entries of a game, or a checkpoint alone (without `entries`). */
export function readProof(text) {
  if (!text.startsWith(`${PROOF}\n`)) return { note: readNote(text) };
  const match = /^[^\n]+\nextra ([A-Za-z0-9+/=]+)\nindex (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/=]+\n)*)\n([^]*)$/.exec(text);
  const extra = match && unbase64(match[1]);
  if (!extra) throw new Malformed("no proof");
  const path = match[3].split("\n").filter(Boolean).map(unbase64);
  if (path.length > 63 || path.some((hash) => hash?.length !== 32)) throw new Malformed("no path");
  const [note, content] = [readNote(match[4]), readCanonical(extra)];
  if (!isExtra(content) || Number(match[2]) !== note.size - 1) throw new Malformed("no entries of a game");
  return { entries: content.entries, bucketPath: content.path, path, note, records: content.records };
}

/** Whether the bucket of a proof is that of the map which ends the signed log, and has each entry of a game at its index. */
export function holds({ entries, bucketPath, path, note }, game) {
  const bucket = entries[0][1].game.slice(0, 4);
  let [value, before] = [new Uint8Array(32), -1];
  for (const [index, entry, steps] of entries) {
    if (!entry.game.startsWith(bucket) || index <= before || index >= note.size - 1) return false;
    if (entry.game === game && !provesInclusion({ index, path: steps.map(unhex) }, note, leafOf(entry))) return false;
    const number = new DataView(new ArrayBuffer(8));
    number.setBigUint64(0, BigInt(index));
    value = sha256(join(`${LOG}/map/`, value, new Uint8Array(number.buffer), leafOf(entry)));
    before = index;
  }
  let at = parseInt(bucket, 16);
  for (const sibling of bucketPath.map(unhex)) {
    value = at & 1 ? nodeOf(sibling, value) : nodeOf(value, sibling);
    at >>= 1;
  }
  return provesInclusion({ index: note.size - 1, path }, note, leafOf({ kind: "map", root: hex(value) }));
}

// ---- keys that vouch for each other

const isPair = (value) => Array.isArray(value) && value.length === 2 && value.every(SIGNATURE);
const isRecord = record({ by: DIGEST, key: DIGEST, kind: oneOf("key"), signatures: isPair, use: oneOf("log", "signing") });
const MAX_RECORDS = 100;
const areRecords = (value) => Array.isArray(value) && value.length <= MAX_RECORDS && value.every(isRecord);

const isLogged = record({ digest: DIGEST, game: DIGEST, kind: (value) => typeof value === "string" && /^[a-z]{1,20}$/.test(value) });
const isPath = (value) => listOf(DIGEST)(value) && value.length <= 63;
const isIndexed = (value) => Array.isArray(value) && value.length === 3 && isNatural(value[0]) && isLogged(value[1]) && isPath(value[2]);
const isExtra = record({
  entries: (value) => Array.isArray(value) && value.length > 0 && value.every(isIndexed),
  path: (value) => isPath(value) && value.length === 16,
  records: areRecords,
});

/** Whether both keys of a record signed it. */
function isRecordSigned({ by, key, signatures, use }) {
  const message = join(`${LOG}/key/${canonical({ by, key, use })}`);
  return isSigned(by, message, signatures[0]) && isSigned(key, message, signatures[1]);
}

/** Some keys of a log, and all to which records hand it over from them. */
function followLog(keys, records) {
  const known = new Set(keys);
  for (let count = -1; count !== known.size; ) {
    count = known.size;
    for (const one of records) {
      if (one.use === "log" && known.has(one.by) && !known.has(one.key) && isRecordSigned(one)) known.add(one.key);
    }
  }
  return known;
}

/** The keys that count, by use: those trusted, the keys of the log that announced them, and all that these name. */
export function followKeys(trusted, records) {
  const announced = records.filter(({ use }) => use === "signing");
  const logs = announced.filter((one) => trusted.includes(one.key) && isRecordSigned(one)).map(({ by }) => by);
  const log = followLog([...trusted, ...logs], records);
  const signing = announced.filter((one) => log.has(one.by) && isRecordSigned(one)).map(({ key }) => key);
  return { signing: new Set([...trusted, ...signing]), log };
}

/** Each of some keys with the text of all that records connect with it, in either direction. */
function connected(keys, records) {
  const each = keys.length > 1 ? new Map(records.map((one) => [canonical(one), one])).values() : [];
  const pairs = [...each].filter(isRecordSigned).map((one) => [one.by, one.key]);
  return new Map(keys.map((key) => {
    const known = new Set([key]);
    for (let count = 0; count !== known.size; ) {
      count = known.size;
      for (const pair of pairs) if (pair.some((one) => known.has(one))) pair.forEach((one) => known.add(one));
    }
    return [key, [...known].sort().join()];
  }));
}

/** The keys and records in the JSON of GET keys/; null if it is anything else. */
function keysOf(value) {
  if (!isObject(value) || !Array.isArray(value.results) || !areRecords(value.records)) return null;
  if (!value.results.every((one) => isObject(one) && DIGEST(one.public))) return null;
  return { keys: value.results.map((one) => one.public), records: value.records };
}

/** The bytes of the lines of a note that have the name and the id of a key, and this length. */
function linesOf({ lines }, { name, key }, type, length) {
  const id = noteKeyId(name, type, key);
  return lines.filter((line) => line.name === name && equalBytes(line.id, id) && line.data.length === length).map(({ data }) => hex(data));
}

export const isNoteSigned = (note, vkey) =>
  vkey.name === note.origin && linesOf(note, vkey, 1, 64).some((signature) => isSigned(vkey.key, join(note.text), signature));

/** The times of the cosignatures by these witnesses: one for each that cosigned, in seconds. */
function cosignatureTimes(note, witnesses) {
  return witnesses.flatMap((witness) => {
    const lines = linesOf(note, witness, 4, 72).map((line) => [BigInt(`0x${line.slice(0, 16)}`), line.slice(16)]);
    const signed = lines.filter(([time, signature]) => isSigned(witness.key, join(`cosignature/v1\ntime ${time}\n${note.text}`), signature));
    return signed.length ? [Math.max(...signed.map(([time]) => Number(time)))] : [];
  });
}

/** Whether a leaf leads to the root of the checkpoint (RFC 9162, 2.1.3.2). */
function provesInclusion({ index, path }, { size, root }, leaf) {
  if (index >= size) return false;
  let [node, at, last] = [leaf, BigInt(index), BigInt(size - 1)];
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

const NO_EVIDENCE = { keys: [], records: [], receipts: [], proofs: [], log: null, witnesses: null };
const NO_RULES = { lawful: ["unanswered", "no_rules"], choices: ["unanswered", "no_rules"] };

const unanswered = (why, ...questions) => Object.fromEntries(questions.map((question) => [question, ["unanswered", why]]));

/** Read a bundle (null: a file that is too large): the value, or the code of the finding. */
export function readBundle(bytes) {
  if (!bytes || bytes.length > MAX_BYTES) return { code: "malformed" };
  try {
    const value = readCanonical(bytes);
    if (isObject(value) && isText(value.format) && value.format !== FORMAT) return { code: "format" };
    return isBundle(value) ? { bundle: value } : { code: "malformed" };
  } catch (error) {
    if (error instanceof Malformed) return { code: "malformed" };
    throw error;
  }
}

/** What may have one seed: a game, or the round of a tournament that row 1 names. */
function dealOf({ head, events: [{ move }] }) {
  return move.event ? `${move.event.tournament}/${move.event.round}` : head.game;
}

/** Verify the bytes of a bundle: verdict, what the file is about, the key that signed it, and the answers. */
export function verify(bytes, evidence = {}) {
  return judge(bytes, evidence).told;
}

/** What is told about a file, and what is compared with other files: its head, and the digests of its rows. */
function judge(bytes, evidence) {
  const report = new Report();
  const { bundle, code } = readBundle(bytes);
  if (code) {
    report.add("sealed", code);
    const questions = report.answers(unanswered("malformed", ...QUESTIONS.slice(1)));
    return { told: { verdict: "fail", ...ABOUT_NOTHING, questions }, used: [] };
  }
  const sealed = new Sealed(bundle, report, { ...NO_EVIDENCE, ...evidence });
  sealed.examine();
  const open = { ...NO_RULES, ...examineOthers(bundle, report, sealed) };
  const questions = report.answers(open);
  const { head, view, signature } = bundle;
  const { public: publicKey = "" } = signature ?? {};
  const { game, seq, digest } = head;
  const key = publicKey && keyId(publicKey);
  const over = bundle.events.some(({ facts }) => facts.some(({ fact }) => fact === "game-ended"));
  const told = { verdict: verdictOf(questions), game, view, over, seq, digest, key, public: publicKey, questions };
  return { told, trace: { head, digests: sealed.digests, deal: dealOf(bundle) }, used: [...sealed.evidence.proofs, ...sealed.receipts] };
}

/** Examine what only a file in the view `full` can answer; the reasons of the questions that stay open. */
function examineOthers(bundle, report, sealed) {
  const { start, isFull } = sealed;
  if (!isFull) return unanswered("own_view", "fair", "dealt", "authentic");
  if (!start) return unanswered("no_start", "fair", "dealt", "authentic");
  const open = {};
  if (start.move.chance.algorithm !== CHANCE) open.fair = ["not_judged", "unknown_algorithm"];
  else examineFair(bundle, report);
  examineDealt(bundle, report);
  if ([...start.move.seats, ...start.move.organisers].some(({ key }) => key)) open.authentic = new Authentic(sealed, report).examine();
  else Object.assign(open, unanswered("no_keys", "authentic"));
  return open;
}

const ABOUT_NOTHING = { game: "", view: "", over: false, seq: 0, digest: "", key: "", public: "" };
const FAILED = {
  verdict: "error",
  ...ABOUT_NOTHING,
  questions: Object.fromEntries(QUESTIONS.map((question) => [question, { answer: "error", why: "verifier_failed", findings: [] }])),
};

/** Verify files with the evidence that is about each; `unused` is the evidence about none. */
export function verifyFiles(files, given, progress = () => {}) {
  const evidence = { ...NO_EVIDENCE, ...given };
  const { receipts, proofs } = evidence;
  const judged = files.map(({ file, bytes }, at) => {
    if (at) progress(at);
    const isAbout = files.length === 1 || !proofs.length ? () => true : attempt(() => proofsAbout(file, bytes), () => false);
    const own = { ...evidence, proofs: proofs.filter(isAbout) };
    return { file, ...attempt(() => judge(bytes, own), { told: FAILED, used: [] }) };
  });
  const records = [...evidence.records, ...proofs.flatMap((proof) => proof.records ?? [])];
  addContradictions(judged.filter(({ trace, told }) => trace && told.questions.sealed.answer === "yes"), records);
  const used = new Set(judged.flatMap((one) => one.used));
  const isUnread = judged.some(({ told }) => !told.game);
  const unused = isUnread ? [] : [...receipts, ...proofs].filter((one) => !used.has(one));
  return { results: judged.map(({ file, told }) => ({ file, ...told })), unused };
}

/** Whether a proof is named after a file or proves one of its entries, or is a checkpoint. */
function proofsAbout(file, bytes) {
  const { bundle } = readBundle(bytes);
  const game = bundle && blinded(bundle.head.game);
  return ({ entries, file: name }) =>
    bundle && (!entries || stemOf(name ?? "") === stemOf(file) || entries.some(([, entry]) => entry.game === game));
}

const stemOf = (file) => file.replace(/\.json(\.gz)?$|\.(tlog-)?proof$/, "");

/** Add what sealed files of one key, or of keys that records connect, show together: two histories of a game, one seed in two games. */
function addContradictions(judged, records) {
  const owners = connected([...new Set(judged.map(({ told }) => told.public))], records);
  const groups = (member) => {
    const of = ({ trace, told }) => `${trace.head[member]} ${owners.get(told.public)}`;
    return [...new Set(judged.map(of))].map((value) => judged.filter((one) => of(one) === value));
  };
  for (const files of groups("game")) {
    const last = files.reduce((best, one) => (isLonger(one.trace.head, best.trace.head) ? one : best));
    for (const one of files) {
      if (extendsTrace(last.trace, one.trace)) continue;
      const seq = partingOf(one.trace, last.trace);
      addFinding(one, "two-histories", seq, last);
      addFinding(last, "two-histories", seq, one);
    }
  }
  for (const files of groups("commitment")) {
    const [first] = files;
    const isOther = ({ trace }) => trace.deal !== first.trace.deal;
    const other = files.find(isOther);
    for (const one of other ? files : []) addFinding(one, "seed-reused", 0, isOther(one) ? first : other);
  }
}

const countOf = (head) => head.refused?.count ?? 0;
const isLonger = (one, other) => one.seq > other.seq || (one.seq === other.seq && countOf(one) > countOf(other));

/** Whether a game was once at the head of the earlier file. */
function extendsTrace({ head, digests }, earlier) {
  if (head.commitment !== earlier.head.commitment || digests.get(earlier.head.seq) !== earlier.head.digest) return false;
  const isSame = head.seq === earlier.head.seq && countOf(head) === countOf(earlier.head);
  return !isSame || canonical(head.refused) === canonical(earlier.head.refused);
}

/** The first row that two files do not share; the last one if they share all. */
function partingOf(one, other) {
  const least = Math.min(one.head.seq, other.head.seq);
  for (let seq = 0; seq < least; seq++) if (one.digests.get(seq) !== other.digests.get(seq)) return seq;
  return least;
}

function addFinding({ told }, code, seq, { file }) {
  const report = new Report();
  report.findings.sealed = told.questions.sealed.findings;
  report.add("sealed", code, seq, seq, { file });
  told.questions.sealed = report.answers({}).sealed;
  told.verdict = "fail";
}

/** What a function returns; if it fails, which says nothing about other files, another value. */
function attempt(action, otherwise) {
  try {
    return action();
  } catch (error) {
    console.error(error);
    return otherwise;
  }
}

/** What a file of evidence is: `{receipt}`, `{proof}` or `{keys}`; throws Malformed if it is none. */
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
  const keys = keysOf(value);
  if (keys) return { keys };
  throw new Malformed("neither receipt nor proof nor keys");
}

const gameOf = ({ head, share }) => (head ?? share).game;

/** The head of a bundle as a receipt; throws Malformed if the file is no signed bundle. */
export function receiptOf(bytes) {
  const { bundle } = readBundle(bytes);
  if (!bundle?.signature) throw new Malformed("not a signed bundle");
  const { public: publicKey, head } = bundle.signature;
  return { head: bundle.head, key: keyId(publicKey), public: publicKey, signature: head };
}

// ---- the program

const USAGE =
  "usage: node verify.js [--json] [--moves-not-judged] [--key KEY] [--since OLD] [--receipt FILE] [--checkpoint FILE]\n" +
  "                      [--log VKEY] [--witnesses KofN:VKEY,...] FILE...";

const WITH_VALUE = ["--key", "--since", "--receipt", "--checkpoint", "--log", "--witnesses"];

function readArguments(given, environment) {
  const options = { json: false, files: [], "--key": [], "--since": [], "--receipt": [], "--checkpoint": [], "--log": [], "--witnesses": [] };
  for (let at = 0; at < given.length; at++) {
    const [name, ...value] = given[at].split("=");
    if (given[at] === "--json") options.json = true;
    else if (given[at] === "--moves-not-judged") options.movesNotJudged = true;
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
  return options;
}

function readEvidenceFiles(options, read) {
  const named = (path, reader) => {
    try {
      return reader(read(path));
    } catch (error) {
      throw error instanceof Malformed ? new Malformed(`${path}: ${error.message}`) : error;
    }
  };
  const wanted = (kind) => (bytes) => {
    const found = readEvidence(bytes)[kind];
    if (!found) throw new Malformed(`no ${kind}`);
    return found;
  };
  const [[log], [witnesses]] = [options["--log"], options["--witnesses"]];
  const digits = options["--key"].filter(DIGEST);
  const files = options["--key"].filter((key) => !DIGEST(key)).map((path) => named(path, wanted("keys")));
  return {
    // The keys of files are trusted if no other key is.
    keys: digits.length ? digits : files.flatMap(({ keys }) => keys),
    records: files.flatMap(({ records }) => records),
    receipts: [
      ...options["--since"].map((file) => ({ ...named(file, receiptOf), file })),
      ...options["--receipt"].map((file) => ({ ...named(file, wanted("receipt")), file })),
    ],
    proofs: options["--checkpoint"].map((file) => ({ ...named(file, wanted("proof")), file })),
    log: log ? readVkey(log, 1) : null,
    witnesses: witnesses ? readWitnesses(witnesses) : null,
  };
}

const yesIn = (questions) => QUESTIONS.filter((name) => questions[name].answer === "yes");

const VERDICTS = { moves_not_judged: "MOVES NOT JUDGED", result_changed: "RESULT CHANGED", fail: "FAIL", not_judged: "NOT JUDGED", error: "ERROR" };

/** The verdicts with which nothing is wrong that this program can judge. */
const IS_GOOD = ["moves_not_judged", "result_changed"];

function eventsOf({ first, last, seat }) {
  const where = first === last ? `, event ${first}` : `, events ${first} to ${last}`;
  return first ? where + (seat === null ? "" : `, seat ${seat}`) : "";
}

/** A verdict in a few lines; `keys` has the ids of the keys that signed other files. */
function printed({ file, verdict, key, seq, over, questions }, keys) {
  const state = seq && !over ? ", the game is not over" : "";
  const changed = isResultChanged(questions) ? ", result changed by organisers that the table did not name" : "";
  const lines = [`${VERDICTS[verdict]}  ${file}: ${seq} events${state}${changed}, choices not asked${key ? `, signed by ${key}` : ""}`];
  if (IS_GOOD.includes(verdict)) lines.push(`  ${yesIn(questions).join(", ")}: yes. The moves are not judged here.`);
  for (const [question, { answer, why, findings }] of Object.entries(questions)) {
    lines.push(`  ${question.padEnd(10)} ${answer}${why ? ` (${why})` : ""}`);
    for (const finding of findings) {
      lines.push(`    ${finding.note ? "note: " : ""}${finding.code}${eventsOf(finding)}${finding.path && ` ${finding.path}`}${finding.file && ` (${finding.file}, signed by ${keys.get(finding.file)})`}`);
    }
  }
  return lines.join("\n");
}

/** In how many files each finding is, and each question was not examined. */
function totalsOf(results) {
  const counts = new Map();
  const count = (text) => counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const { questions } of results) {
    for (const [question, { answer, why, findings }] of Object.entries(questions)) {
      for (const code of new Set(findings.filter(({ note }) => !note).map((one) => one.code))) count(`found: ${question} ${code}`);
      if (answer !== "yes" && answer !== "no") count(`not examined: ${question} (${why})`);
    }
  }
  return [...counts].sort().map(([text, number]) => `${text} in ${number} of ${results.length} files`);
}

const EVIDENCE_NAME = /\.(tlog-)?proof$/;
const BUNDLE_NAME = /\.json(\.gz)?$/;
const MAX_RECEIPT_BYTES = 4096;
const FILES_BETWEEN_LINES = 100;

/** The bytes of a file, unpacked; null if there are too many. */
function readBounded(path, { readFileSync, statSync }, { gunzipSync }) {
  if (statSync(path).size > MAX_BYTES) return null;
  const bytes = readFileSync(path);
  if (!path.endsWith(".gz")) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch {
    return null;
  }
}

/** The files given, and those in the folders given, at any depth, but for evidence that is given by options. */
function* filesIn(names, evidence, { existsSync, readdirSync, realpathSync, statSync }) {
  const given = new Set(evidence.map(({ file }) => realpathSync(file)));
  const isEvidence = (file) => existsSync(file) && given.has(realpathSync(file));
  for (const name of names) {
    if (!statSync(name).isDirectory()) yield { file: name, isGiven: true };
    else {
      for (const one of readdirSync(name, { recursive: true }).sort()) {
        const file = `${name.replace(/\/$/, "")}/${one}`;
        if ((BUNDLE_NAME.test(one) || EVIDENCE_NAME.test(one)) && !isEvidence(file)) yield { file, isGiven: false };
      }
    }
  }
}

/** The bundles of a call, and what in its folders cannot be read; receipts and proofs there are added to the evidence. */
function bundlesIn(names, evidence, files, zlib) {
  const bundles = [];
  const faults = [];
  const sort = (file, isGiven) => {
    if (!isGiven && !files.statSync(file).isFile()) throw new Malformed("it is no file");
    const bytes = readBounded(file, files, zlib);
    const mayBeReceipt = !isGiven && bytes && bytes.length <= MAX_RECEIPT_BYTES;
    const isProof = EVIDENCE_NAME.test(file);
    const { receipt, proof } = isProof ? readEvidence(bytes) : mayBeReceipt ? attempted(() => readEvidence(bytes)) : {};
    if (receipt) evidence.receipts.push({ ...receipt, file, isFound: true });
    else if (proof) evidence.proofs.push({ ...proof, file, isFound: !isGiven });
    else if (isProof) throw new Malformed("it is no proof");
    else bundles.push({ file, bytes });
  };
  for (const { file, isGiven } of filesIn(names, [...evidence.receipts, ...evidence.proofs], files)) {
    try {
      sort(file, isGiven);
    } catch (error) {
      if (isGiven || !(error instanceof Malformed || error.code)) throw error;
      faults.push(file);
      process.stderr.write(`${file} cannot be read: ${error.message}\n`);
    }
  }
  if (!bundles.length) throw new Malformed("there is no bundle in the folders given");
  return { bundles, faults };
}

/** What was read; nothing if it was malformed. */
function attempted(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return {};
    throw error;
  }
}

/** Run the program; returns the exit status. */
async function main(given) {
  const files = await import("node:fs");
  const zlib = await import("node:zlib");
  let options, bundles, faults, evidence;
  try {
    options = readArguments(given, process.env);
    evidence = readEvidenceFiles(options, (path) => readBounded(path, files, zlib));
    ({ bundles, faults } = bundlesIn(options.files, evidence, files, zlib));
  } catch (error) {
    if (!(error instanceof Malformed) && !error.code) {
      process.stderr.write(`${error.stack}\nThe verifier failed: this says nothing about the files.\n`);
      return VERIFIER_FAILED;
    }
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    return 2;
  }
  const progress = (count) => {
    if (count % FILES_BETWEEN_LINES === 0) process.stderr.write(`${count} of ${bundles.length} files${process.stderr.isTTY ? "\r" : "\n"}`);
  };
  const { results, unused } = verifyFiles(bundles, evidence, progress);
  const told = verdictsOf(results);
  const keys = new Map(results.map(({ file, key }) => [file, key]));
  const lines = [...results.map((one) => printed(one, keys)), ...(results.length > 1 ? [totalsOf(results).join("\n")] : [])];
  process.stdout.write(`${options.json ? JSON.stringify(told) : lines.join("\n\n")}\n`);
  if (unused.length) process.stderr.write(`there is evidence about no file given: ${unused.map(({ file }) => file).join(", ")}\n`);
  const isFailed = told.verdict === "error" || told.verdict === "fail";
  if ((unused.length || faults.length) && !isFailed) return EXIT_CODES.not_judged;
  return told.verdict === "moves_not_judged" && options.movesNotJudged ? 0 : EXIT_CODES[told.verdict];
}

const VERIFIER_FAILED = 3;
const EXIT_CODES = { error: VERIFIER_FAILED, fail: 1, not_judged: 2, result_changed: 5, moves_not_judged: 4 };

/** The verdicts about files as one object (bundle.md, Verdicts as JSON). */
export function verdictsOf(files) {
  const verdict = Object.keys(EXIT_CODES).find((word) => files.some((one) => one.verdict === word));
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

const MARKS = { yes: "✓", no: "✗", unanswered: "–", not_judged: "?", error: "!" };
const VERDICT_MARKS = { moves_not_judged: "◐", result_changed: "!", fail: "✗", not_judged: "?", error: "!" };
const VERDICT_CLASSES = { moves_not_judged: "partial", result_changed: "open", fail: "bad", not_judged: "open", error: "open" };

/** An element with children; a text child is text, never markup. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** The bytes of a chosen file, unpacked; null if there are too many, or if they cannot be unpacked. */
async function bytesOf(file) {
  const stream = file.name.endsWith(".gz") ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const [reader, parts] = [stream.getReader(), []];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MAX_BYTES) return null;
      parts.push(part.value);
    }
  } catch {
    return null;
  } finally {
    reader.cancel().catch(() => {});
  }
  return join(...parts);
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
    if (form.dataset.bundle) this.fetch(form.dataset.bundle);
  }

  /** Get the bundle that the page was opened for, and verify it as a chosen one. */
  async fetch(address) {
    this.status.textContent = this.say("working");
    const response = await fetch(address).catch(() => null);
    const bytes = response?.ok ? await response.blob().catch(() => null) : null;
    if (bytes) await this.choose([new File([bytes], `${address.split("/").at(-3)}.json`)]);
    else this.results.replaceChildren(this.renderErrors([{ file: address, text: "not_received" }]));
  }

  get colon() {
    return document.documentElement.lang.startsWith("fr") ? "\u00a0: " : ": ";
  }

  say(code) {
    return this.words.get(code) ?? code;
  }

  async choose(files) {
    this.status.textContent = this.say("working");
    this.files = await Promise.all([...files].map(async (file) => ({ file: file.name, bytes: await bytesOf(file) })));
    // Let the browser show the status before the work begins.
    setTimeout(() => this.show(), 30);
  }

  show() {
    if (!this.files.length) return;
    const { results, errors } = verifyTogether(this.files, (id) => document.getElementById(id).value.trim());
    const title = element("h2", { class: "unseen" }, this.say("results"));
    this.results.replaceChildren(title, ...(errors.length ? [this.renderErrors(errors)] : []), ...results.map((one) => this.renderFile(one, new Map(results.map(({ file, key }) => [file, key])))));
    this.status.textContent = [
      ...results.map(({ file, verdict }) => `${file}: ${this.say(verdict)}`),
      ...errors.map(({ file, text }) => `${file}: ${this.say(text)}`),
    ].join(". ");
  }

  renderErrors(errors) {
    const lines = errors.map(({ file, text }) => element("li", {}, element("strong", {}, file), ` ${this.say(text)}`));
    return element("div", { class: "warn", role: "alert" }, element("p", {}, this.say("unreadable")), element("ul", {}, ...lines));
  }

  renderFile({ file, verdict, public: key, seq, over, questions }, keys) {
    const badge = element("span", { class: `badge ${VERDICT_CLASSES[verdict]}` }, `${VERDICT_MARKS[verdict]} ${this.say(verdict)}`);
    const open = QUESTIONS.filter((name) => questions[name].answer === "unanswered").map((name) => this.say(`question_${name}`));
    const isRead = questions.sealed.findings.every(({ code }) => code !== "malformed" && code !== "format");
    const parts = [element("h3", {}, file, " ", badge), element("p", {}, this.say(isRead ? `${verdict}_what` : "unread_what"))];
    if (IS_GOOD.includes(verdict)) {
      const yes = yesIn(questions).map((name) => this.say(`question_${name}`));
      parts[1].append(" ", element("strong", {}, `${yes.join(", ")}${this.colon}${this.say("answer_yes")}.`));
    }
    if (seq && !over) parts.push(element("p", {}, this.say("not_over")));
    if (open.length) parts.push(element("p", {}, element("strong", {}, this.say("open")), ` ${open.join(", ")}`));
    const answers = element("ul", { class: "answers" }, ...(isRead ? QUESTIONS : ["sealed"]).map((name) => this.renderAnswer(name, questions[name], keys)));
    const isFolded = IS_GOOD.includes(verdict);
    parts.push(isFolded ? element("details", {}, element("summary", {}, this.say("details")), answers) : answers);
    if (key) parts.push(element("p", { class: "small" }, this.say("key"), " ", element("code", {}, key), ". ", this.say("key_what")));
    return element("section", { class: "panel verdict verdict-file", "aria-label": file, "data-verdict": verdict }, ...parts);
  }

  renderAnswer(name, { answer, why, findings }, keys) {
    const { colon } = this;
    const title = `${this.say(`question_${name}`)}${colon}${MARKS[answer]} ${this.say(`answer_${answer}`)}`;
    const parts = [element("h4", {}, title), element("p", { class: "small" }, this.say(`asks_${name}`))];
    if (why) parts.push(element("p", { class: "small" }, this.say(`why_${why}`)));
    if (findings.length) parts.push(element("ul", { class: "findings" }, ...findings.slice(0, 50).map((one) => this.renderFinding(one, colon, keys.get(one.file)))));
    return element("li", { class: `answer ${answer}`, "data-question": name }, ...parts);
  }

  renderFinding({ code, first, last, path, note, file }, colon, key) {
    const range = first === last ? `${this.say("event")} ${first}` : `${this.say("events")} ${first} ${this.say("to")} ${last}`;
    const parts = [this.say(`code_${code}`), " ", element("code", {}, code)];
    if (first) parts.unshift(element("strong", {}, range), colon);
    if (path) parts.push(" ", element("code", {}, path));
    if (file) parts.push(` (${file}. ${this.say("key")} `, element("code", {}, key), ")");
    if (note) parts.push(` (${this.say("note")})`);
    return element("li", { "data-code": code }, ...parts);
  }
}

/** Verify files that were given together: bundles, older bundles, receipts, proofs, the keys of a server. */
export function verifyTogether(files, setting) {
  const errors = [];
  const named = (file, action) => {
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
    records: [],
    receipts: [],
    proofs: [],
    log: log ? named(log, () => readVkey(log, 1)) : null,
    witnesses: witnesses ? named(witnesses, () => readWitnesses(witnesses)) : null,
  };
  if (errors.length) return { results: [], errors };
  const newest = new Map();
  const bundles = [];
  const receipts = [];
  for (const { file, bytes } of files) {
    const found = kindOf(bytes);
    if (found.keys) {
      evidence.records.push(...found.keys.records);
      if (!keys.length) evidence.keys.push(...found.keys.keys);
    }
    else if (found.proof) evidence.proofs.push({ ...found.proof, file, isFound: true });
    else if (found.receipt) receipts.push({ file, receipt: found.receipt });
    else bundles.push({ file, bytes, ...found });
    if (found.head) newest.set(found.of, Math.max(found.head.seq, newest.get(found.of) ?? 0));
  }
  const current = bundles.filter(({ head, of }) => !head || head.seq === newest.get(of));
  for (const { file, bytes } of bundles.filter((one) => !current.includes(one))) {
    const receipt = named(file, () => receiptOf(bytes));
    if (receipt) receipts.push({ file, receipt });
  }
  const games = new Set(current.flatMap(({ head }) => (head ? [head.game] : [])));
  for (const { file, receipt } of receipts) {
    if (games.has(gameOf(receipt))) evidence.receipts.push({ ...receipt, file, isFound: true });
    else errors.push({ file, text: "other_game" });
  }
  const { results, unused } = verifyFiles(current, evidence);
  errors.push(...unused.map(({ file }) => ({ file, text: results.length ? "other_key" : "no_bundle" })));
  return { results, errors };
}

/** Whether a file is evidence or a bundle; a file that is neither is verified as a bundle, and malformed. */
function kindOf(bytes) {
  if (!bytes) return {};
  const { bundle } = attempt(() => readBundle(bytes), {});
  // An older bundle is compared with the newest one of its game and key.
  if (bundle) return { head: bundle.head, of: `${bundle.head.game} ${bundle.signature?.public}` };
  return attempted(() => readEvidence(bytes));
}

if (typeof document === "undefined") {
  if (await isProgram()) process.exitCode = await main(process.argv.slice(2));
} else {
  const form = document.getElementById("verify");
  if (form) new VerifyPage(form);
}
