/**
 * The open calls for a judge, as they come in the stream of the player, with a sound.
 *
 * @import { RecordedAct } from "../types.js"
 */

import { askUntilAnswered } from "../server/api.js";
import { Stream } from "../server/stream.js";
import { say } from "../server/words.js";

/** How often the calls are looked up without a message, in milliseconds. */
const LOOK_MILLISECONDS = 30_000;

/** The notes of the sound, in hertz; each lasts so many seconds. */
const NOTES = [880, 1175, 880];
const NOTE_SECONDS = 0.18;

/** @type {AudioContext | undefined} - A browser lets a page sound only after it was touched. */
let audio;

for (const name of ["pointerdown", "keydown"]) {
  addEventListener(name, () => (audio ??= new AudioContext()), { capture: true });
}

/** Play the sound of a call, if the page may sound. */
function ring() {
  if (!audio) return;
  for (const [nth, hertz] of NOTES.entries()) {
    const [tone, volume] = [new OscillatorNode(audio, { frequency: hertz }), new GainNode(audio)];
    const start = audio.currentTime + nth * NOTE_SECONDS;
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  }
}

/** Return how long ago something happened, in words. @param {string} at */
export function ago(at) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  if (seconds < 60) return say("seconds_ago", { count: seconds });
  return say("minutes_ago", { count: Math.floor(seconds / 60) });
}

/** @type {Promise<void> | undefined} */
let signedIn;

/** Staff who are logged in to the admin only become a player, as whom the page is loaded again. */
export function signInStaff() {
  const hasSession = document.getElementById("app")?.hasAttribute("data-session");
  const signIn = () => askUntilAnswered("session/", { method: "POST", body: {} });
  return (signedIn ??= hasSession ? Promise.resolve() : signIn().then(reload));
}

/** @returns {Promise<void>} - Which is never kept. */
function reload() {
  location.reload();
  return new Promise(() => {});
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
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const look = async () => {
    /** @type {{results: RecordedAct[]}} */
    const { results } = await askUntilAnswered("acts/?open=true&limit=100");
    const fresh = results.filter(({ game, seq }) => !known.has(`${game}/${seq}`));
    for (const { game, seq } of fresh) known.add(`${game}/${seq}`);
    if (fresh.length) ring();
    onCalls(results);
  };
  const onMessage = () => {
    clearTimeout(timer);
    timer = setTimeout(look, 100);
  };
  new Stream("me/events/", ["call", "call_closed"], { onMessage, onState() {} });
  setInterval(look, LOOK_MILLISECONDS);
  await look();
}
