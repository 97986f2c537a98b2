/** The lobby: my games, the open tables, a new table, and who I am. */

import { render } from "../../vendor/lit/lit.js";
import { onSubmit } from "../parts/forms.js";
import "../parts/link.js";
import "../parts/my-games.js";
import { isNamed } from "../parts/name.js";
import "../parts/open-tables.js";
import { fillIn, optionFields, presetFields, tableFields, tableOf } from "../parts/table-form.js";
import { ask } from "../server/api.js";
import { anyPlayer, me, signIn } from "../server/me.js";
import { say } from "../server/words.js";

const { make, name, device } = /** @type {any} */ (document.forms);

/** @type {import("../types.js").Variant} */
let chosen;
/** Whether a person has chosen options, which are left as they are then. */
let isSet = false;

/** Show the fields of the variant that is chosen. */
async function showFields() {
  const [variant, bots] = await Promise.all([ask(`variants/${make.variant.value}/`), ask("bots/")]);
  const { heroes } = variant.edition ? await ask(variant.edition.href) : { heroes: [] };
  render(tableFields(variant, bots.results, heroes), make.querySelector(".of-variant"));
  chosen = variant;
  showOptions();
  const set = (/** @type {any} */ preset) => fillIn(make, variant, preset);
  render(presetFields(variant, set), make.querySelector(".presets"));
  isSet = false;
  proposePreset();
}

/** Show the options, which may name the seats that are filled in. */
function showOptions() {
  const data = /** @type {any} */ (Object.fromEntries(new FormData(make)));
  render(optionFields(chosen, data), make.querySelector(".options"));
}

/** Fill in what suits strangers, or friends. */
function proposePreset() {
  const isOpen = make.access.value === "open";
  const preset = chosen?.presets.find((one) => one.for_strangers === isOpen);
  if (preset && !isSet) fillIn(make, chosen, preset);
}

make.addEventListener("change", (/** @type {any} */ { target }) => {
  if (target === make.variant) return showFields();
  if (target === make.access) return proposePreset();
  if (target.closest(".of-variant")) return showOptions();
  const isOption = target === make.seconds || target.closest(".options");
  isSet ||= isOption || target.name === "preset";
  for (const one of isOption ? make.querySelectorAll("[name=preset]") : []) one.checked = false;
});
make.closest("details").open = location.hash === "#new";
showFields();

onSubmit("make", async (data, send) => {
  const variant = await ask(`variants/${data.variant}/`);
  const hasOthers = Number(data.bots) < Number(data.seats) - 1;
  if (hasOthers && !(await isNamed())) return;
  await anyPlayer();
  const { makeTable } = await import("../proof/seat.js");
  await makeTable(send, (chance, own) => tableOf({ ...data, chance }, variant, own));
});

let player = await me();
name.called.value = player?.name ?? "";
device.hidden = !player;

onSubmit("name", async ({ called }, send) => {
  player = player ? await send("me/", { name: called }, "PATCH") : await signIn({ name: called });
  name.called.value = player?.name;
  device.hidden = false;
  name.querySelector(".saved").textContent = say("saved");
});

onSubmit("device", async (_, send) => {
  const address = await send("me/codes/");
  device.replaceChildren(Object.assign(document.createElement("fd-link"), { address }));
});
