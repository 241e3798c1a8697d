import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A module that applications import. */
export interface Entry {
  /** The name in an import statement, for example `@toolpress/runtime/otel`. */
  readonly name: string;
  /** The absolute path of the source of the module. */
  readonly source: string;
  /** The path of the module's page below `docs/`, for example `api/runtime-otel.md`. */
  readonly page: string;
}

type Target = { readonly default: string | { readonly default: string } };
type Exports = Readonly<Record<string, string | Target>>;

/** The entries of both packages. Entries named `v1` are excluded, because only generated code imports them. */
export const entries: readonly Entry[] = [
  ...entriesOf("@toolpress/runtime", "../runtime/", "runtime/"),
  ...entriesOf("toolpress", "../", ""),
];

function entriesOf(name: string, folder: string, prefix: string): readonly Entry[] {
  const manifest = new URL(`${folder}package.json`, import.meta.url);
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly exports: Exports };
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === "string" || path.endsWith("/v1")) return [];
    const modules = typeof target.default === "string" ? target.default : target.default.default;
    const source = modules.replace("./dist/", folder).replace(/js$/, "ts");
    const page = `${prefix}${path.slice(2)}`.replace(/\/$/, "").replaceAll("/", "-");
    return [
      {
        name: name + path.slice(1),
        source: fileURLToPath(new URL(source, import.meta.url)),
        page: `api/${page}.md`,
      },
    ];
  });
}
