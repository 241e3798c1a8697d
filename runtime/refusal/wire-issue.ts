import { isObject } from "../base/is-object.js";
import type { Decoder, Fields, Shape } from "../validate/decode.js";
import type { Issue, Sent, Expectation } from "../issue.js";
import { jsonFault } from "./json-fault.js";
import { fieldAt, parseText } from "./json-values.js";
import { type FoundIssue, isAboutName } from "../validate/found-issue.js";
import { segment, segments } from "../validate/pointer.js";

/** A value in the wire form and its location. */
interface WireValue {
  readonly value: unknown;
  readonly decode: Decoder | undefined;
  readonly path: string[];
  /** Set if the value is inside a JSON text: the length of the path to that text. */
  readonly textDepth: number | undefined;
  /** Set if `value` is the value of a map entry. */
  readonly isEntry?: boolean;
}

/** Translates an issue from the names and forms of the spec into the names and forms of the call. */
export function toWireIssue(issue: FoundIssue, { wire, decode }: Sent): Issue {
  const names = segments(issue.pointer);
  if (decode === undefined) return withReason(issue, names);
  const start: WireValue = { value: wire, decode, path: [], textDepth: undefined };
  if (issue.expectation.isEntry) return entryIssue(issue, names, start);
  const parent = names.slice(0, -1).reduce(descend, start);
  const entry = entryOf(parent, names.at(-1) ?? "");
  if (isAboutName(issue)) return entry ? keyIssue(issue, entry) : nameIssue(issue, parent);
  const { path, textDepth, isEntry = false, ...target } = names.reduce(descend, start);
  const shape = shapeAt(target);
  if (issue.expectation.isKey && entry) return keyIssue(issue, entry);
  if (issue.code === "propertyName")
    return isEntry && entry
      ? keyIssue(issue, entry)
      : issue.withPath(path, issue.value, { ...issue.expectation, textDepth });
  const expectation = expectationInWireNames(
    issue.expectation,
    issue.expectation.surplus ? { path, textDepth, ...target } : parent,
  );
  const hasOtherShape = shape !== undefined && shape.kind !== "object" && issue.code !== "required";
  const value = hasOtherShape ? target.value : issue.value;
  return withReason(
    issue.withPath(path, value, { ...expectationInWireForm(expectation, shape), shape, textDepth }),
    path,
  );
}

/** Translates an issue about the name of a property. */
function nameIssue(issue: FoundIssue, { path, textDepth, ...target }: WireValue): Issue {
  const { expectation } = issue;
  const shape = shapeAt(target);
  const values = [...(expectation.values ?? [])].map((name) => wireName(shape, String(name)));
  return issue.withPath(path, issue.value, { ...expectation, values, textDepth });
}

/** Translates an issue about an entry of a map, or about a field of an entry other than `key` and `value`. */
function entryIssue(issue: FoundIssue, names: readonly string[], start: WireValue): Issue {
  const [index = "", ...others] = names.slice(isAboutName(issue) ? -2 : -1);
  const map = names.slice(0, -1 - others.length).reduce(descend, start);
  const { path, textDepth } = descend(map, index, true);
  return withReason(issue.withPath(path, issue.value, { ...issue.expectation, textDepth }), path);
}

/** Translates an issue about the key of a map entry. */
function keyIssue(issue: FoundIssue, { path, textDepth }: WireValue): Issue {
  const { expectation, value } = issue;
  const key = [...path.slice(0, -1), "key"];
  const isUnknown = isAboutName(issue);
  const name = isUnknown || issue.code === "propertyName" ? value : undefined;
  const moved = issue.withPath(key, name, { ...expectation, isKey: true, textDepth });
  if (!isUnknown) return moved;
  const { received } = moved;
  return {
    code: "propertyName",
    pointer: key.map((part) => "/" + segment(part)).join(""),
    expected: namesText(expectation),
    received,
    expectation: moved.expectation,
  };
}

/** Describes the allowed keys of a map. */
function namesText({ values = [], patterns = [] }: Expectation): string {
  const names = [...values].map((name) => JSON.stringify(name));
  const matching = patterns.length === 0 ? [] : ["a key matching " + patterns.join(" or ")];
  return [...names, ...matching].join(" or ") || "another key";
}

/** Finds the entry with this key. The key belongs to a map, or to the additional properties of an object. */
function entryOf(parent: WireValue, name: string): WireValue | undefined {
  const shape = shapeAt(parent);
  if (shape?.kind === "object" && shape.rest) {
    const rest = descend(parent, shape.rest.field, true);
    return entryOf({ ...rest, decode: shape.rest.decode }, name);
  }
  if (shape?.kind !== "map") return undefined;
  const entry = descend(parent, name);
  return entry.isEntry === true ? entry : undefined;
}

/** Translates the property names in an issue about an object into wire names. */
function expectationInWireNames(expectation: Expectation, parent: WireValue): Expectation {
  const { alternatives, surplus, because } = expectation;
  if (!alternatives && !surplus && because === undefined) return expectation;
  const shape = shapeAt(parent);
  return {
    ...expectation,
    because: because && wireName(shape, because),
    surplus: surplus?.map((name) => wireName(shape, name)),
    alternatives: alternatives?.map((alternative) =>
      alternative.map(({ name, expectation: needed }) => ({
        name: wireName(shape, name),
        expectation: expectationInWireForm(needed, shapeAt(descend(parent, name))),
      })),
    ),
  };
}

/**
 * Finds a property or item in the wire form. `name` is the name of the property in the spec, or the index of
 * the item.
 */
function descend(parent: WireValue, name: string, isPlain: unknown = false): WireValue {
  const shape = shapeAt(parent);
  const value = shape?.kind === "words" ? parent.value : parseText(parent.value);
  const textDepth = value === parent.value ? parent.textDepth : parent.path.length;
  const childAt = (names: readonly string[], decode?: Decoder): WireValue => ({
    value: names.reduce(fieldAt, value),
    decode,
    path: [...parent.path, ...names],
    textDepth,
  });
  if (isPlain === true) return childAt([name]);
  switch (shape?.kind) {
    case "map": {
      if (!Array.isArray(value)) return childAt([name], shape.decode);
      // If a key occurs twice, the last entry counts.
      const index = value.map((entry) => fieldAt(entry, "key")).lastIndexOf(name);
      return index < 0
        ? childAt([name])
        : { ...childAt([String(index), "value"], shape.decode), isEntry: true };
    }
    case "list":
      return childAt([name], Number(name) < shape.prefix.length ? shape.prefix[Number(name)] : shape.rest);
    case "object": {
      const { fields, rest } = shape;
      const key = wireName(shape, name);
      const isNamed = Object.hasOwn(fields, key) || fieldAt(value, key) !== undefined;
      const further = rest && !isNamed ? descend(childAt([rest.field], rest.decode), name) : undefined;
      return further?.value === undefined ? childAt([key], decoderOf(fields, key)) : further;
    }
    default:
      return childAt([name]);
  }
}

export function decoderOf(fields: Fields, key: string): Decoder | undefined {
  const field = Object.hasOwn(fields, key) ? fields[key]! : {};
  return typeof field === "function" ? field : field.decode;
}

/**
 * Returns the wire form of a value. For a union, this is the form of the matching branch. If no branch
 * matches, the result is the form of the first branch whose values are words.
 */
function shapeAt({ value, decode }: Pick<WireValue, "value" | "decode">): Shape | undefined {
  const shape = decode?.shape;
  if (shape?.kind !== "union") return shape;
  const { cases } = shape;
  const chosen =
    cases.find(([test]) => test(value)) ?? cases.find(([, entry]) => entry?.shape?.kind === "words");
  return shapeAt({ value, decode: chosen?.[1] });
}

/** Returns the wire name of a property, from its name in the spec. */
function wireName(shape: Shape | undefined, name: string): string {
  if (shape?.kind !== "object") return name;
  const renamed = Object.entries(shape.fields).find(([, field]) => "name" in field && field.name === name);
  // A field may be a function, and every function has a property `name`.
  return renamed && typeof renamed[1] === "object" ? renamed[0] : name;
}

/** Translates a description of valid values into the wire form, which the model must write. */
function expectationInWireForm(expectation: Expectation, shape: Shape | undefined): Expectation {
  const { values, types, expected } = expectation;
  switch (shape?.kind) {
    case "words": {
      const wordFor = (value: unknown): unknown =>
        shape.words.find(([, entry]) => entry === value)?.[0] ?? value;
      return { ...expectation, values: values && [...values].map(wordFor) };
    }
    case "json":
      return {
        ...expectation,
        expected: (expected ?? types?.replaceAll("|", " or ") ?? "value") + " as JSON text",
      };
    case "map":
      return types === undefined
        ? expectation
        : { ...expectation, types: "array", expected: "array of {key, value}" };
    case "list":
      // The items may have another form on the wire, so only "array" is expected here.
      return types === undefined ? expectation : { ...expectation, expected: "array" };
    default:
      return expectation;
  }
}

/** Adds the reason to an issue about a text or a number whose type alone does not explain the problem. */
function withReason(issue: FoundIssue, path: readonly string[]): Issue {
  const { pointer, value, expectation } = issue;
  const { types = "", shape } = expectation;
  if (types.includes("integer") && typeof value === "number" && !Number.isInteger(value))
    return issue.withPath(path, value, { ...expectation, received: issue.received + ", which is not whole" });
  const isEntry = issue.code === "decode" && isObject(value) && "key" in value && "value" in value;
  if (isEntry && expectation.received === undefined) {
    const { received } = issue.withPath(path, value["key"], expectation);
    return issue.withPath(path, value, { ...expectation, received: 'one whose "key" is ' + received });
  }
  // A text that begins like a JSON object or list was probably written as JSON.
  const looksLikeJson = shape?.kind === "json" || /array|object/.test(types);
  if (typeof value !== "string" || !looksLikeJson || !/^\s*[[{]/.test(value)) return issue;
  const fault = jsonFault(value);
  return fault ? { pointer, code: "json", expectation, ...fault } : issue;
}
