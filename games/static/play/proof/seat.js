/**
 * A seat that is taken with a key and a share of this browser.
 *
 * @import { Game } from "../types.js"
 * @import { Kept } from "./store.js"
 */

import { hex, shareCommitment } from "../../verify/verify.js";
import { Evidence, Distrust } from "./evidence.js";
import { Refused } from "../server/api.js";
import { canStore, keep, keptOf, prune } from "./store.js";

/** @typedef {{share_commitment?: string, key?: string}} Own - The members of a seat that say what its player contributes. */

/** Make a key that no script can read; why there is none if the browser cannot. */
async function makeKey() {
  if (!isSecureContext) return { key: "", secret: null, why: "insecure" };
  if (!(await canStore())) return { key: "", secret: null, why: "storage" };
  try {
    const made = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    const { publicKey, privateKey } = /** @type {CryptoKeyPair} */ (made);
    const raw = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
    return { key: hex(raw), secret: privateKey, why: "" };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { key: "", secret: null, why: "browser" };
  }
}

/** @returns {Promise<Kept>} */
async function makeKept() {
  const share = hex(crypto.getRandomValues(new Uint8Array(32)));
  return {
    ...{ id: shareCommitment(share), game: null, share, at: Date.now() },
    ...{ receipts: {}, opened: "", isShared: false, wrong: null, moves: 0 },
    ...{ head: { seq: 0, digest: "0".repeat(64) }, ...(await makeKey()) },
  };
}

/**
 * Take a seat, with a share and a key that are stored before; open the share if this closes the table.
 *
 * @param {"plain" | "shared"} mode - How the game makes its chance.
 * @param {(own: Own) => Promise<Game>} take - Sends the request.
 */
export async function takeSeat(mode, take) {
  const kept = await makeKept();
  await keep(kept);
  const share = mode === "shared" ? { share_commitment: kept.id } : {};
  const game = await take({ ...share, ...(kept.key ? { key: kept.key } : {}) });
  kept.game = game.id;
  await keep(kept);
  if (game.you !== null) await settle(await Evidence.of(game.id, game.you, kept), game);
  await prune();
  return game;
}

/** The shares that this page has opened, or opens. @type {Map<string, Promise<void>>} */
const openings = new Map();

/** Open a share, unless another look at the table does so. @param {Evidence} evidence */
function openOnce(evidence) {
  const { id } = evidence.kept;
  const opening = openings.get(id) ?? evidence.open();
  openings.set(id, opening);
  opening.catch(() => openings.delete(id));
  return opening;
}

/** Keep what the server signed of a seat, and open the share if the game waits for it. @param {Evidence} evidence @param {Game} game */
async function settle(evidence, game) {
  try {
    // A response with the events of a start has no receipt.
    if (game.receipt) await evidence.take(game.receipt);
    if (isOpening(game)) await openOnce(evidence);
  } catch (error) {
    if (error instanceof Distrust)
      await evidence.save({ wrong: { code: error.message, seq: error.seq } });
    // Another tab has opened it.
    else if (!(error instanceof Refused && error.status === 409)) throw error;
  }
}

/**
 * Make a table, with a share of its host if this browser keeps it, and go there.
 *
 * @param {(path: string, body: object) => Promise<Game>} send
 * @param {(chance: "plain" | "shared", own: Own) => object} bodyOf
 */
export async function makeTable(send, bodyOf) {
  const chance = (await canStore()) ? "shared" : "plain";
  const game = await takeSeat(chance, (own) => send("games/", bodyOf(chance, own)));
  location.assign(`/play/${game.id}/`);
}

/** Whether a seat was taken with a key or a share that is not in this browser. @param {Game} game */
export async function isElsewhere({ id, you, seats, chance }) {
  const key = seats[you ?? -1]?.key ?? null;
  return (key !== null || chance.mode === "shared") && !(await keptOf(id, key));
}

/** Whether a game waits for the share of the viewer. @param {Game} game */
export function isOpening({ status, chance, you }) {
  return status === "opening" && you !== null && chance.missing.includes(you);
}

/** Open the share that is kept of a game; false if it is not in this browser. @param {Game} game */
export async function openShare(game) {
  const you = /** @type {number} */ (game.you);
  const kept = await keptOf(game.id, game.seats[you]?.key ?? null);
  if (!kept || kept.wrong) return false;
  await settle(await Evidence.of(game.id, you, kept), { ...game, receipt: null });
  return true;
}
