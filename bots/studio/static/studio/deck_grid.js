// The page of a deck: totals while typing, arrow keys from cell to cell, one of each.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("deck");
  if (!form) return;
  const cells = [...form.querySelectorAll("input[name^='copies-']")];
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const copies = (cell) => (/^\d{1,3}$/.test(cell.value.trim()) ? Number(cell.value) : 0);

  function totals() {
    const sums = new Map();
    const add = (key, count) => sums.set(key, (sums.get(key) || 0) + count);
    for (const cell of cells) {
      const count = copies(cell);
      const { kind, color, symbol } = cell.dataset;
      add("all", count);
      add(`kind:${kind}`, count);
      add(`color:${color}`, count);
      if (cell.closest("table")) {
        add(`row:${color}`, count);
        add(`symbol:${symbol}`, count);
      }
    }
    for (const shown of form.querySelectorAll("[data-total]")) {
      const text = String(sums.get(shown.dataset.total) || 0);
      if (shown.textContent !== text) shown.textContent = text;
    }
    for (const row of form.querySelectorAll("tr[data-others]")) compare(row);
  }

  // Say how a total differs from those of the other decks that are not empty.
  function compare(row) {
    const all = form.querySelector("tr[data-others]").dataset.others.split(",").map(Number);
    const others = row.dataset.others.split(",").map(Number).filter((_, at) => all[at]);
    const mine = Number(row.querySelector("[data-total]").textContent);
    const [least, most] = [Math.min(...others), Math.max(...others)];
    const differs = others.length > 0 && (mine < least || mine > most);
    row.classList.toggle("deck-differs", differs);
    const words = least === most ? form.dataset.same : form.dataset.range;
    row.querySelector(".deck-note").textContent = differs
      ? fill(words, { count: least, least, most })
      : "";
  }

  function go(cell) {
    cell.focus();
    cell.select();
  }

  // Return the cell of the nearest row above or below that is in the same column.
  function vertical(cell, step) {
    const column = cell.closest("td").cellIndex;
    let row = cell.closest("tr");
    while ((row = step > 0 ? row.nextElementSibling : row.previousElementSibling)) {
      const found = row.cells[column].querySelector("input");
      if (found) return found;
    }
    return null;
  }

  function neighbour(cell, key) {
    const at = cells.indexOf(cell);
    if (key === "ArrowLeft") return cells[at - 1];
    if (key === "ArrowRight") return cells[at + 1];
    const step = key === "ArrowDown" ? 1 : -1;
    const within = [...cell.closest("td, li").querySelectorAll("input")];
    const beside = within[within.indexOf(cell) + step];
    if (beside) return beside;
    if (!cell.closest("table")) return cells[at + step];
    const found = vertical(cell, step);
    return found || (step > 0 ? cells.find((one) => !one.closest("table")) : null);
  }

  form.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!cells.includes(cell) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      const found = neighbour(cell, event.key);
      if (found) go(found);
    } else if (["+", "-", "−"].includes(event.key)) {
      event.preventDefault();
      const count = Math.min(100, Math.max(0, copies(cell) + (event.key === "+" ? 1 : -1)));
      cell.value = count || "";
      cell.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  form.addEventListener("focusin", (event) => {
    if (cells.includes(event.target)) event.target.select();
  });

  let dirty = false;
  form.addEventListener("input", (event) => {
    dirty = true;
    if (!cells.includes(event.target)) return;
    event.target.removeAttribute("aria-invalid");
    totals();
  });
  form.addEventListener("submit", () => {
    dirty = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (dirty) event.preventDefault();
  });

  const sources = document.getElementById("deck-sources");
  const show = () => form.classList.toggle("deck-plain", !sources.checked);
  sources.addEventListener("change", show);
  show();
  const each = document.getElementById("deck-each");
  if (each) {
    each.addEventListener("click", () => {
      for (const cell of cells) {
        if (cell.closest("table") && !cell.value.trim()) cell.value = "1";
      }
      dirty = true;
      totals();
    });
  }
  form.querySelector(".deck-tools").hidden = false;
  totals();
});
