import type { BoundValue, Json } from "../../ir.js";
import { showValue } from "../../base/show-value.js";
import { isMapping, own } from "../node.js";
import type { Settings } from "../spec-settings.js";
import { parseSelector, type Selector } from "./selector.js";

/** The settings of an OpenAPI document, after their values were checked. */
export interface OpenApiSettings {
  /** The selectors of operations. Undefined if the config has no `include`. */
  readonly include: readonly WrittenSelector[] | undefined;
  readonly exclude: readonly WrittenSelector[];
  readonly all: boolean;
  /** True if the model finds the tools with a search. */
  readonly search: boolean;
  readonly split: "tag" | undefined;
  /** Paths of overlay files, relative to the document. */
  readonly overlays: readonly string[];
  /** The wire names of operations, by operationId or `METHOD /path`. */
  readonly rename: ReadonlyMap<string, string>;
  /**
   * The sources of bound arguments. The keys are names of parameters or properties in the document, and apply
   * to every operation.
   */
  readonly bind: ReadonlyMap<string, BoundValue>;
  /** The names of the cookies in `context.cookies` that the API may receive. */
  readonly cookies: ReadonlySet<string>;
  readonly prune: PruneSettings;
  /**
   * Which operations need an approval. With "declared", these are the operations for which the document
   * requires an approval. With "writes", these are also all operations that may change something.
   */
  readonly approval: "declared" | "writes";
  /**
   * The largest page size for operations whose document sets no limit. If the limit is undefined, page sizes
   * have no limit. False leaves paging unchanged.
   */
  readonly pages: { readonly limit: number | undefined } | false;
  /** The origin of the API. A document with another origin is refused. */
  readonly origin: string | undefined;
}

/** A selector and its path in the settings. */
export interface WrittenSelector extends Selector {
  readonly at: Path;
}

type Path = readonly (string | number)[];

/** Rules that remove parts of a schema which a model does not need. Required properties are never removed. */
export interface PruneSettings {
  /** Leaves out properties with `deprecated: true`. */
  readonly deprecated: boolean;
  /** Leaves out properties with `x-internal: true`. */
  readonly internal: boolean;
  /**
   * Removes markup from descriptions and shortens them to about this many characters. The limit is half as
   * large inside arguments, and three times as large for the description of a tool. False keeps descriptions
   * unchanged.
   */
  readonly descriptions: number | false;
}

const defaultPrune: PruneSettings = {
  deprecated: true,
  internal: true,
  descriptions: 80,
};

export function readSettings(settings: Settings): OpenApiSettings {
  const wrong = (at: Path, expected: string, found: unknown): undefined => {
    const setting = at.filter((step) => typeof step === "string").join(".");
    settings.add("TP617", at, { setting, expected, found: showValue(found) });
    return undefined;
  };
  const reader = { settings, wrong };
  const search = (settings.get("search") ?? false) !== false;
  return {
    include: settings.get("include") === undefined ? undefined : selectors(reader, "include"),
    exclude: selectors(reader, "exclude"),
    // A set with a search may have any number of tools, so all operations are selected by default.
    all: flag(reader, "all") || search,
    search,
    split: choice(reader, "split", ["tag"] as const),
    overlays: strings(reader, "overlays", "file names"),
    rename: renames(reader),
    bind: readBind(settings.get("bind"), (found, ...name) => wrong(["bind", ...name], bindShape, found)),
    cookies: new Set(strings(reader, "cookies", "names of cookies")),
    prune: pruneRules(reader),
    approval: choice(reader, "approval", ["declared", "writes"] as const) ?? "declared",
    pages: pageSettings(reader),
    origin: originSetting(reader),
  };
}

interface Reader {
  readonly settings: Settings;
  readonly wrong: (at: Path, expected: string, found: unknown) => undefined;
}

function selectors({ settings, wrong }: Reader, name: string): readonly WrittenSelector[] {
  const value = settings.get(name);
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown, index) => {
    const at = Array.isArray(value) ? [name, index] : [name];
    const selector = parseSelector(item);
    if (selector !== undefined) return { ...selector, at };
    wrong(at, '"operationId", "tag:name", "METHOD /path" or {operationId, tag, path, method}', item);
    return [];
  });
}

function flag({ settings, wrong }: Reader, name: string): boolean {
  const value = settings.get(name) ?? false;
  return typeof value === "boolean" ? value : (wrong([name], "true or false", value) ?? false);
}

function strings({ settings, wrong }: Reader, name: string, expected: string): readonly string[] {
  const value = settings.get(name);
  if (value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => (typeof item === "string" ? item : (wrong([name], expected, item) ?? [])));
}

function choice<T extends string>(
  { settings, wrong }: Reader,
  name: string,
  known: readonly T[],
): T | undefined {
  const value = settings.get(name);
  if (value === undefined) return undefined;
  return (
    known.find((one) => one === value) ??
    wrong([name], known.map((one) => JSON.stringify(one)).join(" or "), value)
  );
}

function renames({ settings, wrong }: Reader): ReadonlyMap<string, string> {
  const value = settings.get("rename");
  if (value === undefined) return new Map();
  if (!isMapping(value)) {
    wrong(["rename"], "operationId: new_name", value);
    return new Map();
  }
  return new Map(
    Object.entries(value).flatMap(([id, name]) => {
      return typeof name === "string" ? [[id, name] as const] : (wrong(["rename", id], "a name", name) ?? []);
    }),
  );
}

function pruneRules({ settings, wrong }: Reader): PruneSettings {
  const value = settings.get("prune");
  if (value === undefined || value === true) return defaultPrune;
  if (value === false) return { deprecated: false, internal: false, descriptions: false };
  if (!isMapping(value)) {
    wrong(["prune"], "true, false or a mapping of rules", value);
    return defaultPrune;
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(defaultPrune, name))
      wrong(["prune", name], "one of the rules deprecated, internal and descriptions", name);
  const flag = (name: "deprecated" | "internal"): boolean => {
    const setting = own(value, name) ?? defaultPrune[name];
    return typeof setting === "boolean"
      ? setting
      : (wrong(["prune", name], "true or false", setting) ?? true);
  };
  const limit = (name: "descriptions"): number | false => {
    const setting = own(value, name) ?? defaultPrune[name];
    if (setting === false || (typeof setting === "number" && setting >= 1)) return setting;
    return wrong(["prune", name], "false or a number of 1 or more", setting) ?? defaultPrune[name];
  };
  return {
    deprecated: flag("deprecated"),
    internal: flag("internal"),
    descriptions: limit("descriptions"),
  };
}

/** By default page sizes have no limit. A default limit would refuse valid calls. */
const defaultPages = { limit: undefined };

function pageSettings({ settings, wrong }: Reader): OpenApiSettings["pages"] {
  const value = settings.get("pages") ?? true;
  if (typeof value === "boolean") return value && defaultPages;
  const limit = own(value, "limit");
  if (isMapping(value) && typeof limit === "number" && Number.isInteger(limit) && limit >= 1)
    return { limit };
  return wrong(["pages"], "true, false or {limit: a whole number of 1 or more}", value) ?? defaultPages;
}

function originSetting({ settings, wrong }: Reader): string | undefined {
  const value = settings.get("origin");
  if (value === undefined) return undefined;
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? url.origin : wrong(["origin"], 'an origin such as "https://api.example.com"', value);
}

export const bindShape = "name: {context: path}, {env: NAME} or {value: anything}";

/** Reads the bound values in settings and in `x-toolpress`. */
export function readBind(
  value: unknown,
  wrong: (found: unknown, ...name: readonly string[]) => undefined,
): ReadonlyMap<string, BoundValue> {
  const bound = new Map<string, BoundValue>();
  if (value === undefined) return bound;
  if (!isMapping(value)) {
    wrong(value);
    return bound;
  }
  for (const [name, source] of Object.entries(value)) {
    const [context, env] = [own(source, "context"), own(source, "env")];
    if (typeof context === "string") bound.set(name, { from: "context", path: context.split(".") });
    else if (typeof env === "string") bound.set(name, { from: "env", name: env });
    else if (isMapping(source) && Object.hasOwn(source, "value")) {
      bound.set(name, { from: "value", value: source["value"] as Json });
    } else wrong(source, name);
  }
  return bound;
}
