/**
 * What is heard and called out: short sounds, made by oscillators and off until they are switched
 * on, and large words for a second: UNO, a catch, many cards, a win.
 *
 * @import { Fact } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { settings } from "../server/settings.js";
import { say } from "../server/words.js";

/** Of each sound its tones: the pitch in hertz, when it begins and how long it is, in seconds. */
const SOUNDS = {
  deal: [[320, 0, 0.05]],
  play: [[420, 0, 0.07]],
  draw: [[240, 0, 0.07]],
  turn: [[523, 0, 0.1], [659, 0.1, 0.14]],
  uno: [[659, 0, 0.1], [784, 0.1, 0.1], [1047, 0.2, 0.2]],
  catch: [[880, 0, 0.08], [587, 0.09, 0.08], [392, 0.18, 0.2]],
  many: [[196, 0, 0.12], [165, 0.12, 0.12], [131, 0.24, 0.25]],
  end: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.14], [1047, 0.42, 0.35]],
}; // prettier-ignore

const LOUDNESS = 0.12;

/** @type {AudioContext | undefined} */
let audio;

/** Play a sound; one without a name is none. @param {string} name */
export function sound(name) {
  if (!settings.sound || !(name in SOUNDS)) return;
  audio ??= new AudioContext();
  play(audio, SOUNDS[/** @type {keyof SOUNDS} */ (name)]);
}

/** Play tones, whatever is switched off. @param {AudioContext} audio @param {readonly number[][]} tones */
export function play(audio, tones) {
  for (const [pitch = 0, at = 0, length = 0] of tones) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(audio, { gain: LOUDNESS });
    const from = audio.currentTime + at;
    volume.gain.setTargetAtTime(0, from + length * 0.6, length * 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length * 1.5);
  }
}

/** @type {HTMLLinkElement | null} */
const icon = document.querySelector("link[rel=icon]");
const calm = icon?.href ?? "";

/** Say whether it is the person's turn: in title and icon, by a sound, and by a notice if the page is hidden. @param {boolean} isAsked */
export function tellTurn(isAsked) {
  const title = isAsked ? `● ${say("your_turn")} · Fairdeal` : "Fairdeal";
  if (document.title === title) return;
  document.title = title;
  if (icon) icon.href = isAsked ? (icon.dataset.turn ?? calm) : calm;
  if (!isAsked) return;
  sound("turn");
  if (document.hidden && settings.notices) new Notification(say("your_turn"));
}

/** So many cards drawn at once are called out. */
const MANY = 4;

/** @typedef {{word: string, seat: number, sound: string, who?: string}} Shout */

/**
 * Return what is called out of a fact; null for most.
 *
 * @param {Fact} fact @param {readonly Fact[]} facts - All of its event.
 * @returns {Shout | null}
 */
export function shoutOf(fact, facts) {
  if (fact.fact === "uno-changed" && fact.status === "called")
    return { word: say("uno"), seat: fact.seat, sound: "uno" };
  if (fact.fact === "uno-changed" && fact.status === "missed" && facts.some(isPenaltyOf(fact.seat)))
    return { word: say("caught"), seat: fact.seat, sound: "catch" };
  if (fact.fact === "round-ended") return { word: say("wins"), seat: fact.winner, sound: "end" };
  const isDeal = facts.some((one) => one.fact === "round-began" || one.fact === "game-started");
  const isDrawn = fact.fact === "cards-moved" && ["draw", "add"].includes(fact.verb);
  const count = isDrawn ? (fact.count ?? fact.cards?.length ?? 0) : 0;
  if (isDrawn && fact.target.startsWith("hand:") && count >= MANY && !isDeal)
    return { word: `+${count}`, seat: Number(fact.target.split(":")[1]), sound: "many" };
  return null;
}

/** Tell whether a fact is that a seat draws cards because it was caught. @param {number} seat */
function isPenaltyOf(seat) {
  return (/** @type {Fact} */ one) => one.fact === "cards-moved" && one.target === `hand:${seat}`;
}

/** @param {Shout | null} shout */
export function shouted(shout) {
  if (!shout) return nothing;
  return html`<p class="shout" aria-hidden="true">
    ${shout.word} <small><bdi>${shout.who}</bdi></small>
  </p>`;
}
