import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the option `paths` of TypeScript, with which imports of both packages lead to the sources. */
export function sourcePaths(): Record<string, string[]> {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile) as {
    config: { compilerOptions: { paths: Record<string, string[]> } };
  };
  return Object.fromEntries(
    Object.entries(config.compilerOptions.paths).map(([name, files]) => [
      name,
      files.map((file) => join(root, file)),
    ]),
  );
}
