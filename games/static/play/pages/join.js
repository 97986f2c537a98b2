/** The page of a link to a table, which seats the player of this browser. */

import { render } from "../../vendor/lit/lit.js";
import { onSubmit } from "../parts/forms.js";
import { openTable } from "../parts/open-table.js";
import { ask } from "../server/api.js";
import { anyPlayer, me } from "../server/me.js";

const path = `links/${document.getElementById("app")?.dataset.code}/`;
const form = /** @type {HTMLFormElement} */ (document.forms.namedItem("join"));
const fields = /** @type {HTMLElement} */ (form.querySelector("fieldset"));
const list = /** @type {HTMLElement} */ (document.querySelector(".tables"));

onSubmit("join", async ({ name }, send) => {
  /** @type {import("../types.js").OpenTable} */
  const table = await ask(path);
  if (fields.hidden && !(await me())) {
    render(openTable(table, await ask(`variants/${table.variant}/`)), list);
    fields.hidden = false;
    return;
  }
  await anyPlayer(name);
  if (!table.seats.some((seat) => seat.you)) await send(path);
  location.replace(`/play/${table.id}/`);
});

form.requestSubmit();
