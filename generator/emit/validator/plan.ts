import { code, join, type Code } from "../../base/code.js";

/** If `when` holds the value is wrong, and `then` says so. */
export interface Guard {
  readonly when: Code;
  readonly then: Code;
}

/** What is to be asserted of one value: guards in order, the first that holds speaks; the rest runs when none does. */
export interface Plan {
  /** Conditions under which the assertions apply at all. */
  readonly only: readonly Code[];
  readonly guards: readonly Guard[];
  readonly rest: readonly Code[];
}

export const nothingToCheck: Plan = { only: [], guards: [], rest: [] };

export function isEmpty(plan: Plan): boolean {
  return plan.guards.length === 0 && plan.rest.length === 0;
}

/** Statements of a plan, where other statements may follow. */
export function print(plan: Plan): readonly Code[] {
  const { only, guards, rest } = plan;
  if (isEmpty(plan)) return [];
  if (only.length === 0) return guards.length === 0 ? rest : [chain(guards, rest)];
  const condition = join(only, " && ");
  const [first, ...others] = guards;
  if (first !== undefined && others.length === 0 && rest.length === 0) {
    return [code`if (${condition} && (${first.when})) ${first.then};`];
  }
  return [code`if (${condition}) ${block(print({ ...plan, only: [] }))}`];
}

/** Statements of a plan that is a whole function: guards return, so that the rest stays flat. */
export function printFlat(plan: Plan): readonly Code[] {
  if (plan.only.length > 0 || plan.rest.length === 0) return print(plan);
  return [...plan.guards.map((guard) => code`if (${guard.when}) return ${guard.then};`), ...plan.rest];
}

/** Statements as the body of a branch: a lone call needs no braces. */
export function block(statements: readonly Code[]): Code {
  const [only, ...others] = statements;
  const isCall =
    only !== undefined &&
    others.length === 0 &&
    /^(?:issues\.|check\w*\(|(?:drop|free|further)\()/.test(only.toString());
  return isCall ? only : code`{ ${join(statements, "\n")} }`;
}

function chain(guards: readonly Guard[], rest: readonly Code[]): Code {
  const tests = guards.map((guard) => code`if (${guard.when}) ${guard.then};`);
  const last = rest.length === 0 ? [] : [block(rest)];
  return [...tests, ...last].reduce((before, next) => code`${before} else ${next}`);
}
