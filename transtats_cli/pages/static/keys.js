// Keys and copy buttons. Every page works without this script.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const relation = { ArrowLeft: "prev", k: "prev", ArrowRight: "next", j: "next" }[event.key];
  if (relation) {
    const link = document.querySelector(`a[rel="${relation}"]`);
    if (link) link.click();
  } else if (event.key === "/") {
    const searches = ["main input[name=q]", "header input[name=q]", "main input[type=search]"];
    const search = searches.map((each) => document.querySelector(each)).find((each) => each && each.offsetParent);
    if (search) {
      event.preventDefault();
      search.focus();
    }
  }
});

// Forms that need a script are hidden without it.
for (const form of document.querySelectorAll("form[data-script]")) form.hidden = false;

// A report does not know its address, but the browser does if a web server sent the page.
const reportAddress = new URL("../", document.currentScript.src);

function completeSnippets() {
  if (reportAddress.protocol !== "file:") {
    for (const note of document.querySelectorAll(".badge [data-note]")) {
      for (const snippet of note.parentElement.querySelectorAll("dd code")) {
        snippet.textContent = snippet.textContent.replaceAll("ADDRESS/", reportAddress.href);
      }
      note.hidden = true;
    }
  }
  if (!navigator.clipboard) return;
  for (const place of document.querySelectorAll("code[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${place.dataset.copy || place.textContent}`);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(place.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    place.after(button);
  }
}

function showKeys() {
  for (const line of document.querySelectorAll("[data-keys]")) line.hidden = false;
  const hasPages = document.querySelector("a[rel=next], a[rel=prev]");
  for (const part of document.querySelectorAll("[data-page-keys]")) part.hidden = !hasPages;
}

showKeys();
document.addEventListener("contentchange", showKeys);
window.addEventListener("beforeprint", () => {
  const site = location.protocol === "file:" ? "" : ` from ${location.href}`;
  // The dates of Swedish are those of ISO 8601.
  document.querySelector("[data-printed]").textContent = `Printed on ${new Date().toLocaleDateString("sv")}${site}.`;
});
completeSnippets();
document.addEventListener("contentchange", completeSnippets);
