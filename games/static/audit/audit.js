// Times in the time zone of the reader, and the button that prints a sheet.
"use strict";

(() => {
  const pad = (number) => String(number).padStart(2, "0");

  // The title keeps the time in UTC, as the server wrote it.
  for (const one of document.querySelectorAll("time[data-local]")) {
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

  const print = document.getElementById("print");
  if (!print) return;
  print.hidden = false;
  print.addEventListener("click", () => window.print());
})();
