/** The front page: play at once, go on with a game, or find a table. */

import { onSubmit } from "../parts/forms.js";
import "../parts/my-games.js";
import "../parts/open-tables.js";
import { anyPlayer } from "../server/me.js";

const proof = import("../proof/seat.js"); // with the page: a button must not wait for it

const BOTS = Array(2).fill({ kind: "bot", bot: "fair" });

onSubmit("play", async ({ variant, edition, hero }, send) => {
  await anyPlayer();
  const hasRounds = document.querySelector(`[value="${variant}"][data-rounds]`);
  const options = hasRounds ? { rounds: 1, target_score: null } : {};
  const { makeTable } = await proof;
  await makeTable(send, (chance, own) => {
    const seats = [{ kind: "me", hero: hero || null, ...own }, ...BOTS];
    return { variant, edition, seats, options, start: true, chance };
  });
});
