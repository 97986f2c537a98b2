/** The wall of a tournament: a list that is longer than the screen is shown page by page. */

const PAGE_TIME = 10_000;
let turn = 0;

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

/** Show the times of announcements in the time of this place. */
function tellTimes() {
  for (const one of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-local]"))) {
    one.textContent = new Date(one.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  }
}

function refresh() {
  tellTimes();
  show();
}

const live = document.getElementById("live");
document.documentElement.classList.add("paging");
if (live) new MutationObserver(refresh).observe(live, { childList: true });
addEventListener("resize", show);
setInterval(() => {
  turn += 1;
  show();
}, PAGE_TIME);
refresh();
