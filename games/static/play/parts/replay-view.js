/**
 * A game in the replay as one viewer sees it: what an event did, the table, and the own hand.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { LogEntry, PositionDiff, Table } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { boardOfPosition, zoneOf } from "../model/board.js";
import { GameRecord } from "../server/record.js";
import { felt } from "./felt.js";
import "./hand.js";
import { Stage } from "./show.js";

/** It tells `examine` with the cards that a person wants to see. */
export class ReplayView extends Stage {
  /** @param {string} game @param {string} view @param {number} since - What it is compared with, if not 0. */
  constructor(game, view, since) {
    super();
    this.view = view;
    this.since = since;
    /** @type {PositionDiff | null} */
    this.diff = null;
    this.record = new GameRecord(game, view);
    /** @type {LogEntry[]} */
    this.entries = [];
    /** @type {Table | null} */
    this.table = null;
  }

  /** Load the log, and show an event. @param {Promise<Edition> | null} edition @param {number} at */
  async load(edition, at) {
    [this.edition, this.entries] = await Promise.all([edition, this.record.log()]);
    await this.show(at, false);
  }

  /** Show what an event left, and before how it happened. @param {number} at @param {boolean} isMoving */
  async show(at, isMoving) {
    const those = this.entries.filter((one) => one.seq === at);
    const sentences = those.flatMap((one) => one.sentences);
    const [position, event, diff] = await Promise.all([
      this.record.position(at),
      isMoving ? this.record.event(at) : undefined,
      this.since ? this.record.diff(this.since, at) : null,
    ]);
    this.calm();
    if (event) await this.showStep({ event, sentences }, false);
    const line = sentences.map((one) => one.text).join(" ");
    const board = boardOfPosition(position);
    this.change({ line, diff, table: position.table ?? null, board });
  }

  render() {
    const { edition, table, board, unfolded } = this;
    if (!edition || !table) return nothing;
    const own = table.places.find((place) => place.you);
    const onUnfold = (/** @type {number} */ seat) => this.unfold(seat);
    const onLook = (/** @type {readonly string[]} */ cards) => this.tell("examine", cards);
    return html`<p class="line" role="status">${this.line}</p>
      <div class="felt">${felt({ edition, board, table, unfolded, onUnfold, onLook })}</div>
      ${
        own
          ? html`<fd-hand
              .cards=${zoneOf(board, `hand:${own.seat}`).cards ?? []}
              .edition=${edition}
              .seat=${own.seat}
              @pick=${(/** @type {CustomEvent} */ { detail }) => onLook([detail.card])}
            ></fd-hand>`
          : nothing
      }`;
  }
}

customElements.define("fd-replay-view", ReplayView);
