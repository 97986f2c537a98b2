/**
 * What is checked in a game, signed and kept, so that the server cannot deceive the player of this browser.
 *
 * docs/fairness.md, docs/event-format.md and docs/log.md say what; the verifier computes it.
 *
 * @import { Keys, Receipt } from "../../verify/verify.js"
 * @import { GameEvent, Option } from "../types.js"
 * @import { Kept } from "./store.js"
 */

import * as verifier from "../../verify/verify.js";
import { ask, askUntilAnswered, download } from "../server/api.js";
import { keep, keysMet } from "./store.js";

const GENESIS = "0".repeat(64);

/** How many events are asked for at once. */
const PAGE = 200;

/** The server does not keep what it promises. */
export class Distrust extends Error {
  /** @param {string} code @param {number} [seq] - The event, 0 if it is none. */
  constructor(code, seq = 0) {
    super(code);
    this.seq = seq;
  }
}

/** Return the keys in the response of `keys/`. @returns {Promise<Keys>} */
async function askForKeys() {
  const { results, records } = await ask("keys/");
  return { keys: results.map((/** @type {{public: string}} */ one) => one.public), records };
}

export class Evidence {
  /** @param {string} game @param {number} you @param {Kept} kept @param {Keys} keys */
  constructor(game, you, kept, keys) {
    this.game = game;
    this.you = you;
    this.kept = kept;
    this.keys = keys;
    this.path = `games/${game}/`;
    this.digests = new Map([[kept.head.seq, kept.head.digest]]);
  }

  /** @param {string} game @param {number} you @param {Kept} kept */
  static async of(game, you, kept) {
    return new Evidence(game, you, kept, await keysMet(askForKeys));
  }

  /** The number of the last row whose digest is computed. */
  get seq() {
    return this.kept.head.seq;
  }

  /** Store what is kept, with a change. @param {Partial<Kept>} [changed] */
  save(changed = {}) {
    Object.assign(this.kept, changed, { game: this.game });
    return keep(this.kept);
  }

  /** Whether a key is one that the server had when this browser met it, or follows from one. @param {string} key */
  async isTrusted(key) {
    const { keys, records } = this.keys;
    if (verifier.followKeys(keys, records).signing.has(key)) return true;
    this.keys.records = [...records, ...(await askForKeys()).records];
    return verifier.followKeys(keys, this.keys.records).signing.has(key);
  }

  /** Keep a receipt; throws Distrust unless the server signed it, and of what was seen. @param {Receipt} receipt */
  async take(receipt) {
    const { head, share } = receipt;
    const message = head ? verifier.headMessage(head) : verifier.shareMessage(share ?? {});
    const isSigned = verifier.isSigned(receipt.public, message, receipt.signature);
    const isOf =
      (head ?? share)?.game === this.game && verifier.keyId(receipt.public) === receipt.key;
    if (!isOf || !isSigned) throw new Distrust("receipt", head?.seq);
    if (!(await this.isTrusted(receipt.public))) throw new Distrust("key", head?.seq);
    const { receipts } = this.kept;
    if (head?.seq) {
      const own = this.digests.get(head.seq);
      if (own && own !== head.digest) throw new Distrust("rows", head.seq);
      if ((receipts.receipt?.head?.seq ?? 0) > head.seq) return;
    }
    const first = head?.digest === GENESIS ? "created" : "terms";
    const name = head ? (head.seq ? "receipt" : first) : "share";
    const before = receipts[name]?.head;
    if (head && before?.seq === head.seq && before.digest !== head.digest)
      throw new Distrust("rows", head.seq);
    await this.save({ receipts: { ...receipts, [name]: receipt } });
  }

  /** Open the share, unless what the server has signed and logged does not bind all shares. */
  async open() {
    const [{ terms, receipt }, proof] = await Promise.all([
      ask(`${this.path}prompts/`),
      download(`${this.path}audit/inclusion/`),
    ]);
    await this.take(receipt);
    const made = verifier.digestOfWord("terms", terms);
    const { seq, digest, commitment } = receipt.head;
    const { created = receipt } = this.kept.receipts;
    const { seats, chance } = terms;
    const isBound =
      [terms.game, chance.commitment, seq, digest].join() ===
        [this.game, commitment, 0, made].join() &&
      created.head?.commitment === commitment &&
      seats.every(
        (/** @type {any} */ { kind }, /** @type {number} */ at) =>
          (chance.commitments[at] !== null) === (kind === "player"),
      ) &&
      chance.commitments[this.you] === this.kept.id &&
      seats[this.you].key === (this.kept.key || null);
    if (!isBound) throw new Distrust("terms");
    const text = new TextDecoder().decode(proof);
    const content = { commitment, game: this.game };
    const entries = { created: verifier.digestOfWord("created", content), opened: made };
    if (!this.isLogged(text, Object.entries(entries))) throw new Distrust("log");
    await this.save({ opened: text, isShared: true, seat: this.you });
    const body = { share: this.kept.share };
    const opened = await ask(`${this.path}share/`, { method: "POST", body });
    await this.take(opened.share_receipt);
  }

  /** Whether the signed log has these entries of the game, and no others. @param {string} text @param {string[][]} wanted */
  isLogged(text, wanted) {
    try {
      const proof = verifier.readProof(text);
      const game = verifier.blinded(this.game);
      const records = [...this.keys.records, ...proof.records];
      const logs = [...verifier.followKeys(this.keys.keys, records).log];
      const isSigned = logs.some((key) =>
        verifier.isNoteSigned(proof.note, { name: proof.note.origin, key }),
      );
      const found = (proof.entries ?? [])
        .filter(([, entry]) => entry.game === game)
        .map(([, { kind, digest }]) => [kind, digest]);
      return isSigned && verifier.holds(proof, game) && String(found) === String(wanted);
    } catch (error) {
      if (error instanceof verifier.Malformed) return false;
      throw error;
    }
  }

  /** Compute the digests of rows up to one, which are asked for unless they are given. @param {number} seq @param {GameEvent[]} [given] */
  async follow(seq, given = []) {
    for (const event of given) {
      if (event.seq === this.seq + 1) this.add(event);
      else if (event.seq <= this.seq) this.compare(event);
    }
    while (this.seq < seq) {
      const page = await askUntilAnswered(`${this.path}events/?after=${this.seq}&limit=${PAGE}`);
      if (!page.results.length) throw new Distrust("rows", this.seq);
      for (const event of page.results) this.add(event);
    }
  }

  /** Compute the digest of the next row from what the server shows of it. @param {GameEvent} event */
  add(event) {
    const own = event.seq === this.seq + 1 ? this.digestOf(event) : "";
    if (own !== event.digest) throw new Distrust("rows", event.seq);
    this.digests.set(event.seq, own);
    this.kept.head = { seq: event.seq, digest: own };
    const { move, seat } = event;
    const isOwn = seat === this.you;
    if (move.move === "stand-in" && move.target === this.you) this.kept.isStoodIn = true;
    if (move.move === "take-back" && isOwn) this.kept.isStoodIn = false;
    if (this.kept.key && move.move === "revoke-key" && isOwn) {
      // Only another device revokes the key of this browser, or who says that it is the player.
      this.kept.unsigned = event.seq;
      throw new Distrust("revoked", event.seq);
    }
    if (!this.isMine(event)) throw new Distrust("move", event.seq);
  }

  /** Compare a row that is shown again with what it was. @param {GameEvent} event */
  compare(event) {
    const [before, own] = [this.digests.get(event.seq - 1), this.digests.get(event.seq)];
    if (before && own && own !== this.digestOf(event)) throw new Distrust("rows", event.seq);
  }

  /** @param {GameEvent} event */
  digestOf({ digest: _, sealed, salts, ...shown }) {
    const facts = shown.facts.map((/** @type {any} */ { count, ...fact }) =>
      "cards" in fact || count === undefined ? fact : { ...fact, count },
    );
    const hidden = Object.entries(sealed).map(([path, commitment]) => {
      const salt = salts[path];
      return [path, salt === undefined ? { commitment } : { salt }];
    });
    const made = { ...shown, facts, hidden: Object.fromEntries(hidden) };
    const row = verifier.sealedRow(this.game, made);
    return row && verifier.digestOf(this.digests.get(shown.seq - 1) ?? "", row);
  }

  /** Whether a move of the own seat has the signature of this browser, or is of a bot that stands in. @param {GameEvent} event */
  isMine({ seq, seat, actor, move, signed }) {
    const { key, unsigned, isStoodIn } = this.kept;
    if (seat === this.you && actor?.kind === "bot") return Boolean(isStoodIn);
    if (!key || unsigned || seq === 1 || seat !== this.you || actor?.kind !== "player") return true;
    const { signature, choices, by, seq: named = seq - 1 } = /** @type {any} */ (signed ?? {});
    if (by) return true;
    const digest = this.digests.get(named);
    // A row before those that this page has followed is not compared with its signature.
    if (signature && digest === undefined) return true;
    const content = { game: this.game, seq: named, digest, move, choices };
    return Boolean(signature) && verifier.isSigned(key, verifier.moveMessage(content), signature);
  }

  /** Return the signature of a move that answers a row; "" without a key, and if it is revoked. @param {number} seq @param {Option["body"]} body */
  async sign(seq, body) {
    await this.follow(seq);
    const { secret, unsigned } = this.kept;
    if (!secret || unsigned) return "";
    const { choices, ...given } = /** @type {any} */ (body);
    const move = { ...given, seat: this.you };
    if (body.move === "play") move.uno = Boolean(given.uno);
    if (body.move === "choose") move.option = String(given.option);
    if (["catch-uno", "claim-absent", "stand-in"].includes(body.move)) move.target = given.seat;
    const digest = this.digests.get(seq);
    if (digest === undefined) throw new Distrust("rows", seq);
    const content = { game: this.game, seq, digest, move, choices: choices ?? {} };
    const message = verifier.moveMessage(content);
    return verifier.hex(new Uint8Array(await crypto.subtle.sign("Ed25519", secret, message)));
  }
}
