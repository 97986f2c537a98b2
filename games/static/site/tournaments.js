/** The pages of a tournament: they follow it, and the clock of its round runs. */

const PAUSE = 3000;
const AGAIN = 60_000;
/** Within how long the pages of all ask after a message, but for those that are waited at. */
const SPREAD = 2000;
const live = document.getElementById("live");
let known = "";
let looked = 0;
let isFollowing = false;
let isBehind = false;
let isAsking = false;

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
  const seq = live?.dataset.seq;
  const isOld = known ? told !== known : seq !== undefined && !told.startsWith(`${seq} `);
  isBehind = isOld && isBusy();
  if (isBehind) return;
  if (isOld) await replace();
  known = told;
}

/** Return what a person should hear of a part of the page when it is new, without the clock. @param {HTMLElement} part */
function news(part) {
  return [...part.querySelectorAll(".stage, .announced, .decision p, .me > :is(.where, p)")].map((one) => {
    const copy = /** @type {Element} */ (one.cloneNode(true));
    for (const time of copy.querySelectorAll("time")) time.remove();
    return copy.textContent?.replace(/\s+/g, " ").trim() ?? "";
  });
}

/** Put the page of now in the place of what is shown: focus, scroll and open parts stay, what is new is said. */
async function replace() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const fresh = page.getElementById("live");
  if (!live || !fresh) return;
  const [held, top, known] = [document.activeElement, scrollY, news(live)];
  const alike = () => [...live.querySelectorAll(held?.localName ?? "")].filter((one) => one.outerHTML === held?.outerHTML);
  const nth = live.contains(held) ? alike().indexOf(/** @type {Element} */ (held)) : -1;
  const parts = () => [...live.querySelectorAll("details")];
  const open = new Map(parts().map((one) => [one.querySelector("summary")?.textContent, one.open]));
  live.innerHTML = fresh.innerHTML;
  for (const one of parts()) one.open = open.get(one.querySelector("summary")?.textContent) ?? one.open;
  if (nth >= 0) /** @type {HTMLElement | undefined} */ (alike()[nth])?.focus({ preventScroll: true });
  scrollTo({ top });
  const told = document.getElementById("told");
  if (told) told.textContent = news(live).filter((one) => !known.includes(one)).join(" ");
  tick();
  tellTimes();
}

/** Show times in the time of this place. */
function tellTimes() {
  for (const one of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-local]"))) {
    one.textContent = new Date(one.dateTime).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  }
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
    if (isAsking) return;
    isAsking = true;
    const isWaitedAt = !known || live?.querySelector("[data-at-once]");
    setTimeout(() => {
      isAsking = false;
      look().catch(() => undefined);
    }, isWaitedAt ? 0 : Math.random() * SPREAD);
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
tellTimes();
