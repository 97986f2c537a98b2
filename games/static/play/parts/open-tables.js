/** The open tables in the list of the page, as they come and go. */

import { html, render } from "../../vendor/lit/lit.js";
import { askUntilAnswered } from "../server/api.js";
import { Stream } from "../server/stream.js";
import { say } from "../server/words.js";
import { attempt } from "./forms.js";
import { isNamed } from "./name.js";
import { openTable } from "./open-table.js";

const section = /** @type {HTMLElement} */ (document.querySelector(".open-tables"));
const [filter, status, list] = /** @type {any} */ (section.querySelectorAll("select, p, ul"));
const variants = askUntilAnswered("variants/").then(({ results }) => results);
/** @type {Stream | undefined} */
let stream;

/** Follow the tables of the variant that is chosen, or of all. */
function follow() {
  stream?.close();
  const path = `lobby/${filter.value && `?variant=${filter.value}`}`;
  stream = new Stream(path, ["tables", "problem"], {
    onMessage: (name, value) =>
      name === "tables" ? show(value) : (status.textContent = value.detail),
    onState: (isConnected) => isConnected || (status.textContent = say("lost")),
  });
}

/** @param {{results: import("../types.js").OpenTable[]}} tables */
async function show({ results }) {
  const known = await variants;
  const cards = results.map((table) => {
    const isMine = table.seats.some((seat) => seat.you);
    const variant = known.find((/** @type {any} */ one) => one.code === table.variant);
    const link = isMine
      ? html`<a class="button" href="/play/${table.id}/">${say("to_table")}</a>`
      : html`<button @click=${() => join(table)}>${say("join")}</button>`;
    return openTable(table, variant, link);
  });
  render(cards, list);
  status.textContent = say("tables_now", { count: results.length });
}

/** Take a seat at a table. @param {import("../types.js").OpenTable} table */
function join({ id, chance }) {
  const taking = async (/** @type {import("./forms.js").Send} */ send) => {
    if (!(await isNamed())) return;
    const { takeSeat } = await import("../proof/seat.js");
    await takeSeat(chance, (own) => send(`games/${id}/seats/`, own));
    location.assign(`/play/${id}/`);
  };
  return attempt(taking, (reason) => (status.textContent = reason));
}

filter.addEventListener("change", follow);
follow();
