/**
 * What happened, in sentences; each opens its rules, and leads to the event for auditors.
 *
 * @import { Sentence } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { language, say } from "../server/words.js";
import { Part } from "./part.js";

class Log extends Part {
  static properties = {
    game: { attribute: false },
    edition: { attribute: false },
    sentences: { attribute: false },
    rules: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    this.edition = "";
    /** @type {readonly Sentence[]} */
    this.sentences = [];
    /** @type {{id: string, title: Record<string, string>, text: Record<string, string>}[]} */
    this.rules = [];
  }

  render() {
    return html`<section class="log" aria-labelledby="log-title">
      <h2 id="log-title">${say("log")}</h2>
      <ol>
        ${this.sentences.map((one) => this.line(one))}
      </ol>
      ${
        this.rules.length
          ? html`<div class="rules" role="region" aria-label=${say("rule")}>
              ${this.rules.map(
                (rule) =>
                  html`<h3>${rule.title[language]}</h3>
                    <p>${rule.text[language]}</p>
                    <p class="small"><code>${rule.id}</code></p>`,
              )}
              <button type="button" @click=${() => (this.rules = [])}>${say("close")}</button>
            </div>`
          : nothing
      }
    </section>`;
  }

  /** @param {Sentence} one */
  line(one) {
    return html`<li>
      <a class="seq" href="/audit/games/${this.game}/?at=${one.seq}" title=${say("event")}
        >${one.seq}</a
      >
      <span>${one.text}</span>
      ${
        one.rules.length
          ? html`<button type="button" class="link" @click=${() => this.open(one.rules)}>
              ${say("rule")}
            </button>`
          : nothing
      }
    </li>`;
  }

  /** Show rules. @param {readonly string[]} ids */
  async open(ids) {
    const known = ids.map((id) => ask(`rules/${id}/?edition=${this.edition}`));
    this.rules = await Promise.all(known);
    await this.updateComplete;
    this.querySelector(".rules")?.scrollIntoView({ block: "nearest" });
  }

  /** Keep the newest line in sight. */
  updated() {
    const list = this.querySelector("ol");
    if (list) list.scrollTop = list.scrollHeight;
  }
}

customElements.define("fd-log", Log);
