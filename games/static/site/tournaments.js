/** The pages of a tournament: they follow it, and the clock of its round runs. */

const PAUSE = 3000;
const AGAIN = 60_000;
const live = document.getElementById("live");
let known = "";
let looked = 0;
let isFollowing = false;
let isBehind = false;

/** Whether something in the part that is replaced is being filled in or open. */
function isBusy() {
  const open = live?.querySelector(".table-of details[open], .entries details[open]");
  const typed = [...(live?.querySelectorAll("input, textarea, select") ?? [])].some(
    (field) => field === document.activeElement || ("defaultValue" in field && field.value !== field.defaultValue),
  );
  return Boolean(open) || typed;
}

/** Look whether something has happened, and show it. */
async function look() {
  isBehind = Boolean(known) && isBusy();
  if (isBehind) return;
  looked = Date.now();
  const reply = await fetch(live?.dataset.now ?? "", { cache: "no-store" });
  if (!reply.ok) return;
  const told = await reply.text();
  if (known && told !== known) await replace();
  known = told;
}

/** Put the page of now in the place of what is shown. */
async function replace() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const fresh = page.getElementById("live");
  if (live && fresh) live.innerHTML = fresh.innerHTML;
  tick();
}

/** Show how much time a round has left. */
function tick() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ends]"))) {
    const left = Math.round((Date.parse(clock.dataset.ends ?? "") - Date.now()) / 1000);
    const seconds = Math.max(0, left);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    clock.classList.toggle("over", left <= 0);
  }
}

/** Follow the stream; where it ends, ask every 3 s, and try it again in a minute. */
function follow() {
  const stream = new EventSource(live?.dataset.stream ?? "");
  stream.addEventListener("changed", () => {
    isFollowing = true;
    look().catch(() => undefined);
  });
  stream.onerror = () => {
    stream.close();
    isFollowing = false;
    setTimeout(follow, AGAIN);
  };
}

/** Send a form once, however often its button is pressed. */
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

/** Look without a message: if there is no stream, once a form is left, and for who is late. */
async function ask() {
  for (;;) {
    await new Promise((done) => setTimeout(done, PAUSE));
    if (!isFollowing || isBehind || Date.now() - looked > AGAIN) await look().catch(() => undefined);
  }
}

if (live) {
  if (live.dataset.stream) follow();
  ask();
}
setInterval(tick, 1000);
tick();
