import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Finds the entries that keep formatters and linters away from generated files. `gen --check` compares every byte, and
// these programs could change the files. ESLint, for example, removes the comment that disables ESLint.

/** The file that `init` writes for Prettier. */
export const prettierIgnore = {
  path: ".prettierignore",
  text: (out: string): string => `# Written by toolpress, and compared by toolpress gen --check.\n${out}/\n`,
};

/** Returns the entries that the user must add to existing files. `init` does not change existing files. */
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

/**
 * Returns whether an ignore file already mentions the output folder. A missing file needs no entry, so the result is
 * then true.
 */
function mentions(root: string, file: string | undefined, out: string): boolean {
  if (file === undefined || !existsSync(join(root, file))) return true;
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const name = new RegExp(`(?:^|[\\s"'\`/!*])${out.replace(/[^\w/]/g, "\\$&")}(?:[\\s"'\`/*]|$)`);
  return lines.some((line) => !/^\s*(?:#|\/\/)/.test(line) && name.test(line));
}
