/**
 * A pile of cards: its top card or its back, its name and how many there are.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Zone } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { cardCount, cardPicture } from "./card.js";

/**
 * A pile; one whose cards are seen shows them all when it is touched.
 *
 * @param {Edition} edition
 * @param {string} name - The name of the zone.
 * @param {string} label
 * @param {Zone} zone
 * @param {{isFanned?: boolean, hasCount?: boolean, onLook?: (cards: readonly string[]) => void}} [how]
 *   Fanned: its cards lie side by side.
 */
export function pile(edition, name, label, zone, how = {}) {
  const { isFanned = false, hasCount = true, onLook } = how;
  const cards = zone.cards ?? [];
  const shown = isFanned && zone.cards ? cards : [cards.at(-1) ?? null];
  const drawn = html`<span class="cards">
      ${
        zone.count === 0
          ? html`<span class="card empty"></span>`
          : shown.map(
              (code) => html`<span data-card=${code ?? ""}>${cardPicture(edition, code)}</span>`,
            )
      }
    </span>
    <span class="label"
      >${label}
      ${hasCount ? html`<span class="count">${cardCount(zone.count)}</span>` : nothing}</span
    >`;
  return html`<div class="pile" data-zone=${name}>
    ${
      onLook && cards.length
        ? html`<button type="button" class="bare" @click=${() => onLook(cards)}>${drawn}</button>`
        : drawn
    }
  </div>`;
}
