import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import type ts from "typescript";
import { entries, type Entry } from "./entries.js";

// Makes the API reference. TypeDoc makes one page for each entry, from its types and their comments.

export interface ApiReference {
  /** The text of each page. The key is the path of the page below `docs/`. */
  readonly pages: ReadonlyMap<string, string>;
  /** The TypeScript program from which the pages are made. The tables of options use it too. */
  readonly program: ts.Program;
}

const markdown: PluginOptions = {
  outputFileStrategy: "modules",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  hideGroupHeadings: true,
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  parametersFormat: "table",
  tableColumnSettings: {
    hideSources: true,
    hideInherited: true,
    hideOverrides: true,
    hideModifiers: true,
  },
};

export async function apiReference(): Promise<ApiReference> {
  const out = mkdtempSync(join(tmpdir(), "toolpress-api-"));
  try {
    const app = await Application.bootstrapWithPlugins({
      ...markdown,
      entryPoints: entries.map(({ source }) => source),
      tsconfig: fileURLToPath(new URL("tsconfig.json", import.meta.url)),
      plugin: ["typedoc-plugin-markdown"],
      out,
      readme: "none",
      logLevel: "Warn",
      disableSources: true,
      excludeExternals: true,
      // Type errors are ignored here, because `npm run types` reports them.
      skipErrorChecking: true,
      validation: false,
    });
    const [program] = (app.getEntryPoints() ?? []).map((entry) => entry.program);
    const project = await app.convert();
    if (program === undefined || project === undefined) throw new Error("TypeDoc could not read the sources");
    for (const module of project.children ?? []) module.name = fileOf(module.name);
    await app.generateOutputs(project);
    const pages = entries.map((entry) => [entry.page, pageOf(entry, out)] as const);
    return { pages: new Map([...pages, ["api/README.md", index()]]), program };
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Returns the name of the page for a module. TypeDoc names a module by its path, for example `runtime/loop/loop`. */
function fileOf(module: string): string {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const entry = entries.find(({ source }) =>
    [`${module}.ts`, `${module}/index.ts`].includes(relative(root, source).replaceAll("\\", "/")),
  );
  if (entry === undefined) throw new Error(`${module} is not an entry of a package`);
  return entry.page.replace(/^api\/|\.md$/g, "");
}

function pageOf({ name, page }: Entry, out: string): string {
  const text = readFileSync(join(out, page.replace("api/", "")), "utf8");
  return (
    text
      .replace(
        /^# .*\n/,
        `# ${name}\n\nMade from the types and their comments by \`npm run docs\` in the repository.\n`,
      )
      // The anchors of table rows are removed. Headings keep their own anchors.
      .replace(/<a id="[^"]*"><\/a> /g, "")
      .replace(/\]\(#(?:property|type-parameter)-[^)]*\)/g, "]")
  );
}

function index(): string {
  const lines = entries.map(({ name, page }) => `- [${name}](${page.replace("api/", "")})`);
  return `# API reference\n\n${lines.join("\n")}\n`;
}
