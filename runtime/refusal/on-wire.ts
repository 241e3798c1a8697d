import type { Decoder, Fields, Shape } from "../validate/decode.js";
import type { Issue, Sent, Wanted } from "../issue.js";
import { jsonFault } from "./json-fault.js";
import { fieldAt, readText } from "./json-values.js";
import type { FoundIssue } from "../validate/found-issue.js";
import { segments } from "../validate/pointer.js";

/** A value as the model sent it. */
interface Place {
  readonly value: unknown;
  readonly decode: Decoder | undefined;
  readonly path: string[];
  /** How many parts of the path lead to the JSON text that the value lies in. */
  readonly inText: number | undefined;
}

/** The same issue in the names and forms in which the arguments were sent. */
export function onWire(issue: FoundIssue, { wire, decode }: Sent): Issue {
  const names = segments(issue.pointer);
  if (decode === undefined) return explained(issue, names);
  const isName = issue.code === "unknown" || issue.code === "forbidden";
  const start: Place = { value: wire, decode, path: [], inText: undefined };
  const { path, inText, ...place } = names.slice(0, isName ? -1 : undefined).reduce(step, start);
  const shape = shapeAt(place);
  const { wanted } = issue;
  if (isName) {
    const values = [...(wanted.values ?? [])].map((name) => wireName(shape, String(name)));
    return issue.moved(path, issue.value, { ...wanted, values, inText });
  }
  if (wanted.isKey && path.at(-1) === "value") path.splice(-1, 1, "key");
  const isOther = shape !== undefined && shape.kind !== "object" && issue.code !== "required";
  const value = isOther ? place.value : issue.value;
  return explained(issue.moved(path, value, { ...inForm(wanted, shape), shape, inText }), path);
}

/** From a value to the one of a name in the spec, or of an index. */
function step(from: Place, name: string): Place {
  const shape = shapeAt(from);
  const value = shape?.kind === "words" ? from.value : readText(from.value);
  const inText = value === from.value ? from.inText : from.path.length;
  const to = (names: readonly string[], decode?: Decoder): Place => ({
    value: names.reduce(fieldAt, value),
    decode,
    path: [...from.path, ...names],
    inText,
  });
  switch (shape?.kind) {
    case "map": {
      if (!Array.isArray(value)) return to([name], shape.decode);
      // Of a key that is there twice the last one counts.
      const index = value.map((entry) => fieldAt(entry, "key")).lastIndexOf(name);
      return index < 0 ? to([name]) : to([String(index), "value"], shape.decode);
    }
    case "list":
      return to([name], Number(name) < shape.prefix.length ? shape.prefix[Number(name)] : shape.rest);
    case "object": {
      const { fields, rest } = shape;
      const key = wireName(shape, name);
      const isNamed = Object.hasOwn(fields, key) || fieldAt(value, key) !== undefined;
      if (rest && !isNamed && fieldAt(value, rest.field) !== undefined)
        return step(to([rest.field], rest.decode), name);
      return to([key], decoderOf(fields, key));
    }
    default:
      return to([name]);
  }
}

export function decoderOf(fields: Fields, key: string): Decoder | undefined {
  const field = Object.hasOwn(fields, key) ? fields[key]! : {};
  return typeof field === "function" ? field : field.decode;
}

/** How a value travels; of a union the branch that it is of, or the one that says it in words. */
function shapeAt({ value, decode }: Pick<Place, "value" | "decode">): Shape | undefined {
  const shape = decode?.shape;
  if (shape?.kind !== "union") return shape;
  const { cases } = shape;
  const chosen = cases.find(([test]) => test(value)) ?? cases.find(([, one]) => one?.shape?.kind === "words");
  return shapeAt({ value, decode: chosen?.[1] });
}

/** A name of the spec as the wire has it. */
function wireName(shape: Shape | undefined, name: string): string {
  if (shape?.kind !== "object") return name;
  const renamed = Object.entries(shape.fields).find(([, field]) => "name" in field && field.name === name);
  // Functions have names too, which are none of the spec.
  return renamed && typeof renamed[1] === "object" ? renamed[0] : name;
}

/** What is wanted, in the form that the model has to write. */
function inForm(wanted: Wanted, shape: Shape | undefined): Wanted {
  const { values, types, expected } = wanted;
  switch (shape?.kind) {
    case "words": {
      const wordFor = (value: unknown): unknown => shape.words.find(([, one]) => one === value)?.[0] ?? value;
      return { ...wanted, values: values && [...values].map(wordFor) };
    }
    case "json":
      return {
        ...wanted,
        expected: (expected ?? types?.replaceAll("|", " or ") ?? "value") + " as JSON text",
      };
    case "map":
      return types === undefined ? wanted : { ...wanted, types: "array", expected: "array of {key, value}" };
    case "list":
      // The items of the spec may have another form on the wire.
      return types === undefined ? wanted : { ...wanted, expected: "array" };
    default:
      return wanted;
  }
}

/** An issue that says what is wrong in a text or a number, where its type alone would not help. */
function explained(issue: FoundIssue, path: readonly string[]): Issue {
  const { pointer, value, wanted, received } = issue;
  const { types = "", shape } = wanted;
  if (types.includes("integer") && typeof value === "number" && !Number.isInteger(value))
    return issue.moved(path, value, { ...wanted, received: received + ", which is not whole" });
  // Where an object or a list is wanted, a text was meant as JSON.
  const isMeant = shape?.kind === "json" || /array|object/.test(types);
  if (typeof value !== "string" || !isMeant || !/^\s*[[{]/.test(value)) return issue;
  const fault = jsonFault(value);
  return fault ? { pointer, code: "json", wanted, ...fault } : issue;
}
