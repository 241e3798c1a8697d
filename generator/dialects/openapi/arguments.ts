import type { BoundValue, ForeignSchema, WireArgument } from "../../ir.js";
import type { Origin } from "../../base/origin.js";
import { losesLetters } from "../../base/words.js";
import type { Bundle } from "./bundle.js";
import type { Dropped } from "./copy-schema.js";
import type { Draft } from "./drafts.js";
import { argumentName, hashText } from "./names.js";
import { isMapping, ownString } from "../node.js";
import { plainText, shorten } from "./plain-text.js";
import type { PruneRules } from "./settings.js";
import type { Version } from "./version.js";

export interface Arguments {
  readonly input: ForeignSchema;
  readonly wire: readonly WireArgument[];
  readonly bind: ReadonlyMap<string, BoundValue>;
  readonly dropped: readonly Dropped[];
}

/** The place of the arguments, and the rules for copying their schemas. */
export interface ArgumentsOf {
  /** The operation: method and path. */
  readonly key: string;
  readonly origin: Origin;
  readonly bundle: Bundle;
  readonly version: Version;
  readonly rules: PruneRules;
}

/** Builds one flat object of arguments, and the table from argument to wire. */
export function assembleArguments(
  drafts: readonly Draft[],
  { key, origin, bundle, version, rules }: ArgumentsOf,
): Arguments {
  const names = nameArguments(drafts);
  const at = ["tools", key, "input"];
  const properties: (readonly [string, unknown])[] = [];
  const dropped: Dropped[] = [];
  for (const draft of drafts) {
    const name = names.get(draft) ?? draft.name;
    const path = [...at, "properties", name];
    const schemas = draft.file === undefined ? draft.schemas : [];
    const parts = schemas.map((schema) => bundle.graft(path, schema, "input"));
    for (const part of parts)
      dropped.push(...part.dropped.map((one) => ({ ...one, path: pathUnder(name, one.path) })));
    properties.push([
      name,
      describedSchema(
        draft,
        parts.map((part) => part.value),
        version,
        rules,
      ),
    ]);
  }
  const required = drafts.filter((draft) => draft.required).map((draft) => names.get(draft) ?? draft.name);
  const value = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  bundle.place(at, value, origin);
  return {
    input: { value, dialect: version.schemas, origin: { document: bundle.document, path: at } },
    wire: drafts.map((draft) => wireOf(draft, names.get(draft) ?? draft.name)),
    bind: new Map(
      drafts.flatMap((draft) => (draft.bound ? [[names.get(draft) ?? draft.name, draft.bound]] : [])),
    ),
    dropped,
  };
}

/** A path inside of a shared schema begins with the name of the schema, any other path with that of the argument. */
function pathUnder(argument: string, path: string): string {
  return /^[A-Z]/.test(path) ? path : `${argument}.${path}`;
}

/**
 * Names each argument. Arguments with equal names get their place as a suffix. If the names are still equal, they get
 * a hash of the name on the wire.
 */
function nameArguments(
  drafts: readonly Pick<Draft, "in" | "name">[],
): ReadonlyMap<Pick<Draft, "in" | "name">, string> {
  const plain = countBy(drafts.map((draft) => argumentName(draft.name)));
  const placed = (draft: Pick<Draft, "in" | "name">): string => {
    const name = argumentName(draft.name);
    return (plain.get(name) ?? 0) < 2 ? name : argumentName(`${name}_${draft.in}`);
  };
  const sharing = new Map<string, Pick<Draft, "in" | "name">[]>();
  for (const draft of drafts) {
    const name = placed(draft);
    const others = sharing.get(name);
    if (others === undefined) sharing.set(name, [draft]);
    else others.push(draft);
  }
  return new Map([...sharing].flatMap(([name, sharers]) => nameSharers(name, sharers)));
}

/** Of several drafts with the same name, only one can keep it: the only one that is written exactly like the name. */
function nameSharers(
  name: string,
  sharers: readonly Pick<Draft, "in" | "name">[],
): readonly (readonly [Pick<Draft, "in" | "name">, string])[] {
  const isPlain = (draft: Pick<Draft, "in" | "name">): boolean => draft.name === argumentName(draft.name);
  const plain = sharers.filter(isPlain).length;
  return sharers.map((draft) => {
    const rivals = plain - (isPlain(draft) ? 1 : 0);
    const keeps = sharers.length < 2 || ((draft.name === name || isPlain(draft)) && rivals === 0);
    return [draft, keeps ? name : `${name.slice(0, 54)}_${hashText(`${draft.in} ${draft.name}`)}`];
  });
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function describedSchema(
  draft: Draft,
  parts: readonly unknown[],
  version: Version,
  rules: PruneRules,
): unknown {
  const written = draft.description?.trim() ?? "";
  const [schema] = parts;
  const short = rules.descriptions === false ? written : shorten(plainText(written), rules.descriptions);
  const text = withName(draft.name, short, schema);
  if (draft.file !== undefined) return fileSchema(draft, text);
  const description = text === "" ? {} : { description: text };
  if (parts.length > 1) return { allOf: parts, ...description };
  if (!isMapping(schema)) return schema === true ? { ...description } : schema;
  // Before 3.1, keywords next to a reference are not read.
  const alone = Object.hasOwn(schema, "$ref") && version.family !== "3.1" && text !== "";
  return alone ? { allOf: [schema], ...description } : { ...schema, ...description };
}

/** If the name of the argument has lost letters, the description has to contain the original name. */
function withName(name: string, text: string, schema: unknown): string {
  if (!losesLetters(name)) return text;
  const said = text || (ownString(schema, "description") ?? "");
  return `${said} Called ${JSON.stringify(name)}.`.trimStart();
}

function fileSchema(draft: Draft, text: string): unknown {
  const own = draft.schemas[0]?.value;
  const said =
    text || (isMapping(own) && typeof own["description"] === "string" ? plainText(own["description"]) : "");
  const handle = { type: "string", minLength: 1 };
  const hint = draft.file === "many" ? "handles of files" : "handle of a file";
  const description = said === "" ? `${hint.charAt(0).toUpperCase()}${hint.slice(1)}` : `${said} (${hint})`;
  return draft.file === "many" ? { type: "array", items: handle, description } : { ...handle, description };
}

function wireOf(draft: Draft, argument: string): WireArgument {
  const { in: place, name, style, explode, allowReserved, contentType, file, withheld } = draft;
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
