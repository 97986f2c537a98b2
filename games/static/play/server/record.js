/**
 * The record of a game as one viewer sees it: events, what they did in words, and positions.
 *
 * @import { EventPage, GameEvent, LogEntry, LogPage, Position, PositionDiff } from "../types.js"
 */

import { askUntilAnswered } from "./api.js";

/** How many events a request brings. Pages begin at the same events always, and never change. */
const PAGE = 200;

export class GameRecord {
  /** @param {string} game @param {string} [view] - As whom the caller looks; by default as the API decides. */
  constructor(game, view = "") {
    this.path = `games/${game}/`;
    this.suffix = view && `&as=${view}`;
    /** @type {Map<number, EventPage>} */
    this.pages = new Map();
  }

  /** @param {number} seq @returns {Promise<GameEvent | undefined>} */
  async event(seq) {
    const after = seq - 1 - ((seq - 1) % PAGE);
    const path = `${this.path}events/?after=${after}&limit=${PAGE}${this.suffix}`;
    /** @type {EventPage} */
    const page = this.pages.get(after) ?? (await askUntilAnswered(path));
    this.pages.set(after, page);
    return page.results[seq - 1 - after];
  }

  /** Return all events up to one. @param {number} last @returns {Promise<GameEvent[]>} */
  async events(last) {
    const all = [];
    for (let seq = 1; seq <= last; seq += PAGE) {
      await this.event(seq);
      all.push(...(this.pages.get(seq - 1)?.results ?? []));
    }
    return all;
  }

  /** @param {number} at @returns {Promise<Position>} */
  position(at) {
    return askUntilAnswered(`${this.path}position/?at=${at}&include=table${this.suffix}`);
  }

  /** @param {number} from @param {number} to @returns {Promise<PositionDiff>} */
  diff(from, to) {
    return askUntilAnswered(`${this.path}position/diff/?from=${from}&to=${to}${this.suffix}`);
  }

  /** Return what happened in the whole game. @returns {Promise<LogEntry[]>} */
  async log() {
    const entries = [];
    /** @type {string | null} */
    let next = `${this.path}log/?limit=${PAGE}${this.suffix}`;
    while (next) {
      /** @type {LogPage} */
      const page = await askUntilAnswered(next);
      entries.push(...page.results);
      next = page.next;
    }
    return entries;
  }
}

/**
 * Return the events of bots that the API explains, which it does of games that lie open.
 *
 * @param {string | undefined} view - As whom the caller usually looks.
 * @param {readonly LogEntry[]} entries
 * @returns {Set<number>}
 */
export function explained(view, entries) {
  const found = entries.filter((one) => view === "full" && one.kind === "bot");
  return new Set(found.map((one) => one.seq));
}
