import { malformed } from "../base/content-shape.js";
import type { RunError } from "../errors.js";
import type { EventBody } from "../events.js";
import type { FunctionCall, Part } from "../wire.js";

/**
 * Assembles one call whose arguments arrive in pieces. Vertex AI sends pieces if
 * `streamFunctionCallArguments` is set.
 */
export interface PartialCall {
  /** The part with the arguments received so far. `add` changes it. */
  readonly part: Part;
  add(part: Part, onDelta: (delta: EventBody) => void): void;
}

export type PartialCalls = (first: Part, onDelta: (delta: EventBody) => void) => PartialCall;

interface Piece {
  readonly jsonPath: string;
  readonly stringValue?: string;
  readonly numberValue?: number;
  readonly boolValue?: boolean;
  readonly nullValue?: unknown;
}

export function createPartialCall(first: Part, onDelta: (delta: EventBody) => void): PartialCall {
  const { partialArgs: _partialArgs, willContinue: _willContinue, ...callFields } = first.functionCall ?? {};
  const call: FunctionCall = callFields;
  const part: Part = { ...first, functionCall: call };
  const add = (next: Part, emit: typeof onDelta): void => {
    if (next.thoughtSignature && !part.thoughtSignature) part.thoughtSignature = next.thoughtSignature;
    for (const piece of (next.functionCall?.partialArgs ?? []) as readonly Piece[]) {
      call.args ??= {};
      const value = piece.stringValue ?? piece.numberValue ?? piece.boolValue ?? null;
      setAt(call.args, parsePath(piece.jsonPath), value);
      emit({ type: "tool_args_delta", tool: call.name ?? "", path: piece.jsonPath, value });
    }
  };
  add(first, onDelta);
  return { part, add };
}

/** Parses a path such as `$.rows[0].name` into keys and indexes. */
function parsePath(path: string): (string | number)[] {
  const keys: (string | number)[] = [];
  let end = 1;
  for (const { 0: step, 1: name, 2: index, 3: double, 4: single, index: at } of path.matchAll(
    /\.([^.[\]]+)|\[(\d+)\]|\[(?:"([^"\\]*)"|'([^'\\]*)')\]/g,
  )) {
    if (at !== end) break;
    end += step.length;
    keys.push(index === undefined ? (name ?? double ?? single ?? "") : Number(index));
  }
  // Skipping an unknown segment would set the value at the wrong location.
  if (keys.length === 0 || path[0] !== "$" || end !== path.length) throw unusablePath(path);
  return keys;
}

/** Sets a value at a path. If the path already contains a text, the new text is appended. */
function setAt(root: Record<string, unknown>, keys: readonly (string | number)[], value: unknown): void {
  let at: object = root;
  for (const [depth, key] of keys.entries()) {
    // Every index must exist or be the next one. A very large index could otherwise fill the memory.
    if (Array.isArray(at) && !(typeof key === "number" && key <= at.length)) throw unusablePath(String(key));
    const old: unknown = Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
    if (depth === keys.length - 1) {
      const joined = typeof old === "string" && typeof value === "string" ? old + value : value;
      setOwn(at, String(key), joined);
    } else if (typeof old === "object" && old !== null) {
      at = old;
    } else {
      const inner = typeof keys[depth + 1] === "number" ? [] : {};
      setOwn(at, String(key), inner);
      at = inner;
    }
  }
}

/** Sets an own property. Assigning to `__proto__` would change the prototype instead. */
function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

function unusablePath(path: string): RunError {
  return malformed(`unusable argument path "${path.slice(0, 64)}"`);
}
