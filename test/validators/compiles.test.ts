import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { checksSource } from "./compile-checks.js";
import { Random } from "./random.js";
import { randomRoot, repetitiveRoot } from "./random-schemas.js";

const runtime = fileURLToPath(new URL("../../runtime/v1.ts", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

const strictest: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  paths: { "@toolpress/runtime/v1": [runtime] },
};

describe("generated checks", () => {
  it("compile under the strictest flags, with nothing unused, for 150 random schemas under every rule for unknown properties", () => {
    const files = new Map<string, string>();
    for (let index = 0; index < 150; index += 1) {
      const random = new Random(104_729 * (index + 1));
      const sharesAll = index % 5 === 0;
      const schema = sharesAll ? repetitiveRoot(random) : randomRoot(random);
      const normalised = normaliseSchema(foreignOf(schema), {
        documents: documentsOf(),
        report: createReport(),
      });
      if (normalised === undefined) continue;
      const unknown = (["refuse", "strip", "allow"] as const)[index % 3]!;
      const { code, imports } = checksSource(normalised.schema, {
        defs: Object.fromEntries(normalised.defs),
        unknown,
        ...(sharesAll && { worth: 0 }),
      });
      const names = ["checkIt", ...[...normalised.defs.keys()].map((name) => `check${name}`)];
      files.set(
        `${root}test/validators/virtual-${index}.ts`,
        `import { ${imports.join(", ")} } from "@toolpress/runtime/v1";\n${code}\nexport { ${names.join(", ")} };\n`,
      );
    }
    expect(files.size).toBeGreaterThan(100);
    expect(problemsOf(files)).toEqual([]);
  });
});

function problemsOf(files: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(strictest);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists.call(host, name);
  host.readFile = (name) => files.get(name) ?? readFile.call(host, name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile.call(host, name, target, ...rest)
      : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...files.keys()], strictest, host);
  return [...files.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${ts.flattenDiagnosticMessageText(messageText, " ")} in ${files.get(name)}`,
    );
  });
}
