import { isReserved } from "../base/code.js";
import type { Lock, LockedFile, LockedTool } from "./lock.js";
import { isMapping } from "../base/mapping.js";

// Decides whether a value is a valid lock. A lock is committed, so merges, people and pull requests can change it.
// Names are checked strictly, because they become identifiers and paths again. `openLock` reports an invalid lock.

type Check = (value: unknown) => boolean;

export function isLock(value: unknown): value is Lock {
  return (
    isMapping(value) &&
    isCount(value["output"]) &&
    isText(value["source"]) &&
    optional(isText)(value["origin"]) &&
    listOf(isLockedTool)(value["tools"]) &&
    listOf(isLockedFile)(value["files"])
  );
}

function isLockedFile(value: unknown): value is LockedFile {
  return (
    isMapping(value) &&
    ["path", "key", "hash"].every((name) => isText(value[name])) &&
    ["imports", "types"].every((name) => optional(listOf(isIdentifier))(value[name]))
  );
}

function isLockedTool(value: unknown): value is LockedTool {
  return (
    isMapping(value) &&
    isText(value["name"]) &&
    isText(value["source"]) &&
    areNames(value["names"]) &&
    isBinding(value["binding"]) &&
    ["bytes", "tokens", "depth"].every((name) => isCount(value[name])) &&
    listOf(isText)(value["lowered"]) &&
    optional(listOf(isText))(value["pruned"]) &&
    optional(isMapping)(value["policy"])
  );
}

function areNames(value: unknown): boolean {
  return (
    isMapping(value) &&
    isIdentifier(value["type"]) &&
    isIdentifier(value["value"]) &&
    isText(value["file"]) &&
    /^[\w-]+$/.test(value["file"])
  );
}

function isBinding(value: unknown): boolean {
  if (!isMapping(value)) return false;
  switch (value["kind"]) {
    case "handler":
      return true;
    case "module":
      return (
        isText(value["module"]) &&
        isText(value["export"]) &&
        (value["call"] === "object" || value["call"] === "positional") &&
        listOf(isText)(value["parameters"]) &&
        optional(isBoolean)(value["cast"])
      );
    case "http":
      return (
        isText(value["method"]) &&
        isText(value["path"]) &&
        optional(listOf(listOf(isText)))(value["security"]) &&
        optional(isBoolean)(value["files"])
      );
    case "python":
    case "mcp":
    case "snakepit":
      return isText(value["remote"]) && optional(isText)(value["signature"]);
    default:
      return false;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isIdentifier(value: unknown): boolean {
  return isText(value) && /^[A-Za-z_$][\w$]*$/.test(value) && !isReserved(value);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}
