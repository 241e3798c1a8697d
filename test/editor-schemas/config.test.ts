import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../generator/cli/config.js";
import { createReport } from "../../generator/diagnostics/report.js";
import { readSettings } from "../../generator/dialects/openapi/settings.js";
import { openSettings, settingNames } from "../../generator/dialects/spec-settings.js";
import { configSchema } from "../../generator/editor-schemas/config-schema.js";
import { defaultOptions } from "../../generator/options.js";
import { compileSchema } from "./compile-schema.js";

// An editor must mark a config if and only if the compiler reports a problem.

const accepts = compileSchema(configSchema());

/** Returns the codes of errors in a config. The settings of OpenAPI documents are included. */
async function reported(config: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const project = mkdtempSync(join(tmpdir(), "config-schema-"));
  const report = createReport();
  try {
    writeFileSync(join(project, "toolpress.config.json"), JSON.stringify(config));
    const read = await readConfig(project, report);
    for (const { values } of read?.settings.values() ?? [])
      readSettings(openSettings({ settings: values }, report));
  } finally {
    rmSync(project, { recursive: true });
  }
  return report.sorted().map(({ code }) => code);
}

const withSettings = (settings: unknown): Readonly<Record<string, unknown>> => ({
  specs: { "specs/a.yaml": settings },
});

const good: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["nothing", {}],
  ["its schema and fields of other programs", { $schema: "x", "x-a": 1 }],
  ["a folder of specs", { specs: "api" }],
  ["several folders", { specs: ["a", "b.yaml"] }],
  ["a spec without settings", withSettings(null)],
  ["every default", { ...defaultOptions, severity: { TP401: "error", TP101: "error" } }],
  ["a switch for results", { checkResults: false }],
  ["budgets and limits", { budgets: { tools: 40 }, limits: { depth: 9 } }],
  [
    "a selection",
    withSettings({
      include: ["getPet", "tag:pets", { path: "/pets", method: "GET" }],
      exclude: "x*",
      all: true,
    }),
  ],
  [
    "all rules of an OpenAPI document",
    withSettings({
      from: "openapi",
      split: "tag",
      overlays: ["a.yaml"],
      rename: { getPet: "pet" },
      cookies: "session",
      bind: { key: { env: "KEY" }, user: { context: "user.id" }, limit: { value: 1 } },
      prune: { deprecated: false, descriptions: 40 },
      approval: "writes",
      pages: { limit: 50 },
      origin: "https://api.example.com",
    }),
  ],
  ["rules that are switched off", withSettings({ prune: false, pages: false })],
  ["settings of a remote", withSettings({ remote: "files", signatures: { read: "s" } })],
];

const bad: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["an unknown option", { output: "x" }],
  ["a number for a folder", { out: 5 }],
  ["an unknown form of imports", { imports: "jsx" }],
  ["a text for a switch", { coerce: "yes" }],
  ["a depth below nothing", { unrollDepth: -1 }],
  ["an unknown way to check results", { checkResults: "always" }],
  ["an unknown code", { severity: { TP999: "error" } }],
  ["an unknown severity", { severity: { TP401: "loud" } }],
  ["an error that is lowered", { severity: { TP101: "off" } }],
  ["an unknown budget", { budgets: { tool: 1 } }],
  ["a budget of nothing", { budgets: { tools: 0 } }],
  ["a limit that is a text", { limits: { depth: "deep" } }],
  ["specs that are a number", { specs: 5 }],
  ["settings that are a list", withSettings([])],
  ["an unknown setting", withSettings({ included: [] })],
  ["a selector of nothing", withSettings({ include: [""] })],
  ["an unknown part of a selector", withSettings({ include: { verb: "GET" } })],
  ["a text for all", withSettings({ all: "yes" })],
  ["another split", withSettings({ split: "path" })],
  ["overlays that are numbers", withSettings({ overlays: [5] })],
  ["a new name that is a list", withSettings({ rename: { a: [] } })],
  ["a binding to nothing", withSettings({ bind: { a: {} } })],
  ["an unknown rule to prune", withSettings({ prune: { examples: true } })],
  ["descriptions of no length", withSettings({ prune: { descriptions: 0 } })],
  ["another approval", withSettings({ approval: "always" })],
  ["a page of nothing", withSettings({ pages: { limit: 0 } })],
  ["an origin with a path", withSettings({ origin: "https://a.example/v1" })],
];

describe("schema/config.schema.json", () => {
  it.each(good)("accepts %s, as the compiler does", async (_what, config) => {
    expect([accepts(config), await reported(config)]).toEqual([[], []]);
  });

  it.each(bad)("refuses %s, as the compiler does", async (_what, config) => {
    expect(accepts(config)).not.toEqual([]);
    expect(await reported(config)).not.toEqual([]);
  });

  it.each([...Object.keys(defaultOptions), "model", "specs", "out", "stubs", "limits"])(
    "restricts the values of %s",
    (option) => expect(accepts({ [option]: { "not a value": true } })).not.toEqual([]),
  );

  it.each(settingNames)("restricts the values of the setting %s", (setting) => {
    expect(accepts(withSettings({ [setting]: 5 }))).not.toEqual([]);
  });
});
