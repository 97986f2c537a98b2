/**
 * What holds for the player of this browser now, as a chip in the bar that opens all of it in sentences.
 *
 * @import { Game, Option } from "../types.js"
 * @import { Standing } from "../proof/guard.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { Guard } from "../proof/guard.js";
import { say } from "../server/words.js";
import { Part, reactive } from "./part.js";

/** What the server may do that has a sentence of its own. @type {Record<string, string>} */
const WRONGS = {
  ...{ receipt: "key", key: "key", "head-signature": "key", unsigned: "key" },
  ...{ rows: "rows", history: "rows", head: "rows", altered: "rows", cut: "rows" },
  ...{ facts: "rows", actor: "rows", time: "rows", clock: "rows" },
  ...{ terms: "terms", share: "terms", seed: "terms", log: "log", "log-signature": "log" },
  ...{ revoked: "revoked", "seat-key": "seat" },
  ...{ move: "move", "unsigned-move": "move", "move-signature": "move" },
  ...{ shuffle: "dealt", pick: "dealt", box: "dealt", top: "dealt", pile: "dealt" },
  ...{ "unnamed-result": "result", result: "result" },
};

/** The questions in the order in which the chip names them. */
const NAMED = ["sealed", "fair", "dealt", "authentic"];

class Proof extends Part {
  static properties = reactive("standing", "isBusy", "isOpen", "isDoubted");

  constructor() {
    super();
    this.standing = /** @type {Standing} */ ({ state: "none" });
    this.guard = /** @type {Guard | null} */ (null);
    /** Makes a move. @type {((body: Option["body"]) => void) | undefined} */
    this.playOn = undefined;
    this.isBusy = false;
    this.isOpen = false;
    /** Whether it waits for a second answer to play on without signatures. */
    this.isDoubted = false;
    this.wasAsked = false;
  }

  /** The chip in words. */
  get summary() {
    const { state, yes = [], why = "", moves = 0, seq = 0, isShared } = this.standing;
    if (state === "wrong") {
      const word = WRONGS[why] ?? "other";
      return say(`wrong_${word}`, { code: why }) + (seq ? ` ${say("wrong_at", { seq })}` : "");
    }
    const what = NAMED.filter((one) => yes.includes(one)).map((one) => say(`proven_${one}`));
    if (state === "share" && !isShared) return say("proof_key");
    if (state === "record" && moves === 1) return say("proof_record_one");
    return say(`proof_${state}`, { count: moves, what: what.join(", ") });
  }

  /** The verdict on a game that is over, in a sentence; "" without one. */
  get verdict() {
    const { state, unsigned: seq } = this.standing;
    const checked = seq ? say("verified_unsigned", { seq }) : say("verified_what");
    return state === "verified" ? checked : state === "wrong" ? this.summary : "";
  }

  /** What this browser has made, checked and kept. */
  get done() {
    const { state, hasKey, isShared, kept = 0, yes = [] } = this.standing;
    const isVerified = state === "verified";
    return [
      hasKey && say("did_key"),
      isShared && say("did_share"),
      kept > 0 && say("did_receipt", { seq: kept }),
      isVerified && say("did_verify"),
      isVerified && yes.includes("fair") && say("did_fair"),
    ].filter(Boolean);
  }

  /** What is not proven. */
  get unproven() {
    const { state, why, isShared, hasKey, seq = 0, unsigned } = this.standing;
    return [
      state === "none" && why && say(`why_${why}`, { seq }),
      state === "wrong" && why === "revoked" && say("not_revoked"),
      unsigned && say("verified_unsigned", { seq: unsigned }),
      !isShared && state !== "none" && say("not_shared"),
      state === "verified" && say("not_rules"),
      hasKey && say("not_program"),
      say(isShared ? "not_stopped" : "not_anything"),
    ].filter(Boolean);
  }

  render() {
    const { state } = this.standing;
    const kind = { wrong: "bad", verified: "good" }[state] ?? "";
    return html`<button
        type="button"
        class="proof-chip ${kind}"
        data-state=${state}
        aria-haspopup="dialog"
        @click=${this.open}
      >
        <span>${this.summary}</span>
      </button>
      <p class="unseen" role="alert">${state === "wrong" ? this.summary : ""}</p>
      <dialog class="proof" aria-labelledby="proof-title" @close=${() => (this.isOpen = false)}>
        ${this.isOpen ? this.sentences() : nothing}
      </dialog>`;
  }

  async open() {
    this.isOpen = true;
    await this.updateComplete;
    this.querySelector("dialog")?.showModal();
  }

  /** Whether the seat is signed by another device, so that this one may play on unsigned. */
  get isElsewhere() {
    const { state, why } = this.standing;
    return state === "none" && why === "device" && this.guard?.game.status === "running";
  }

  updated() {
    if (!this.isElsewhere || this.wasAsked) return;
    this.wasAsked = true;
    this.open();
  }

  /** Offer to play on without signatures, and ask twice. */
  elsewhere() {
    const press = () => {
      if (this.isDoubted) this.querySelector("dialog")?.close();
      if (this.isDoubted) this.playOn?.({ move: "revoke-key" });
      this.isDoubted = !this.isDoubted;
    };
    return html`<section class="elsewhere">
      <p>${say(this.isDoubted ? "unsigned_what" : "elsewhere")}</p>
      <button type="button" @click=${press}>
        ${say(this.isDoubted ? "unsigned_sure" : "unsigned_here")}
      </button>
    </section>`;
  }

  sentences() {
    const list = (/** @type {string} */ title, /** @type {unknown[]} */ lines) =>
      html`<h3>${say(title)}</h3>
        <ul>
          ${lines.map((one) => html`<li>${one}</li>`)}
        </ul>`;
    const rules = html`<a href="/rules/#proof">${say("proof_rules")}</a>`;
    const save = html`<button type="button" ?disabled=${this.isBusy} @click=${this.save}>
      ${say("save_evidence")}
    </button>`;
    return html`<h2 id="proof-title" tabindex="-1" autofocus>${say("proof_title")}</h2>
      <p><strong>${this.summary}</strong></p>
      ${this.isElsewhere ? this.elsewhere() : nothing}
      ${this.done.length ? list("proof_done", this.done) : nothing}
      ${list("proof_open", [...this.unproven, rules])}
      <form method="dialog" class="inline">
        ${this.guard?.evidence ? save : nothing} <button>${say("close")}</button>
      </form>
      ${this.guard?.evidence ? html`<p class="small">${say("save_what")}</p>` : nothing}`;
  }

  /** Save all that is evidence, as one file. */
  async save() {
    this.isBusy = true;
    const [{ zip }, files] = await Promise.all([import("../proof/zip.js"), this.guard?.files()]);
    const href = URL.createObjectURL(zip(files ?? {}));
    const download = `fairdeal-${this.guard?.game.id}.zip`;
    Object.assign(document.createElement("a"), { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    this.isBusy = false;
  }
}

customElements.define("fd-proof", Proof);

const href = new URL("../proof/proof.css", import.meta.url).href;
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));

/**
 * Check a game from now on, and show in the bar what holds.
 *
 * @param {Game} game @param {(verdict: string) => void} [onVerdict] - Told the sentence of its end.
 * @param {(body: Option["body"]) => void} [playOn] - Makes the move that revokes a key.
 * @returns {Guard}
 */
export function guarded(game, onVerdict = () => {}, playOn = undefined) {
  document.querySelector("fd-proof")?.remove();
  const chip = /** @type {Proof} */ (document.createElement("fd-proof"));
  chip.playOn = playOn;
  chip.guard = new Guard(game, (standing) => {
    chip.standing = standing;
    onVerdict(chip.verdict);
  });
  if (game.you !== null) document.querySelector("header.top")?.append(chip);
  return chip.guard;
}
