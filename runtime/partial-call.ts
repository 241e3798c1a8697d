import { setOwn } from "./copy-json.js";
import { RunError } from "./errors.js";
import type { EventBody } from "./events.js";
import type { FunctionCall, Part } from "./wire.js";

/** A call whose arguments come in pieces (Vertex, `streamFunctionCallArguments`). */
export interface PartialCall {
  /** Grows as pieces come. */
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
  const { partialArgs: _partialArgs, willContinue: _willContinue, ...named } = first.functionCall ?? {};
  const call: FunctionCall = named;
  const part: Part = { ...first, functionCall: call };
  const add = (next: Part, tell: typeof onDelta): void => {
    if (next.thoughtSignature && !part.thoughtSignature) part.thoughtSignature = next.thoughtSignature;
    for (const piece of (next.functionCall?.partialArgs ?? []) as readonly Piece[]) {
      call.args ??= {};
      const value = piece.stringValue ?? piece.numberValue ?? piece.boolValue ?? null;
      place(call.args, parsePath(piece.jsonPath), value);
      tell({ type: "tool_args_delta", tool: call.name ?? "", path: piece.jsonPath, value });
    }
  };
  add(first, onDelta);
  return { part, add };
}

/** `$.rows[0].name` as keys and indexes. */
function parsePath(path: string): (string | number)[] {
  const keys: (string | number)[] = [];
  for (const [, name, index, double, single] of path.matchAll(
    /\.([^.[\]]+)|\[(\d+)\]|\[(?:"([^"]*)"|'([^']*)')\]/g,
  )) {
    keys.push(index === undefined ? (name ?? double ?? single ?? "") : Number(index));
  }
  if (keys.length === 0) throw malformed(path);
  return keys;
}

/** Puts a value at its place; pieces of a text are appended. */
function place(root: Record<string, unknown>, keys: readonly (string | number)[], value: unknown): void {
  let at: object = root;
  for (const [depth, key] of keys.entries()) {
    // A gap in an array would cost memory without end.
    if (Array.isArray(at) && !(typeof key === "number" && key <= at.length)) throw malformed(String(key));
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

function malformed(path: string): RunError {
  return new RunError({
    kind: "protocol",
    code: "MALFORMED_FUNCTION_CALL",
    message: `unusable argument path "${path.slice(0, 64)}"`,
  });
}
