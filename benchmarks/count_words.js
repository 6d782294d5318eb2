// Program that counts the translated words of nested JSON files. It reads NUL-separated paths from standard input.
"use strict";
const fs = require("fs");

function countWords(value) {
  if (typeof value === "string") {
    return value.split(/\s+/).filter(Boolean).length;
  }
  return Object.values(value).reduce((sum, each) => sum + countWords(each), 0);
}

const paths = fs.readFileSync(0, "utf8").split("\0");
console.log(paths.reduce((sum, path) => sum + countWords(JSON.parse(fs.readFileSync(path, "utf8"))), 0));
