// Continues a search whose time was over: appends the matches in the following components.
"use strict";

async function continueSearch() {
  const results = document.querySelector("[data-results]");
  const parts = document.querySelectorAll("[data-part]");
  for (let link; (link = document.querySelector("a[data-continue]")); ) {
    const response = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    results.append(...page.querySelectorAll("[data-results] > *"));
    for (const [index, part] of page.querySelectorAll("[data-part]").entries()) parts[index].replaceChildren(...part.childNodes);
    document.dispatchEvent(new Event("contentchange"));
  }
}

continueSearch();
