/** The page that makes this browser that of a player with a code, which the address may have. */

import { onSubmit } from "../parts/forms.js";
import { signIn } from "../server/me.js";

onSubmit("enter", async ({ code }) => {
  await signIn({ code });
  location.replace("/play/");
});

const form = /** @type {HTMLFormElement} */ (document.forms.namedItem("enter"));
const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (code) {
  form.code.value = code;
  form.requestSubmit();
}
