/** A stream of server-sent events that connects again by itself, where it stopped. */

import { addressOf, pauseOf } from "./api.js";

/** After this time without a message the server is asked whether there is news. */
const SILENCE = 25_000;

/** Messages about games that come within this time, in milliseconds, are acted on once. */
const TOGETHER = 50;

/** Tells the other tabs that one connects: under HTTP/1.1 they share six connections to a server. */
const tabs = new BroadcastChannel("streams");
const [page] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
const isCheap = /^h[23]/.test(page?.nextHopProtocol);

/**
 * What becomes of a stream.
 *
 * @typedef {object} Listener
 * @property {(name: string, value: any, id: string) => void} onMessage
 * @property {(isConnected: boolean) => void} onState
 * @property {() => void} [onOpen] - A new connection begins.
 * @property {() => Promise<boolean>} [hasNews] - Asked when the stream has been silent for long.
 */

export class Stream {
  /**
   * @param {string} path
   * @param {readonly string[]} names - The named messages; `problem` closes the stream.
   * @param {Listener} listener
   * @param {string} [after] - The id of the last message that is known.
   */
  constructor(path, names, listener, after = "") {
    this.path = path;
    this.names = names;
    this.listener = listener;
    this.after = after;
    this.failures = 0;
    this.opened = 0;
    this.isClosed = false;
    /** @type {EventSource | null} */
    this.source = null;
    this.again = () => this.open();
    this.woken = () => document.visibilityState === "visible" && this.check();
    this.lost = () => this.listener.onState(false);
    this.rest = () => isCheap || !document.hidden || this.drop(true);
    tabs.addEventListener("message", this.rest);
    addEventListener("online", this.again);
    addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.woken);
    this.open();
  }

  /** Connect, now. */
  open() {
    this.drop();
    if (this.isClosed) return;
    tabs.postMessage("");
    const url = new URL(addressOf(this.path), location.href);
    if (this.after) url.searchParams.set("after", this.after);
    const source = new EventSource(url);
    this.source = source;
    this.opened = Date.now();
    source.onopen = () => {
      this.listener.onOpen?.();
      this.settle(true);
    };
    source.onerror = () => this.fail();
    source.onmessage = (message) => this.take("event", message);
    for (const name of this.names) {
      source.addEventListener(name, (message) => this.take(name, message));
    }
  }

  /** End it, for good. */
  close() {
    this.isClosed = true;
    tabs.removeEventListener("message", this.rest);
    removeEventListener("online", this.again);
    removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.woken);
    this.drop();
  }

  /** Disconnect. @param {boolean} [isResting] - Whether the server is asked for news from time to time. */
  drop(isResting = false) {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.source?.close();
    this.source = null;
    if (isResting) this.watch = setTimeout(() => this.check(), SILENCE);
  }

  /** @param {string} name @param {MessageEvent<string>} message */
  take(name, message) {
    if (name === "event" || name === "turn") this.after = message.lastEventId || this.after;
    this.settle(true);
    if (name === "problem") this.close();
    this.listener.onMessage(name, JSON.parse(message.data), message.lastEventId);
  }

  /** @param {boolean} isConnected */
  settle(isConnected) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.check(), SILENCE);
    this.listener.onState(isConnected);
  }

  /** Connect again if the server has news that did not arrive: the connection may be dead. */
  async check() {
    if (this.isClosed) return;
    const isLost = (await this.listener.hasNews?.().catch(() => true)) ?? false;
    const isOff = (this.source?.readyState ?? EventSource.CLOSED) === EventSource.CLOSED;
    if (isLost || (isOff && !document.hidden)) this.open();
    else this.settle(true);
  }

  fail() {
    this.drop();
    // What ends as soon as it is open is not opened again three times a second.
    if (Date.now() - this.opened > SILENCE) this.failures = 0;
    this.listener.onState(false);
    this.timer = setTimeout(this.again, pauseOf(this.failures++));
  }
}

/**
 * Do something after messages about the games of the player of this browser; several at once only once.
 *
 * @param {readonly string[]} names @param {() => unknown} action @returns {Stream}
 */
export function followPlayer(names, action) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const onMessage = () => {
    clearTimeout(timer);
    timer = setTimeout(action, TOGETHER);
  };
  return new Stream("me/events/", names, { onMessage, onState() {} });
}
