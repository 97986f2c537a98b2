/**
 * What the verifier finds in a game, given all that its player keeps.
 *
 * @import { Judged } from "../../verify/verify.js"
 */

/**
 * Verify files beside the page.
 *
 * @param {Record<string, Uint8Array>} files - By name. @returns {Promise<Judged>}
 */
export async function judged(files) {
  const given = Object.entries(files).map(([file, bytes]) => ({ file, bytes }));
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  try {
    return await new Promise((done, fail) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = fail;
      worker.postMessage(given);
    });
  } finally {
    worker.terminate();
  }
}
