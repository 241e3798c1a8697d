import type Handlebars from "handlebars";
import { Code, doc, ident, json, key, line, num, str } from "../base/code.js";
import { readAsset } from "../base/package-files.js";
import { handlebars } from "./handlebars.js";
import { lintTemplate } from "./lint-template.js";

/**
 * The helpers that print a value in a template. Each helper prints for one lexical context, for example a string
 * literal.
 */
export const helpers = {
  str: (value: unknown) => str(required("str", value) as string),
  num: (value: unknown) => num(required("num", value) as number),
  json: (value: unknown) => json(required("json", value)),
  ident: (value: unknown) => ident(required("ident", value) as string),
  key: (value: unknown) => key(required("key", value) as string),
  doc: (value: unknown) => doc(required("doc", value) as string),
  line: (value: unknown) => line(required("line", value) as string),
  code: (value: unknown) => {
    if (!(value instanceof Code)) throw new TypeError("code: expected Code, which only base/code.ts makes");
    return value;
  },
} as const;

/**
 * Returns the value, or throws an error if the view does not contain the value. The `strict` option of Handlebars
 * does not check the arguments of helpers.
 */
function required(helper: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`${helper}: the view has no such value`);
  return value;
}

const templates = new Map<string, Handlebars.TemplateDelegate>();

/** Renders a template of the folder `templates/` with a view. */
export function render(template: string, view: object): string {
  let compiled = templates.get(template);
  if (compiled === undefined) {
    const source = readAsset(`templates/${template}.hbs`);
    compiled = compile(source, template);
    templates.set(template, compiled);
  }
  return compiled(view);
}

/** Checks and compiles a template. The template can use only the helpers of this file, `each`, `if` and `unless`. */
export function compile(source: string, name: string): Handlebars.TemplateDelegate {
  const problems = lintTemplate(source, Object.keys(helpers));
  if (problems.length > 0) throw new Error(`template ${name}: ${problems.join("; ")}`);
  const environment = handlebars().create();
  for (const builtin of ["lookup", "log", "with", "blockHelperMissing"])
    environment.unregisterHelper(builtin);
  environment.registerHelper({ ...helpers });
  return environment.compile(source, {
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: Object.fromEntries(
      [...Object.keys(helpers), "each", "if", "unless"].map((helper) => [helper, true]),
    ),
    preventIndent: true,
  });
}
