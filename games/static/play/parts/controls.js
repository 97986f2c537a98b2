/** The controls of a replay: slider, steps, speed, and as whom one looks. */

import { html, nothing } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { choice } from "./acting.js";

const SPEEDS = ["0.5", "1", "2", "4"];

/**
 * What the controls show, and what they do.
 *
 * @typedef {object} Controlled
 * @property {number} at
 * @property {number} last
 * @property {boolean} isPlaying
 * @property {number} speed
 * @property {string} view
 * @property {[string, string][]} views - Those that the caller may have, with their names.
 * @property {string | null} address - Where the replay is outside of a frame.
 * @property {(at: number) => void} onGo
 * @property {() => void} onPlay
 * @property {(speed: number) => void} onSpeed
 * @property {(view: string) => void} onView
 */

/** @param {Controlled} controlled */
export function controls({ at, last, isPlaying, speed, view, views, address, ...on }) {
  const way = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ to) =>
    html`<button type="button" aria-label=${say(name)} @click=${() => on.onGo(to)}>
      ${sign}
    </button>`;
  return html`<div class="controls" role="group" aria-label=${say("replay")}>
    <input
      type="range"
      min="1"
      max=${last}
      .value=${String(at)}
      aria-label=${say("event_of", { at, last })}
      @input=${(/** @type {any} */ { target }) => on.onGo(Number(target.value))}
    />
    ${way("first", "|◀", 1)} ${way("back", "◀", at - 1)}
    <button type="button" class="primary" @click=${on.onPlay}>
      ${say(isPlaying ? "pause" : "play")}
    </button>
    ${way("forward", "▶", at + 1)} ${way("last", "▶|", last)}
    <span>${at} / ${last}</span>
    ${choice(
      "speed",
      say("speed"),
      SPEEDS.map((one) => [one, `${one} ×`]),
      String(speed),
      (value) => on.onSpeed(Number(value)),
    )}
    ${choice("view", say("view"), views, view, on.onView)}
    ${address ? html`<a href=${address} target="_blank">${say("open_here")}</a>` : nothing}
  </div>`;
}
