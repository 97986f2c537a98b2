/**
 * The open tables, as they come and go.
 *
 * @import { OpenTable, Variant } from "../types.js"
 */

import { html } from "../../vendor/lit/lit.js";
import { ask } from "../server/api.js";
import { anyPlayer } from "../server/me.js";
import { Stream } from "../server/stream.js";
import { say } from "../server/words.js";
import { Acting, choice } from "./acting.js";
import { openTable } from "./open-table.js";

class OpenTables extends Acting {
  /** @type {readonly Variant[]} */
  variants = [];
  /** @type {readonly OpenTable[]} */
  tables = [];
  state = "connecting";

  connectedCallback() {
    super.connectedCallback();
    this.follow("");
    this.act(async () => this.change({ variants: (await ask("variants/")).results }));
  }

  /** Follow the tables of a variant, or of all. @param {string} variant */
  follow(variant) {
    this.stream?.close();
    this.stream = new Stream(`lobby/${variant && `?variant=${variant}`}`, ["tables", "problem"], {
      onMessage: (name, value) =>
        this.change(name === "tables" ? { tables: value.results } : { reason: value.detail }),
      onState: (isConnected) => this.change({ state: isConnected ? "tables_now" : "lost" }),
    });
  }

  render() {
    const { variants, tables } = this;
    const filters = [["", say("all_variants")], ...variants.map(({ code, name }) => [code, name])];
    return html`<section aria-labelledby="open-tables">
      <h2 id="open-tables">${say("open_tables")}</h2>
      ${choice("filter", say("variant"), filters, "", (code) => this.follow(code))}
      <p role="status">${say(this.state, { count: tables.length })}</p>
      ${this.alert()}
      <ul class="tables">
        ${tables.map((table) => {
          const variant = variants.find(({ code }) => code === table.variant);
          return openTable(table, variant, this.wayTo(table));
        })}
      </ul>
    </section>`;
  }

  /** @param {OpenTable} table */
  wayTo({ id, seats }) {
    const address = `/play/${id}/`;
    if (seats.some((seat) => seat.you))
      return html`<a class="button" href=${address}>${say("to_table")}</a>`;
    return this.button(say("join"), async (send) => {
      await anyPlayer();
      await send(`games/${id}/seats/`);
      location.assign(address);
    });
  }
}

customElements.define("fd-open-tables", OpenTables);
