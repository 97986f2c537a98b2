/**
 * What this browser keeps of the games of its player: keys, shares, receipts.
 *
 * It is in IndexedDB, from which no script can read a key. Without it, what is text is kept while the tab is open.
 *
 * @import { Keys, Receipt } from "../../verify/verify.js"
 */

/** How many games are kept. */
const MOST_GAMES = 200;

/**
 * What is kept of a seat; `id` is the commitment to the share.
 *
 * @typedef {object} Kept
 * @property {string} id
 * @property {string | null} game
 * @property {string} share
 * @property {string} key - The public key; "" without one.
 * @property {CryptoKey | null} secret
 * @property {string} why - Why there is no key; "" if there is one.
 * @property {number} at
 * @property {number} moves - How many moves were signed.
 * @property {boolean} isShared - Whether the share is in the seed.
 * @property {number} [seat] - The seat that the server signed with this key, when the share was opened.
 * @property {Record<string, Receipt>} receipts - By the name of its file.
 * @property {string} opened - The proof of the log with which the share was opened.
 * @property {{seq: number, digest: string}} head - The last row whose digest was computed.
 * @property {boolean} [isStoodIn] - Whether a bot plays for the player, after the last row.
 * @property {number} [unsigned] - The event by which another device revoked the key.
 * @property {{code: string, seq: number} | null} wrong - What the server did first.
 */

/** @type {Promise<IDBDatabase> | undefined} */
let database;

/** @returns {Promise<IDBDatabase>} */
function open() {
  database ??= new Promise((done, fail) => {
    const request = indexedDB.open("proof", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "id" });
      request.result.createObjectStore("keys");
    };
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      const forget = () => (database = undefined);
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      done(request.result);
    };
  });
  return database;
}

/** @template T @param {"games" | "keys"} name @param {(store: IDBObjectStore) => IDBRequest<T>} action @returns {Promise<T>} */
async function run(name, action) {
  const transaction = (await open()).transaction(name, "readwrite");
  const request = action(transaction.objectStore(name));
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error);
  });
}

/** Whether this browser stores keys. */
export async function canStore() {
  return (await open().catch(() => null)) !== null;
}

/** @param {Kept} kept */
export async function keep(kept) {
  if (await canStore()) await run("games", (store) => store.put(kept));
  else sessionStorage.setItem(`proof ${kept.id}`, JSON.stringify({ ...kept, secret: null }));
}

/** Return all that is kept, the newest first. @returns {Promise<Kept[]>} */
async function all() {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith("proof "));
  const found = (await canStore())
    ? await run("games", (store) => store.getAll())
    : names.map((name) => JSON.parse(sessionStorage.getItem(name) ?? ""));
  return found.sort((one, other) => other.at - one.at);
}

/** Return what is kept of a seat of a game; null without it. @param {string} game @param {string | null} key */
export async function keptOf(game, key) {
  const games = await all();
  const isOf = (/** @type {Kept} */ one) => one.game === game || (one.key && one.key === key);
  return games.find((one) => isOf(one) && (!key || one.key === key)) ?? null;
}

/** Return what is kept of a seat that the server signed with another key of this browser. @param {string} game @param {number} seat */
export async function signedOf(game, seat) {
  return (await all()).find((one) => one.game === game && one.key && one.seat === seat) ?? null;
}

/** Forget what is older than the newest games. */
export async function prune() {
  if (!(await canStore())) return;
  for (const { id } of (await all()).slice(MOST_GAMES))
    await run("games", (store) => store.delete(id));
}

/**
 * Return the keys of the server as they were when this browser met it first, with newer records.
 *
 * @param {() => Promise<Keys>} load - Asks the server. @returns {Promise<Keys>}
 */
export async function keysMet(load) {
  const isStored = await canStore();
  const met = isStored ? await run("keys", (store) => store.get("met")) : undefined;
  if (met) return met;
  const found = await load();
  if (isStored) await run("keys", (store) => store.put(found, "met"));
  return found;
}
