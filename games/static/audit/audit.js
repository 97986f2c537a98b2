// Times in the time zone of the reader; and stepping through a game without loading the whole page
// again. Every step is a link; this only follows them in place, by hand or by key, and tells a
// screen reader where it has come.
"use strict";

(() => {
  const KEYS = {
    ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", r: "refused", o: "act",
  };
  const step = document.getElementById("step");
  const said = document.getElementById("said");
  let newest = 0;

  const pad = (number) => String(number).padStart(2, "0");

  // The title keeps the time in UTC, as the server wrote it.
  function showLocalTimes(part) {
    for (const one of part.querySelectorAll("time[data-local]")) {
      const at = new Date(one.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      const date = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
      const minutes = `${pad(at.getHours())}:${pad(at.getMinutes())}`;
      const seconds = `${minutes}:${pad(at.getSeconds())}`;
      const zone = new Intl.DateTimeFormat(document.documentElement.lang, { timeZoneName: "short" })
        .formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
      const forms = { clock: seconds, minutes: `${date} ${minutes}`, seconds: `${date} ${seconds} ${zone}` };
      one.textContent = forms[one.dataset.local];
    }
  }

  showLocalTimes(document);

  const text = (id) => document.getElementById(id)?.textContent.trim() ?? "";

  // The place for the wide list of events to scroll is the page itself; the table stays in view.
  async function show(address, isNew) {
    const mine = ++newest;
    const reply = await fetch(address, { credentials: "same-origin" }).catch(() => null);
    if (mine !== newest) return;
    const page = reply?.ok ? new DOMParser().parseFromString(await reply.text(), "text/html") : null;
    const arrived = page?.getElementById("step");
    if (mine !== newest) return;
    if (!arrived) {
      location.assign(address);
      return;
    }
    const focused = step.contains(document.activeElement) ? document.activeElement.id : "";
    step.replaceChildren(...arrived.childNodes);
    showLocalTimes(step);
    document.title = page.title;
    if (isNew) history.pushState(null, "", reply.url);
    const next = document.querySelector(".language input[name=next]");
    if (next) next.value = location.pathname + location.search;
    said.textContent = `${text("event-title")}. ${text("event-said")}`;
    if (focused) (document.getElementById(focused) ?? focusable()).focus({ preventScroll: true });
    letHear();
  }

  // Where the focus goes when its link is gone, as at the last event.
  function focusable() {
    return step.querySelector("a[data-step]") ?? document.getElementById("content");
  }

  function go(name) {
    const link = step.querySelector(`a[data-step="${name}"]`);
    if (link) show(link.href, true);
    return link !== null;
  }

  // Reading a rule aloud, where the browser has a voice.
  function letHear() {
    if (!("speechSynthesis" in window)) return;
    for (const button of step.querySelectorAll("button.hear")) button.hidden = false;
  }

  function hear(button) {
    const rule = button.closest("details");
    const words = [rule.querySelector("summary"), rule.querySelector(".rule-text p")];
    const speech = new SpeechSynthesisUtterance(words.map((one) => one.textContent).join(". "));
    speech.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(speech);
  }

  const print = document.getElementById("print");
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }
  if (!step || !said) return;
  letHear();

  document.addEventListener("keydown", (event) => {
    const isField = event.target.closest?.("input, select, textarea, [contenteditable]");
    const isCombined = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (isField || isCombined || event.defaultPrevented) return;
    if (event.key === "/") {
      document.getElementById("go-at")?.select();
      event.preventDefault();
      return;
    }
    const name = /^[0-9]$/.test(event.key) ? `seat-${event.key}` : KEYS[event.key];
    if (name && go(name)) event.preventDefault();
  });

  step.addEventListener("click", (event) => {
    const button = event.target.closest("button.hear");
    if (button) hear(button);
    const link = event.target.closest("a[data-step]");
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !isPlain) return;
    event.preventDefault();
    show(link.href, true);
  });

  step.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = new URLSearchParams(new FormData(event.target));
    show(`${location.pathname}?${asked}`, true);
  });

  addEventListener("popstate", () => show(location.href, false));
})();
