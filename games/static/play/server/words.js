/** The words of the interface, which the page brings in the language of its reader. */

const given = document.getElementById("words")?.textContent ?? "{}";

/** @type {Record<string, string>} */
const words = JSON.parse(given);

/** The language of the page, as the API names it. */
export const language = /** @type {"en" | "fr-CA"} */ (document.documentElement.lang);

/** Letters from right to left: a name with one must not reorder the text around it. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Return a text of the interface, with its places filled in.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function say(name, params = {}) {
  const text = words[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (place, param) => {
    const value = String(params[param] ?? place);
    return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
  });
}

/** Who may change the result. @param {readonly {name: string}[]} organisers */
export function organisersOf(organisers) {
  const who = organisers.map(({ name }) => name).join(", ");
  return say(who ? "organisers" : "no_organisers", { who });
}
