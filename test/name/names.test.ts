import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import type { ImportedSet } from "../../generator/ir.js";
import { legalName, nameTools, type NamingSettings } from "../../generator/name/name.js";

const place = { file: "a.json", line: 1, column: 1, length: 1 };
const document = { file: "a.json", text: "", location: () => place };

/** Returns the names of tools whose names in the source are `sources`. */
function namesOf(sources: readonly string[], rules: Partial<NamingSettings>): readonly string[] {
  const tools = sources.map((sourceName) => ({
    sourceName,
    origin: { path: [], document },
    binding: { kind: "handler" },
  }));
  const set = { tools } as unknown as ImportedSet;
  const report = createReport();
  const named = nameTools(set, { foreign: false, locked: new Map(), ...rules }, report);
  return [...named.values()].map(({ name }) => name);
}

describe("dashes in names", () => {
  it("stay in names of our own dialect, and become underscores in names of foreign documents", () => {
    expect(namesOf(["get-weather"], {})).toEqual(["get-weather"]);
    expect(namesOf(["get-weather"], { foreign: true })).toEqual(["get_weather"]);
  });

  it("stay always or never if the config sets it", () => {
    expect(namesOf(["get-weather", "b c-d"], { foreign: true, dashes: "always" })).toEqual([
      "get-weather",
      "b_c-d",
    ]);
    expect(namesOf(["get-weather"], { dashes: "never" })).toEqual([]);
  });

  it("are named as the reason if only they are replaced (TP217)", () => {
    const helpOf = (name: string): string | undefined => {
      const report = createReport();
      const origin = { path: [], document };
      const set = { tools: [{ sourceName: name, origin, binding: { kind: "handler" } }] };
      nameTools(set as unknown as ImportedSet, { foreign: true, locked: new Map() }, report);
      return report.sorted().find(({ code }) => code === "TP217")?.help;
    };
    expect(helpOf("get-weather")).toContain("`dashes: always`");
    expect(helpOf("get weather")).not.toContain("dashes");
  });

  it("do not change a name that is in the lock", () => {
    const locked = new Map([["get-weather", "get_weather"]]);
    expect(namesOf(["get-weather"], { foreign: true, dashes: "always", locked })).toEqual(["get_weather"]);
    const dashed = new Map([["get-weather", "get-weather"]]);
    expect(namesOf(["get-weather"], { foreign: true, locked: dashed })).toEqual(["get-weather"]);
    expect(namesOf(["get-weather"], { foreign: true, dashes: "never", locked: dashed })).toEqual([
      "get_weather",
    ]);
  });

  it("do not begin a name, and do not extend it beyond 63 characters", () => {
    expect(legalName("-a b", true)).toBe("_-a_b");
    expect(legalName("a-".repeat(60), true).length).toBe(63);
  });
});
