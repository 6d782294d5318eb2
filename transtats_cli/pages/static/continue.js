// Continues a search whose time was over: appends the matches in the following components. If the page is full, only
// the numbers are continued.
"use strict";

async function fetchPage(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  return response.ok && new DOMParser().parseFromString(await response.text(), "text/html");
}

async function continueSearch() {
  const results = document.querySelector("[data-results]");
  const parts = document.querySelectorAll("[data-part]");
  for (let link; (link = document.querySelector("a[data-continue]")); ) {
    const page = await fetchPage(link.href);
    if (!page) return;
    results.append(...page.querySelectorAll("[data-results] > *"));
    for (const [index, part] of page.querySelectorAll("[data-part]").entries()) parts[index].replaceChildren(...part.childNodes);
    document.dispatchEvent(new Event("contentchange"));
  }
  for (let mark; (mark = document.querySelector("[data-count]")); ) {
    const page = await fetchPage(mark.dataset.count);
    if (!page) return;
    parts[0].replaceChildren(...page.querySelector("[data-part]").childNodes);
  }
}

continueSearch();
