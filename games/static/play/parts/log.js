/**
 * What happened, in sentences; each opens its rules, and leads to the event for auditors.
 *
 * Where `at` names the event that is shown, each leads to its event in the replay instead.
 *
 * @import { Sentence } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { language, say } from "../server/words.js";
import { Part, reactive } from "./part.js";

class Log extends Part {
  static properties = reactive("game", "edition", "sentences", "bots", "at", "told");

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
    /** @type {{title: string, texts: string[], id?: string}[]} - Rules, or a bot's reasons. */
    this.told = [];
  }

  render() {
    return html`<section class="log" aria-labelledby="log-title">
      <h2 id="log-title">${say("log")}</h2>
      <ol tabindex="0" aria-labelledby="log-title">
        ${this.sentences.map((one, nth) => this.line(one, this.sentences[nth - 1]?.seq !== one.seq))}
      </ol>
      ${
        this.told.length
          ? html`<div class="rules" role="region" aria-label=${this.told[0]?.title}>
              ${this.told.map(
                ({ title, texts, id }) =>
                  html`<h3>${title}</h3>
                    ${texts.map((text) => html`<p>${text}</p>`)}
                    ${id ? html`<p class="small"><code>${id}</code></p>` : nothing}`,
              )}
              <button type="button" @click=${() => (this.told = [])}>${say("close")}</button>
            </div>`
          : nothing
      }
    </section>`;
  }

  /** @param {Sentence} one @param {boolean} isFirst - Of those on its event. */
  line({ seq, text, rules }, isFirst) {
    const link = (/** @type {string} */ name, /** @type {() => void} */ onClick, title = name) =>
      html`<button type="button" class="link" title=${title} @click=${onClick}>${name}</button>`;
    return html`<li aria-current=${seq === this.at ? "step" : nothing}>
      ${
        this.at === null
          ? html`<a href="/audit/games/${this.game}/?at=${seq}" title=${say("event")}>${seq}</a>`
          : html`<a
              href="?at=${seq}"
              @click=${(/** @type {Event} */ event) => this.seek(event, seq)}
              >${seq}</a
            >`
      }
      <span>${text}</span>
      ${rules.length ? link(say("rule"), () => this.open(rules)) : nothing}
      ${isFirst && this.bots.has(seq) ? link(say("why"), () => this.explain(seq), say("why_bot")) : nothing}
    </li>`;
  }

  /** @param {Event} event @param {number} seq */
  seek(event, seq) {
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
    const found = ask(`games/${this.game}/events/${seq}/why/`);
    const { sentences } = await found.catch((error) => ({ sentences: [error.message] }));
    this.show([{ title: say("why_bot"), texts: sentences }]);
  }

  /** @param {Log["told"]} told */
  async show(told) {
    this.told = told;
    await this.updateComplete;
    this.querySelector(".rules")?.scrollIntoView({ block: "nearest" });
  }

  /** Keep the line of the event that is shown in sight, or the newest. */
  updated(/** @type {Map<string, unknown>} */ changed) {
    if (!changed.has("sentences") && !changed.has("at")) return;
    const list = this.querySelector("ol");
    const current = /** @type {HTMLElement | null} */ (this.querySelector("[aria-current]"));
    if (list) list.scrollTop = current ? current.offsetTop - list.offsetTop : list.scrollHeight;
  }
}

customElements.define("fd-log", Log);
