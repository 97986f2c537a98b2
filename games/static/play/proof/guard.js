/**
 * The evidence of a game while it is played, and what holds for its player now.
 *
 * Without a key and a share of this browser, it says why and does nothing.
 *
 * @import { Judged, Receipt } from "../../verify/verify.js"
 * @import { Game, GameEvent, Option } from "../types.js"
 */

import { Unreachable, ask, download } from "../server/api.js";
import { keptOf, signedOf } from "./store.js";

/**
 * What holds now. `state` is none, share, sealed, record, checking, verified, unfinished or wrong.
 *
 * @typedef {object} Standing
 * @property {string} state
 * @property {string} [why] - Why there is no key, or the code of what is wrong.
 * @property {number} [seq] - The event of what is wrong.
 * @property {number} [moves] - How many moves this browser has signed.
 * @property {number} [kept] - The event of the newest receipt.
 * @property {boolean} [isShared] @property {boolean} [hasKey]
 * @property {string[]} [yes] - The questions that the verifier answers with yes.
 * @property {number} [unsigned] - The event from which on a player signed nothing more, in a game that is over.
 */

export class Guard {
  /** @param {Game} game @param {(standing: Standing) => void} onChange */
  constructor(game, onChange) {
    this.game = game;
    this.onChange = onChange;
    /** @type {Standing} */
    this.standing = { state: "none", why: "device" };
    /** @type {import("./evidence.js").Evidence | null} */
    this.evidence = null;
    /** @type {Promise<unknown>} - What is checked one after the other. */
    this.queue = this.begin().catch((error) => console.error(error));
    if (game.status === "running") this.after((evidence) => evidence.follow(game.seq));
  }

  async begin() {
    const { id, you, seats } = this.game;
    if (you === null) return;
    const key = seats[you]?.key ?? null;
    const own = await keptOf(id, key);
    // A seat has the key with which the server signed it before the share was opened.
    const kept = own ?? (await signedOf(id, you));
    if (!kept) {
      const seq = seats[you]?.unsigned_from ?? 0;
      const why = key ? (seq ? "unsigned" : "device") : "no_key";
      return this.change({ state: "none", why, seq });
    }
    const { Evidence } = await import("./evidence.js");
    this.evidence = await Evidence.of(id, you, kept);
    if (kept.wrong)
      return this.change({ state: "wrong", why: kept.wrong.code, seq: kept.wrong.seq });
    if (!own) return this.wrong("seat-key");
    if (this.game.seq < kept.head.seq) return this.wrong("rows", kept.head.seq);
    this.tell();
  }

  /** @param {Partial<Standing>} changed */
  change(changed) {
    this.standing = { ...this.standing, ...changed };
    this.onChange(this.standing);
  }

  /** Tell what holds while the game runs. */
  tell() {
    const { kept } = /** @type {import("./evidence.js").Evidence} */ (this.evidence);
    if (["wrong", "verified", "checking", "unfinished"].includes(this.standing.state)) return;
    const { moves } = kept;
    const before = kept.opened ? "sealed" : "share";
    const state = kept.key ? (moves ? "record" : before) : "none";
    const newest = kept.receipts.receipt?.head?.seq ?? 0;
    const { why, isShared, key } = kept;
    this.change({ state, why, moves, kept: newest, isShared, hasKey: Boolean(key) });
  }

  /** Whether nothing more is checked; where the key is revoked, all but signatures is. */
  get isWrong() {
    return this.standing.state === "wrong" && this.standing.why !== "revoked";
  }

  /** @param {string} code @param {number} [seq] */
  async wrong(code, seq = 0) {
    if (this.isWrong) return;
    this.change({ state: "wrong", why: code, seq });
    await this.evidence?.save({ wrong: { code, seq } });
  }

  /** Do something after what was asked before; what the server did wrong is told. @param {(evidence: import("./evidence.js").Evidence) => Promise<unknown>} action */
  after(action) {
    const doing = this.queue.then(async () => {
      if (!this.evidence) return undefined;
      const { Distrust } = await import("./evidence.js");
      try {
        return await action(this.evidence);
      } catch (error) {
        if (!(error instanceof Distrust)) throw error;
        await this.wrong(error.message, error.seq);
        return undefined;
      }
    });
    // A request that failed is repeated with the next event.
    this.queue = doing.catch((error) => {
      if (!(error instanceof Unreachable)) console.error(error);
    });
    return doing;
  }

  /** Check an event that came. @param {GameEvent} event */
  see(event) {
    const { move, seat, seq } = event;
    if (!this.evidence && move.move === "revoke-key" && seat === this.game.you)
      this.change({ why: "unsigned", seq });
    this.after((evidence) => evidence.follow(event.seq, [event]));
  }

  /** Return the signature of a move that answers an event; "" if none can or must be. @param {number} seq @param {Option["body"]} body */
  async sign(seq, body) {
    const signature = await this.after((evidence) => evidence.sign(seq, body));
    return /** @type {string} */ (signature ?? "");
  }

  /** Keep the receipt of a move that was made. @param {Receipt} receipt @param {boolean} isSigned */
  take(receipt, isSigned) {
    this.after(async (evidence) => {
      if (isSigned) evidence.kept.moves = evidence.kept.moves + 1;
      await evidence.take(receipt);
      this.tell();
    });
  }

  /** Have the whole game verified with all that is kept. */
  finish() {
    return this.after(async (evidence) => {
      if (this.isWrong) return;
      if (this.standing.state !== "wrong") this.change({ state: "checking" });
      await evidence.take(await ask(`${evidence.path}receipt/`));
      const { judged } = await import("./verdict.js");
      const { results, errors } = await judged(await this.files());
      this.judge(/** @type {Judged} */ ({ results, errors }));
    });
  }

  /** @param {Judged} judged */
  judge({ results: [result], errors }) {
    if (!result || result.verdict === "error") return this.change({ state: "unfinished" });
    const answers = Object.entries(result.questions);
    const all = answers.flatMap(([, { findings }]) => findings);
    const found = all.find((one) => !one.note);
    if (found) return this.wrong(found.code, found.first);
    const revoked = all.filter((one) => one.code === "key-revoked");
    const own = revoked.find((one) => one.seat === this.game.you);
    if (own) return this.wrong("revoked", own.first);
    if (result.verdict === "result_changed") return this.wrong("unnamed-result");
    if (errors.length) return this.wrong("key");
    const yes = answers.filter(([, { answer }]) => answer === "yes").map(([name]) => name);
    const kept = this.evidence?.kept.receipts.receipt?.head?.seq ?? 0;
    this.change({ state: "verified", yes, kept, unsigned: revoked[0]?.first ?? 0 });
  }

  /** Return all that is evidence, by the names of files: the game as it is now, receipts, proofs, keys. */
  async files() {
    const evidence = /** @type {import("./evidence.js").Evidence} */ (this.evidence);
    const { kept, path, keys } = evidence;
    const encoder = new TextEncoder();
    const { canonical } = await import("../../verify/verify.js");
    /** @type {Record<string, Uint8Array>} */
    const files = {};
    for (const [name, receipt] of Object.entries(kept.receipts))
      files[`${name}.json`] = encoder.encode(canonical(receipt));
    if (kept.opened) files["opened.proof"] = encoder.encode(kept.opened);
    const results = keys.keys.map((one) => ({ public: one }));
    files["server.keys"] = encoder.encode(canonical({ results, records: keys.records }));
    // What the server does not return is no evidence: the rest is.
    const get = (/** @type {string} */ name) => download(`${path}audit/${name}/`).catch(() => null);
    const [bundle, proof] = await Promise.all([get("bundle"), get("inclusion")]);
    if (bundle) files["game.json"] = bundle;
    if (proof) files["game.proof"] = proof;
    return files;
  }
}
