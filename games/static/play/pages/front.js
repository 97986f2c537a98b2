/** The front page: play at once, go on with a game, or find a table. */

import { onSubmit } from "../parts/forms.js";
import "../parts/my-games.js";
import "../parts/open-tables.js";
import { anyPlayer } from "../server/me.js";

/** Loaded with the page: a button must not wait for it. */
const proof = import("../proof/seat.js");

const BOTS = Array(2).fill({ kind: "bot", bot: "fair" });

/** A game of rounds is one round. */
const ONE_ROUND = { rounds: 1, target_score: null };

onSubmit("play", async ({ variant }, send) => {
  await anyPlayer();
  const hasRounds = document.querySelector(`[value="${variant}"][data-rounds]`);
  const options = hasRounds ? ONE_ROUND : {};
  const { sharedIfKept, takeSeat } = await proof;
  const chance = await sharedIfKept();
  const game = await takeSeat(chance, (own) => {
    const seats = [{ kind: "me", ...own }, ...BOTS];
    return send("games/", { variant, seats, options, start: true, chance });
  });
  location.assign(`/play/${game.id}/`);
});
