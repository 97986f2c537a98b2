/** At a table of a tournament: the clock of the round, and what the desk announces. */

const PAUSE = 10_000;
const SHOWN = 20_000;
const link = /** @type {HTMLElement} */ (document.querySelector(".brand.round"));
const said = /** @type {HTMLElement} */ (document.querySelector(".told"));
const name = link.textContent ?? "";
let ends = NaN;
/** When what was announced last was announced; null before the first look. */
let last = /** @type {number | null} */ (null);

/** Ask when the round ends, and show what was announced since. */
async function look() {
  const clock = await (await fetch(link.dataset.clock ?? "", { cache: "no-store" })).json();
  ends = Date.parse(clock.ends);
  if (clock.paused) link.textContent = "⏸";
  const known = last;
  last = clock.said.length ? Date.parse(clock.said[0].at) : 0;
  for (const { text } of known === null || last <= known ? [] : clock.said) {
    said.textContent = text;
    said.hidden = false;
    setTimeout(() => (said.hidden = true), SHOWN);
  }
  if (clock.paused) return;
  link.textContent = name;
  tick();
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
