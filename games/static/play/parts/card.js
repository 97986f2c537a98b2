/**
 * Cards, piles, the shapes of colors, and clocks.
 *
 * @import { Edition } from "../server/edition.js"
 * @import { Zone } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { language, say } from "../server/words.js";
import { Part, reactive } from "./part.js";

/** The address of the picture of a card that is not seen. */
export const BACK = new URL("../../audit/back.svg", import.meta.url).pathname;

/**
 * The picture of a card; `null` is one that is not seen.
 *
 * @param {Edition} edition
 * @param {string | null} code
 * @param {{isBare?: boolean}} [how] - Bare: its name stands beside it.
 */
export function cardPicture(edition, code, { isBare = false } = {}) {
  const name = code === null ? "" : edition.nameOf(code);
  const source = code === null ? BACK : edition.pictureOf(code);
  return html`<img class="card" src=${source} alt=${isBare ? "" : name} draggable="false" />`;
}

/** The shape of a color, with its letter. @param {Edition} edition @param {string | null} color */
export function colorShape(edition, color) {
  const shade = edition.shades.get(color ?? "");
  if (!shade) return nothing;
  return html`<svg class="shape" viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true">
    <path d=${shade.shape} fill=${shade.fill} stroke="currentColor" stroke-width="0.12"></path>
    <text y="0.28" font-size="0.8" text-anchor="middle" font-weight="bold" fill=${shade.ink}>
      ${shade.letter[language] ?? shade.letter.en}
    </text>
  </svg>`;
}

/** The word of a color. @param {Edition} edition @param {string | null} color */
export function colorName(edition, color) {
  const shade = edition.shades.get(color ?? "");
  return shade?.name[language] ?? shade?.name.en ?? color ?? "";
}

/** How many cards, in words. @param {number} count */
export function cardCount(count) {
  return count === 1 ? say("one_card") : say("cards", { count });
}

/**
 * A pile; one whose cards are seen shows them all when it is touched.
 *
 * @param {Edition} edition
 * @param {string} name - The name of the zone.
 * @param {string} label
 * @param {Zone} zone
 * @param {{isFanned?: boolean, hasCount?: boolean, below?: number, onLook?: (cards: readonly string[]) => void}} [how]
 *   Fanned: its cards lie side by side; `below`: so many cards are seen under the top one.
 */
export function pile(edition, name, label, zone, how = {}) {
  const { isFanned = false, hasCount = true, below = 0, onLook } = how;
  const cards = zone.cards ?? [];
  const shown = isFanned && zone.cards ? cards : [cards.at(-1) ?? null];
  const under = below ? cards.slice(-1 - below, -1) : [];
  const drawn = html`<span class="cards">
      ${under.map((code) => html`<span class="below">${cardPicture(edition, code, { isBare: true })}</span>`)}
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

/** A clock that is told its end again, by so many milliseconds off, is the same. */
const NEAR = 1500;

class Clock extends Part {
  static properties = reactive("until");

  constructor() {
    super();
    /** The moment in milliseconds, by the clock of this machine. */
    this.until = 0;
    /** When it began to run, and until when it then ran. */
    this.began = { at: 0, until: 0 };
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 250);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const left = Math.max(0, Math.ceil((this.until - Date.now()) / 1000));
    return html`<span class="clock ${left <= 5 ? "late" : ""}"
      >${say("seconds", { count: left })}</span
    >`;
  }

  /** Let the ring around the seat empty. */
  updated() {
    const { until } = this;
    if (Math.abs(until - this.began.until) > NEAR) this.began = { at: Date.now(), until };
    const left = (until - Date.now()) / Math.max(1, until - this.began.at);
    /** @type {HTMLElement | null} */ (this.closest(".seat"))?.style.setProperty(
      "--left",
      String(Math.max(0, left)),
    );
  }
}

/** A clock until a moment; nothing without one. @param {number | null} until */
export function clock(until) {
  return until === null ? nothing : html`<fd-clock .until=${until}></fd-clock>`;
}

customElements.define("fd-clock", Clock);
