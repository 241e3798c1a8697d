import { isMapping } from "../../base/mapping.js";
import type { Memory } from "./memory.js";
import type { SpecEntry } from "./spec-entry.js";

// The seal of a cache file shows that it is whole, not who wrote it. What is in a forged one must not crash a run.

/** The value of a JSON text, if it is of the right shape. */
export function parseAs<T>(text: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRight(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isMemory(value: unknown): value is Memory {
  return (
    isMapping(value) &&
    listOf(isWitness)(value["witnesses"]) &&
    listOf(isSaying)(value["said"]) &&
    (value["exitCode"] === 0 || value["exitCode"] === 1)
  );
}

export function isSpecEntry(value: unknown): value is SpecEntry {
  return (
    isMapping(value) &&
    isText(value["path"]) &&
    isText(value["told"]) &&
    listOf(listOf(isText))(value["asked"]) &&
    listOf(isDiagnostic)(value["diagnostics"]) &&
    listOf(isSetEntry)(value["sets"])
  );
}

function isSetEntry(value: unknown): boolean {
  return (
    isMapping(value) &&
    ["name", "source", "lock"].every((name) => isText(value[name])) &&
    listOf(isMapping)(value["rendered"]) &&
    (value["witnesses"] === undefined || listOf(isWitness)(value["witnesses"]))
  );
}

function isDiagnostic(value: unknown): boolean {
  return (
    isMapping(value) &&
    ["code", "message", "help"].every((name) => isText(value[name])) &&
    ["error", "warning", "note"].includes(String(value["severity"])) &&
    (value["place"] === undefined || isPlace(value["place"])) &&
    (value["frame"] === undefined || isText(value["frame"])) &&
    listOf((one) => isMapping(one) && isText(one["message"]) && isPlace(one["place"]))(value["related"])
  );
}

function isPlace(value: unknown): boolean {
  return (
    isMapping(value) &&
    isText(value["file"]) &&
    ["line", "column", "length"].every((name) => typeof value[name] === "number")
  );
}

function isWitness(value: unknown): boolean {
  if (!Array.isArray(value) || !isText(value[0])) return false;
  return value[1] === null || listOf((fact) => typeof fact === "number")(value[1]);
}

function isSaying(value: unknown): boolean {
  return (
    isMapping(value) &&
    (value["to"] === "stdout" || value["to"] === "stderr") &&
    listOf(isText)(value["text"])
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function listOf(check: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(check);
}
