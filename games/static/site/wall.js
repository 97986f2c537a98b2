/** The wall of a tournament: a list that is longer than the screen is shown page by page. */

const PAGE_TIME = 10_000;
const ONE_SCREEN = matchMedia("(min-width: 60rem)");
/** The sizes of the type of a list, from the largest, in rem. */
const SIZES = [2.4, 2.1, 1.8, 1.6, 1.4, 1.2, 1];
let turn = 0;

/** Give each list the largest type with which it fits on the screen, else the smallest. */
function fit() {
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".paged"))) {
    list.removeAttribute("style");
    for (const size of ONE_SCREEN.matches ? SIZES : []) {
      list.style.fontSize = `${size}rem`;
      list.style.columnWidth = `${size * 14}rem`;
      if (list.scrollWidth <= list.clientWidth && list.scrollHeight <= list.clientHeight) break;
    }
  }
  show();
}

/** Show the page of each list whose turn it is. */
function show() {
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".paged"))) {
    const step = list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);
    const pages = Math.max(1, Math.ceil((list.scrollWidth - list.clientWidth) / step - 0.02) + 1);
    list.scrollLeft = (turn % pages) * step;
    const told = list.parentElement?.querySelector(".page-of");
    if (told) told.textContent = pages > 1 ? `${(turn % pages) + 1} / ${pages}` : "";
  }
}

const live = document.getElementById("live");
document.documentElement.classList.add("paging");
if (live) new MutationObserver(fit).observe(live, { childList: true });
addEventListener("resize", fit);
setInterval(() => {
  turn += 1;
  show();
}, PAGE_TIME);
fit();
