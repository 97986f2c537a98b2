/**
 * What the game asks: the question, the answers that lie on no card or seat, and what was refused.
 *
 * @import { Choices } from "../model/choices.js"
 * @import { Edition } from "../server/edition.js"
 * @import { Option, Problem, Prompt } from "../types.js"
 */

import { html, nothing } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { cardPicture, clock, colorName, colorShape } from "./card.js";

/**
 * What a prompt is drawn from.
 *
 * @typedef {object} Asked
 * @property {Edition} edition
 * @property {Prompt | null} prompt - Null if the viewer is not asked.
 * @property {Choices} choices
 * @property {readonly number[]} seats - Those on which an answer can be touched.
 * @property {string} waiting - For whom the game waits, in words.
 * @property {number | null} until
 * @property {Option[]} calls - Calls and catches of UNO that may be made now.
 * @property {Option[]} held - Those that are held until the window closes.
 * @property {number | null} windowUntil
 * @property {boolean} mayCall - Whether UNO may be called with a card.
 * @property {boolean} isCalled
 * @property {readonly string[]} looked - The cards that are looked at.
 * @property {(code: string) => {option: Option | null, why: string | null}} onHand - What a card of
 *   the own hand can do.
 * @property {() => void} onAway
 * @property {(() => void) | null} onSkip - Null while nothing is being shown.
 * @property {Problem | null} refused
 * @property {() => void} onForget - Takes the refusal away.
 * @property {string} desk - The address of the rulings desk at this position.
 * @property {boolean} isSending
 * @property {(option: Option) => void} onChoose
 * @property {unknown} claim - The button about a player who is away, who may be the own.
 * @property {() => void} onCall
 * @property {(rule: string) => void} onRule
 */

/** @typedef {Pick<Asked, "edition" | "looked" | "onAway"> & Partial<Asked>} Looked */

/** A question of more letters than these lies over the middle, with its answers; that of a turn has three lines. */
const MOST_LETTERS = 110;
const MOST_OF_TURN = innerWidth < 1024 ? 145 : 175;
const LONG = 80;

/** @param {Asked} asked */
export function prompt(asked) {
  const said = asked.prompt?.why ?? asked.waiting;
  const size = said.length > MOST_LETTERS ? "long longer" : said.length > LONG ? "long" : "";
  const why = html`<p class="why ${size}">
    <span role="status">${said}</span> ${clock(asked.until)}
  </p>`;
  const isOver = needsRoom(asked);
  return html`<section
    class="prompt ${asked.prompt ? "asked" : ""}"
    tabindex="-1"
    aria-label=${say("prompt")}
  >
    ${asked.refused ? refusal(asked.refused, asked) : nothing} ${lookedAt(asked)}
    ${isOver ? html`<div class="over">${why} ${question(asked)}</div>` : why}
    <div class="acts">
      ${isOver ? nothing : question(asked)}
      ${asked.onSkip ? html`<button type="button" @click=${asked.onSkip}>${say("skip")}</button>` : nothing}
      ${asked.claim}
    </div>
    ${calls(asked)}
  </section>`;
}

/** Whether a question needs more room than its line. @param {Asked} asked */
function needsRoom({ prompt, choices }) {
  if (!prompt) return false;
  const isTurn = ["turn", "drawn", "again"].includes(prompt.kind);
  const hasDetails = choices.buttons.some((one) => one.text || one.effects?.length);
  const hasPlaces =
    choices.colors.length + choices.onPile.size + (prompt.card?.done.length ?? 0) > 0;
  if (hasPlaces) return true;
  return prompt.why.length > (isTurn ? MOST_OF_TURN : MOST_LETTERS) || (!isTurn && hasDetails);
}

/** @param {Asked} asked */
function question(asked) {
  const { prompt, choices } = asked;
  if (!prompt) return nothing;
  return html`${prompt.card ? progress(prompt.card) : nothing}
    ${choices.colors.length ? colors(asked) : nothing}
    ${choices.onPile.size ? drawer(asked) : nothing}
    <div class="buttons">${buttons(asked).map((option) => answer(option, asked))}</div>`;
}

/** The answers that have no other place. @param {Asked} asked */
function buttons({ choices, seats }) {
  const own = [...choices.onSeats].filter(([seat]) => !seats.includes(seat));
  return [...own.map(([, option]) => option), ...choices.buttons];
}

/** @param {NonNullable<Prompt["card"]>} card */
function progress(card) {
  if (!card.done.length) return nothing;
  return html`<ul class="progress">
    ${card.done.map((text) => html`<li class="done">✓ ${text}</li>`)}
    ${card.remaining.map((text) => html`<li>${text}</li>`)}
  </ul>`;
}

/** @param {Asked} asked */
function colors(asked) {
  const { choices, edition } = asked;
  return html`<div class="colors" role="group" aria-label=${say("color_in_play")}>
    ${choices.colors.map((option) => {
      const color = option.body.move === "choose" ? String(option.body.option) : "";
      return html`<button type="button" @click=${() => asked.onChoose(option)}>
        <span class="unseen">${option.label}</span>
        ${colorShape(edition, color)}<span>${colorName(edition, color)}</span>
      </button>`;
    })}
  </div>`;
}

/** @param {Asked} asked */
function drawer({ choices, edition, onChoose }) {
  return html`<div class="drawer" role="group" aria-label=${say("choose_card")}>
    ${[...choices.onPile].map(
      ([code, option]) =>
        html`<button type="button" aria-label=${option.label} @click=${() => onChoose(option)}>
          ${cardPicture(edition, code, { isBare: true })}<span>${option.label}</span>
        </button>`,
    )}
  </div>`;
}

/** @param {Option} option @param {Asked} asked */
function answer(option, asked) {
  const details = [option.text, ...(option.effects ?? [])].filter(Boolean);
  const isOver = needsRoom(asked);
  return html`<button
    type="button"
    class=${option.danger ? "danger" : ""}
    title=${isOver ? nothing : details.join(" ")}
    ?disabled=${asked.isSending}
    @click=${() => asked.onChoose(option)}
  >
    <span>${option.label}</span>
    ${details.map((text) => html`<small class=${isOver ? "" : "unseen"}>${text}</small>`)}
    ${warnings(option)}
  </button>`;
}

/** @param {Option} option */
function warnings(option) {
  return (option.warnings ?? []).map((text) => html`<small class="warning">⚠ ${text}</small>`);
}

/** The cards that are looked at: one with all that it does, several side by side. @param {Looked} asked */
export function lookedAt(asked) {
  const { edition, looked, onHand } = asked;
  if (!looked.length) return nothing;
  return html`<div class="looked-at">
    ${looked.map((code) => {
      const can = looked.length === 1 ? onHand?.(code) : undefined;
      const option = can?.option;
      const told = option ? [option.text, ...(option.effects ?? [])] : [edition.textOf(code)];
      return html`<article>
        ${cardPicture(edition, code, { isBare: true })}
        <div>
          <h3>${edition.nameOf(code)}</h3>
          ${option ? playButton(option, asked) : nothing}
          ${can?.why ? html`<p class="why-not">${can.why}</p>` : nothing}
          ${option ? warnings(option) : nothing}
          ${told.filter(Boolean).map((text) => html`<p>${text}</p>`)}
          ${edition.madeOf(code) ? html`<p><small>${say("made_text")} ${edition.madeOf(code)}</small></p>` : nothing}
        </div>
      </article>`;
    })}
    <button type="button" class="away" aria-label=${say("close")} @click=${asked.onAway}>✕</button>
  </div>`;
}

/** @param {Option} option @param {Looked} asked */
function playButton(option, asked) {
  return html`<button
    type="button"
    class="main"
    ?disabled=${asked.isSending}
    @click=${() => asked.onChoose?.(option)}
  >
    ${option.label}
  </button>`;
}

/** @param {Asked} asked */
function calls(asked) {
  const { calls, held, mayCall, isCalled, windowUntil } = asked;
  if (!calls.length && !held.length && !mayCall) return nothing;
  return html`<div class="calls">
    ${
      mayCall
        ? html`<button type="button" class="uno" aria-pressed=${isCalled} @click=${asked.onCall}>
            ${isCalled ? say("uno_said") : say("uno")}
          </button>`
        : nothing
    }
    ${calls.map(
      (option) =>
        html`<button type="button" class="uno" @click=${() => asked.onChoose(option)}>
          ${option.label}
        </button>`,
    )}
    ${held.map((option) => html`<span class="held-call">${say("held")}: ${option.label}</span>`)}
    ${clock(windowUntil)}
  </div>`;
}

/** @param {Problem} problem @param {Asked} asked */
function refusal(problem, asked) {
  const { rule, instead } = /** @type {{rule?: string, instead?: string}} */ (problem);
  return html`<div class="refusal" role="alert">
    <button type="button" class="away" aria-label=${say("close")} @click=${asked.onForget}>
      ✕
    </button>
    <p>${problem.detail ?? problem.title}</p>
    ${instead ? html`<p class="small">${instead}</p>` : nothing}
    ${
      rule
        ? html`<button type="button" class="link" @click=${() => asked.onRule(rule)}>
              ${say("rule")}
            </button>
            <a href=${asked.desk}>${say("desk")}</a>`
        : nothing
    }
  </div>`;
}
