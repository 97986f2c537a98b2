/** A stream of server-sent events that connects again by itself, where it stopped. */

import { addressOf, pauseOf } from "./api.js";

/** After this time without a message the server is asked whether there is news. */
const SILENCE = 25_000;

/**
 * What becomes of a stream.
 *
 * @typedef {object} Listener
 * @property {(name: string, value: any, id: string) => void} onMessage
 * @property {(isConnected: boolean) => void} onState
 * @property {() => Promise<boolean>} [hasNews] - Asked when the stream has been silent for long.
 */

export class Stream {
  /**
   * @param {string} path
   * @param {readonly string[]} names - The named messages; `end` and `problem` close the stream.
   * @param {Listener} listener
   * @param {string} [after] - The id of the last message that is known.
   */
  constructor(path, names, listener, after = "") {
    this.path = path;
    this.names = names;
    this.listener = listener;
    this.after = after;
    this.failures = 0;
    this.isClosed = false;
    /** @type {EventSource | null} */
    this.source = null;
    this.again = () => this.open();
    this.woken = () => document.visibilityState === "visible" && this.check();
    this.lost = () => this.listener.onState(false);
    addEventListener("online", this.again);
    addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.woken);
    this.open();
  }

  /** Connect, now. */
  open() {
    this.drop();
    if (this.isClosed) return;
    const url = new URL(addressOf(this.path), location.href);
    if (this.after) url.searchParams.set("after", this.after);
    const source = new EventSource(url);
    this.source = source;
    source.onopen = () => this.settle(true);
    source.onerror = () => this.fail();
    source.onmessage = (message) => this.take("event", message);
    for (const name of this.names) {
      source.addEventListener(name, (message) => this.take(name, message));
    }
  }

  /** End it, for good. */
  close() {
    this.isClosed = true;
    removeEventListener("online", this.again);
    removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.woken);
    this.drop();
  }

  drop() {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.source?.close();
    this.source = null;
  }

  /** @param {string} name @param {MessageEvent<string>} message */
  take(name, message) {
    if (name === "event" || name === "turn") this.after = message.lastEventId || this.after;
    this.settle(true);
    if (name === "end" || name === "problem") this.close();
    this.listener.onMessage(name, JSON.parse(message.data), message.lastEventId);
  }

  /** @param {boolean} isConnected */
  settle(isConnected) {
    if (isConnected) this.failures = 0;
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.check(), SILENCE);
    this.listener.onState(isConnected);
  }

  /** Connect again if the server has news that did not arrive: the connection may be dead. */
  async check() {
    if (this.isClosed) return;
    const isLost = (await this.listener.hasNews?.().catch(() => true)) ?? false;
    if (isLost || this.source?.readyState === EventSource.CLOSED) this.open();
    else this.settle(true);
  }

  fail() {
    this.drop();
    this.listener.onState(false);
    this.timer = setTimeout(this.again, pauseOf(this.failures++));
  }
}
