/** The page of a link to a table, which seats the player of this browser after a click. */

import { render } from "../../vendor/lit/lit.js";
import { onSubmit } from "../parts/forms.js";
import { openTable } from "../parts/open-table.js";
import { ask } from "../server/api.js";
import { isUnnamed, me, rename } from "../server/me.js";

const path = `links/${document.getElementById("app")?.dataset.code}/`;
const form = /** @type {HTMLFormElement} */ (document.forms.namedItem("join"));
const [fields, label] = /** @type {any} */ (form.querySelectorAll("fieldset, label"));
const list = /** @type {HTMLElement} */ (document.querySelector(".tables"));

onSubmit("join", async ({ name }, send) => {
  /** @type {import("../types.js").OpenTable} */
  const table = await ask(path);
  const isSeated = table.seats.some(({ kind, you }) => you && kind === "player");
  if (fields.hidden && !isSeated) {
    render(openTable(table, await ask(`variants/${table.variant}/`)), list);
    label.hidden = !isUnnamed(await me());
    fields.hidden = false;
    return;
  }
  await rename(name);
  const { takeSeat } = await import("../proof/seat.js");
  if (!isSeated) await takeSeat(table.chance, (own) => send(path, own));
  location.replace(`/play/${table.id}/`);
});

form.requestSubmit();
