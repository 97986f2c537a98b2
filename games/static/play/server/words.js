/** The words of the interface, which the page brings in the language of its reader. */

const given = document.getElementById("words")?.textContent ?? "{}";

/** @type {Record<string, string>} */
const words = JSON.parse(given);

/** The language of the page, as the API names it. */
export const language = /** @type {"en" | "fr-CA"} */ (document.documentElement.lang);

/**
 * Return a text of the interface, with its places filled in.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function say(name, params = {}) {
  const text = words[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (place, param) => String(params[param] ?? place));
}
