/**
 * What happened, in sentences; each opens its rules, and leads to the event for auditors.
 *
 * Where `at` names the event that is shown, each leads to its event in the replay instead.
 *
 * @import { Sentence } from "../types.js"
 */

import { guard, html, nothing, repeat } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { language, say } from "../server/words.js";
import { Part, reactive } from "./part.js";

class Log extends Part {
  static properties = reactive("game", "edition", "sentences", "bots", "at", "told", "most");

  constructor() {
    super();
    this.game = "";
    this.edition = "";
    /** @type {readonly Sentence[]} */
    this.sentences = [];
    /** @type {ReadonlySet<number>} - The events of bots that can be explained. */
    this.bots = new Set();
    /** @type {number | null} */
    this.at = null;
    /** How many of the newest sentences are shown. */
    this.most = 40;
    /** @type {{title: string, texts: string[], id?: string}[]} - Rules, or a bot's reasons. */
    this.told = [];
  }

  render() {
    return html`<section class="log" aria-labelledby="log-title">
      <h2 id="log-title">${say("log")}</h2>
      <ol tabindex="0" aria-labelledby="log-title">
        ${repeat(
          this.shown(),
          ({ nth }) => nth,
          ({ one, isFirst }) => {
            const drawn = [one, isFirst && this.bots.has(one.seq), one.seq === this.at];
            return guard(drawn, () => this.line(one, isFirst));
          },
        )}
      </ol>
      ${
        this.at === null && this.sentences.length > this.most
          ? html`<button type="button" class="link" @click=${() => (this.most *= 4)}>
              ${say("earlier")}
            </button>`
          : nothing
      }
      ${
        this.told.length
          ? html`<div class="rules" role="region" aria-label=${this.told[0]?.title}>
              ${this.told.map(
                ({ title, texts, id }) =>
                  html`<h3>${title}</h3>
                    ${texts.map((text) => html`<p>${text}</p>`)}
                    ${id ? html`<a class="small" href="/api/v1/rules/${id}/?edition=${this.edition}">${id}</a>` : nothing}`,
              )}
              <button type="button" @click=${() => (this.told = [])}>${say("close")}</button>
            </div>`
          : nothing
      }
    </section>`;
  }

  /**
   * Return the sentences as they stand, each with its number and whether it is the first on its
   * event: the newest above, as many as are wanted; of a replay all in their order.
   */
  shown() {
    const from = this.at === null ? Math.max(0, this.sentences.length - this.most) : 0;
    const those = this.sentences.slice(from).map((one, at, all) => {
      return { one, nth: from + at, isFirst: all[at - 1]?.seq !== one.seq };
    });
    return this.at === null ? those.reverse() : those;
  }

  /** @param {Sentence} one @param {boolean} isFirst - Of those on its event. */
  line({ seq, text, rules }, isFirst) {
    const link = (/** @type {string} */ name, /** @type {() => void} */ onClick, title = name) =>
      html`<button type="button" class="link" title=${title} @click=${onClick}>${name}</button>`;
    return html`<li aria-current=${seq === this.at ? "step" : nothing}>
      <a
        href="${this.at === null ? `/play/${this.game}/replay/` : ""}?at=${seq}"
        title=${say("event")}
        @click=${(/** @type {Event} */ event) => this.seek(event, seq)}
        >${seq}</a
      >
      <span>${text}</span>
      ${rules.length ? link(say("rule"), () => this.open(rules)) : nothing}
      ${isFirst && this.bots.has(seq) ? link(say("why"), () => this.explain(seq), say("why_bot")) : nothing}
    </li>`;
  }

  /** @param {Event} event @param {number} seq */
  seek(event, seq) {
    if (this.at === null) return;
    event.preventDefault();
    this.tell("seek", seq);
  }

  /** Show rules. @param {readonly string[]} ids */
  async open(ids) {
    const rules = await Promise.all(ids.map((id) => ask(`rules/${id}/?edition=${this.edition}`)));
    this.show(
      rules.map(({ id, title, text }) => ({ id, title: title[language], texts: [text[language]] })),
    );
  }

  /** Show why a bot made the move of an event. @param {number} seq */
  async explain(seq) {
    this.show([{ title: say("why_bot"), texts: [say("connecting")] }]);
    const found = ask(`games/${this.game}/events/${seq}/why/`, { patience: 120_000 });
    const { sentences } = await found.catch((error) => ({ sentences: [error.message] }));
    this.show([{ title: say("why_bot"), texts: sentences }]);
  }

  /** @param {Log["told"]} told */
  async show(told) {
    this.told = told;
    await this.updateComplete;
    this.querySelector(".rules")?.scrollIntoView({ block: "nearest" });
  }

  /** Keep the line of the event that is shown in sight. */
  updated(/** @type {Map<string, unknown>} */ changed) {
    if (!changed.has("sentences") && !changed.has("at")) return;
    const list = this.querySelector("ol");
    const current = /** @type {HTMLElement | null} */ (this.querySelector("[aria-current]"));
    if (list && current) list.scrollTop = current.offsetTop - list.offsetTop;
  }
}

customElements.define("fd-log", Log);
