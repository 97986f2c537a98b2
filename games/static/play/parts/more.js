/**
 * What is seldom needed: the table in words, resigning, a judge, what is proven, the keys.
 *
 * @import { Option, Table } from "../types.js"
 */

import { html } from "../../vendor/lit/lit.js";
import { KEYED, keyOf } from "../server/settings.js";
import { say } from "../server/words.js";
import { Part, reactive } from "./part.js";
import { settingsForm } from "./settings.js";

const KEYS = ["arrows", "enter", ...KEYED, "escape", "question"];

class More extends Part {
  static properties = reactive("table", "options", "isSeated", "doubted");

  constructor() {
    super();
    this.table = /** @type {Table | null} */ (null);
    /** @type {Option[]} - Moves that are made once in a while, each asked twice. */
    this.options = [];
    this.isSeated = false;
    /** @type {string | null} - The move that waits to be confirmed. */
    this.doubted = null;
  }

  render() {
    return html`<div class="more">
      <details>
        <summary>${say("in_words")}</summary>
        ${this.table?.text.map((text) => html`<p>${text}</p>`)}
        <ul>
          ${this.table?.places.map((place) => html`<li>${place.text}</li>`)}
        </ul>
      </details>
      <details>
        <summary>${say("more")}</summary>
        ${this.options.map((option) => this.grave(option))} ${this.isSeated ? this.judge() : ""}
      </details>
      <details>
        <summary>${say("settings")}</summary>
        ${settingsForm(() => this.requestUpdate() ?? this.tell("settings", null))}
      </details>
      <details id="keys">
        <summary>${say("keys")}</summary>
        <ul>
          ${KEYS.map((key) => html`<li>${say(`key_${key}`, { key: keyOf(key).toUpperCase() })}</li>`)}
        </ul>
      </details>
    </div>`;
  }

  /** @param {Option} option */
  grave({ label, text, body }) {
    const isDoubted = this.doubted === label;
    const press = () => {
      this.doubted = isDoubted ? null : label;
      if (isDoubted) this.tell("choose", { body });
    };
    return html`<p>
      <button type="button" @click=${press}>${isDoubted ? say("really") : label}</button> ${text}
    </p>`;
  }

  judge() {
    return html`<form @submit=${this.call}>
      <label>${say("call_judge")} <input name="reason" required maxlength="200" /></label>
      <button>${say("call")}</button>
    </form>`;
  }

  /** @param {SubmitEvent} event */
  call(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const reason = String(new FormData(form).get("reason"));
    this.tell("choose", { body: { move: "call-judge", reason } });
    form.reset();
  }
}

customElements.define("fd-more", More);
