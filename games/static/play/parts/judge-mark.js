/** The mark of the pages of a judge: which tables have called one. The page itself is another thing. */

import { html, nothing } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { followCalls } from "./judge-calls.js";
import { Part } from "./part.js";

class Mark extends Part {
  /** @type {readonly import("../types.js").RecordedAct[]} */
  calls = [];

  connectedCallback() {
    super.connectedCallback();
    followCalls((calls) => {
      this.change({ calls });
      // The strip of the table, and the page of the judge, look for themselves.
      dispatchEvent(new CustomEvent("calls", { detail: calls }));
    });
  }

  render() {
    const strip = /** @type {HTMLElement | null} */ (document.querySelector("fd-judge"));
    const others = this.calls.filter(({ game }) => game !== strip?.dataset.game_id);
    const isShown = others.length && !document.querySelector("fd-tables");
    return html`<div role="alert">
      ${
        isShown
          ? html`<p class="judge-mark">
              <span aria-hidden="true">⚑</span> <strong>${say("calls_open")}</strong>
              ${others.map((one) => html`<a href="/play/${one.game}/">“${one.reason}”</a> `)}
              <a href="/judge/">${say("my_tables")}</a>
            </p>`
          : nothing
      }
    </div>`;
  }
}

customElements.define("fd-judge-mark", Mark);
