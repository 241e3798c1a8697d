import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { code } from "../../generator/base/code.js";
import { lintTemplate } from "../../generator/emit/lint-template.js";
import { compile, helpers } from "../../generator/emit/render.js";

const names = Object.keys(helpers);
const folder = new URL("../../templates/", import.meta.url);

describe("templates", () => {
  it.each(readdirSync(folder))("%s follows the rules", (file) => {
    expect(lintTemplate(readFileSync(new URL(file, folder), "utf8"), names)).toEqual([]);
  });

  it.each([
    ["{{name}}", "prints without a helper"],
    ["{{{str name}}}", "raw output"],
    ["{{&name}}", "raw output"],
    ["{{lookup this name}}", "prints without a helper"],
    ["{{str (concat a b)}}", "takes one path"],
    ["{{str name other=1}}", "takes one path"],
    ['{{str "text"}}', "takes one path"],
    ["{{> partial}}", "is not allowed"],
    ["{{> (lookup . 'x')}}", "is not allowed"],
    ["{{#with x}}{{/with}}", "block with is not allowed"],
    ["{{#each (list)}}{{/each}}", "a block takes one path"],
    ['"{{str name}}"', "inside quotes"],
    ["`{{str name}}`", "inside quotes"],
    ["// {{str name}}\n", "inside a comment"],
    ["/* {{str name}} */", "inside a comment"],
    ["{{#*inline 'x'}}{{/inline}}", "is not allowed"],
    ["{ a: {{str x}}}", "does not parse"],
  ])("refuses %s", (template, problem) => {
    expect(lintTemplate(template, names).join("; ")).toContain(problem);
  });

  it("refuses a view without a value that a helper needs", () => {
    expect(() => compile("{{str missing}}", "x")({})).toThrow(/no such value/);
    expect(() => compile("{{num missing}}", "x")({})).toThrow(/no such value/);
  });

  it("refuses plain text where code is expected", () => {
    expect(() => compile("{{code body}}", "x")({ body: "evil()" })).toThrow(/expected Code/);
    expect(compile("{{code body}}", "x")({ body: code`fine()` })).toBe("fine()");
  });

  it("does not see inherited properties of a view", () => {
    expect(() => compile("{{str constructor}}", "x")({})).toThrow();
  });
});
