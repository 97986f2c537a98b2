// The colors of a set: checkboxes in order, which write the list into the text area.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const holder of document.querySelectorAll(".colors")) {
    const text = holder.querySelector("textarea");
    const list = holder.querySelector("ul");
    const rows = [...list.children];
    let chosen;
    try {
      chosen = JSON.parse(text.value || "[]");
    } catch (error) {
      continue; // What was typed stays, with the message of the server.
    }
    const known = rows.map((row) => row.dataset.color);
    if (!Array.isArray(chosen) || chosen.some((one) => !known.includes(one))) continue;

    const place = (row) => chosen.indexOf(row.dataset.color);
    const first = rows.filter((row) => chosen.includes(row.dataset.color));
    first.sort((one, other) => place(one) - place(other));
    for (const row of first) row.querySelector("input").checked = true;
    list.prepend(...first);

    const write = () => {
      const boxes = [...list.querySelectorAll("input:checked")];
      text.value = JSON.stringify(boxes.map((box) => box.value));
    };
    list.addEventListener("change", write);
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      const row = button.closest("li");
      const up = button.dataset.step === "-1";
      const other = up ? row.previousElementSibling : row.nextElementSibling;
      if (!other) return;
      if (up) other.before(row);
      else other.after(row);
      write();
      button.focus();
    });
    text.hidden = true;
    list.hidden = false;
  }
});
