import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// In the workflow sandbox of Temporal nothing can load a file later. `npm run test:engines` loads generated sets there.

const generated = fileURLToPath(new URL("../../generated", import.meta.url));

it("every import() of generated code joins the bundle that imports it, if webpack bundles", () => {
  const imports = readdirSync(generated, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap(
      (file) =>
        readFileSync(`${generated}/${file}`, "utf8").match(/\bimport\((?:\/\*.*?\*\/ )?"[^"]*"\)/g) ?? [],
    );
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter((text) => !text.startsWith('import(/* webpackMode: "eager" */ "'))).toEqual([]);
});
