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
    /** @type {Record<string, string>} - The pictures as SVG. */
    this.drawings = {};
    /** @type {Map<string, string>} - The addresses of those that were shown. */
    this.pictures = new Map();
    /** @type {Map<string, Pick<import("../types.js").CardText, "code" | "name" | "text" | "made"> & {points?: number}>} */
    this.texts = new Map();
  }

  /** Load the colors and the pictures of the cards. @param {boolean} [hasTexts] - Also the texts of all cards. @returns {Promise<this>} */
  async load(hasTexts = false) {
    const [drawn] = await Promise.all([
      askUntilAnswered(`editions/${this.hash}/pictures/?lang=${language}`),
      hasTexts ? this.read() : null,
    ]);
    for (const shade of drawn.palette) this.shades.set(shade.code, shade);
    this.drawings = drawn.pictures;
    return this;
  }

  /** Read the texts and the points of all cards. */
  async read() {
    const { cards } = await askUntilAnswered(`editions/${this.hash}/cards/`);
    for (const { code, name, text, made, points } of cards) {
      const own = { name: name[language], text: text[language], made: made?.[language] ?? null };
      this.texts.set(code, { code, ...own, points });
    }
  }

  /** Take the texts of cards from a response. @param {import("../types.js").CardText[]} [cards] */
  learn(cards = []) {
    for (const card of cards) this.texts.set(card.code, card);
  }

  /** Whether there is a card with a code. @param {string} code */
  has(code) {
    return code in this.drawings;
  }

  /** @param {string} code */
  pictureOf(code) {
    const svg = this.drawings[code];
    if (!svg) return addressOf(`editions/${this.hash}/cards/${code}/picture.svg?lang=${language}`);
    const found =
      this.pictures.get(code) ?? URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    this.pictures.set(code, found);
    return found;
  }

  /** @param {string} code */
  nameOf(code) {
    return this.texts.get(code)?.name ?? code;
  }

  /** How many points cards are worth in all; null if one of them is not known. @param {readonly string[]} codes */
  worthOf(codes) {
    const points = codes.map((code) => this.texts.get(code)?.points);
    const sum = points.reduce((/** @type {number} */ all, one) => all + (one ?? NaN), 0);
    return Number.isNaN(sum) ? null : sum;
  }

  /** @param {string} code */
  textOf(code) {
    return this.texts.get(code)?.text ?? "";
  }

  /** What the effects of a card say, beside a text that a translator wrote. @param {string} code */
  madeOf(code) {
    const { text, made } = this.texts.get(code) ?? {};
    return made === text ? null : made;
  }
}
