// Sorts and filters the table or the strings of a page that is a file. Without this script, all rows and strings are shown.
// The order and the filters of a table are in the address, as on a server, so that Back leads to them.
"use strict";

const parameters = new URLSearchParams(location.search);
const orders = ["farthest", "nearest"];
const table = document.querySelector("table[data-sortable]");
const body = table && table.tBodies[0];

function readRanks(row) {
  return row.dataset.ranks.split(" ").map(Number);
}

function sortRows(column, isDescending) {
  // Column 0 is the name, which decides between rows that are equal.
  const order = (ranks) => (isDescending ? -ranks.at(column) : ranks.at(column));
  const rows = [...body.rows].map((row) => [readRanks(row), row]);
  const isSource = (row) => Number(column !== 0 && "source" in row.dataset);
  rows.sort(([a, first], [b, second]) => isSource(first) - isSource(second) || order(a) - order(b) || a[0] - b[0]);
  body.append(...rows.map(([, row]) => row));
}

function markSortedHeader(current, isDescending) {
  for (const header of table.querySelectorAll("thead th")) {
    const mark = header.querySelector("span");
    if (mark) mark.remove();
    header.removeAttribute("aria-sort");
  }
  const mark = document.createElement("span");
  mark.setAttribute("aria-hidden", "true");
  mark.textContent = isDescending ? " ▼" : " ▲";
  current.querySelector("button").append(mark);
  current.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
}

function keep(values) {
  for (const [name, value] of Object.entries(values)) parameters.set(name, value);
  for (const [name, value] of [...parameters]) if (!value) parameters.delete(name);
  history.replaceState(null, "", `?${parameters}${location.hash}`);
}

function makeHeaderButtons() {
  const sort = parameters.get("sort");
  for (const [column, header] of table.querySelectorAll("thead th").entries()) {
    if (header.dataset.column === sort) {
      sortRows(column, parameters.get("order") !== "asc");
      header.setAttribute("aria-sort", parameters.get("order") === "asc" ? "ascending" : "descending");
    }
    const sorted = header.getAttribute("aria-sort");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const current = header.getAttribute("aria-sort");
      const isDescending = current ? current === "ascending" : "numeric" in header.dataset;
      sortRows(column, isDescending);
      markSortedHeader(header, isDescending);
      keep({ sort: header.dataset.column, order: isDescending ? "desc" : "asc" });
    });
    if (sorted) markSortedHeader(header, sorted === "descending");
  }
}

function makeFilters(controls) {
  const search = controls.querySelector("input");
  const chips = [...controls.querySelectorAll("button")];
  const status = document.querySelector("main [role=status]");
  const allRows = status.textContent;

  function filterRows() {
    const text = search.value.trim().toLowerCase();
    const chip = chips.find((each) => each.getAttribute("aria-pressed") === "true");
    const selection = chip ? chip.dataset.show : "";
    let count = 0;
    for (const row of body.rows) {
      const isSelected = !selection || row.dataset.selections.split(" ").includes(selection);
      const isNamed = [...row.querySelectorAll("th, .component")].some((cell) => cell.textContent.toLowerCase().includes(text));
      row.hidden = !isSelected || !isNamed;
      if (!row.hidden) count += 1;
    }
    status.textContent = text || selection ? `${count} of ${allRows}` : allRows;
  }

  function choose(chip) {
    for (const each of chips) each.setAttribute("aria-pressed", String(each === chip));
    // The last ranks are those of SELECTION_ORDERS.
    const place = orders.indexOf(chip.dataset.show);
    if (place >= 0 && !parameters.has("sort")) {
      sortRows(-1 - place, false);
      const column = (key) => table.querySelector(`thead [data-column=${key}]`);
      markSortedHeader(column("of-all") || column("translated"), place === 1);
    }
    filterRows();
  }

  search.addEventListener("input", () => {
    keep({ name: search.value });
    filterRows();
  });
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const show = chip.dataset.show;
      keep(orders.includes(show) ? { show, sort: "", order: "" } : { show });
      choose(chip);
    });
  }
  controls.hidden = false;
  search.value = parameters.get("name") || "";
  const chosen = chips.find((each) => each.dataset.show === parameters.get("show"));
  if (chosen) choose(chosen);
  else filterRows();
}

if (table) {
  makeHeaderButtons();
  const controls = document.querySelector("[data-controls]");
  if (controls) makeFilters(controls);
}

// Shows only the strings that fail the check in the address of the page.
function filterStrings(check, total, pages) {
  const strings = [...document.querySelectorAll("article.string")];
  const fails = (each) => [...each.querySelectorAll(".problems a")].some((link) => link.textContent === check);
  for (const each of strings) each.hidden = !fails(each);
  for (const link of document.querySelectorAll(".pager a")) {
    const near = Number((link.pathname.match(/-(\d+)\.html$/) ?? [0, 1])[1]);
    const page = link.rel === "next" ? pages.find((each) => each >= near) : pages.findLast((each) => each <= near);
    link.href = link.pathname.replace(/(-\d+)?\.html$/, page > 1 ? `-${page}.html` : ".html") + location.search;
    if (!page) link.remove();
  }
  for (const link of document.querySelectorAll(".chips a")) {
    if (new URLSearchParams(link.search).get("check") === check) link.setAttribute("aria-current", "true");
  }
  const all = Object.assign(document.createElement("a"), { href: "?", textContent: "Show all" });
  const status = document.querySelector("main [role=status]");
  status.append(`. With ${check}: ${total}, on this page: ${strings.filter(fails).length}. `, all);
  const next = document.querySelector(".pager a[rel=next]");
  if (next) all.after(" · ", next.cloneNode(true));
  // The address leads to the first of these strings. The browser then shows the text above it, too.
  const first = strings.find(fails);
  if (first) first.style.scrollMarginTop = `${first.offsetTop - status.offsetTop}px`;
}

// Opens the lists of the part of the page to which the address leads.
function openLists() {
  for (const list of document.querySelectorAll("section:target > details:not(.choices)")) list.open = true;
}

for (const event of ["load", "hashchange"]) window.addEventListener(event, openLists);

if (parameters.has("check")) {
  filterStrings(parameters.get("check"), parameters.get("of"), (parameters.get("pages") ?? "").split("-").map(Number));
}
