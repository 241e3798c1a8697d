import type { Checking, Measured } from "./rule.js";

/**
 * Returns false if all operations of a document together exceed the token budget. A diagnostic then asks the
 * user to select operations.
 */
export function fitUnselected(tools: readonly Measured[], { set, options, report }: Checking): boolean {
  const most = options.budgets.tokens;
  const found = tools.reduce((total, { size }) => total + size.tokens, 0);
  if (found <= most) return true;
  const over = { budget: "tokens", most, found } as const;
  report.add("TP603", set.origin, { operations: tools.length, over });
  return false;
}
