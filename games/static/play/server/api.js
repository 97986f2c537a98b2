/**
 * Requests to the API: the session cookie, CSRF, languages, problems, and what is sent again.
 *
 * @import { Problem } from "../types.js"
 */

import { language, say } from "./words.js";

export const API = "/api/v1/";

/** How long to wait before each repeat of a request, in milliseconds; the last one stays. */
const PAUSES = [300, 1000, 2000, 4000];

/** After this time without a response a request has failed, in milliseconds. */
const PATIENCE = 10_000;

/** A request that the server refused, with its problem document. */
export class Refused extends Error {
  /** @param {number} status @param {Problem} problem @param {Headers} headers */
  constructor(status, problem, headers) {
    super(problem.detail ?? problem.title);
    this.status = status;
    this.problem = problem;
    this.retryAfter = Number(headers.get("Retry-After") ?? 0);
  }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/**
 * What a request has besides its address.
 *
 * @typedef {object} Wanted
 * @property {string} [method]
 * @property {unknown} [body]
 * @property {string} [key] - The Idempotency-Key.
 * @property {number | null} [seq] - The event that the request builds on, as If-Match.
 * @property {Record<string, string>} [more] - Further headers.
 * @property {number} [patience] - For what takes the server longer than usual, in milliseconds.
 */

/**
 * Make a request and return the body of its response; null if it has none.
 *
 * @template T
 * @param {string} path - Relative to the API, or from the root.
 * @param {Wanted} [wanted]
 * @returns {Promise<T>}
 */
export async function ask(
  path,
  { method = "GET", body, key, seq = null, more, patience = PATIENCE } = {},
) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": language, ...more };
  if (method !== "GET") headers["X-CSRFToken"] = cookie("csrftoken");
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  if (seq !== null) headers["If-Match"] = `"${seq}"`;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const signal = AbortSignal.timeout(patience);
  const fail = () => {
    throw new Unreachable(say("unreachable"));
  };
  const request = { method, headers, body: sent, signal };
  const response = await fetch(addressOf(path), request).catch(fail);
  if (response.status === 204) return /** @type {T} */ (null);
  // The page of a portal or proxy is no answer of the server, whatever its status.
  const found = await response.json().catch(fail);
  if (response.ok) return found;
  throw new Refused(response.status, found, response.headers);
}

/** Return the bytes of a file of the API. @param {string} path */
export async function download(path) {
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(addressOf(path), { signal }).catch(() => null);
  if (!response?.ok) throw new Unreachable();
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Make a request until the server answers it; with its key it is carried out once.
 *
 * @template T
 * @param {string} path
 * @param {Wanted} [wanted]
 * @param {(isWaiting: boolean, error?: Error) => void} [onWaiting] - Told why it is not answered.
 * @returns {Promise<T>}
 */
export async function askUntilAnswered(path, wanted = {}, onWaiting = () => {}) {
  const isSafe = (wanted.method ?? "GET") === "GET";
  const keyed = isSafe ? wanted : { ...wanted, key: wanted.key ?? newKey() };
  for (let tries = 0; ; tries++) {
    try {
      const answer = await ask(path, keyed);
      onWaiting(false);
      return /** @type {T} */ (answer);
    } catch (error) {
      if (!isPassing(error)) {
        onWaiting(false);
        throw error;
      }
      onWaiting(true, /** @type {Error} */ (error));
      if (error instanceof Refused) await pause(Math.max(pauseOf(tries), error.retryAfter * 1000));
      else await Promise.race([pause(pauseOf(tries)), online()]);
    }
  }
}

/** Return a new Idempotency-Key; randomUUID is for secure contexts only. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint32Array(4))].join("-");
}

/** Return how long to wait after so many failures, in milliseconds. @param {number} tries */
export function pauseOf(tries) {
  return /** @type {number} */ (PAUSES[Math.min(tries, PAUSES.length - 1)]);
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Wait until the browser says that the network is back. @returns {Promise<unknown>} */
function online() {
  return new Promise((done) => addEventListener("online", done, { once: true }));
}

/** Return an address of the API. @param {string} path */
export function addressOf(path) {
  return path.startsWith("/") ? path : API + path;
}

/** Whether the same request may succeed later. @param {unknown} error */
function isPassing(error) {
  if (error instanceof Unreachable) return true;
  return error instanceof Refused && (error.status === 429 || error.status >= 500);
}

/** @param {string} name */
function cookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}
