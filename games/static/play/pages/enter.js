/** The page that makes this browser that of a player with a code, which the address may have. */

import { onSubmit } from "../parts/forms.js";
import { ask } from "../server/api.js";
import { me, signIn } from "../server/me.js";
import { say } from "../server/words.js";

const { enter, back } = /** @type {any} */ (document.forms);
const [told, button] = enter.querySelectorAll("[role=status], button");
let seen = "";

/** Say whose the code is and who is left for it. It is used only when the button is pressed then. */
onSubmit("enter", async ({ code }) => {
  if (code === seen) {
    await signIn({ code });
    return location.replace("/play/");
  }
  const { player } = await ask("session/code/", { method: "POST", body: { code } });
  const own = await me();
  const who = `${player.name} #${player.tag}`;
  told.textContent = `${say("code_of", { who })} ${own ? say("leaves", { who: own.name }) : ""}`;
  button.textContent = say("play_as", { who: player.name });
  seen = code;
});

if (back) {
  onSubmit("back", async (data) => {
    await signIn(data);
    location.replace("/play/");
  });
}

enter.code.value = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (enter.code.value) enter.requestSubmit();
