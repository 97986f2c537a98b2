/** The lobby: my games, the open tables, a new table, and who I am. */

import { html, render } from "../../vendor/lit/lit.js";
import { onSubmit } from "../parts/forms.js";
import "../parts/link.js";
import { freeSeats } from "../parts/open-table.js";
import "../parts/open-tables.js";
import { optionFields, tableFields, tableOf } from "../parts/table-form.js";
import { ask } from "../server/api.js";
import { anyPlayer, me, signIn } from "../server/me.js";
import { Stream } from "../server/stream.js";
import { say } from "../server/words.js";

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

/** Show my games that are not over, and what they wait for. */
async function showGames() {
  const paths = ["running", "open"].map((status) => `games/?mine=true&limit=10&status=${status}`);
  const lists = await Promise.all(paths.map((path) => ask(path)));
  const games = lists
    .flatMap(({ results }) => results)
    .map(async ({ id, variant, status }) => {
      const {
        seats = [],
        you,
        prompts,
      } = await ask(`games/${id}/${status === "open" ? "" : "prompts/"}`);
      const last = prompts?.at(-1);
      const free = { free: freeSeats(seats) };
      const waits = last?.why ?? say(you === null ? "invitation" : "free_seats", free);
      return html`<li class="inline">
        <a class="button" href="/play/${id}/">${say(variant)}</a>
        ${last?.options ? html`<strong class="badge good">${say("your_turn")}</strong>` : waits}
      </li>`;
    });
  const [section, list] = /** @type {any} */ (document.querySelectorAll(".my-games, .my-games ul"));
  render(await Promise.all(games), list);
  section.hidden = !games.length;
}

/** Show them now, and after all that happens in them; several changes at once only once. */
function followGames() {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const onMessage = () => {
    clearTimeout(timer);
    timer = setTimeout(showGames, 200);
  };
  new Stream("me/events/", ["invited", "started", "turn", "over"], { onMessage, onState() {} });
  onMessage();
}

let player = await me();
name.called.value = player?.name ?? "";
device.hidden = !player;
if (player) followGames();

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
