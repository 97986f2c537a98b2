/** The front page: play at once, or find a table. */

import { ask } from "../server/api.js";
import { signIn } from "../server/me.js";

for (const form of document.querySelectorAll("form[data-variant]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await signIn();
    const seats = [{ kind: "me" }, ...Array(2).fill({ kind: "bot", bot: "easy" })];
    const variant = /** @type {HTMLElement} */ (form).dataset.variant;
    const game = await ask("games/", {
      method: "POST",
      body: { variant, seats, start: true },
      key: crypto.randomUUID(),
    });
    location.assign(`/play/${game.id}/`);
  });
}
