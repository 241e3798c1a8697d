import { expect, it } from "vitest";
import { phases } from "../engines/ledger.js";
import { missedBars, tableOf, type ChaosReport } from "../engines/report.js";

// `npm run test:engines` fails if a bar is missed, and prints a table at its end.

const bars = { kills: 14, runs: 20, killsPerPhase: 2 };

function reportOf(change: Partial<ChaosReport> = {}): ChaosReport {
  const kills = [...phases, ...phases].map((phase, index) => ({
    victim: index < 4 ? ("engine" as const) : ("service" as const),
    phase,
    killedAt: index,
    recoveryMs: 100 * index,
  }));
  const counts = { executions: 90, repeated: 5, finishedTwice: 3, lostAfterMs: 40, requestsRepeated: 6 };
  return { title: "Engine", kills, runs: 20, problems: {}, ...counts, ...change };
}

const replays = { histories: 4, replayed: 4, changeRefused: true, failedTasks: 0 };

it("misses no bar with enough kills and runs", () => {
  expect(missedBars(reportOf({ replays }), bars)).toEqual([]);
});

it.each([
  [{ kills: reportOf().kills.slice(1) }, ["kills: 13 of 14", "kills before model: 1 of 2"]],
  [{ runs: 19 }, ["runs: 19 of 20"]],
])("requires the kills and runs of a complete measurement: %#", (change, missed) => {
  const report = reportOf(change);
  expect(missedBars(report, bars)).toEqual(missed.map((line) => `Engine: ${line}`));
  expect(missedBars(report)).toEqual([]);
});

it.each([
  [{ problems: { "wrong results": ["run1", "run2"] } }, "wrong results: 2"],
  [{ replays: { ...replays, replayed: 3 } }, "histories replayed: 3 of 4"],
  [{ replays: { ...replays, changeRefused: false } }, "a changed history was not refused"],
  [{ replays: { ...replays, histories: 0, replayed: 0 } }, "no history was recorded"],
])("requires right results and replays of every measurement: %#", (change, missed) => {
  expect(missedBars(reportOf(change))).toEqual([`Engine: ${missed}`]);
});

it("prints a column for each engine", () => {
  const table = tableOf([
    { report: reportOf({ problems: { "effects with another key": ["run1"] } }), seed: 7, deadlineMs: 3600 },
    { report: reportOf({ title: "Other", replays }), seed: 8 },
  ]);
  const cells = table
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, name, ...rest]) => [name, rest.slice(0, 2)] as const);
  expect(Object.fromEntries(cells)).toMatchObject({
    "": ["Engine", "Other"],
    seed: ["7", "8"],
    "kills of the service": ["10", "10"],
    "kills of the engine": ["4", "4"],
    "kills waiting": ["2", "2"],
    runs: ["20", "20"],
    "wrong results": ["0", "0"],
    "effects with another key": ["1", "0"],
    "tools finished twice": ["3", "3"],
    "longest recovery": ["1300 ms", "1300 ms"],
    "longest run with a deadline": ["3600 ms", ""],
    "histories replayed": ["", "4 of 4"],
  });
});
