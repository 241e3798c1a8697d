import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Both packages by their names mean the sources here, so that no test ever runs a stale build.
const alias = [
  ...sourcesOf("@toolpress/runtime", "./runtime/"),
  { find: "toolpress/generator", replacement: source("./generator/index.ts") },
  { find: "toolpress/spec", replacement: source("./generator/define-tools.ts") },
  { find: "toolpress/testing", replacement: source("./testing/index.ts") },
];

/** The source file of each entry that a package exports. */
function sourcesOf(name: string, folder: string): { find: RegExp; replacement: string }[] {
  const { exports } = JSON.parse(readFileSync(source(`${folder}package.json`), "utf8")) as {
    exports: Record<string, string | { default: { default: string } }>;
  };
  return Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === "string"
      ? []
      : [
          {
            find: new RegExp(`^${name}${entry.slice(1)}$`),
            replacement: source(target.default.default.replace("./dist/", folder).replace(/js$/, "ts")),
          },
        ],
  );
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
