/** The button with which a player claims that another is out, or lets a bot go on, who is away while the game waits. */

import { html, nothing } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { Part, reactive } from "./part.js";

class Claim extends Part {
  // Lit keeps what the page sets of these before this module is loaded.
  static properties = reactive("target", "who", "way", "from", "isDoubted");

  constructor() {
    super();
    this.target = 0;
    this.who = "";
    /** What the options say of who is away: "out" or "bot". */
    this.way = "out";
    /** From when on the claim may be made, in milliseconds. */
    this.from = 0;
    /** Whether it waits to be confirmed. */
    this.isDoubted = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  render() {
    if (Date.now() < this.from) return nothing;
    return html`<button type="button" class="danger" @click=${this.press}>
      ${this.isDoubted ? say("really") : say(`claim_${this.way}`, { who: this.who })}
    </button>`;
  }

  updated() {
    clearTimeout(this.timer);
    const left = this.from - Date.now();
    if (left > 0) this.timer = setTimeout(() => this.requestUpdate(), left);
  }

  press() {
    const move = this.way === "out" ? "claim-absent" : "stand-in";
    const body = { move, seat: this.target };
    if (this.isDoubted) this.tell("choose", { body });
    this.isDoubted = !this.isDoubted;
  }
}

customElements.define("fd-claim", Claim);
