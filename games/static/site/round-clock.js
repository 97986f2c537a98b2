/** At a table of a tournament: the clock of the round, and what the desk announces. */

const PAUSE = 10_000;
const SHOWN = 20_000;
const link = /** @type {HTMLElement} */ (document.querySelector(".brand.round"));
const said = /** @type {HTMLElement} */ (document.querySelector(".told"));
const name = link.textContent ?? "";
let ends = NaN;
let last = Date.now();

/** Ask when the round ends, and show what was announced since. */
async function look() {
  const clock = await (await fetch(link.dataset.clock ?? "", { cache: "no-store" })).json();
  ends = Date.parse(clock.ends);
  if (clock.paused) link.textContent = "⏸";
  for (const { at, text } of clock.said) {
    if (Date.parse(at) <= last) continue;
    last = Date.parse(at);
    said.textContent = text;
    said.hidden = false;
    setTimeout(() => (said.hidden = true), SHOWN);
  }
  if (!clock.paused) tick();
}

/** Show the time that is left, else the name. */
function tick() {
  const seconds = Math.max(0, Math.round((ends - Date.now()) / 1000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (link.textContent !== "⏸") link.textContent = Number.isNaN(ends) ? name : left;
}

for (setInterval(tick, 1000); ; await new Promise((done) => setTimeout(done, PAUSE))) {
  await look().catch(() => undefined);
}
