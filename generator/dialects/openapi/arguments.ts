import type { BoundValue, ForeignSchema, OperationParameter } from "../../ir.js";
import type { Origin } from "../../base/origin.js";
import { losesLetters } from "../../base/words.js";
import type { Bundle } from "./bundle.js";
import type { Dropped } from "./copy-schema.js";
import type { ArgumentCandidate } from "./argument-candidates.js";
import { argumentName, hashText } from "./names.js";
import { isMapping, ownString } from "../node.js";
import { plainText, shorten } from "./plain-text.js";
import type { PruneSettings } from "./settings.js";
import type { Version } from "./version.js";

/** The arguments of one operation. */
export interface Arguments {
  readonly input: ForeignSchema;
  readonly parameters: readonly OperationParameter[];
  readonly bind: ReadonlyMap<string, BoundValue>;
  readonly dropped: readonly Dropped[];
}

/** The operation to which the arguments belong, and the rules for copying their schemas. */
export interface ArgumentsContext {
  /** The method and the path of the operation, such as `GET /pets`. */
  readonly key: string;
  readonly origin: Origin;
  readonly bundle: Bundle;
  readonly version: Version;
  readonly prune: PruneSettings;
}

/**
 * Makes the object schema of the arguments, and the list of parameters that carry the values of the
 * arguments.
 */
export function assembleArguments(
  candidates: readonly ArgumentCandidate[],
  { key, origin, bundle, version, prune }: ArgumentsContext,
): Arguments {
  const names = nameArguments(candidates);
  const at = ["tools", key, "input"];
  const properties: (readonly [string, unknown])[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of candidates) {
    const name = names.get(candidate) ?? candidate.name;
    const path = [...at, "properties", name];
    const schemas = candidate.file === undefined ? candidate.schemas : [];
    const parts = schemas.map((schema) => bundle.graft(path, schema, "input"));
    for (const part of parts)
      dropped.push(...part.dropped.map((one) => ({ ...one, path: pathUnder(name, one.path) })));
    properties.push([
      name,
      describedSchema(
        candidate,
        parts.map((part) => part.value),
        version,
        prune,
      ),
    ]);
  }
  const required = candidates
    .filter((candidate) => candidate.required)
    .map((candidate) => names.get(candidate) ?? candidate.name);
  const value = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  bundle.place(at, value, origin);
  return {
    input: { value, dialect: version.schemas, origin: { document: bundle.document, path: at } },
    parameters: candidates.map((candidate) =>
      operationParameter(candidate, names.get(candidate) ?? candidate.name),
    ),
    bind: new Map(
      candidates.flatMap((candidate) =>
        candidate.bound ? [[names.get(candidate) ?? candidate.name, candidate.bound]] : [],
      ),
    ),
    dropped,
  };
}

/**
 * Returns the path of a property that was left out. If the property is in a shared schema, the path begins
 * with the name of that schema. Otherwise it begins with the name of the argument.
 */
function pathUnder(argument: string, path: string): string {
  return /^[A-Z]/.test(path) ? path : `${argument}.${path}`;
}

/**
 * Names each argument. If two arguments have the same name, their location is added, as in `id_path` and
 * `id_query`. If the names are still equal, a hash is added.
 */
function nameArguments(
  candidates: readonly Pick<ArgumentCandidate, "in" | "name">[],
): ReadonlyMap<Pick<ArgumentCandidate, "in" | "name">, string> {
  const plain = countBy(candidates.map((candidate) => argumentName(candidate.name)));
  const qualified = (candidate: Pick<ArgumentCandidate, "in" | "name">): string => {
    const name = argumentName(candidate.name);
    return (plain.get(name) ?? 0) < 2 ? name : argumentName(`${name}_${candidate.in}`);
  };
  const sharing = new Map<string, Pick<ArgumentCandidate, "in" | "name">[]>();
  for (const candidate of candidates) {
    const name = qualified(candidate);
    const others = sharing.get(name);
    if (others === undefined) sharing.set(name, [candidate]);
    else others.push(candidate);
  }
  return new Map([...sharing].flatMap(([name, sharers]) => nameSharers(name, sharers)));
}

/**
 * Names the candidates that would get the same name. If exactly one of the candidates has a legal original name,
 * that candidate keeps the name. All other candidates get a hash.
 */
function nameSharers(
  name: string,
  sharers: readonly Pick<ArgumentCandidate, "in" | "name">[],
): readonly (readonly [Pick<ArgumentCandidate, "in" | "name">, string])[] {
  const isPlain = (candidate: Pick<ArgumentCandidate, "in" | "name">): boolean =>
    candidate.name === argumentName(candidate.name);
  const plain = sharers.filter(isPlain).length;
  return sharers.map((candidate) => {
    const rivals = plain - (isPlain(candidate) ? 1 : 0);
    const keeps = sharers.length < 2 || ((candidate.name === name || isPlain(candidate)) && rivals === 0);
    return [
      candidate,
      keeps ? name : `${name.slice(0, 54)}_${hashText(`${candidate.in} ${candidate.name}`)}`,
    ];
  });
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function describedSchema(
  candidate: ArgumentCandidate,
  parts: readonly unknown[],
  version: Version,
  prune: PruneSettings,
): unknown {
  const written = candidate.description?.trim() ?? "";
  const [schema] = parts;
  const short = prune.descriptions === false ? written : shorten(plainText(written), prune.descriptions);
  const text = withName(candidate.name, short, schema);
  if (candidate.file !== undefined) return fileSchema(candidate, text);
  const description = text === "" ? {} : { description: text };
  if (parts.length > 1) return { allOf: parts, ...description };
  if (!isMapping(schema)) return schema === true ? { ...description } : schema;
  // Before OpenAPI 3.1, keywords beside a reference are ignored.
  const alone = Object.hasOwn(schema, "$ref") && version.family !== "3.1" && text !== "";
  return alone ? { allOf: [schema], ...description } : { ...schema, ...description };
}

/** Adds the original name to the description, if the name of the argument has lost letters. */
function withName(name: string, text: string, schema: unknown): string {
  if (!losesLetters(name)) return text;
  const original = text || (ownString(schema, "description") ?? "");
  return `${original} Called ${JSON.stringify(name)}.`.trimStart();
}

function fileSchema(candidate: ArgumentCandidate, text: string): unknown {
  const own = candidate.schemas[0]?.value;
  const original =
    text || (isMapping(own) && typeof own["description"] === "string" ? plainText(own["description"]) : "");
  const handle = { type: "string", minLength: 1 };
  const hint = candidate.file === "many" ? "handles of files" : "handle of a file";
  const description =
    original === "" ? `${hint.charAt(0).toUpperCase()}${hint.slice(1)}` : `${original} (${hint})`;
  return candidate.file === "many"
    ? { type: "array", items: handle, description }
    : { ...handle, description };
}

function operationParameter(candidate: ArgumentCandidate, argument: string): OperationParameter {
  const { in: place, name, style, explode, allowReserved, contentType, file, withheld } = candidate;
  return {
    argument,
    in: place,
    name,
    style,
    explode,
    allowReserved,
    contentType,
    ...(file !== undefined && { file }),
    ...(withheld !== undefined && { withheld }),
  };
}
