/** The player of this browser: a session of the server, which the first game begins. */

import { Refused, ask, askUntilAnswered } from "./api.js";

/** @typedef {import("../types.js").Me} Me */

/** Whether the browser has a session, which the page knows: its cookie is not for scripts. */
let hasSession = document.getElementById("app")?.hasAttribute("data-session") ?? false;

/** Return the player of this browser; null without one. @returns {Promise<Me | null>} */
export async function me() {
  if (!hasSession) return null;
  try {
    return await ask("me/");
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return null;
    throw error;
  }
}

/**
 * Begin a session: of a new guest, or of the player of a code.
 *
 * @param {{name?: string, code?: string}} wanted @returns {Promise<Me>}
 */
export async function signIn(wanted) {
  const player = await ask("session/", { method: "POST", body: wanted });
  hasSession = true;
  return player;
}

/** Return the player of this browser, who is made if there is none. */
export async function anyPlayer() {
  return (await me()) ?? signIn({});
}

/** Whether a player has the name that the server gives to guests. @param {Me | null} player */
export function isUnnamed(player) {
  return player?.name.endsWith(` ${player.tag}`) ?? true;
}

/** Give the player of this browser a name, or make one with it. @param {string} name @returns {Promise<Me>} */
export async function rename(name) {
  const player = await me();
  if (!player) return signIn(name ? { name } : {});
  return name ? ask("me/", { method: "PATCH", body: { name } }) : player;
}

/** @type {Promise<void> | undefined} */
let signedIn;

/** Staff who are logged in to the admin only become a player, as whom the page is loaded again. */
export function signInStaff() {
  const signIn = () => askUntilAnswered("session/", { method: "POST", body: {} });
  return (signedIn ??= hasSession ? Promise.resolve() : signIn().then(reload));
}

/** @returns {Promise<void>} - Which is never kept. */
function reload() {
  location.reload();
  return new Promise(() => {});
}
