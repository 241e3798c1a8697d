import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { loadedTargets } from "../helpers/export-targets.js";
import { defaultOptions } from "../../generator/options.js";
import { declare, prepare } from "../../generator/pipeline/prepare.js";
import { renderText } from "../../generator/diagnostics/render.js";

// Exports one spec to every target. UPDATE=1 rewrites the expected files.

const file = (name: string): URL => new URL(`./golden/${name}`, import.meta.url);
const text = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : "");

function expectFile(name: string, found: string): void {
  if (process.env["UPDATE"] === "1") {
    if (found === "") rmSync(file(name), { force: true });
    else writeFileSync(file(name), found);
  }
  expect(found).toBe(text(name));
}

describe("toolpress export", () => {
  it.each(loadedTargets)("writes the shop for $title in idiomatic form", (target) => {
    const report = createReport();
    const source = { path: "shop.tools.yaml", text: text("shop.tools.yaml") };
    const [set] = prepare(source, () => undefined, report)!.sets;
    const json = target.write(set!, { report, declarations: () => declare(set!, defaultOptions, report) });
    expectFile(`${target.name}.json`, `${JSON.stringify(json, null, 2)}\n`);
    expectFile(`${target.name}.diagnostics.txt`, renderText(report.sorted()));
  });
});
