import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project } from "./project.js";

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /items:
    get: { operationId: listItems, summary: Lists the items of the shop., responses: { "200": { description: OK } } }
    post: { operationId: addItem, summary: Adds an item to the shop., responses: { "201": { description: OK } } }
`;

let project: Project;
const settings = (text: string): void =>
  project.put("toolpress.config.yaml", `specs: { specs/shop.openapi.yaml: ${text} }\n`);
beforeEach(async () => {
  project = createProject();
  project.put("specs/shop.openapi.yaml", shop);
  settings("{ all: true, approval: writes }");
  expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
});
afterEach(() => project.remove());

describe("an error in the settings of an OpenAPI spec", () => {
  test.each([
    ["{ all: true, approval: write }", 'setting "approval"'],
    ["{ all: true, approval: writes, overlays: [missing.yaml] }", "the overlay is missing"],
    ["{ include: [listItms] }", 'Did you mean "listItems"?'],
  ])("keeps the existing output, including approvals: %s", async (wrong, message) => {
    const read = (): string[] => project.files().map((path) => project.get(path));
    const before = read();
    expect(before.join("")).toContain("approval: true");
    settings(wrong);
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(read()).toEqual(before);
    expect((await project.toolpress("gen", "--check")).code).toBe(1);
  });
});

test("settings of a folder are an error, and a path may begin with a dot", async () => {
  project.put("toolpress.config.yaml", "specs:\n  specs: { all: true }\n");
  const refused = await project.toolpress("gen");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("toolpress.config.yaml:2:3  error TP202");
  project.put(
    "toolpress.config.yaml",
    "specs:\n  ./specs/shop.openapi.yaml: { all: true, approval: writes }\n",
  );
  expect(await project.toolpress("gen", "--check")).toMatchObject({ code: 0 });
});
