/** What the person of this browser has chosen, kept in the browser if it allows that. */

const KEY = "fairdeal-settings";

/**
 * `keys` are those of moves, where they are not the usual ones; `cards` is how large cards are drawn.
 * `speed` is that of what is shown; `sure` asks again before a card is played; `read` are hints.
 *
 * @typedef {{keys: Record<string, string>, cards: string, contrast: boolean, sound: boolean, notices: boolean, speed: number, sorted: boolean, sure: boolean, phrases: boolean, read: string[]}} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
  keys: {},
  cards: "normal",
  contrast: false,
  sound: false,
  notices: false,
  speed: 1,
  sorted: false,
  sure: false,
  phrases: true,
  read: [],
};

/** @type {Readonly<Settings>} */
export let settings = { ...DEFAULTS, ...kept() };

/** Choose something. @param {Partial<Settings>} chosen */
export function choose(chosen) {
  settings = { ...settings, ...chosen };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing has the choice until the page is left.
    console.info("The settings of this page are not kept.");
  }
}

/** The keys of moves, unless a person has chosen others. @type {Record<string, string>} */
const KEYS = { draw: "d", pass: "p", "call-uno": "u", "catch-uno": "c" };

/** The moves that have a key. */
export const KEYED = Object.keys(KEYS);

/** Return the key of a move. @param {string} move */
export function keyOf(move) {
  return settings.keys[move] ?? KEYS[move] ?? "";
}

/** Return the move that a key makes. @param {string} key */
export function moveOfKey(key) {
  return KEYED.find((move) => keyOf(move) === key.toLowerCase());
}

/** Choose the key of a move; a move that had it gets the key that becomes free. @param {string} move @param {string} key */
export function chooseKey(move, key) {
  const other = moveOfKey(key);
  const given = other ? { [other]: keyOf(move) } : {};
  choose({ keys: { ...settings.keys, ...given, [move]: key.toLowerCase() } });
}

/** Return what was kept; nothing where the browser forbids it, or what is there cannot be read. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
