/** What is passed on of a game at an event: a link, a picture, and the replay in a frame. */

import { html } from "../../vendor/lit/lit.js";
import { addressOf } from "../server/api.js";
import { say } from "../server/words.js";

/** @param {string} game @param {number} at */
export function share(game, at) {
  const addressFor = (/** @type {string} */ path) =>
    new URL(`${path}?at=${at}`, location.href).href;
  const source = addressFor(`/embed/${game}/`);
  const frame = `<iframe src="${source}" width="640" height="640" title="Fairdeal"></iframe>`;
  return html`<details class="share">
    <summary>${say("share_game")}</summary>
    ${copyable("link", addressFor(`/play/${game}/replay/`))} ${copyable("frame", frame)}
    <p><a href=${addressOf(`games/${game}/picture.png?at=${at}`)}>${say("picture")}</a></p>
  </details>`;
}

/** A text to copy, by the command that browsers have without TLS too. @param {string} name @param {string} value */
export function copyable(name, value) {
  const copy = (/** @type {any} */ { target }) => {
    target.closest("p").querySelector("input").select();
    document.execCommand("copy");
  };
  return html`<p>
    <label>${say(name)} <input readonly .value=${value} /></label>
    <button type="button" @click=${copy}>${say("copy")}</button>
  </p>`;
}
