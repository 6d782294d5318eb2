// Program that counts the strings of PO files that pofile-ts parses. It reads NUL-separated paths from standard input.
"use strict";
const fs = require("fs");
const { parsePo } = require("pofile-ts");

const paths = fs.readFileSync(0, "utf8").split("\0");
console.log(paths.reduce((sum, path) => sum + parsePo(fs.readFileSync(path, "utf8")).items.length, 0));
