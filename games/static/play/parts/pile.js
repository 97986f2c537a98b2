/**
 * A pile of cards: its top card or its back, its name and how many there are.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Zone } from "../types.js"
 */

import { html } from "../../vendor/lit/lit.js";
import { cardCount, cardPicture } from "./card.js";

/**
 * @param {Edition} edition
 * @param {string} name - The name of the zone.
 * @param {string} label
 * @param {Zone} zone
 * @param {{isSpread?: boolean, hasCount?: boolean}} [how]
 */
export function pile(edition, name, label, zone, { isSpread = false, hasCount = true } = {}) {
  const cards = zone.cards;
  const top = cards?.at(-1) ?? null;
  const shown = isSpread && cards ? cards : [top];
  return html`<figure class="pile ${isSpread ? "spread" : ""}" data-zone=${name}>
    <span class="cards">
      ${zone.count === 0
        ? html`<span class="card empty"></span>`
        : shown.map((code) => html`<span data-card=${code ?? ""}>${cardPicture(edition, code)}</span>`)}
    </span>
    <figcaption>
      ${label}${hasCount ? html` <span class="count">${cardCount(zone.count)}</span>` : ""}
    </figcaption>
  </figure>`;
}
