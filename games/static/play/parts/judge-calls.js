/**
 * The open calls for a judge, as they come in the stream of the player, with a sound.
 *
 * @import { RecordedAct } from "../types.js"
 */

import { html } from "../../vendor/lit/lit.js";
import { askUntilAnswered } from "../server/api.js";
import { signInStaff } from "../server/me.js";
import { followPlayer } from "../server/stream.js";
import { say } from "../server/words.js";
import { play } from "./sounds.js";

/** How often the calls are looked up without a message, in milliseconds. */
const LOOK_MILLISECONDS = 30_000;

/** The sound of a call: the pitch of each tone in hertz, when it begins and how long it is, in seconds. */
const RING = [
  [880, 0, 0.18],
  [1175, 0.18, 0.18],
  [880, 0.36, 0.18],
];

/** @type {AudioContext | undefined} - A browser lets a page sound only after it was touched. */
let audio;

for (const name of ["pointerdown", "keydown"]) {
  addEventListener(name, () => (audio ??= new AudioContext()), { capture: true });
}

/** Return how long ago something happened, in words. @param {string} at */
function ago(at) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  if (seconds < 60) return say("seconds_ago", { count: seconds });
  return say("minutes_ago", { count: Math.floor(seconds / 60) });
}

/** A call in words. @param {readonly string[]} names - Of the seats. @param {RecordedAct} call */
export function callLine(names, { seat, at, reason }) {
  return html`<p class="call">
    <span aria-hidden="true">⚑</span>
    <strong>${say("called_by", { who: names[seat ?? -1] ?? "", ago: ago(at), reason })}</strong>
  </p>`;
}

/**
 * Tell which calls are open in the games that the viewer directs, now and whenever that changes.
 *
 * @param {(calls: readonly RecordedAct[]) => void} onCalls
 */
export async function followCalls(onCalls) {
  await signInStaff();
  /** @type {Set<string>} */
  const known = new Set();
  const look = async () => {
    /** @type {{results: RecordedAct[]}} */
    const { results } = await askUntilAnswered("acts/?open=true&limit=100");
    const fresh = results.filter(({ game, seq }) => !known.has(`${game}/${seq}`));
    for (const { game, seq } of fresh) known.add(`${game}/${seq}`);
    if (fresh.length && audio) play(audio, RING);
    onCalls(results);
  };
  followPlayer(["call", "call_closed"], look);
  setInterval(look, LOOK_MILLISECONDS);
  await look();
}
