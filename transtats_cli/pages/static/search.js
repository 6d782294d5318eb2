// Searches the strings of a report. The index consists of scripts, because pages that are files cannot load data.
"use strict";

const MAX_SHOWN = 20;
const MAX_OPEN_COMPONENTS = 6;
const CONDITION = /(?<!\S)(?:source|target|context|key|note|location|flags|state|is|has|check):(?:[^\s"]*"[^"]*"|\S+)/giu;
// As the function find_placeholders of visible_text.py.
const PLACEHOLDER = /(<\/?[A-Za-z][^<>]{0,200}>|%\(\w{1,99}\)[A-Za-z]|%(?:[0-9]\$)?[ds@]|\{\{[\w.]{1,99}\}\}|\{[\w.]{1,99}\})/gu;
const LIST_TITLES = { all: "all strings", unfinished: "strings to do", failing: "failing strings", outdated: "outdated strings" };
const MIN_WORD_LENGTH = 3;
const indexes = new Map();

// The files of the index call this function.
function addIndex(name, pageSize, leftOut, components) { // eslint-disable-line no-unused-vars
  indexes.set(name, { pageSize, leftOut, components });
}

function loadIndex(name) {
  if (indexes.has(name)) return indexes.get(name);
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

function readComponent(number) {
  const [title, directory, sourceTag, sourceName, languageCount, keys, sources, checksums, translatedCounts] = indexes.get("sources").components[number];
  const places = indexes.get("places").components[number] || {};
  return { number, title, directory, sourceTag, sourceName, languageCount, keys, sources, checksums, translatedCounts, places };
}

// Returns null if the component has no such language, or if its index is not loaded.
function readTranslation({ number, directory }, name) {
  const values = indexes.get(`languages/${name}`)?.components[number];
  if (!values) return null;
  const [targets, lists, failing, states, path, steps] = values;
  // A string that only other languages have has the number 0 in place of a text, and a missing string has 1.
  const readTarget = (place) => (typeof targets[place] === "string" ? targets[place] : "");
  const hasString = (place) => typeof targets[place] === "string" || targets[place] === 1;
  return { folder: `../${directory}/${name}`, targets, lists, failing, states, path, steps, readTarget, hasString };
}

function readTexts({ sources }, translation, number) {
  return [sources[number], translation ? translation.readTarget(number) : ""].join("\n");
}

// Returns the numbers of the strings that have all words. Without a file of the language, these are the strings of all languages.
function findStrings(component, name, words) {
  const translation = name && readTranslation(component, name);
  // A file of the index that ends before its last component does not show which components have the language.
  if (name && !translation && indexes.get(`languages/${name}`).leftOut) return [];
  return component.sources.map((_, number) => number).filter((number) => {
    const all = [component.keys[number] || "", readTexts(component, translation, number), ...(component.places[number] || [])].join("\n").toLowerCase();
    return (!translation || translation.hasString(number)) && words.every((word) => all.includes(word));
  });
}

// Strings that are equal to the query are the first, and those of which only the key, the note or a location has the words the last.
function rankString(component, translation, number, { words, pattern }) {
  const texts = readTexts(component, translation, number);
  if ([component.keys[number], ...texts.split("\n")].some((each) => each && each.toLowerCase() === words.join(" "))) return 0;
  return texts.search(pattern) >= 0 ? 1 : 2;
}

// Returns the address of a string on the first list of the report that has it, and the title of the list.
function findList({ folder, targets, lists }, pageSize, checksum, number) {
  const findPage = (name, place) => `${folder}/${name}${place < pageSize ? "" : `-${Math.floor(place / pageSize) + 1}`}.html`;
  for (const [name, numbers] of Object.entries(lists)) {
    const place = numbers.indexOf(number);
    if (place >= 0) return [`${findPage(name, place)}#s${checksum}`, LIST_TITLES[name]];
  }
  // The missing strings are on the last page of the list.
  if (targets[number] !== 1 || !lists.unfinished) return ["", ""];
  return [`${findPage("unfinished", lists.unfinished.length - 1)}#${checksum ? `s${checksum}` : "missing"}`, "missing strings"];
}

// Adds the checks that fail, the place of the string in the file, and a link to the string if a list of the report has it.
function addDetails(parent, component, translation, number) {
  const checks = Object.keys(translation.failing).filter((check) => translation.failing[check].includes(number));
  const problems = checks.length ? addElement(parent, "ul", "", { className: "problems" }) : null;
  for (const check of checks) addElement(addElement(problems, "li", "fails "), "a", check, { href: `../checks/${check}/index.html` });
  const line = addElement(parent, "p", "", { className: "place-in-file" });
  const isInFile = (target) => typeof target === "string";
  if (translation.path && isInFile(translation.targets[number])) {
    // The steps are those between the lines of the strings that the file contains.
    const count = translation.targets.slice(0, number + 1).filter(isInFile).length;
    const lineNumber = translation.steps.slice(0, count).reduce((sum, each) => sum + each, 0);
    addElement(line, "code", lineNumber ? `${translation.path}:${lineNumber}` : translation.path);
    line.append(" ");
  }
  const [address, title] = findList(translation, indexes.get("sources").pageSize, component.checksums[number], number);
  if (address) addElement(line, "a", `Show in the list of ${title}`, { href: address });
}

function addTranslation(list, component, translation, number, language, pattern) {
  const [state] = Object.entries(translation.states).find(([, numbers]) => numbers.includes(number)) || [""];
  const name = addElement(list, "dt", language.textContent);
  const shownState = translation.targets[number] === 1 ? "missing in the file" : state;
  if (shownState) addElement(name, "span", ` ${shownState}`, { className: "muted" });
  const place = addElement(list, "dd", "");
  const [tag] = language.dataset.tags.split(" ");
  const text = translation.readTarget(number);
  if (text) addMarkedText(place, "p", text, pattern, { className: "text", lang: tag.replaceAll("_", "-") });
  else addElement(place, "p", "not translated", { className: "empty" });
  addDetails(place, component, translation, number);
}

// Adds the translations of a string into all languages, which are loaded when the reader opens the element.
function addAllLanguages(article, component, number, select, pattern) {
  const details = addElement(article, "details", "");
  addElement(details, "summary", `Translated in ${component.translatedCounts[number]} of ${describeCount(component.languageCount, "language")}`);
  details.addEventListener("toggle", async () => {
    const status = addElement(details, "p", "Loading…");
    const languages = [...select.options].filter(({ value }) => value && value !== component.sourceName);
    try {
      await Promise.all(languages.map(({ value }) => loadIndex(`languages/${value}`)));
    } catch {
      status.textContent = "The translations cannot be loaded.";
      return;
    }
    const found = languages.map((language) => [language, readTranslation(component, language.value)]).filter(([, each]) => each && each.hasString(number));
    const lacking = found.filter(([, each]) => !each.readTarget(number));
    status.textContent = lacking.length ? `Not translated in ${describeCount(lacking.length, "language")}: ` : "";
    for (const [place, [language, each]] of lacking.entries()) {
      const [address] = findList(each, indexes.get("sources").pageSize, component.checksums[number], number);
      if (place) status.append(", ");
      if (address) addElement(status, "a", language.textContent, { href: address });
      else status.append(language.textContent);
    }
    const list = addElement(details, "dl", "", { className: "found" });
    for (const [language, each] of found) if (each.readTarget(number)) addTranslation(list, component, each, number, language, pattern);
  }, { once: true });
}

// Adds the key, the note and the location that has a searched text, or else the first one.
function addPlace(article, key, [note, locations], pattern) {
  if (!key && !locations && !note) return;
  const line = addElement(article, "p", "", { className: "muted" });
  if (key) addMarkedText(line, "code", key, pattern);
  const all = locations.split("\n");
  addMarkedText(line, "span", ` ${all.find((each) => each.search(pattern) >= 0) || all[0]} `, pattern);
  if (all.length > 1) line.append(`and ${describeCount(all.length - 1, "more place")} `);
  addMarkedText(line, "span", note, pattern);
}

function showComponent(results, component, query, language, select) {
  const found = findStrings(component, language.value, query.words);
  if (!found.length) return 0;
  const translation = readTranslation(component, language.value || component.sourceName);
  const isSource = !language.value || !translation || language.value === component.sourceName;
  const ranks = new Map(found.map((number) => [number, rankString(component, translation, number, query)]));
  found.sort((a, b) => ranks.get(a) - ranks.get(b));
  const section = addElement(results, "section", "", { id: `component${component.number}` });
  addElement(addElement(section, "h2", ""), "a", component.title, { href: `../${component.directory}/index.html` });
  const summary = addElement(section, "p", describeCount(found.length, "string"), { className: "muted" });
  if (language.value) summary.append(translation ? " · " : ` · not begun in ${language.textContent}`);
  if (language.value && translation) addElement(summary, "a", `Figures of ${language.textContent} in this component`, { href: `${translation.folder}/index.html` });
  const showStrings = (numbers) => {
    for (const number of numbers) {
      const article = addElement(section, "article", "", { className: "string" });
      addMarkedText(article, "h3", component.sources[number], query.pattern, { className: "text", lang: component.sourceTag });
      addPlace(article, component.keys[number], component.places[number] || ["", ""], query.pattern);
      if (!isSource) addTranslation(addElement(article, "dl", "", { className: "found" }), component, translation, number, language, query.pattern);
      else if (translation) addDetails(article, component, translation, number);
      if (component.languageCount > (isSource ? 0 : 1)) addAllLanguages(article, component, number, select, query.pattern);
    }
  };
  showStrings(found.slice(0, MAX_SHOWN));
  if (found.length > MAX_SHOWN) {
    const button = addElement(section, "button", `Show the other ${found.length - MAX_SHOWN} of ${component.title}`, { type: "button" });
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

// Adds searches that find strings: the words without the translations, each of the words, and the beginnings of words that no string has.
function addSuggestions(list, components, { words }, language) {
  const count = (name, searched) => components.reduce((sum, each) => sum + findStrings(each, name, searched).length, 0);
  const add = (name, searched) => {
    const text = searched.map((each) => (each.includes(" ") ? `"${each}"` : each)).join(" ");
    const found = count(name, searched);
    const address = `?${new URLSearchParams({ q: text, language: name })}`;
    if (found) addElement(addElement(list, "li", ""), "a", `${text}${name === language.value ? "" : " without translations"}: ${describeCount(found, "string")}`, { href: address });
    return found;
  };
  if (language.value) add("", words);
  for (const word of words) {
    let end = words.length > 1 ? word.length : word.length - 1;
    while (end >= MIN_WORD_LENGTH && !add(language.value, [word.slice(0, end).trim()])) end -= 1;
  }
}

async function search(form) {
  const status = document.querySelector("main [role=status]");
  const parameters = new URLSearchParams(location.search);
  const select = form.elements.language;
  form.elements.q.value = parameters.get("q") || "";
  // The results of a link are the same for all readers.
  select.value = parameters.get("language") || "";
  const [language] = select.selectedOptions;
  const query = parseQuery(form.elements.q.value);
  document.querySelector(".clear").hidden = !form.elements.q.value;
  document.querySelector("[data-conditions]").hidden = !query.hasConditions;
  if (!language) status.textContent = `The report has no language ${parameters.get("language")}.`;
  if (!language || !query.words.length) return;
  document.title = `${form.elements.q.value} · ${document.title}`;
  status.textContent = "Loading…";
  try {
    const [sources] = await Promise.all(["sources", "places"].map(loadIndex));
    const components = Object.keys(sources.components).map(readComponent);
    const names = language.value ? [language.value] : new Set(components.map((each) => each.sourceName).filter(Boolean));
    const translations = await Promise.all([...names].map((name) => loadIndex(`languages/${name}`)));
    const results = document.querySelector("[data-results]");
    const overview = addElement(results, "details", "");
    addElement(overview, "summary", "Strings by component");
    const chips = addElement(overview, "ul", "", { className: "chips" });
    let total = 0;
    const begun = components.filter((each) => !language.value || readTranslation(each, language.value));
    for (const component of new Set([...begun, ...components])) {
      const found = showComponent(results, component, query, language, select);
      if (found) addElement(addElement(chips, "li", ""), "a", `${component.title} (${found})`, { href: `#component${component.number}` });
      total += found;
    }
    const foundComponents = chips.childElementCount;
    overview.hidden = foundComponents < 2;
    overview.open = foundComponents <= MAX_OPEN_COMPONENTS;
    const leftOut = Math.max(sources.leftOut, ...translations.map((each) => each.leftOut));
    const all = components.length + sources.leftOut;
    const searched = language.value && translations[0].leftOut ? begun.length : components.length;
    const count = total ? `${describeCount(total, "string")} in ${describeCount(foundComponents, "component")}` : "No string matches";
    const scope = `${searched < all ? `${searched} of ` : all > 1 ? "all " : ""}${describeCount(all, "component")}`;
    const fields = language.value ? `in ${language.textContent}` : "without translations: choose a language for them";
    const notBegun = components.length - begun.length;
    const note = leftOut ? ` The index is too long for ${describeCount(leftOut, "component")}.` : notBegun ? ` In ${describeCount(notBegun, "component")}, this language is not begun: only the sources were searched.` : "";
    status.textContent = `${count}. Searched ${scope} ${fields}.${note}`;
    document.querySelector("[data-advice]").hidden = total > 0;
    if (!total) addSuggestions(document.querySelector("[data-suggestions]"), components, query, language);
  } catch {
    status.textContent = "The index of the search cannot be loaded.";
  }
}

search(document.querySelector("main form"));
