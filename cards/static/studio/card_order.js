// The order of the cards of a set: the arrows move a card without loading the page.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("order");
  if (!form) return;
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=_up], button[name=_down]");
    if (!button) return;
    event.preventDefault();
    const row = button.closest("li");
    const other = button.name === "_up" ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (button.name === "_up") other.before(row);
    else other.after(row);
    button.focus();
    row.scrollIntoView({ block: "nearest" });
  });
});
