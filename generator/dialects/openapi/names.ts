import { createHash } from "node:crypto";
import type { Report } from "../../diagnostics/report.js";
import { trimUnderscores } from "../../base/words.js";
import type { Node } from "../node.js";
import type { Selected } from "./select.js";
import type { OpenApiSettings } from "./settings.js";

/** The names of one operation. */
export interface OperationNames {
  /**
   * The key of the operation in the lock: the operationId if the operationId is unique, or else a name that is
   * made from method and path.
   */
  readonly source: string;
  /** The name that the settings or an extension set. */
  readonly rename: string | undefined;
  /** The proposed wire name, which is legal. If the lock has a name, that name is used instead. */
  readonly suggestion: string;
  /**
   * The wire name that is used if another tool has the proposed name. This name depends only on method and
   * path, and not on the order of operations.
   */
  readonly fallback: string;
  /** The wire name that would be proposed for this operation in a document without other operations. */
  readonly natural: string;
}

const longest = 63;

/** Names all selected operations together, because a collision is visible only if all names are known. */
export function nameOperations(
  selected: readonly Selected[],
  settings: OpenApiSettings,
  report: Report,
): ReadonlyMap<Selected, OperationNames> {
  const byId = group(selected, ({ operation }) => operation.operationId ?? "");
  const byPath = group(selected, (one) => pathName(one));
  const candidates = selected.map((one) => {
    const { operation, hints } = one;
    const sameId = operation.operationId === undefined ? [] : (byId.get(operation.operationId) ?? []);
    const ownId = sameId.length === 1 ? operation.operationId : undefined;
    const derived =
      (byPath.get(pathName(one)) ?? []).length > 1 ? `${pathName(one)}_${hashOf(one)}` : pathName(one);
    const source = ownId ?? derived;
    const words = ownId === undefined ? derived : snakeCase(ownId);
    return {
      one,
      source,
      words,
      twins: sameId,
      rename:
        renameOf(one, settings) ??
        (hints.effective.name === undefined ? undefined : argumentName(hints.effective.name)),
    };
  });
  const taken = group(candidates, (candidate) => identity(shortName(candidate.words, candidate.one)));
  return new Map(
    candidates.map(({ one, source, words, twins, rename }) => {
      const wanted = shortName(words, one);
      const rivals = (taken.get(identity(wanted)) ?? []).filter((rival) => rival.rename === undefined);
      // If several operations would have the same name, the operation whose source name equals this name
      // keeps it. The other operations get a hash, so that the order of the operations does not matter.
      const keeps =
        rivals.length < 2 ||
        (source === wanted && rivals.filter((rival) => rival.source === wanted).length === 1);
      const fallback = withHash(words, one);
      const suggestion = keeps ? wanted : fallback;
      if (rename === undefined && twins.length > 1) reportTwin(one, twins, suggestion, report);
      else if (rename === undefined && !keeps) reportCollision(one, rivals, wanted, fallback, report);
      return [one, { source, rename, suggestion, fallback, natural: wanted }];
    }),
  );
}

function group<T>(list: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function renameOf({ operation }: Selected, settings: OpenApiSettings): string | undefined {
  const byId = operation.operationId === undefined ? undefined : settings.rename.get(operation.operationId);
  return settings.rename.get(`${operation.method} ${operation.path}`) ?? byId;
}

function idOrigin({ operation }: Selected): { key: Node["origin"] } {
  return { key: operation.node.origin };
}

function reportTwin(one: Selected, twins: readonly Selected[], name: string, report: Report): void {
  const other = twins.find((twin) => twin !== one);
  const related = other === undefined ? [] : [{ message: "the other one", at: idOrigin(other) }];
  const help = renameHelp(one, name);
  report.add("TP609", idOrigin(one), { id: one.operation.operationId ?? "", name }, { related, help });
}

function reportCollision(
  one: Selected,
  rivals: readonly { readonly one: Selected }[],
  name: string,
  wire: string,
  report: Report,
): void {
  const other = rivals.find((rival) => rival.one !== one)?.one;
  const related = other === undefined ? [] : [{ message: "the other one", at: idOrigin(other) }];
  report.add("TP610", idOrigin(one), { name, wire }, { related, help: renameHelp(one, `${name}_2`) });
}

function renameHelp({ operation }: Selected, name: string): string {
  return `name it yourself: rename: { ${JSON.stringify(`${operation.method} ${operation.path}`)}: ${JSON.stringify(name)} }`;
}

/** Returns a text that is equal for two names if they would become the same identifier or file name. */
function identity(name: string): string {
  return name.replace(/_/g, "").toLowerCase();
}

function hashOf({ operation }: Selected): string {
  return createHash("sha256").update(`${operation.method} ${operation.path}`).digest("hex").slice(0, 8);
}

/** Makes a name from method and path: `GET /pets/{petId}/toys` becomes `get_pets_toys_by_pet_id`. */
function pathName({ operation }: Selected): string {
  const parameters: string[] = [];
  const words = operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    parameters.push(name);
    return "/";
  });
  const by = parameters.length === 0 ? "" : `_by_${parameters.join("_and_")}`;
  return snakeCase(`${operation.method.toLowerCase()}_${words === "/" ? "root" : words}${by}`);
}

/**
 * Makes a name in snake case, such as `get_pet_by_id` for `getPetById`. Characters that are not allowed in
 * names separate words.
 */
export function snakeCase(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/[^\x00-\x7f]/g, "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  const name = words.join("_") || "operation";
  const started = /^[0-9]/.test(name) ? `_${name}` : name;
  return started in {} ? `${started}_` : started;
}

const abbreviations: Readonly<Record<string, string>> = {
  administration: "admin",
  administrator: "admin",
  administrators: "admins",
  application: "app",
  applications: "apps",
  authentication: "auth",
  authorization: "authz",
  configuration: "config",
  configurations: "configs",
  department: "dept",
  description: "desc",
  development: "dev",
  directory: "dir",
  document: "doc",
  documents: "docs",
  environment: "env",
  environments: "envs",
  identifier: "id",
  identifiers: "ids",
  information: "info",
  message: "msg",
  messages: "msgs",
  notification: "notif",
  notifications: "notifs",
  number: "num",
  organization: "org",
  organizations: "orgs",
  organisation: "org",
  organisations: "orgs",
  parameter: "param",
  parameters: "params",
  permission: "perm",
  permissions: "perms",
  production: "prod",
  reference: "ref",
  references: "refs",
  repository: "repo",
  repositories: "repos",
  response: "resp",
  security: "sec",
  specification: "spec",
  statistics: "stats",
  subscription: "sub",
  subscriptions: "subs",
  temporary: "temp",
  transaction: "txn",
  transactions: "txns",
  version: "ver",
  versions: "vers",
};

/**
 * Shortens a long name by abbreviating words. If the name is still too long, it is cut and a hash is added.
 */
function shortName(words: string, one: Selected): string {
  if (words.length <= longest) return words;
  const abbreviated = words
    .split("_")
    .map((word) => (Object.hasOwn(abbreviations, word) ? abbreviations[word] : word))
    .join("_");
  return abbreviated.length <= longest ? abbreviated : withHash(abbreviated, one);
}

function withHash(words: string, one: Selected): string {
  return `${words.slice(0, longest - 9).replace(/_+$/, "")}_${hashOf(one)}`;
}

/** Makes a legal name of an argument. A name that is already legal stays unchanged. */
export function argumentName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name) && !(name in {})) return name;
  const words = trimUnderscores(name.normalize("NFKD").replace(/[^A-Za-z0-9_]+/g, "_"));
  const started = /^[A-Za-z]/.test(words) ? words : `_${words}`;
  const safe =
    started in {} || started === "_" || name in {}
      ? `arg_${started.replace(/^_+/, "") || hashText(name)}`
      : started;
  return safe.length <= longest ? safe : `${safe.slice(0, longest - 9)}_${hashText(name)}`;
}

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
