import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Formatters and linters that write would change generated files, and `gen --check` compares every byte. ESLint removes even the comment
// that disables it.

/** The file that `init` writes for Prettier. */
export const prettierIgnore = {
  path: ".prettierignore",
  text: (out: string): string => `# Written by toolpress, and compared by toolpress gen --check.\n${out}/\n`,
};

/** Entries that users have to add to existing files, which `init` does not change. */
export function missingIgnores(root: string, out: string): readonly string[] {
  const eslint = findFile(root, eslintConfigs);
  const biome = findFile(root, ["biome.json", "biome.jsonc"]);
  return [
    ...(mentions(root, prettierIgnore.path, out) ? [] : [`${prettierIgnore.path}: ${out}/`]),
    ...(mentions(root, ".eslintignore", out) ? [] : [`.eslintignore: ${out}/`]),
    ...(mentions(root, eslint, out) ? [] : [`${eslint}: { ignores: [${JSON.stringify(`${out}/`)}] }`]),
    ...(mentions(root, biome, out)
      ? []
      : [`${biome}: "files": { "includes": ["**", ${JSON.stringify(`!${out}`)}] }`]),
  ];
}

const eslintConfigs = ["js", "mjs", "cjs", "ts", "mts", "cts"].map((ending) => `eslint.config.${ending}`);

function findFile(root: string, names: readonly string[]): string | undefined {
  return names.find((name) => existsSync(join(root, name)));
}

/** Whether a file names the output folder already; a missing file has nothing to add to. */
function mentions(root: string, file: string | undefined, out: string): boolean {
  if (file === undefined || !existsSync(join(root, file))) return true;
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const name = new RegExp(`(?:^|[\\s"'\`/!*])${out.replace(/[^\w/]/g, "\\$&")}(?:[\\s"'\`/*]|$)`);
  return lines.some((line) => !/^\s*(?:#|\/\/)/.test(line) && name.test(line));
}
