import type { FunctionCall } from "@toolpress/runtime";

/**
 * Returns the events of one call on Vertex AI with `streamFunctionCallArguments`. With `unterminated`, the empty
 * event that ends the call is missing.
 */
export function partialCalls(call: FunctionCall, unterminated = false): readonly FunctionCall[] {
  const { args, ...head } = call;
  const pieces = Object.entries(args ?? {}).flatMap(([name, value]) =>
    partialArgs(`$${member(name)}`, value),
  );
  if (pieces.length === 0) return [head];
  const events: FunctionCall[] = [
    { ...head, willContinue: true },
    ...pieces.map((piece) => ({ ...(piece && { partialArgs: [piece] }), willContinue: true })),
  ];
  if (!unterminated) return [...events, {}];
  const { willContinue: _, ...last } = events.at(-1) ?? {};
  return [...events.slice(0, -1), last];
}

/**
 * Returns one entry per event. An undefined entry is the empty event that Vertex AI sends between the
 * elements of a list.
 */
function partialArgs(
  path: string,
  value: unknown,
): readonly (Readonly<Record<string, unknown>> | undefined)[] {
  if (typeof value === "string") return partialString(path, value);
  if (typeof value === "number") return [{ jsonPath: path, numberValue: value }];
  if (typeof value === "boolean") return [{ jsonPath: path, boolValue: value }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      ...(index > 0 ? [undefined] : []),
      ...partialArgs(`${path}[${index}]`, item),
    ]);
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, item]) => partialArgs(`${path}${member(name)}`, item));
  }
  return [{ jsonPath: path, nullValue: "NULL_VALUE" }];
}

/** Splits a string into two pieces. An empty third piece completes the string. */
function partialString(path: string, value: string): readonly Readonly<Record<string, unknown>>[] {
  const characters = [...value];
  const half = Math.ceil(characters.length / 2);
  const pieces = [characters.slice(0, half).join(""), characters.slice(half).join("")].filter(
    (piece) => piece !== "",
  );
  return [
    ...pieces.map((piece) => ({ jsonPath: path, stringValue: piece, willContinue: true })),
    { jsonPath: path, stringValue: "" },
  ];
}

function member(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? `.${name}`
    : `['${name.replace(/\\/g, "\\\\").replace(/'/g, "\\'")}']`;
}
