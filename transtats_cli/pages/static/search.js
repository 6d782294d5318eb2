// Searches the strings of a report. The index consists of scripts, because pages that are files cannot load data.
"use strict";

const MAX_SHOWN = 20;
const CONDITION = /(?<!\S)(?:source|target|context|key|note|location|flags|state|is|has|check):(?:[^\s"]*"[^"]*"|\S+)/giu;
// As the function find_placeholders of visible_text.py.
const PLACEHOLDER = /(<\/?[A-Za-z][^<>]{0,200}>|%\(\w{1,99}\)[A-Za-z]|%(?:[0-9]\$)?[ds@]|\{\{[\w.]{1,99}\}\}|\{[\w.]{1,99}\})/gu;
const LIST_TITLES = { unfinished: "to do", outdated: "outdated" };
const indexes = new Map();

// The files of the index call this function.
function addIndex(name, pageSize, leftOut, components) { // eslint-disable-line no-unused-vars
  indexes.set(name, { pageSize, leftOut, components });
}

function loadIndex(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${name}.js`;
    script.addEventListener("load", () => resolve(indexes.get(name)));
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}

function describeCount(number, noun) {
  return `${String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f")} ${noun}${number === 1 ? "" : "s"}`;
}

function parseQuery(query) {
  const words = [...query.replace(CONDITION, "").matchAll(/"([^"]+)"|([^\s"]+)/g)].map((each) => (each[1] || each[2]).toLowerCase());
  const escaped = [...words].sort((a, b) => b.length - a.length).map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return { words, hasConditions: query.search(CONDITION) >= 0, pattern: new RegExp(`(${escaped.join("|")})`, "giu") };
}

function addElement(parent, tag, text, values = {}) {
  const element = Object.assign(document.createElement(tag), values);
  element.append(text);
  parent.append(element);
  return element;
}

// Adds a text in which the found parts are marked. A placeholder remains one unit that runs from left to right.
function addMarkedText(parent, tag, text, pattern, values) {
  const element = addElement(parent, tag, "", { dir: "auto", ...values });
  const edges = [...text.matchAll(pattern)].flatMap((each) => [each.index, each.index + each[0].length]);
  let start = 0;
  for (const [place, part] of text.split(PLACEHOLDER).entries()) {
    const unit = place % 2 ? addElement(element, "span", "", { className: "ph", dir: "ltr" }) : element;
    const last = start + part.length;
    for (const end of [...edges.filter((each) => each > start && each < last), last]) {
      const piece = text.slice(start, end);
      // A text is found between an edge with an even number and the next edge.
      if (edges.filter((each) => each <= start).length % 2) addElement(unit, "mark", piece);
      else unit.append(piece);
      start = end;
    }
  }
}

// Returns the page of a string on the first list that has it, or else that of all such strings or the translation, and the title of the list.
function findList([targets, lists, failing], pageSize, checksum, number) {
  const findPage = (name, place) => `${name}${place < pageSize ? "" : `-${Math.floor(place / pageSize) + 1}`}.html`;
  for (const [name, numbers] of Object.entries(lists)) {
    const place = numbers.indexOf(number);
    if (place >= 0) return [`${findPage(name, place)}#s${checksum}`, LIST_TITLES[name] || ""];
  }
  // The missing strings are on the last page of the list.
  if (targets[number] === 1 && lists.unfinished) return [`${findPage("unfinished", lists.unfinished.length - 1)}#missing`, "missing"];
  if (!targets[number] && lists.unfinished) return ["unfinished.html", "to do"];
  return [lists.failing && Object.values(failing).some((numbers) => numbers.includes(number)) ? "failing.html" : "index.html", ""];
}

function addTranslation(article, text, language, [address, title], checks, pattern) {
  const list = addElement(article, "dl", "", { className: "found" });
  const name = addElement(list, "dt", "");
  addElement(name, "a", language.textContent, { href: address });
  addElement(name, "span", ` ${title}`, { className: "muted" });
  const place = addElement(list, "dd", "");
  const [tag] = language.dataset.tags.split(" ");
  if (text) addMarkedText(place, "p", text, pattern, { className: "text", lang: tag.replaceAll("_", "-") });
  else if (tag) addElement(place, "p", "not translated", { className: "empty" });
  if (!checks.length) return;
  const problems = addElement(place, "ul", "", { className: "problems" });
  for (const check of checks) addElement(addElement(problems, "li", "fails "), "a", check, { href: `../checks/${check}/index.html` });
}

// Adds the key, a location and the note, as on the page of a server: the note only if a text is found in no other place.
function addPlace(article, key, note, locations, pattern, isNoteFound) {
  if (!key && !locations && !isNoteFound) return;
  const line = addElement(article, "p", "", { className: "muted" });
  if (key) addMarkedText(line, "code", key, pattern);
  const all = locations.split("\n");
  addMarkedText(line, "span", ` ${all.find((each) => each.search(pattern) >= 0) || all[0]} `, pattern);
  if (isNoteFound) addMarkedText(line, "span", note, pattern);
}

function showComponent(results, query, source, places, translation, language, pageSize) {
  const [title, directory, sourceLanguage, keys, sources, checksums] = source;
  const [targets, , failing] = translation || [[], {}, {}];
  const folder = translation ? `${directory}/${language.value}` : directory;
  // A string that only other languages have has the number 0 in place of a text, and a missing string has 1.
  const isInFile = (number) => typeof targets[number] === "string";
  const readTexts = (number) => [keys[number] || "", sources[number], isInFile(number) ? targets[number] : ""].join("\n").toLowerCase();
  const found = sources.map((_, number) => number).filter((number) => {
    const all = [readTexts(number), ...(places[number] || [])].join("\n").toLowerCase();
    return (!translation || isInFile(number) || targets[number] === 1) && query.words.every((word) => all.includes(word));
  });
  const isFoundInTexts = new Map(found.map((number) => [number, readTexts(number).search(query.pattern) >= 0]));
  // Strings of which only the note or a location has the words are the last.
  found.sort((a, b) => isFoundInTexts.get(b) - isFoundInTexts.get(a));
  if (!found.length || (language.value && !translation)) return 0;
  const section = addElement(results, "section", "");
  addElement(addElement(section, "h2", ""), "a", title, { href: `../${folder}/index.html` });
  addElement(section, "p", describeCount(found.length, "string"), { className: "muted" });
  const showStrings = (numbers) => {
    for (const number of numbers) {
      const article = addElement(section, "article", "", { className: "string" });
      addMarkedText(article, "h3", sources[number], query.pattern, { className: "text", lang: sourceLanguage });
      const [note, locations] = places[number] || ["", ""];
      const isNoteFound = !isFoundInTexts.get(number) && note.search(query.pattern) >= 0;
      addPlace(article, keys[number], note, locations, query.pattern, isNoteFound);
      if (!translation) continue;
      const [page, list] = findList(translation, pageSize, checksums[number], number);
      const checks = Object.keys(failing).filter((check) => failing[check].includes(number));
      addTranslation(article, isInFile(number) ? targets[number] : "", language, [`../${folder}/${page}`, list], checks, query.pattern);
    }
  };
  showStrings(found.slice(0, MAX_SHOWN));
  if (found.length > MAX_SHOWN) {
    const button = addElement(section, "button", `Show the other ${found.length - MAX_SHOWN} of ${title}`, { type: "button" });
    button.addEventListener("click", () => {
      const next = section.childElementCount;
      showStrings(found.slice(MAX_SHOWN));
      button.remove();
      // The keyboard continues with the first of the added strings.
      const first = section.children[next - 1];
      first.tabIndex = -1;
      first.focus();
    });
  }
  return found.length;
}

async function search(form) {
  const status = document.querySelector("main [role=status]");
  const parameters = new URLSearchParams(location.search);
  const select = form.elements.language;
  // The functions of choices.js find the languages of the reader.
  const [own] = findOwn([...select.querySelectorAll("[data-tags]")], listOwnLanguages(readChoices()));
  form.elements.q.value = parameters.get("q") || "";
  select.value = parameters.get("language") ?? (own ? own.value : "");
  const [language] = select.selectedOptions;
  const query = parseQuery(form.elements.q.value);
  document.querySelector(".clear").hidden = !form.elements.q.value;
  document.querySelector("[data-conditions]").hidden = !query.hasConditions;
  if (!language || !query.words.length) return;
  status.textContent = "Loading…";
  try {
    const names = ["sources", "places", ...(language.value ? [`languages/${language.value}`] : [])];
    const [sources, places, translations] = await Promise.all(names.map(loadIndex));
    const results = document.querySelector("[data-results]");
    let total = 0;
    for (const [number, source] of Object.entries(sources.components)) {
      const translation = translations && translations.components[number];
      total += showComponent(results, query, source, places.components[number] || {}, translation, language, sources.pageSize);
    }
    const leftOut = Math.max(sources.leftOut, translations ? translations.leftOut : 0);
    const all = Object.keys(sources.components).length + sources.leftOut;
    const note = leftOut ? ` The index is too long for ${describeCount(leftOut, "component")}.` : "";
    const count = total ? `${describeCount(total, "string")} in ${describeCount(results.children.length, "component")}` : "No string matches";
    const searched = `${leftOut ? `${all - leftOut} of ` : all > 1 ? "all " : ""}${describeCount(all, "component")}`;
    const fields = language.value ? `in ${language.textContent}` : "without translations: choose a language for them";
    status.textContent = `${count}. Searched ${searched} ${fields}.${note}`;
    document.querySelector("[data-advice]").hidden = total > 0;
  } catch {
    status.textContent = "The index of the search cannot be loaded.";
  }
}

search(document.querySelector("main form"));
