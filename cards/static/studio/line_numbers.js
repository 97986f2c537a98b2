// Line numbers beside the JSON of a card, and the line and column of the cursor.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const studio = document.getElementById("studio");
  if (!studio) return;
  const text = studio.querySelector(".studio-json textarea");
  const holder = document.createElement("div");
  const numbers = document.createElement("pre");
  holder.className = "studio-lines";
  numbers.setAttribute("aria-hidden", "true"); // Screen readers have the place as a text.
  text.before(holder);
  holder.append(numbers, text);
  text.wrap = "off";
  const place = document.createElement("p");
  place.className = "studio-place";
  holder.after(place);
  const words = JSON.parse(document.getElementById("studio-texts").textContent).line;
  let count = 0;

  function draw() {
    const lines = text.value.split("\n").length;
    if (lines !== count) {
      count = lines;
      numbers.textContent = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
    }
    numbers.scrollTop = text.scrollTop;
  }

  function tell() {
    const before = text.value.slice(0, text.selectionStart).split("\n");
    const values = { line: before.length, column: before[before.length - 1].length + 1 };
    place.textContent = words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  text.addEventListener("input", draw);
  text.addEventListener("scroll", draw);
  for (const name of ["input", "keyup", "click", "focus", "select"]) {
    text.addEventListener(name, tell);
  }
  draw();
  tell();
});
