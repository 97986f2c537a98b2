/**
 * The games of the player that are not over, with what they wait for, and invitations.
 *
 * @import { Game, Prompts } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { me } from "../server/me.js";
import { Stream } from "../server/stream.js";
import { say } from "../server/words.js";
import { freeSeats } from "./open-table.js";
import { Part } from "./part.js";

class MyGames extends Part {
  /** @type {{id: string, name: string, waits: unknown}[]} */
  games = [];

  async connectedCallback() {
    super.connectedCallback();
    if (!(await me())) return;
    const onMessage = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.load(), 200);
    };
    onMessage();
    const names = ["invited", "started", "turn", "over"];
    this.stream = new Stream("me/events/", names, { onMessage, onState: () => {} });
  }

  async load() {
    const { results: variants } = await ask("variants/");
    const paths = ["running", "open"].map((status) => `games/?mine=true&limit=10&status=${status}`);
    const lists = await Promise.all(paths.map((path) => ask(path)));
    const games = lists
      .flatMap(({ results }) => results)
      .map(async ({ id, status, variant }) => ({
        id,
        name: variants.find((/** @type {any} */ one) => one.code === variant).name,
        waits:
          status === "open"
            ? seatsOf(await ask(`games/${id}/`))
            : turnOf(await ask(`games/${id}/prompts/`)),
      }));
    this.games = await Promise.all(games);
    this.requestUpdate();
  }

  render() {
    if (!this.games.length) return nothing;
    return html`<section class="panel" aria-labelledby="my-games">
      <h2 id="my-games">${say("my_games")}</h2>
      <ul class="plain">
        ${this.games.map(
          ({ id, name, waits }) =>
            html`<li class="inline">
              <a class="button" href="/play/${id}/">${name}</a> ${waits}
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

/** @param {Prompts} screen */
function turnOf({ prompts }) {
  const last = prompts.at(-1);
  return last?.options ? html`<strong class="badge good">${say("your_turn")}</strong>` : last?.why;
}

/** @param {Game} game */
function seatsOf({ you, seats }) {
  return say(you === null ? "invitation" : "waiting_for_seats", { free: freeSeats(seats) });
}

customElements.define("fd-my-games", MyGames);
