import { code, type Code, ident, join, key, nothing, str } from "../base/code.js";

/** Collects the imports of one generated file and prints them. */
export interface Imports {
  value(module: string, ...names: readonly string[]): void;
  type(module: string, ...names: readonly string[]): void;
  /**
   * Imports the value `exported` under the name `name`, because `exported` may equal an identifier of the generated
   * file.
   */
  renamed(module: string, exported: string, name: string): void;
  /** Imports functions and types of the runtime from one list. A name with a capital letter is a type. */
  mixed(module: string, names: readonly string[]): void;
  readonly modules: readonly string[];
  /** The sorted names that are imported from a module. */
  from(module: string): readonly string[];
  code(): Code;
}

export function createImports(): Imports {
  const modules = new Map<string, Map<string, "value" | "type">>();
  const exportedAs = new Map<string, string>();
  const add = (module: string, names: readonly string[], kind: "value" | "type"): void => {
    const known = modules.get(module) ?? new Map<string, "value" | "type">();
    for (const name of names) if (kind === "value" || !known.has(name)) known.set(name, kind);
    if (known.size > 0) modules.set(module, known);
  };
  return {
    value: (module, ...names) => add(module, names, "value"),
    type: (module, ...names) => add(module, names, "type"),
    renamed: (module, exported, name) => {
      add(module, [name], "value");
      exportedAs.set(`${module}#${name}`, exported);
    },
    mixed: (module, names) => {
      for (const name of names) add(module, [name], /^[A-Z]/.test(name) ? "type" : "value");
    },
    get modules() {
      return [...modules.keys()].sort(byModule);
    },
    from: (module) => [...(modules.get(module)?.keys() ?? [])].sort(),
    code: () =>
      join(
        [...modules.entries()]
          .sort(([a], [b]) => byModule(a, b))
          .map(([module, names]) => importLine(module, names, (name) => exportedAs.get(`${module}#${name}`))),
        "\n",
      ),
  };
}

function importLine(
  module: string,
  names: ReadonlyMap<string, "value" | "type">,
  exportedAs: (name: string) => string | undefined,
): Code {
  const sorted = [...names].sort(([a, aKind], [b, bKind]) =>
    aKind === bKind ? (a < b ? -1 : 1) : aKind === "value" ? -1 : 1,
  );
  const allTypes = sorted.every(([, kind]) => kind === "type");
  const list = join(
    sorted.map(([name, kind]) => {
      const exported = exportedAs(name);
      const source =
        exported === "default" ? code`default` : exported === undefined ? nothing : key(exported);
      const renamed = exported === undefined ? nothing : code`${source} as `;
      return code`${kind === "type" && !allTypes ? code`type ` : nothing}${renamed}${ident(name)}`;
    }),
    ", ",
  );
  return code`import ${allTypes ? code`type ` : nothing}{ ${list} } from ${str(module)};`;
}

/** Orders modules: packages before relative paths. */
function byModule(a: string, b: string): number {
  const [left, right] = [a.startsWith("."), b.startsWith(".")];
  return left === right ? (a < b ? -1 : a > b ? 1 : 0) : left ? 1 : -1;
}
