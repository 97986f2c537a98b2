/**
 * The end of a round: who won it with which card, what the others held, and the points.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Board, Fact, GameEvent, RoundEnd, Table } from "../types.js"
 */

import { html } from "../../vendor/lit/lit.js";
import { ownerOf, zoneOf } from "../model/board.js";
import { say } from "../server/words.js";
import { cardCount, cardPicture } from "./card.js";

/** @param {RoundEnd} ended @param {Table} table @param {Edition} edition @param {() => void} onNext */
export function roundPanel(ended, table, edition, onNext) {
  return html`<section class="moment" aria-labelledby="round-title">
    ${roundTable(ended, table, edition)}
    <p><button type="button" class="primary next" @click=${onNext}>${say("next_round")}</button></p>
  </section>`;
}

/** What a round came to. @param {RoundEnd} ended @param {Table} table @param {Edition} edition */
export function roundTable(ended, table, edition) {
  const nameOf = (/** @type {number} */ seat) => table.places[seat]?.name ?? "";
  const card = ended.card ? edition.nameOf(ended.card) : "";
  const total = table.target_score;
  return html`<h2 id="round-title">
      ${say("wins_round", { name: nameOf(ended.winner), round: ended.round, card })}
    </h2>
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${say("players")}</span></th>
          <th scope="col">${say("cards_left")}</th>
          <th scope="col">${say("worth")}</th>
          <th scope="col">${say("this_round")}</th>
          <th scope="col">${total === null ? say("total") : say("total_of", { count: total })}</th>
        </tr>
      </thead>
      <tbody>
        ${ended.lines.map(
          ({ seat, held, points, total }) =>
            html`<tr class=${seat === ended.winner ? "best" : ""}>
              <th scope="row"><bdi>${nameOf(seat)}</bdi></th>
              <td>
                ${
                  held.cards?.length
                    ? html`<span class="left"
                        >${held.cards.map((code) => cardPicture(edition, code))}</span
                      >`
                    : held.count
                      ? cardCount(held.count)
                      : "–"
                }
              </td>
              <td>
                ${(held.cards?.length === held.count ? edition.worthOf(held.cards) : null) ?? "?"}
              </td>
              <td>${points ? `+${points}` : 0}</td>
              <td>${total ?? table.scores?.[seat] ?? 0}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** Return what the last round came to; null if the game ended otherwise. @param {Table} table @param {GameEvent} [event] */
export function lastRound({ places, discard_top }, event) {
  const held = places.map((one) => [`hand:${one.seat}`, { count: one.hand, cards: one.cards }]);
  const zones = Object.fromEntries([...held, ["discard", { count: 1, cards: [discard_top] }]]);
  return roundEnd(/** @type {any} */ ({ zones }), event?.facts ?? []);
}

/**
 * Return what a round that ended before the next began came to; null if none did.
 *
 * @param {Board} board - As the round left it.
 * @param {readonly Fact[]} facts - Those of the event in which the next round begins.
 * @returns {RoundEnd | null}
 */
export function roundEnd(board, facts) {
  const ended = facts.find((one) => one.fact === "round-ended");
  if (ended?.fact !== "round-ended") return null;
  const seats = Object.keys(board.zones).filter((name) => name.startsWith("hand:"));
  const scored = facts.filter((one) => one.fact === "score-changed");
  return {
    round: ended.round,
    winner: ended.winner,
    card: zoneOf(board, "discard").cards?.at(-1) ?? null,
    lines: seats.map((name) => {
      const seat = /** @type {number} */ (ownerOf(name));
      const score = scored.find((one) => one.seat === seat);
      return {
        seat,
        held: zoneOf(board, name),
        points: score?.points ?? 0,
        total: score?.total ?? null,
      };
    }),
  };
}
