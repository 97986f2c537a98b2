/** The front page: play at once, or find a table. */

import { onSubmit } from "../parts/forms.js";
import "../parts/open-tables.js";
import { anyPlayer } from "../server/me.js";

const BOTS = Array(2).fill({ kind: "bot", bot: "easy" });

onSubmit("play", async ({ variant }, send) => {
  await anyPlayer();
  const game = await send("games/", { variant, seats: [{ kind: "me" }, ...BOTS], start: true });
  location.assign(`/play/${game.id}/`);
});
