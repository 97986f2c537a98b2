/** The wall of a tournament: a list that is longer than the screen is shown page by page. */

const PAGE_TIME = 10_000;
const ONE_SCREEN = matchMedia("(min-width: 60rem)");
/** The largest and the smallest type of a list, in rem. */
const [LARGEST, SMALLEST] = [2.4, 1];
let turn = 0;

/** Give each list the largest type with which it fits on the screen, else the smallest. */
function fit() {
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".paged"))) {
    list.removeAttribute("style");
    for (let size = LARGEST; ONE_SCREEN.matches && size >= SMALLEST; size -= 0.1) {
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
