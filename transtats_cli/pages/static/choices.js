// Choices of the reader, remembered in this browser: the columns of tables, and the languages that come first.
"use strict";

const storageName = "transtats";

function readChoices() {
  try {
    return { hiddenColumns: [], languages: "", ...JSON.parse(localStorage.getItem(storageName)) };
  } catch {
    return { hiddenColumns: [], languages: "" };
  }
}

function saveChoices(choices) {
  try {
    localStorage.setItem(storageName, JSON.stringify(choices));
  } catch {
    // Without storage, the choices are valid until the page is left.
  }
}

function hideColumns(table, hiddenColumns) {
  let index = 0;
  const headers = [...table.tHead.rows[0].cells];
  const width = headers.reduce((sum, header) => sum + header.colSpan, 0);
  for (const header of headers) {
    header.hidden = hiddenColumns.includes(header.dataset.column);
    for (const body of table.tBodies) {
      for (const row of body.rows) {
        for (let cell = index; row.cells.length === width && cell < index + header.colSpan; cell += 1) {
          row.cells[cell].hidden = header.hidden;
        }
      }
    }
    index += header.colSpan;
  }
}

function findOwn(elements, languages) {
  const found = new Set();
  const satisfied = [];
  for (const wanted of languages.map((each) => each.toLowerCase().replaceAll("-", "_"))) {
    if (satisfied.some((each) => each.startsWith(`${wanted}_`))) continue;
    const parts = wanted.split("_");
    // The same order as select_own_languages in own_languages.py, which computes the tags.
    for (let length = parts.length; length; length -= 1) {
      const tag = parts.slice(0, length).join("_");
      const matches = elements.filter((each) => each.dataset.tags.split(" ").includes(tag));
      for (const match of matches) found.add(match);
      if (matches.length) {
        satisfied.push(wanted);
        break;
      }
    }
  }
  return [...found];
}

function moveOwnLanguages(languages) {
  for (const list of document.querySelectorAll("main select[name=language]")) {
    list.options[0].after(...findOwn([...list.querySelectorAll("[data-tags]")], languages));
  }
  for (const section of document.querySelectorAll("[data-results] section, section[data-languages]")) {
    const own = findOwn([...section.querySelectorAll("[data-tags]")], languages);
    const list = section.querySelector("ul");
    if (own.length) list.hidden = false;
    list.prepend(...own);
  }
}

function showOwnLanguages(table, languages) {
  const all = [...table.tBodies].at(-1);
  const rows = findOwn([...all.querySelectorAll("[data-tags]")], languages);
  if (!rows.length) return;
  for (const group of table.querySelectorAll("tbody.own")) group.remove();
  const group = document.createElement("tbody");
  group.className = "own";
  const title = group.insertRow().appendChild(document.createElement("th"));
  title.scope = "rowgroup";
  title.colSpan = 20;
  title.textContent = "Your languages";
  for (const row of rows) {
    const copy = row.cloneNode(true);
    copy.hidden = false;
    group.append(copy);
  }
  all.before(group);
}

function makeControls(table, choices, apply) {
  const details = document.createElement("details");
  details.className = "choices";
  const summary = document.createElement("summary");
  const hasLanguages = Boolean(table.querySelector("tr[data-tags]"));
  summary.textContent = hasLanguages ? "Columns and your languages" : "Columns";
  const fields = document.createElement("div");
  for (const header of table.tHead.rows[0].cells) {
    if (!header.dataset.title || header.dataset.column === "name") continue;
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = !choices.hiddenColumns.includes(header.dataset.column);
    box.addEventListener("change", () => {
      const others = choices.hiddenColumns.filter((each) => each !== header.dataset.column);
      choices.hiddenColumns = box.checked ? others : [...others, header.dataset.column];
      apply();
    });
    label.append(box, ` ${header.dataset.title}`);
    fields.append(label);
  }
  if (hasLanguages) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.placeholder = navigator.languages.join(", ");
    input.value = choices.languages;
    input.addEventListener("change", () => {
      choices.languages = input.value;
      apply();
    });
    label.append("Your languages ", input);
    fields.append(label);
  }
  details.append(summary, fields);
  table.closest(".scroll").before(details);
}

function listOwnLanguages(choices) {
  const codes = choices.languages.split(/[\s,;]+/).filter(Boolean);
  return codes.length ? codes : [...navigator.languages];
}

function applyChoices() {
  const table = document.querySelector("main table.rows, main table:has([data-tags])");
  const choices = readChoices();
  moveOwnLanguages(listOwnLanguages(choices));
  if (!table) return;
  const apply = () => {
    showOwnLanguages(table, listOwnLanguages(choices));
    hideColumns(table, choices.hiddenColumns);
  };
  apply();
  if (table.matches(".rows")) makeControls(table, choices, () => {
    saveChoices(choices);
    apply();
  });
}

applyChoices();
document.addEventListener("contentchange", applyChoices);
