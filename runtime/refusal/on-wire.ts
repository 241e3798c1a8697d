import type { Decoder, Fields, Shape } from "../validate/decode.js";
import type { Issue, Sent, Wanted } from "../issue.js";
import { jsonFault } from "./json-fault.js";
import { fieldAt, isObject, readText } from "./json-values.js";
import { type FoundIssue, isAboutName } from "../validate/found-issue.js";
import { segment, segments } from "../validate/pointer.js";

/** A value as the model sent it. */
interface Place {
  readonly value: unknown;
  readonly decode: Decoder | undefined;
  readonly path: string[];
  /** How many parts of the path lead to the JSON text that the value lies in. */
  readonly inText: number | undefined;
  /** It is the value of an entry of a map. */
  readonly isEntry?: boolean;
}

/** The same issue in the names and forms in which the arguments were sent. */
export function onWire(issue: FoundIssue, { wire, decode }: Sent): Issue {
  const names = segments(issue.pointer);
  if (decode === undefined) return explained(issue, names);
  const start: Place = { value: wire, decode, path: [], inText: undefined };
  const around = names.slice(0, -1).reduce(step, start);
  const entry = entryOf(around, names.at(-1) ?? "");
  if (isAboutName(issue)) return entry ? keyIssue(issue, entry) : nameIssue(issue, around);
  const { path, inText, isEntry = false, ...place } = names.reduce(step, start);
  const shape = shapeAt(place);
  if (issue.wanted.isKey && entry) return keyIssue(issue, entry);
  if (issue.code === "propertyName")
    return isEntry && entry
      ? keyIssue(issue, entry)
      : issue.moved(path, issue.value, { ...issue.wanted, inText });
  const wanted = inNames(issue.wanted, issue.wanted.surplus ? { path, inText, ...place } : around);
  const isOther = shape !== undefined && shape.kind !== "object" && issue.code !== "required";
  const value = isOther ? place.value : issue.value;
  return explained(issue.moved(path, value, { ...inForm(wanted, shape), shape, inText }), path);
}

/** An issue about a name that an object has. */
function nameIssue(issue: FoundIssue, { path, inText, ...place }: Place): Issue {
  const { wanted } = issue;
  const shape = shapeAt(place);
  const values = [...(wanted.values ?? [])].map((name) => wireName(shape, String(name)));
  return issue.moved(path, issue.value, { ...wanted, values, inText });
}

/** The same about the key of an entry. */
function keyIssue(issue: FoundIssue, { path, inText }: Place): Issue {
  const { wanted, value } = issue;
  const key = [...path.slice(0, -1), "key"];
  const isUnknown = isAboutName(issue);
  const name = isUnknown || issue.code === "propertyName" ? value : undefined;
  const moved = issue.moved(key, name, { ...wanted, isKey: true, inText });
  if (!isUnknown) return moved;
  const { received } = moved;
  return {
    code: "propertyName",
    pointer: key.map((part) => "/" + segment(part)).join(""),
    expected: namesText(wanted),
    received,
    wanted: moved.wanted,
  };
}

/** Which keys would do. */
function namesText({ values = [], patterns = [] }: Wanted): string {
  const names = [...values].map((name) => JSON.stringify(name));
  const matching = patterns.length === 0 ? [] : ["a key matching " + patterns.join(" or ")];
  return [...names, ...matching].join(" or ") || "another key";
}

/** The entry of a map, or of the further properties of an object, that has a key. */
function entryOf(from: Place, name: string): Place | undefined {
  const shape = shapeAt(from);
  if (shape?.kind === "object" && shape.rest) {
    const rest = step(from, shape.rest.field, true);
    return entryOf({ ...rest, decode: shape.rest.decode }, name);
  }
  if (shape?.kind !== "map") return undefined;
  const entry = step(from, name);
  return entry.isEntry === true ? entry : undefined;
}

/** The names that an issue about an object speaks of, as the wire has them. */
function inNames(wanted: Wanted, around: Place): Wanted {
  const { ways, surplus, because } = wanted;
  if (!ways && !surplus && because === undefined) return wanted;
  const shape = shapeAt(around);
  return {
    ...wanted,
    because: because && wireName(shape, because),
    surplus: surplus?.map((name) => wireName(shape, name)),
    ways: ways?.map((way) =>
      way.map(({ name, wanted: needed }) => ({
        name: wireName(shape, name),
        wanted: inForm(needed, shapeAt(step(around, name))),
      })),
    ),
  };
}

/** From a value to the one of a name in the spec, or of an index. */
function step(from: Place, name: string, isPlain: unknown = false): Place {
  const shape = shapeAt(from);
  const value = shape?.kind === "words" ? from.value : readText(from.value);
  const inText = value === from.value ? from.inText : from.path.length;
  const to = (names: readonly string[], decode?: Decoder): Place => ({
    value: names.reduce(fieldAt, value),
    decode,
    path: [...from.path, ...names],
    inText,
  });
  if (isPlain === true) return to([name]);
  switch (shape?.kind) {
    case "map": {
      if (!Array.isArray(value)) return to([name], shape.decode);
      // Of a key that is there twice the last one counts.
      const index = value.map((entry) => fieldAt(entry, "key")).lastIndexOf(name);
      return index < 0 ? to([name]) : { ...to([String(index), "value"], shape.decode), isEntry: true };
    }
    case "list":
      return to([name], Number(name) < shape.prefix.length ? shape.prefix[Number(name)] : shape.rest);
    case "object": {
      const { fields, rest } = shape;
      const key = wireName(shape, name);
      const isNamed = Object.hasOwn(fields, key) || fieldAt(value, key) !== undefined;
      const further = rest && !isNamed ? step(to([rest.field], rest.decode), name) : undefined;
      return further?.value === undefined ? to([key], decoderOf(fields, key)) : further;
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
  const { pointer, value, wanted } = issue;
  const { types = "", shape } = wanted;
  if (types.includes("integer") && typeof value === "number" && !Number.isInteger(value))
    return issue.moved(path, value, { ...wanted, received: issue.received + ", which is not whole" });
  const isEntry = issue.code === "decode" && isObject(value) && "key" in value && "value" in value;
  if (isEntry && wanted.received === undefined) {
    const { received } = issue.moved(path, value["key"], wanted);
    return issue.moved(path, value, { ...wanted, received: 'one whose "key" is ' + received });
  }
  // Where an object or a list is wanted, a text was meant as JSON.
  const isMeant = shape?.kind === "json" || /array|object/.test(types);
  if (typeof value !== "string" || !isMeant || !/^\s*[[{]/.test(value)) return issue;
  const fault = jsonFault(value);
  return fault ? { pointer, code: "json", wanted, ...fault } : issue;
}
