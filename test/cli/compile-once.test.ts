import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as generator from "../../generator/generate.js";
import { generate } from "../../generator/generate.js";
import { createProject, type Project } from "./project.js";

// Compiling a large document takes seconds, so no command may compile a document twice.

vi.mock("../../generator/generate.js", async (original) => {
  const actual = await original<typeof generator>();
  return { ...actual, generate: vi.fn(actual.generate) };
});

let project: Project;

beforeEach(() => {
  project = createProject();
  const paths = { "/pets": { get: { operationId: "listPets", summary: "Lists all pets.", responses: {} } } };
  const info = { title: "Pets", version: "1" };
  const servers = [{ url: "https://pets.example.com" }];
  project.put("pets.json", JSON.stringify({ openapi: "3.1.0", info, servers, paths }));
  vi.mocked(generate).mockClear();
});
afterEach(() => project.remove());

test.each([[[]], [["--all"]], [["--all", "--check"]], [["--all", "--format", "json"]]])(
  "gen %j compiles a document once",
  async (flags) => {
    await project.toolpress("gen", "pets.json", ...flags);
    expect(generate).toHaveBeenCalledTimes(1);
  },
);
