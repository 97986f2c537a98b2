// The page of a running rehearsal: its progress every two seconds, and its report at the end.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const place = document.querySelector(".rehearsal-progress[data-url]");
  if (!place) return;
  const bar = place.querySelector("progress");
  const words = place.querySelector("[data-state]");
  const PAUSE = 2000;

  async function update() {
    try {
      const reply = await fetch(place.dataset.url, { headers: { Accept: "application/json" } });
      if (!reply.ok) throw new Error(String(reply.status));
      const found = await reply.json();
      bar.value = found.done;
      words.textContent = found.state;
      if (found.status !== "running") {
        location.reload();
        return;
      }
      setTimeout(update, PAUSE);
    } catch (error) {
      setTimeout(update, 5 * PAUSE); // the server may be restarting
    }
  }

  setTimeout(update, PAUSE);
});
