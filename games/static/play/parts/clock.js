/** The time that is left, which counts down by itself. */

import { html, nothing } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { Part } from "./part.js";

class Clock extends Part {
  static properties = { until: { attribute: false } };

  constructor() {
    super();
    /** The moment in milliseconds, by the clock of this machine. */
    this.until = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 250);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const left = Math.max(0, Math.ceil((this.until - Date.now()) / 1000));
    return html`<span class="clock ${left <= 5 ? "late" : ""}"
      >${say("seconds", { count: left })}</span
    >`;
  }
}

/** A clock until a moment; nothing without one. @param {number | null} until */
export function clock(until) {
  return until === null ? nothing : html`<fd-clock .until=${until}></fd-clock>`;
}

customElements.define("fd-clock", Clock);
