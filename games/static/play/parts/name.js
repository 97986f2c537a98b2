/** The question for a name: it is asked when others will see it. */

import { html, render } from "../../vendor/lit/lit.js";
import { isUnnamed, me, rename } from "../server/me.js";
import { say } from "../server/words.js";
import { attempt } from "./forms.js";

/** Whether the player of this browser may be seen: who has no name yet is asked for one, and may cancel. @returns {Promise<boolean>} */
export async function isNamed() {
  if (!isUnnamed(await me())) return true;
  const dialog = document.createElement("dialog");
  const tell = (reason = "") => render(form(reason), dialog);
  const save = (/** @type {any} */ event) => {
    event.preventDefault();
    const { value } = event.target.elements.name;
    return attempt(async () => {
      await rename(value.trim());
      dialog.close("saved");
    }, tell);
  };
  const form = (/** @type {string} */ reason) =>
    html`<form class="fields" @submit=${save}>
      <label
        >${say("your_name")} <input name="name" maxlength="40" autocomplete="nickname" required
      /></label>
      <p class="small">${say("name_seen")}</p>
      <p class="error" role="alert">${reason}</p>
      <button class="primary">${say("go_on")}</button>
      <button type="button" @click=${() => dialog.close()}>${say("cancel")}</button>
    </form>`;
  tell();
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed));
  dialog.remove();
  return dialog.returnValue === "saved";
}
