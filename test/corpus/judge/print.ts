import type { CauseKind, Outcome } from "./outcome.js";

// Prints the findings of the judge as Markdown.

type Column = readonly [title: string, value: (outcome: Outcome) => number];

const calls: readonly Column[] = [
  ["operations", (one) => one.operations],
  ["tools", (one) => one.tools],
  ["calls", (one) => one.calls],
  ["accepted", (one) => one.accepted],
  ["refused by Prism", (one) => one.refused],
  ["limits of Prism", (one) => one.limited],
  ["not sent", (one) => one.notSent],
  ["result mismatches", (one) => one.mismatches],
  ["of them Prism's own", (one) => one.mismatchesOfPrism],
  ["lost arguments", (one) => one.lost],
  ["without a sample", (one) => one.unsampled],
];

const requests: readonly Column[] = [
  ["writing calls", (one) => one.writes],
  ["with something unasked", (one) => one.unasked],
  ["bytes unasked", (one) => one.unaskedBytes],
  ["valid examples", (one) => one.examples.valid],
  ["arrived equal", (one) => one.examples.equal],
  ["arrived different", (one) => one.examples.different],
  ["refused", (one) => one.examples.refused],
];

export function printTables(outcomes: readonly Outcome[]): void {
  console.log("\nCalls against Prism\n");
  console.log(table(outcomes, calls));
  console.log("\nRequests as a recorder got them\n");
  console.log(table(outcomes, requests));
  for (const one of outcomes.filter(({ problem }) => problem !== undefined))
    console.log(`\n${one.name}: ${one.problem}`);
  console.log(`\n${outcomes.reduce((sum, one) => sum + one.seconds, 0).toFixed(0)} s`);
}

function table(outcomes: readonly Outcome[], columns: readonly Column[]): string {
  const rows = outcomes.map((one) => [one.name, ...columns.map(([, value]) => grouped(value(one)))]);
  const sums = columns.map(([, value]) => grouped(outcomes.reduce((sum, one) => sum + value(one), 0)));
  const all = [["document", ...columns.map(([title]) => title)], ...rows, ["all", ...sums]];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(all[0]!), rule, ...all.slice(1).map(line)].join("\n");
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

const kinds: readonly CauseKind[] = [
  "refused by Prism",
  "limit of Prism",
  "not sent",
  "unasked",
  "example refused",
  "example different",
  "result mismatch",
  "lost",
];

/** Prints every cause of every document. */
export function printDetails(outcomes: readonly Outcome[]): string {
  const parts = outcomes.map((one) => {
    const errors = Object.entries(one.errors).map(([code, count]) => `${code} × ${count}`);
    const groups = kinds.flatMap((kind) => {
      const causes = one.causes.filter((cause) => cause.kind === kind);
      if (causes.length === 0) return [];
      const lines = causes.map(
        ({ count, text, tools }) =>
          `- ${count} × ${text} (${tools.slice(0, 3).join(", ")}${tools.length > 3 ? `, ${tools.length - 3} more` : ""})`,
      );
      return [`### ${one.name}: ${kind}`, "", ...lines, ""];
    });
    return [
      `## ${one.name}`,
      "",
      `${one.tools} tools of ${one.operations} operations in ${one.seconds} s. ${errors.length === 0 ? "" : `Errors: ${errors.join(", ")}.`}`,
      ...(one.problem === undefined ? [] : [one.problem]),
      "",
      ...groups,
    ].join("\n");
  });
  return `# Details\n\n${parts.join("\n")}`;
}
