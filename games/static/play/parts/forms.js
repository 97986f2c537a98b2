/** What a person does: once, and with the reason in words if it fails. */

import { Refused, Unreachable, askUntilAnswered } from "../server/api.js";
import { say } from "../server/words.js";

/** @typedef {(path: string, body?: object, method?: string) => Promise<any>} Send */

/**
 * Do something, and tell why it is not done; "" if it is. What it sends is sent until it is answered.
 *
 * @param {(send: Send) => Promise<unknown>} action @param {(reason: string) => void} tell
 */
export async function attempt(action, tell) {
  const reasonOf = (/** @type {unknown} */ error) => {
    // A module that the page loads later is not there without the server either.
    if (error instanceof TypeError && error.message.includes("module")) return say("unreachable");
    if (error instanceof Unreachable || error instanceof Refused) return error.message;
    throw error;
  };
  tell("");
  await action((path, body, method = "POST") =>
    askUntilAnswered(path, { method, body }, (isWaiting, error) =>
      tell(isWaiting ? reasonOf(error) : ""),
    ),
  ).catch((error) => tell(reasonOf(error)));
}

/**
 * Do something with what is filled into a form of the page; its alert has the reason if it fails.
 * Until then the form is inert: a browser would send it to this page.
 *
 * @param {string} name @param {(data: any, send: Send) => Promise<unknown>} action
 */
export function onSubmit(name, action) {
  const form = /** @type {HTMLFormElement} */ (document.forms.namedItem(name));
  const alert = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  let isBusy = false;
  form.inert = false;
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    const doing = (/** @type {Send} */ send) =>
      action(Object.fromEntries(new FormData(form, event.submitter)), send);
    await attempt(doing, (reason) => (alert.textContent = reason)).finally(() => (isBusy = false));
  });
}
