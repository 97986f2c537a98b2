/**
 * The strip of a judge above a table: who called and why, and what can be done now.
 *
 * @import { Game, PossibleAct, PossibleActs, Proposal } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { askUntilAnswered } from "../server/api.js";
import { signInStaff } from "../server/me.js";
import { say } from "../server/words.js";
import "./judge-act.js";
import { callLine } from "./judge-calls.js";
import { seatName } from "./open-table.js";
import { Part } from "./part.js";

/** The acts that have a button of their own; the others are under *More*. */
const FIRST = ["answer-call", "warn", "pause", "resume", "correct"];

/** The shortest time between two looks at what is possible, in milliseconds. */
const REST = 700;

class Judge extends Part {
  game = /** @type {Game | null} */ (null);
  now = /** @type {PossibleActs | null} */ (null);
  act = /** @type {PossibleAct | null} */ (null);
  isMore = false;
  looking = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  connectedCallback() {
    super.connectedCallback();
    this.path = `games/${this.dataset.game_id}/`;
    for (const name of ["happened", "calls"]) addEventListener(name, () => this.lookSoon());
    setInterval(() => this.requestUpdate(), 5000);
    signInStaff().then(() => this.look());
  }

  /** Look at what is possible a little later; several events at once only once. */
  lookSoon() {
    this.looking ??= setTimeout(() => {
      this.looking = undefined;
      this.look();
    }, REST);
  }

  async look() {
    const [game, now] = await Promise.all([
      askUntilAnswered(this.path ?? ""),
      askUntilAnswered(`${this.path}acts/possible/`),
    ]);
    this.change({ game, now });
  }

  /** Open the form of an act, or close it. @param {PossibleAct | null} act */
  async open(act) {
    const opener = document.activeElement;
    this.change({ act, isMore: false });
    await this.updateComplete;
    if (act) /** @type {any} */ (this.querySelector("fd-act"))?.begin();
    else if (opener?.closest("fd-act") || opener === document.body)
      this.querySelector("button")?.focus();
  }

  render() {
    const { game, now, act } = this;
    if (!game || !now) return html`<section class="judge" aria-label=${say("judge")}></section>`;
    const [first, others] = [true, false].map((isFirst) =>
      now.results.filter(({ body }) => FIRST.includes(body.act ?? "") === isFirst),
    );
    const names = game.table?.places.map(({ name }) => name) ?? game.seats.map(seatName);
    const isPaused = now.results.some(({ body }) => body.act === "resume");
    return html`<section
      class="judge"
      aria-label=${say("judge")}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.press(event)}
    >
      <div role="status">
        ${now.calls.length ? nothing : html`<p>${say("judging")}</p>`}
        ${now.calls.map((call) => callLine(names, call))}
        ${isPaused ? html`<p>${say("paused")}</p>` : nothing}
        ${game.organisers.length ? nothing : html`<p>${say("unnamed")}</p>`}
      </div>
      ${now.proposals.map((one) => this.proposal(one))}
      <div class="acts">
        ${first?.map((one) => this.button(one))}
        ${
          others?.length
            ? html`<button
                type="button"
                aria-expanded=${this.isMore ? "true" : "false"}
                @click=${() => this.change({ isMore: !this.isMore })}
              >
                ${say("more")} <span aria-hidden="true">▾</span>
              </button>`
            : nothing
        }
        ${
          now.hands
            ? html`<span class="hands"
                ><a href="/play/${game.id}/replay/?at=${game.seq}&as=full" target="_blank"
                  >${say("hands")}</a
                >
                ${say("on_record")}</span
              >`
            : nothing
        }
      </div>
      ${this.isMore ? html`<div class="acts">${others?.map((one) => this.button(one))}</div>` : nothing}
      ${
        act
          ? html`<fd-act
              .path=${this.path}
              .act=${act}
              .names=${names}
              @done=${() => this.done()}
              @away=${() => this.open(null)}
            ></fd-act>`
          : nothing
      }
    </section>`;
  }

  /** @param {PossibleAct} act */
  button(act) {
    const isMain = act.body.outcome === "upheld";
    return html`<button
      type="button"
      class=${isMain ? "primary" : nothing}
      title=${act.text}
      aria-pressed=${this.act?.label === act.label ? "true" : "false"}
      @click=${() => this.open(act)}
    >
      ${act.label} …
    </button>`;
  }

  /** An act that waits for another organiser: its form has what was proposed. @param {Proposal} one */
  proposal(one) {
    const until = new Date(one.until).toLocaleString(document.documentElement.lang);
    const body = /** @type {any} */ (one.act);
    const act = { body, label: say("confirm"), seats: null, amount: null, withdrawable: null };
    return html`<p>
      ${say("proposed_by", { until })} “${one.act.reason}”
      <button
        type="button"
        @click=${() => this.open({ ...act, text: one.act.reason, final: true })}
      >
        ${say("confirm")} …
      </button>
    </p>`;
  }

  async done() {
    await this.look();
    await this.open(null);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    // The keys of the table are not those of the strip.
    event.stopPropagation();
    if (event.key !== "Escape") return;
    if (this.act) this.open(null);
    else this.change({ isMore: false });
  }
}

customElements.define("fd-judge", Judge);
