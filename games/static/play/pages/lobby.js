/** The lobby: my games, the open tables, a new table, and who I am. */

import { render } from "../../vendor/lit/lit.js";
import { onSubmit } from "../parts/acting.js";
import "../parts/link.js";
import "../parts/my-games.js";
import "../parts/open-tables.js";
import { optionFields, tableFields, tableOf } from "../parts/table-form.js";
import { ask } from "../server/api.js";
import { anyPlayer, me, signIn } from "../server/me.js";

const { make, name, device } = /** @type {any} */ (document.forms);

/** Show the fields of the variant that is chosen. */
async function showFields() {
  const [variant, bots] = await Promise.all([ask(`variants/${make.variant.value}/`), ask("bots/")]);
  const { heroes } = variant.edition ? await ask(variant.edition.href) : { heroes: [] };
  render(tableFields(variant, bots.results, heroes), make.querySelector(".of-variant"));
  render(optionFields(variant), make.querySelector(".options"));
}

make.variant.addEventListener("change", showFields);
make.closest("details").open = location.hash === "#new";
showFields();

onSubmit("make", async (data, send) => {
  const variant = await ask(`variants/${data.variant}/`);
  await anyPlayer();
  const game = await send("games/", tableOf(data, variant));
  location.assign(`/play/${game.id}/`);
});

let player = await me();
name.called.value = player?.name ?? "";
device.hidden = !player;

onSubmit("name", async ({ called }, send) => {
  player = player ? await send("me/", { name: called }, "PATCH") : await signIn({ name: called });
  name.called.value = player?.name;
  device.hidden = false;
});

onSubmit("device", async (_, send) => {
  const address = await send("me/codes/");
  device.replaceChildren(Object.assign(document.createElement("fd-link"), { address }));
});
