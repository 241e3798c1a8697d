import { isMapping } from "../../base/mapping.js";
import type { RunEntry } from "./run-entry.js";
import type { SpecEntry } from "./spec-entry.js";

// Checks the content of cache files. The checksum of a cache file shows that the file is complete. The checksum does not
// show who wrote the file. So a forged file must not crash a run.

/** Parses a JSON text and returns its value. Returns undefined if the value has the wrong structure. */
export function parseAs<T>(text: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRight(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isRunEntry(value: unknown): value is RunEntry {
  return (
    isMapping(value) &&
    listOf(isStamp)(value["stamps"]) &&
    listOf(isSetReport)(value["sets"]) &&
    listOf(isDiagnostic)(value["diagnostics"]) &&
    (value["suggestion"] === undefined || isText(value["suggestion"]))
  );
}

function isSetReport(value: unknown): boolean {
  return (
    isMapping(value) &&
    ["name", "source", "folder"].every((name) => isText(value[name])) &&
    ["failed", "isNew", "hasHandlers"].every((name) => typeof value[name] === "boolean") &&
    ["changed", "removed"].every((name) => listOf(isText)(value[name])) &&
    ["tools", "tokens"].every((name) => typeof value[name] === "number")
  );
}

export function isSpecEntry(value: unknown): value is SpecEntry {
  return (
    isMapping(value) &&
    isText(value["path"]) &&
    isText(value["inputs"]) &&
    listOf(listOf(isText))(value["dependencies"]) &&
    listOf(isDiagnostic)(value["diagnostics"]) &&
    listOf(isSetEntry)(value["sets"])
  );
}

function isSetEntry(value: unknown): boolean {
  return (
    isMapping(value) &&
    ["name", "source", "lock"].every((name) => isText(value[name])) &&
    listOf(isMapping)(value["rendered"]) &&
    (value["stamps"] === undefined || listOf(isStamp)(value["stamps"]))
  );
}

function isDiagnostic(value: unknown): boolean {
  return (
    isMapping(value) &&
    ["code", "message", "help"].every((name) => isText(value[name])) &&
    ["error", "warning", "note"].includes(String(value["severity"])) &&
    (value["location"] === undefined || isLocation(value["location"])) &&
    (value["frame"] === undefined || isText(value["frame"])) &&
    listOf((one) => isMapping(one) && isText(one["message"]) && isLocation(one["location"]))(value["related"])
  );
}

function isLocation(value: unknown): boolean {
  return (
    isMapping(value) &&
    isText(value["file"]) &&
    ["line", "column", "length"].every((name) => typeof value[name] === "number")
  );
}

function isStamp(value: unknown): boolean {
  if (!Array.isArray(value) || !isText(value[0])) return false;
  return value[1] === null || listOf((fact) => typeof fact === "number")(value[1]);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function listOf(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(check);
}
