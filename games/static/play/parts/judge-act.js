/**
 * The form of an act: its own fields, and the words of the log before it is done.
 *
 * It tells `done` when the act is on record, and `away` when it is not wanted.
 *
 * @import { ForeseenAct, PossibleAct } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { Refused, ask } from "../server/api.js";
import { say } from "../server/words.js";
import { attempt } from "./forms.js";
import { Part, reactive } from "./part.js";
import { choice } from "./table-form.js";

/** How long after the last key the words are asked for, in milliseconds. */
const QUIET = 250;

class Act extends Part {
  static properties = reactive("path", "act", "names");

  constructor() {
    super();
    this.path = "";
    this.act = /** @type {PossibleAct} */ ({});
    /** @type {readonly string[]} - Of the seats. */
    this.names = [];
    this.foreseen = /** @type {ForeseenAct | null} */ (null);
    this.reason = "";
    this.isSure = false;
    this.isBusy = false;
  }

  get form() {
    return /** @type {HTMLFormElement} */ (this.querySelector("form"));
  }

  /** Begin with an act: empty fields, and the first of them in focus. */
  async begin() {
    this.form.reset();
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("select, input, button"))?.focus();
    this.changed();
  }

  /** The body of the act, as it is filled in. @returns {Record<string, unknown>} */
  body() {
    const { act } = this;
    const given = Object.fromEntries(new FormData(this.form));
    const number = (/** @type {string} */ name) => Number(given[name]);
    const { reason, reference } = given;
    const body = /** @type {Record<string, unknown>} */ ({ ...act.body });
    if (reason) body.reason = reason;
    if (reference) body.reference = reference;
    if (act.amount) body[act.amount.name] = number("amount");
    if (act.withdrawable) body.seq = number("seq");
    if (!act.seats) return body;
    if (act.body.act !== "correct") return { ...body, seat: number("seat") };
    const places = act.seats.map((seat) => number(`place-${seat}`));
    const isShared = places.filter((place) => place === 1).length !== 1;
    return { ...body, places, winner: isShared ? null : places.indexOf(1) };
  }

  /** Ask for the words of what is filled in, when it is left alone. */
  changed() {
    this.change({ foreseen: null, reason: "", isSure: false });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.foresee(), QUIET);
  }

  async foresee() {
    if (!this.isConnected || !this.form.checkValidity()) return;
    const body = this.body();
    const told = await ask(`${this.path}acts/check/`, { method: "POST", body }).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      return error;
    });
    if (!this.isConnected || JSON.stringify(body) !== JSON.stringify(this.body())) return;
    if (told instanceof Refused) this.change({ reason: told.message });
    else this.change({ foreseen: told });
  }

  /** @param {SubmitEvent} event */
  async send(event) {
    event.preventDefault();
    if (!this.foreseen || this.isBusy) return;
    if (this.act.final && !this.isSure) return this.change({ isSure: true });
    this.isBusy = true;
    let isDone = false;
    await attempt(
      async (send) => {
        await send(`${this.path}acts/`, this.body());
        isDone = true;
      },
      (reason) => this.change({ reason }),
    );
    this.isBusy = false;
    this.change({ isSure: false });
    if (isDone) this.tell("done");
  }

  render() {
    const { act, foreseen, isSure } = this;
    const isGiven = "reason" in act.body;
    return html`<form
      @input=${() => this.changed()}
      @submit=${(/** @type {SubmitEvent} */ event) => this.send(event)}
    >
      <p>${act.text}</p>
      <div class="members">${this.fields()} ${isGiven ? nothing : this.texts()}</div>
      <div role="status">
        ${
          foreseen
            ? html`<p class="will-say">${say("log_will_say")}</p>
                <blockquote>${foreseen.sentences.map((one) => html`<p>${one}</p>`)}</blockquote>
                ${foreseen.whole ? nothing : html`<p>${say("depends")}</p>`}
                ${foreseen.second ? html`<p>${say("needs_second")}</p>` : nothing}`
            : html`<p class="will-say">${say("fill_in")}</p>`
        }
      </div>
      <p class="error" role="alert">${this.reason}</p>
      <button class="primary" aria-disabled=${foreseen ? "false" : "true"}>
        ${isSure ? say("cannot_undo") : act.label}
      </button>
      <button type="button" @click=${() => this.tell("away")}>${say("cancel")}</button>
    </form>`;
  }

  /** The fields of the act that no other has. */
  fields() {
    const { seats, amount, withdrawable, body } = this.act;
    const nameOf = (/** @type {number} */ seat) => this.names[seat] ?? String(seat);
    const isResult = body.act === "correct";
    const places = seats?.map((_, nth) => [`${nth + 1}`, `${nth + 1}`]) ?? [];
    return html`${
      isResult
        ? seats?.map((seat) =>
            choice(`place-${seat}`, say("place_of", { who: nameOf(seat) }), places),
          )
        : nothing
    }
    ${
      seats && !isResult
        ? choice(
            "seat",
            say("seat"),
            seats.map((seat) => [`${seat}`, nameOf(seat)]),
          )
        : nothing
    }
    ${
      amount
        ? html`<label
            >${say(`amount_${amount.name}`)}
            <input name="amount" type="number" required min=${amount.least} max=${amount.most}
          /></label>`
        : nothing
    }
    ${
      withdrawable
        ? choice(
            "seq",
            say("withdrawn"),
            withdrawable.map(({ seq, reason }) => [`${seq}`, say("own_act", { seq, reason })]),
          )
        : nothing
    }`;
  }

  texts() {
    return html`<label
        >${say("reference")} <input name="reference" maxlength="80" autocomplete="off"
      /></label>
      <label class="wide"
        >${say("reason")} <input name="reason" required maxlength="500" autocomplete="off"
      /></label>`;
  }
}

customElements.define("fd-act", Act);
