/** The points of a game as lines, one a seat, and as a table for those who do not see them. */

import { html, svg } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";

/** The width and height of the chart, and the room for names at its right. */
const [WIDE, HIGH, NAMES] = [340, 130, 80];

/** How far apart the names of two lines stand. */
const APART = 13;

/**
 * @param {readonly (readonly number[])[]} rounds - The points of each seat after each round.
 * @param {readonly string[]} names - Those of the seats.
 * @param {number | null} own - The seat of the viewer.
 */
export function chart(rounds, names, own) {
  const least = Math.min(0, ...rounds.flat());
  const most = Math.max(1, ...rounds.flat());
  const x = (/** @type {number} */ round) => (round / rounds.length) * (WIDE - NAMES);
  const y = (/** @type {number} */ points) => HIGH - ((points - least) / (most - least)) * HIGH;
  const lines = names.map((name, seat) => {
    const points = [0, ...rounds.map((one) => one[seat] ?? 0)];
    const path = points.map((one, round) => `${x(round)},${y(one)}`).join(" ");
    return { name, seat, path, end: y(points.at(-1) ?? 0), at: 0 };
  });
  let above = -APART;
  for (const one of [...lines].sort((one, other) => one.end - other.end)) {
    one.at = above = Math.max(one.end, above + APART);
  }
  return html`<figure class="chart">
    <svg viewBox="-4 -10 ${WIDE + 8} ${Math.max(HIGH, above) + 16}" aria-hidden="true">
      <line class="base" x1="0" x2=${WIDE - NAMES} y1=${y(0)} y2=${y(0)}></line>
      ${lines.map(
        ({ name, seat, path, end, at }) =>
          svg`<g class=${seat === own ? "own" : ""}>
            <polyline points=${path}></polyline>
            <circle cx=${x(rounds.length)} cy=${end} r="3"></circle>
            <text x=${WIDE - NAMES + 8} y=${at + 4}>${name}</text>
          </g>`,
      )}
    </svg>
    <table class="unseen">
      <tr>
        <th scope="col">${say("this_round")}</th>
        ${names.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
      ${rounds.map(
        (row, at) =>
          html`<tr>
            <th scope="row">${at + 1}</th>
            ${names.map((_, seat) => html`<td>${row[seat]}</td>`)}
          </tr>`,
      )}
    </table>
    <figcaption class="small">${say("points_by_round")}</figcaption>
  </figure>`;
}
