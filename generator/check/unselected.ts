import type { Checking, Measured } from "./rule.js";

/**
 * Checks the token budget of a document for which the user selected no operations. If all operations together
 * exceed the budget, a diagnostic asks for a selection.
 */
export function fitUnselected(tools: readonly Measured[], { set, options, report }: Checking): boolean {
  const most = options.budgets.tokens;
  const found = tools.reduce((total, { size }) => total + size.tokens, 0);
  if (found <= most) return true;
  const over = { budget: "tokens", most, found } as const;
  report.add("TP603", set.origin, { operations: tools.length, over });
  return false;
}
