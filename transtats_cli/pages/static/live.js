// Show new figures when files change: after an event, request the page again and replace its content.
"use strict";

const main = document.querySelector("main");
const connection = document.querySelector("[data-connection]");
const news = document.querySelector("[data-news]");
let source = null;
let shown = main.innerHTML;
let isRunning = false;
let isOutdated = false;

function describe(text) {
  if (connection) connection.textContent = text;
}

function isInUse() {
  return main.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
}

function replaceContent(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const content = page.querySelector("main");
  if (!content) return;
  const text = content.innerHTML;
  if (text === shown) return;
  const open = new Set([...main.querySelectorAll("details[open] > summary")].map((each) => each.textContent));
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const label = focused && `${focused.tagName}|${focused.getAttribute("href")}|${focused.textContent}`;
  for (const summary of content.querySelectorAll("details > summary")) {
    if (open.has(summary.textContent)) summary.parentElement.open = true;
  }
  main.replaceChildren(...content.childNodes);
  document.title = page.title;
  shown = text;
  if (label) {
    for (const each of main.querySelectorAll("a, button, summary, [tabindex]")) {
      if (`${each.tagName}|${each.getAttribute("href")}|${each.textContent}` === label) {
        each.focus({ preventScroll: true });
        break;
      }
    }
  }
  document.dispatchEvent(new Event("contentchange"));
  if (news) news.textContent = `Updated at ${new Date().toLocaleTimeString()}.`;
}

async function update() {
  isOutdated = true;
  if (isRunning || isInUse()) return;
  isRunning = true;
  try {
    while (isOutdated && !isInUse()) {
      isOutdated = false;
      const response = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-cache" });
      if (response.ok) replaceContent(await response.text());
      else describe("Not live: load the page again.");
    }
  } catch {
    describe("Not live: the server cannot be reached.");
  } finally {
    isRunning = false;
  }
}

function connect() {
  if (source || document.visibilityState === "hidden") return;
  source = new EventSource(main.dataset.events);
  // Files may have changed between the response and the connection, or while there was none.
  source.addEventListener("open", () => { describe("Live."); update(); });
  source.addEventListener("change", update);
  source.addEventListener("error", () => {
    describe(source && source.readyState === EventSource.CLOSED ? "Not live: load the page again." : "Not live: trying to connect.");
  });
}

function disconnect() {
  if (source) source.close();
  source = null;
}

if (main.dataset.events && window.EventSource) {
  // Browsers open few connections to a host, so only visible pages have one.
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? disconnect() : connect()));
  document.addEventListener("focusout", () => setTimeout(() => { if (isOutdated) update(); }, 0));
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", connect);
  connect();
}
