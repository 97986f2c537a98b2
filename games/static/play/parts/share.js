/** What is passed on of a game at an event: a link, a picture, and the replay in a frame. */

import { html, nothing } from "../../vendor/lit/lit.js";
import { addressOf } from "../server/api.js";
import { say } from "../server/words.js";
import { Part } from "./part.js";

class Share extends Part {
  static properties = {
    game: { attribute: false },
    at: { attribute: false },
    copied: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    this.at = 1;
    this.copied = "";
  }

  render() {
    const addressFor = (/** @type {string} */ path) =>
      new URL(`${path}?at=${this.at}`, location.href).href;
    const source = addressFor(`/embed/${this.game}/`);
    return html`<details>
      <summary>${say("share_game")}</summary>
      ${this.text("link", addressFor(`/play/${this.game}/replay/`))}
      ${this.text("frame", `<iframe src="${source}" width="640" height="640" title="Fairdeal"></iframe>`)}
      <p>
        <a href=${addressOf(`games/${this.game}/picture.png?at=${this.at}`)}>${say("picture")}</a>
      </p>
    </details>`;
  }

  /** @param {string} name @param {string} text */
  text(name, text) {
    const copy = async () => {
      await navigator.clipboard.writeText(text);
      this.copied = text;
    };
    const select = (/** @type {Event} */ event) =>
      /** @type {HTMLInputElement} */ (event.target).select();
    return html`<p>
      <label>${say(name)} <input readonly .value=${text} @focus=${select} /></label>
      ${
        navigator.clipboard
          ? html`<button type="button" @click=${copy}>
              ${say(this.copied === text ? "copied" : "copy")}
            </button>`
          : nothing
      }
    </p>`;
  }
}

customElements.define("fd-share", Share);
