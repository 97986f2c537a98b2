/** The player of this browser: a session of the server, which the first game begins. */

import { Refused, ask } from "./api.js";

/**
 * Return the player of this browser; null without one.
 *
 * @returns {Promise<import("../types.js").Me | null>}
 */
export async function me() {
  try {
    return await ask("me/");
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return null;
    throw error;
  }
}

/**
 * Return the player of this browser; a new guest if there is none.
 *
 * @param {{name?: string, code?: string}} [wanted] - A name, or the code of a player elsewhere.
 * @returns {Promise<import("../types.js").Me>}
 */
export function signIn(wanted = {}) {
  return ask("session/", { method: "POST", body: wanted });
}
