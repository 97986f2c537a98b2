/**
 * Where a person answers a prompt: on a card, on a seat, or on a button.
 *
 * @import { Board, Option, Prompt, Prompts } from "../types.js"
 */

/**
 * The options of a prompt by where they are touched.
 *
 * @typedef {object} Choices
 * @property {Map<string, Option[]>} onCards - By the card in the own hand.
 * @property {Map<number, Option>} onSeats - By the seat.
 * @property {Option[]} colors
 * @property {Map<string, Option>} onPile - By a card that lies elsewhere, shown in a drawer.
 * @property {Option[]} buttons - All others.
 */

/** Return the prompt that the viewer is to answer; null without one. @param {Prompts | null} prompts */
export function ownPrompt(prompts) {
  const last = prompts?.prompts.at(-1);
  return last?.options ? last : null;
}

/**
 * Sort the options of a prompt.
 *
 * @param {Prompt | null} prompt
 * @param {readonly string[]} hand - The cards in the own hand.
 * @param {(code: string) => boolean} isCard - Whether the edition has a card with this code.
 * @returns {Choices}
 */
export function choicesOf(prompt, hand, isCard) {
  /** @type {Choices} */
  const choices = {
    onCards: new Map(),
    onSeats: new Map(),
    colors: [],
    onPile: new Map(),
    buttons: [],
  };
  for (const option of prompt?.options ?? []) {
    const { body } = option;
    const chosen = body.move === "choose" ? String(body.option) : null;
    if (body.move === "play") add(choices.onCards, body.card, option);
    else if (prompt?.kind === "color") choices.colors.push(option);
    else if (prompt?.kind === "player") choices.onSeats.set(Number(chosen), option);
    else if (prompt?.kind === "card" && chosen !== null && hand.includes(chosen))
      add(choices.onCards, chosen, option);
    else if (prompt?.kind === "card" && chosen !== null && isCard(chosen))
      choices.onPile.set(chosen, option);
    else choices.buttons.push(option);
  }
  return choices;
}

/**
 * Return the option for a card: with the call of UNO if it was said and may be.
 *
 * @param {Choices} choices
 * @param {string} card
 * @param {boolean} isCalled
 * @returns {Option | null}
 */
export function optionFor(choices, card, isCalled) {
  const options = choices.onCards.get(card) ?? [];
  return options.find((one) => callsUno(one) === isCalled) ?? options[0] ?? null;
}

/** Whether a play of one of the cards may call UNO. @param {Choices} choices */
export function mayCallUno(choices) {
  return [...choices.onCards.values()].flat().some(callsUno);
}

/** Return why a card is no option; null if unknown. @param {Prompt | null} prompt @param {string} card */
export function whyNot(prompt, card) {
  return prompt?.unavailable.find((one) => one.card === card)?.why ?? null;
}

/**
 * Return the moves that may be made besides: those about UNO, taking the seat back, and the others.
 *
 * @param {Prompts | null} prompts
 * @returns {{calls: Option[], back: Option | undefined, others: Option[]}}
 */
export function besides(prompts) {
  const open = prompts?.open ?? [];
  const isCall = (/** @type {Option} */ one) => /^(call|catch)-uno$/.test(one.body.move);
  const back = open.find((/** @type {Option} */ one) => one.body.move === "take-back");
  return {
    calls: open.filter(isCall),
    back,
    others: open.filter((/** @type {Option} */ one) => one !== back && !isCall(one)),
  };
}

/** @param {Option} option */
function callsUno(option) {
  return option.body.move === "play" && option.body.uno === true;
}

/** @template K, V @param {Map<K, V[]>} lists @param {K} key @param {V} value */
function add(lists, key, value) {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}
