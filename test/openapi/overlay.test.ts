import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { applyOverlay } from "../../generator/dialects/openapi/apply-overlays.js";
import { compileDocument } from "./compile-document.js";
import { documentOf } from "./document-of.js";

interface Applied {
  readonly value: unknown;
  readonly problems: readonly string[];
}

function apply(value: unknown, actions: unknown, version = "1.1.0"): Applied {
  const report = createReport();
  const overlay = { overlay: version, info: { title: "o", version: "1" }, actions };
  const document = documentOf(overlay);
  const edited = applyOverlay(value, { value: overlay, origin: { document, path: [] } }, report);
  return { value: edited, problems: report.sorted().map(({ code, message }) => `${code} ${message}`) };
}

describe("an overlay", () => {
  const api = {
    info: { title: "Traffic lights", version: "1" },
    tags: ["a"],
    paths: {
      "/lights": {
        get: { summary: "List", parameters: [{ name: "filter", in: "query" }] },
        post: { summary: "Add" },
      },
      "/it's": { get: { summary: "Quoted" } },
    },
  };

  it("merges an object deeply into its targets", () => {
    const { value } = apply(api, [
      { target: "$", update: { info: { description: "New", title: "Lights" } } },
    ]);
    expect(value).toMatchObject({ info: { title: "Lights", version: "1", description: "New" }, tags: ["a"] });
  });

  it("changes every node that its path selects", () => {
    const { value } = apply(api, [{ target: "$.paths.*.get", update: { deprecated: true } }]);
    expect(value).toMatchObject({
      paths: { "/lights": { get: { deprecated: true } }, "/it's": { get: { deprecated: true } } },
    });
  });

  it("selects by the content of a node", () => {
    const actions = [
      { target: "$.paths.*.*.parameters[?@.name == 'filter']", update: { schema: { type: "string" } } },
    ];
    expect(apply(api, actions).value).toMatchObject({
      paths: { "/lights": { get: { parameters: [{ name: "filter", schema: { type: "string" } }] } } },
    });
  });

  it("adds to lists: an entry, or in 1.1 every entry of a list", () => {
    expect(apply(api, [{ target: "$.tags", update: "b" }]).value).toMatchObject({ tags: ["a", "b"] });
    expect(apply(api, [{ target: "$.tags", update: ["b", "c"] }]).value).toMatchObject({
      tags: ["a", "b", "c"],
    });
    expect(apply(api, [{ target: "$.tags", update: ["b"] }], "1.0.0").value).toMatchObject({
      tags: ["a", ["b"]],
    });
  });

  it("joins lists inside of merged objects", () => {
    expect(apply(api, [{ target: "$", update: { tags: ["z"] } }]).value).toMatchObject({ tags: ["a", "z"] });
  });

  it("removes nodes, also several entries of one list", () => {
    const numbers = { list: [1, 2, 3, 4, 5], keep: true };
    expect(apply(numbers, [{ target: "$.list[?@ > 1 && @ < 5]", remove: true }]).value).toEqual({
      list: [1, 5],
      keep: true,
    });
    expect(apply(api, [{ target: "$.paths['/lights'].post", remove: true }]).value).not.toHaveProperty([
      "paths",
      "/lights",
      "post",
    ]);
  });

  it("prefers removal to an update in the same action", () => {
    expect(apply({ a: { b: 1 } }, [{ target: "$.a", remove: true, update: { c: 1 } }]).value).toEqual({});
  });

  it("applies actions in order, each to the result of the last one", () => {
    const actions = [
      { target: "$.info", update: { "x-new": { n: 1 } } },
      { target: "$.info['x-new']", update: { m: 2 } },
      { target: "$.info.title", remove: true },
    ];
    expect(apply(api, actions).value).toMatchObject({ info: { "x-new": { n: 1, m: 2 }, version: "1" } });
  });

  it("copies from another place, since 1.1", () => {
    const actions = [{ target: "$.paths['/lights'].post", copy: "$.paths['/lights'].get" }];
    expect(apply(api, actions).value).toMatchObject({ paths: { "/lights": { post: { summary: "List" } } } });
    expect(apply(api, actions, "1.0.0").problems[0]).toContain("expected `update`");
  });

  it("replaces plain values since 1.1, and not before", () => {
    const actions = [{ target: "$.info.title", update: "New" }];
    expect(apply(api, actions).value).toMatchObject({ info: { title: "New" } });
    expect(apply(api, actions, "1.0.0").problems[0]).toContain("objects and lists only");
  });

  it("finds keys with quotes in them", () => {
    const actions = [{ target: "$.paths[?@.get.summary == 'Quoted'].get", update: { summary: "Found" } }];
    expect(apply(api, actions).value).toMatchObject({ paths: { "/it's": { get: { summary: "Found" } } } });
  });

  it("accepts an action that matches nothing, with a note", () => {
    expect(apply(api, [{ target: "$.nowhere", update: {} }])).toEqual({
      value: api,
      problems: ['TP619 nothing in the document matches "$.nowhere"'],
    });
  });

  it("does not modify its input", () => {
    const before = structuredClone(api);
    apply(api, [{ target: "$..summary", remove: true }]);
    expect(api).toEqual(before);
  });

  it("handles __proto__ like any other key", () => {
    const update = JSON.parse('{ "__proto__": { "polluted": true } }') as unknown;
    const { value } = apply({ a: {} }, [{ target: "$.a", update }]);
    expect(Object.keys((value as { a: object }).a)).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("polluted");
  });

  it.each([
    ["a target that is no JSONPath", [{ target: "$.a[", update: {} }], "is not a JSONPath of RFC 9535"],
    ["an action without target", [{ update: {} }], "expected a target, found nothing"],
    ["an action that does nothing", [{ target: "$" }], "expected `update`, `remove: true` or `copy`"],
    [
      "text merged into an object",
      [{ target: "$.info", update: "x" }],
      'expected an object to merge, found "x"',
    ],
    [
      "a copy of several nodes",
      [{ target: "$.info", copy: "$.paths.*" }],
      "expected `copy` to select one node, found 2",
    ],
    ["removal of everything", [{ target: "$", remove: true }], "the document itself cannot be removed"],
    ["actions that are no list", {}, "expected a list of actions, found a mapping"],
  ])("reports %s and changes nothing", (_, actions, problem) => {
    const applied = apply(api, actions);
    expect(applied.value).toEqual(api);
    expect(applied.problems.join()).toContain(problem);
  });

  it("of another version is reported", () => {
    expect(apply(api, [], "2.0.0").problems.join()).toContain(
      'expected an overlay of version 1.0 or 1.1, found "2.0.0"',
    );
  });
});

describe("overlays of a spec", () => {
  const spec = JSON.stringify({
    openapi: "3.0.0",
    paths: { "/a": { get: { operationId: "getA", responses: {} } } },
  });

  it("that are missing are reported", () => {
    const { diagnostics } = compileDocument(spec, "/nowhere/a.json", {
      all: true,
      overlays: ["missing.yaml"],
    });
    expect(diagnostics.map(({ message }) => message)).toContain(
      'cannot follow "missing.yaml": the overlay is missing',
    );
  });

  it.each(["https://evil.example/o.yaml", "/etc/passwd", "../../outside.yaml"])(
    "are never taken from %s",
    (file) => {
      const { diagnostics } = compileDocument(spec, "/nowhere/a.json", { all: true, overlays: [file] });
      expect(diagnostics.some(({ code }) => code === "TP605")).toBe(true);
    },
  );
});
