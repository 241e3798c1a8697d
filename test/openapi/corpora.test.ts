import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { corpus } from "../helpers/corpora.js";
import { type Compiled, compileDocument } from "./compile-document.js";

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesUnder(path) : /\.(json|ya?ml)$/.test(name) ? [path] : [];
    });
}

function compileFile(file: string, folder?: string): Compiled {
  return compileDocument(readFileSync(file, "utf8"), file, { all: true }, folder);
}

/** Returns facts that must be the same for every way to write a document. */
function essentials({ tools }: Compiled): unknown {
  const view = tools.map(({ tool, declaration, rewrites }) => ({
    declaration,
    rewrites,
    binding: tool.binding,
    output: tool.output,
  }));
  // The conversion to JSON removes all locations.
  return JSON.parse(JSON.stringify(view));
}

describe("@readme/oas-examples", () => {
  const folder = fileURLToPath(new URL("../../node_modules/@readme/oas-examples", import.meta.url));
  const documents = ["2.0", "3.0", "3.1"].flatMap((version) => filesUnder(join(folder, version)));
  const compiled = new Map(documents.map((file) => [file, compileFile(file)]));
  const all = [...compiled.values()];

  it("creates a tool for nearly every operation, and reports the reason for the others", () => {
    const operations = all.flatMap((one) => one.operations).length;
    const refused = [...compiled].flatMap(([file, one]) =>
      one.refused.map((call) => `${relative(folder, file)} ${call}`),
    );
    console.log(
      `@readme/oas-examples: ${documents.length} documents, ${operations} operations, ${refused.length} refused`,
    );
    expect(documents.length).toBe(129);
    // Some examples require credentials that they do not define.
    expect(refused.length / operations).toBeLessThan(0.015);
    for (const one of all.filter(({ refused: calls }) => calls.length > 0)) {
      expect(
        one.diagnostics.filter(({ severity, location }) => severity === "error" && location !== undefined),
      ).not.toEqual([]);
    }
  });

  it("creates declarations that Gemini accepts", () => {
    expect(all.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it("has the same result for JSON and YAML twins", () => {
    const pairs = documents.flatMap((file) => {
      const yaml = join(dirname(dirname(file)), "yaml", basename(file).replace(/\.json$/, ".yaml"));
      return basename(dirname(file)) === "json" && existsSync(yaml) ? [[file, yaml] as const] : [];
    });
    // The two documents of some pairs differ. Only pairs with the same content must give the same result.
    const alike = pairs.filter(([json, yaml]) => {
      return (
        JSON.stringify(JSON.parse(readFileSync(json, "utf8"))) ===
        JSON.stringify(parse(readFileSync(yaml, "utf8")))
      );
    });
    console.log(`@readme/oas-examples: ${pairs.length} pairs of twins, ${alike.length} alike`);
    expect(alike.length).toBeGreaterThan(50);
    for (const [json, yaml] of alike) {
      expect(essentials(compiled.get(yaml)!), relative(folder, yaml)).toEqual(
        essentials(compiled.get(json)!),
      );
    }
  });

  it("assigns the same names for every order of paths", () => {
    const [file] = documents.filter((one) => one.endsWith("3.0/json/petstore.json"));
    const document = JSON.parse(readFileSync(file!, "utf8")) as { paths: object };
    const reversed = { ...document, paths: Object.fromEntries(Object.entries(document.paths).reverse()) };
    const names = (one: Compiled): string[] => one.tools.map(({ tool }) => tool.name).sort();
    expect(names(compileDocument(JSON.stringify(reversed), file!))).toEqual(names(compiled.get(file!)!));
  });
});

describe("openapi-broken", () => {
  const folder = corpus("openapi-broken");
  const documents = folder === undefined ? [] : filesUnder(folder);
  const compiled = new Map(
    documents.map((file) => [relative(folder ?? "", file), compileFile(file, dirname(file))]),
  );

  it.skipIf(folder === undefined)("has a tool, or a diagnostic with a location, for every operation", () => {
    let [operations, tools] = [0, 0];
    for (const [file, one] of compiled) {
      operations += one.operations.length;
      tools += one.tools.length;
      const located = one.diagnostics.filter(
        ({ severity, location }) => severity === "error" && location !== undefined,
      );
      if (one.refused.length > 0) expect(located, file).not.toEqual([]);
      expect(one.violations, file).toEqual([]);
    }
    console.log(`openapi-broken: ${compiled.size} files, ${operations} operations, ${tools} tools`);
    expect(compiled.size).toBeGreaterThan(50);
  });

  /** The fault that each file is named after. An empty text means that the fault affects no tool. */
  const faults: Readonly<Record<string, string>> = {
    "invalid/numeric-version.yaml": "",
    "invalid/old-version.yaml": "TP601",
    "invalid/newer-version.yaml": "",
    "invalid/no-paths-or-webhooks.yaml": "TP626",
    "validate-schema/invalid/file-header-param.yaml": "TP606",
    "validate-schema/invalid/invalid-param-location.yaml": "TP606",
    "validate-schema/invalid/non-required-path-param.yaml": "TP629",
    "validate-schema/invalid/optional-path-param.yaml": "TP629",
    "validate-schema/invalid/invalid-schema-type.yaml": "TP301",
    "validate-spec/invalid/body-and-form-params.yaml": "TP606",
    "validate-spec/invalid/multiple-body-params.yaml": "TP606",
    "validate-spec/invalid/multiple-operation-body-params.yaml": "TP606",
    "validate-spec/invalid/multiple-path-body-params.yaml": "TP606",
    "validate-spec/invalid/duplicate-operation-ids.yaml": "TP609",
    "validate-spec/invalid/duplicate-operation-params.yaml": "TP613",
    "validate-spec/invalid/duplicate-path-params.yaml": "TP613",
    "validate-spec/invalid/no-path-params.yaml": "TP611",
    "validate-spec/invalid/path-placeholder-no-param.yaml": "TP611",
    "validate-spec/invalid/path-param-no-placeholder.yaml": "TP612",
  };

  it.skipIf(folder === undefined).each(Object.entries(faults).filter(([, code]) => code !== ""))(
    "finds the fault of %s: %s",
    (file, code) => {
      const found = compiled.get(file)?.diagnostics.map((diagnostic) => diagnostic.code);
      expect(found).toContain(code);
    },
  );

  it.skipIf(folder === undefined).each([...compiled.keys()].filter((file) => file.includes("/valid/")))(
    "finds no error in %s",
    (file) => {
      const errors = compiled.get(file)?.diagnostics.filter(({ severity }) => severity === "error");
      expect(errors).toEqual([]);
    },
  );
});
