/**
 * The own hand: a fan of cards. Cards that may be played are raised; others say why not.
 *
 * @import { Choices } from "../model/choices.js"
 * @import { Edition } from "../server/edition.js"
 */

import { classMap, html, repeat } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { cardPicture } from "./card.js";
import { Part, reactive } from "./part.js";

/** A hand of more cards is not bent. */
const MOST_BENT = 9;

class Hand extends Part {
  static properties = reactive("cards", "edition", "choices", "why", "chosen", "sent", "seat");

  constructor() {
    super();
    this.cards = /** @type {readonly string[]} */ ([]);
    /** @type {Edition | undefined} */
    this.edition = undefined;
    /** @type {Choices | null} - Null without a prompt for the viewer. */
    this.choices = null;
    /** @type {(code: string) => string} - Why a card is no option. */
    this.why = () => "";
    /** @type {string | null} - The card whose text is shown. */
    this.chosen = null;
    /** @type {string | null} - The card that was played and is not confirmed yet. */
    this.sent = null;
    this.seat = 0;
  }

  render() {
    return html`<ul
      class="hand ${this.cards.length > MOST_BENT ? "many" : ""}"
      aria-label=${say("hand")}
      data-zone="hand:${this.seat}"
      @keydown=${this.step}
      @pointerleave=${(/** @type {PointerEvent} */ event) =>
        event.pointerType === "mouse" && this.tell("look", { card: null })}
    >
      ${repeat(
        keyed(this.cards),
        ([key]) => key,
        ([, code]) => this.card(code),
      )}
    </ul>`;
  }

  /** Tell each card how far from the middle it is: the hand is bent around it. */
  updated() {
    const items = [...this.querySelectorAll("li")];
    for (const [at, item] of items.entries()) {
      item.style.setProperty("--turn", String(at - (items.length - 1) / 2));
    }
  }

  /** @param {string} code */
  card(code) {
    const edition = /** @type {Edition} */ (this.edition);
    const options = this.choices?.onCards.get(code);
    const classes = {
      held: true,
      legal: Boolean(options),
      dim: !options && this.why(code) !== "",
      chosen: this.chosen === code,
      sent: this.sent === code,
    };
    return html`<li>
      <button
        type="button"
        class=${classMap(classes)}
        data-card=${code}
        aria-disabled=${options ? "false" : "true"}
        aria-label=${[edition.nameOf(code), options?.[0]?.label ?? this.why(code)].join(". ")}
        @click=${(/** @type {PointerEvent} */ event) =>
          this.tell("pick", { card: code, isSure: event.pointerType !== "touch" })}
        @focus=${(/** @type {Event} */ event) =>
          /** @type {Element} */ (event.target).matches(":focus-visible") &&
          this.tell("look", { card: code })}
        @pointermove=${(/** @type {PointerEvent} */ event) =>
          event.pointerType === "mouse" &&
          this.chosen !== code &&
          this.tell("look", { card: code })}
      >
        ${cardPicture(edition, code, { isBare: true })}
      </button>
    </li>`;
  }

  /** Go to the next card by an arrow key. @param {KeyboardEvent} event */
  step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -99, End: 99 }[event.key];
    if (by === undefined) return;
    const buttons = [...this.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
    event.preventDefault();
  }
}

/** Pair each card with a key: equal cards are counted. @param {readonly string[]} cards */
function keyed(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((code) => {
    const nth = (seen.get(code) ?? 0) + 1;
    seen.set(code, nth);
    return [`${code}/${nth}`, code];
  });
}

customElements.define("fd-hand", Hand);
