import { code, join, nothing, str, type Code } from "../../base/code.js";
import type { PrintText, Site } from "./scope.js";

/** A test of a value. If the condition `when` holds, the value is invalid, and `then` prints the report. */
export interface Guard {
  readonly site: Site;
  readonly when: Code;
  readonly then: (print: PrintText) => Code;
}

/**
 * The assertions for one value. The guards run in order, and the first guard that finds an issue reports it. If no
 * guard finds an issue, `rest` runs.
 */
export interface Plan {
  /** The conditions that must hold for the assertions to apply. */
  readonly only: readonly Code[];
  readonly guards: readonly Guard[];
  readonly rest: readonly Code[];
}

export const nothingToCheck: Plan = { only: [], guards: [], rest: [] };

export function isEmpty(plan: Plan): boolean {
  return plan.guards.length === 0 && plan.rest.length === 0;
}

/**
 * Prints the statements of a plan. Other statements may follow them. If `texts` is missing, a text that several guards
 * contain becomes a constant.
 */
export function print(plan: Plan, texts?: PrintText): readonly Code[] {
  const { only, guards, rest } = plan;
  if (isEmpty(plan)) return [];
  if (only.length === 0) {
    if (guards.length === 0) return rest;
    if (texts !== undefined) return [chain(guards, rest, texts)];
    const shared = shareTexts(guards);
    return [...shared.constants, chain(guards, rest, shared.print)];
  }
  const condition = join(only, " && ");
  const [first, ...others] = guards;
  if (first !== undefined && others.length === 0 && rest.length === 0) {
    return [code`if (${condition} && (${first.when})) ${first.then(texts ?? str)};`];
  }
  return [code`if (${condition}) ${block(print({ ...plan, only: [] }, texts))}`];
}

/**
 * Prints the statements of a plan as a complete function body. Each guard returns, so that the following statements are
 * not nested.
 */
export function printFlat(plan: Plan): readonly Code[] {
  if (plan.only.length > 0 || plan.rest.length === 0) return print(plan);
  const { constants, print: texts } = shareTexts(plan.guards);
  const guards = plan.guards.map(({ when, then }) => code`if (${when}) return ${then(texts)};`);
  return [...constants, ...guards, ...plan.rest];
}

/** Declares a constant for each text that several guards contain. So the code contains the text once. */
export function shareTexts(guards: readonly Guard[]): { constants: readonly Code[]; print: PrintText } {
  const uses = new Map<string, number>();
  for (const { then } of guards)
    then((text) => {
      uses.set(text, (uses.get(text) ?? 0) + 1);
      return nothing;
    });
  const repeated = [...uses].flatMap(([text, count]) => (count > 1 ? [text] : []));
  const names = new Map(repeated.map((text) => [text, nameFor(guards[0]!.site)]));
  return {
    constants: [...names].map(([text, name]) => code`const ${name} = ${str(text)};`),
    print: (text) => names.get(text) ?? str(text),
  };
}

/**
 * Returns a name for the constant that contains the expected text of a report. The name is `expectedCity` if the code
 * checks the variable `city`, and `expected` if it checks `value`.
 */
function nameFor({ scope, value }: Site): Code {
  const name = value.toString();
  const of = name === "value" ? "" : name.charAt(0).toUpperCase() + name.slice(1);
  return scope.local(`expected${of}`);
}

/** Prints statements as the body of `if` or `else`. A single call needs no braces. */
export function block(statements: readonly Code[]): Code {
  const [only, ...others] = statements;
  return others.length === 0 && only?.isCall === true ? only : code`{ ${join(statements, "\n")} }`;
}

function chain(guards: readonly Guard[], rest: readonly Code[], texts: PrintText): Code {
  const tests = guards.map(({ when, then }) => code`if (${when}) ${then(texts)};`);
  const last = rest.length === 0 ? [] : [block(rest)];
  return [...tests, ...last].reduce((before, next) => code`${before} else ${next}`);
}
