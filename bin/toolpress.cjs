#!/usr/bin/env node
// This file must run in every version of Node. Otherwise, an old version could not print the message about the required
// version.
/* eslint-disable @typescript-eslint/no-require-imports */
"use strict";

var needed = require("../package.json").engines.node.replace(">=", "");
var found = process.version.replace("v", "");

function isOlder(left, right) {
  var a = left.split(".");
  var b = right.split(".");
  for (var index = 0; index < b.length; index += 1) {
    if (Number(a[index]) !== Number(b[index])) return Number(a[index]) < Number(b[index]);
  }
  return false;
}

if (isOlder(found, needed)) {
  var problem = "toolpress needs Node " + needed + " or newer, found " + found;
  process.stderr.write(problem + ": install a newer one from https://nodejs.org.\n");
  process.exitCode = 1;
} else {
  require("./start.cjs");
}
