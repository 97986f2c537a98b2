/** What a person does with a button or a form: done once, with the reason if it fails. */

import { html } from "../../vendor/lit/lit.js";
import { Refused, Unreachable, askUntilAnswered } from "../server/api.js";
import { say } from "../server/words.js";
import { Part } from "./part.js";

/** @typedef {(path: string, body?: object, method?: string) => Promise<any>} Send */

/**
 * Do something, and tell why it is not done; "" if it is. Requests are sent until they are answered.
 *
 * @param {(send: Send) => Promise<unknown>} action @param {(reason: string) => void} tell
 */
async function attempt(action, tell) {
  tell("");
  const waits = (/** @type {boolean} */ isWaiting, /** @type {unknown} */ error) =>
    tell(isWaiting ? reasonOf(error) : "");
  await action((path, body, method = "POST") =>
    askUntilAnswered(path, { method, body }, waits),
  ).catch((error) => tell(reasonOf(error)));
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof Unreachable) return say("unreachable");
  if (error instanceof Refused) return error.message;
  throw error;
}

/**
 * Do something with what is filled into a form of the page; its alert has the reason if it fails.
 *
 * @param {string} name @param {(data: any, send: Send) => Promise<unknown>} action
 */
export function onSubmit(name, action) {
  const form = /** @type {HTMLFormElement} */ (document.forms.namedItem(name));
  const alert = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  let isBusy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    const data = Object.fromEntries(new FormData(form));
    await attempt(
      (send) => action(data, send),
      (reason) => (alert.textContent = reason),
    );
    isBusy = false;
  });
}

/** An element with buttons that change something on the server. */
export class Acting extends Part {
  reason = "";
  isBusy = false;

  /** @param {object} changed */
  change(changed) {
    Object.assign(this, changed);
    this.requestUpdate();
  }

  /** @param {(send: Send) => Promise<unknown>} action */
  async act(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    await attempt(action, (reason) => this.change({ reason }));
    this.change({ isBusy: false });
  }

  /** @param {string} label @param {(send: Send) => Promise<unknown>} action */
  button(label, action) {
    return html`<button type="button" ?disabled=${this.isBusy} @click=${() => this.act(action)}>
      ${label}
    </button>`;
  }

  alert() {
    return html`<p class="error" role="alert">${this.reason}</p>`;
  }
}

/**
 * A choice of one of several values, each with its text.
 *
 * @param {string} name @param {string} label @param {readonly string[][]} values
 * @param {string} [chosen] @param {(value: string) => unknown} [onChange]
 */
export function choice(name, label, values, chosen, onChange = () => {}) {
  return html`<label
    >${label}
    <select name=${name} @change=${(/** @type {any} */ event) => onChange(event.target.value)}>
      ${values.map(
        ([value, text]) =>
          html`<option value=${value} ?selected=${value === chosen}>${text}</option>`,
      )}
    </select></label
  >`;
}
