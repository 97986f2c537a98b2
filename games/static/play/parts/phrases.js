/** The button in the bar with what a player can say at the table, at most once in five seconds. */

import { html } from "../../vendor/lit/lit.js";
import { Refused, ask, pause } from "../server/api.js";
import { language, say } from "../server/words.js";
import { phrasesOf } from "./bar.js";
import { Part, reactive } from "./part.js";

/** How long a seat says nothing after a phrase, in milliseconds. */
const REST = 5000;

class Phrases extends Part {
  // Lit keeps what the page sets of these before this module is loaded.
  static properties = reactive("game");

  constructor() {
    super();
    this.game = "";
    /** @type {readonly import("../types.js").Phrase[]} */
    this.phrases = [];
    this.isResting = false;
    this.reason = "";
  }

  get path() {
    return `games/${this.game}/`;
  }

  render() {
    return html`<button
        type="button"
        popovertarget="phrases"
        title=${say("phrases")}
        @click=${async () => this.change({ phrases: await phrasesOf(this.path) })}
      >
        <svg viewBox="0 0 24 24"><path d="M3 4h18v12H11l-5 4v-4H3z" /></svg>
        <span class="unseen">${say("phrases")}</span>
      </button>
      <div id="phrases" popover>
        ${["phrase", "reaction"].map(
          (kind) =>
            html`<p class=${kind}>
              ${this.phrases.filter((one) => one.kind === kind).map((one) => this.button(one))}
            </p>`,
        )}
        <p class="error" role="alert">${this.reason}</p>
      </div>`;
  }

  /** @param {import("../types.js").Phrase} phrase */
  button({ code, text }) {
    return html`<button type="button" ?disabled=${this.isResting} @click=${() => this.speak(code)}>
      ${text[language]}
    </button>`;
  }

  /** Say a phrase; what is refused or lost is not said later. @param {string} phrase */
  async speak(phrase) {
    this.change({ isResting: true, reason: "" });
    let rest = REST;
    try {
      await ask(`${this.path}phrases/`, { method: "POST", body: { phrase } });
      /** @type {HTMLElement | null} */ (this.querySelector("[popover]"))?.hidePopover();
    } catch (error) {
      rest = error instanceof Refused ? error.retryAfter * 1000 : 0;
      this.change({ reason: /** @type {Error} */ (error).message });
    }
    await pause(rest);
    this.change({ isResting: false });
  }
}

customElements.define("fd-phrases", Phrases);

const href = new URL("../news.css", import.meta.url).href;
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
