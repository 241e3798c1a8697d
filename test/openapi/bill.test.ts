import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { compileDocument } from "./compile-document.js";
import { naiveDeclarations } from "./naive-conversion.js";

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

it("declares the petstore in at most 105 % of the size of a naive conversion, with nothing left out", () => {
  const file = fileURLToPath(import.meta.resolve("@readme/oas-examples/3.0/json/petstore.json"));
  const text = readFileSync(file, "utf8");
  const document = JSON.parse(text) as { paths: Record<string, Record<string, { operationId?: string }>> };
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  const { tools } = compileDocument(text, file, { all: true });
  const ours = bytes(tools.map(({ declaration }) => declaration));
  expect(ours / bytes(naiveDeclarations(document, ids))).toBeLessThanOrEqual(1.05);
});
