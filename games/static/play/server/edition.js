/** The cards of an edition as they are drawn and named: pictures, names, colors. */

import { addressOf, askUntilAnswered } from "./api.js";
import { language } from "./words.js";

/**
 * A color of an edition; `shape` is an SVG path around 0, of radius 1.
 *
 * @typedef {{code: string, name: Record<string, string>, fill: string, ink: string,
 *   letter: Record<string, string>, shape: string}} Shade
 */

export class Edition {
  /** @param {string} hash */
  constructor(hash) {
    this.hash = hash;
    /** @type {Map<string, Shade>} */
    this.shades = new Map();
    /** @type {Map<string, string>} */
    this.pictures = new Map();
    /** @type {Map<string, Pick<import("../types.js").CardText, "code" | "name" | "text">>} */
    this.texts = new Map();
  }

  /**
   * Return an edition with its colors and the pictures of its cards.
   *
   * @param {string} hash
   * @param {boolean} [hasTexts] - Also with the texts of all cards.
   * @returns {Promise<Edition>}
   */
  static async load(hash, hasTexts = false) {
    const made = new Edition(hash);
    const [drawn, { cards }] = await Promise.all([
      askUntilAnswered(`editions/${hash}/pictures/?lang=${language}`),
      hasTexts ? askUntilAnswered(`editions/${hash}/cards/`) : { cards: [] },
    ]);
    for (const { code, name, text } of cards) {
      made.texts.set(code, { code, name: name[language], text: text[language] });
    }
    for (const shade of drawn.palette) made.shades.set(shade.code, shade);
    for (const [code, svg] of Object.entries(drawn.pictures)) {
      const file = new Blob([/** @type {string} */ (svg)], { type: "image/svg+xml" });
      made.pictures.set(code, URL.createObjectURL(file));
    }
    return made;
  }

  /** Take the texts of cards from a response. @param {import("../types.js").CardText[]} [cards] */
  learn(cards = []) {
    for (const card of cards) this.texts.set(card.code, card);
  }

  /** Whether there is a card with a code. @param {string} code */
  has(code) {
    return this.pictures.has(code);
  }

  /** @param {string} code */
  pictureOf(code) {
    const found = this.pictures.get(code);
    return found ?? addressOf(`editions/${this.hash}/cards/${code}/picture.svg?lang=${language}`);
  }

  /** @param {string} code */
  nameOf(code) {
    return this.texts.get(code)?.name ?? code;
  }

  /** @param {string} code */
  textOf(code) {
    return this.texts.get(code)?.text ?? "";
  }
}
