import { call, type Scripted } from "../../testing/index.js";
import type { Decision } from "@toolpress/runtime";

// The conversations of the runs. Each token names one logical effect, so a second effect for it is found, whatever its key is.

export const scenarioNames = ["mixed", "approvals", "jobs"] as const;
export type Scenario = (typeof scenarioNames)[number];

/** The spec of the tools, for `toolpress gen`. */
export const spec = `name: chaos
tools:
  note:
    description: Writes a note. Use it for notes.
    parameters: [{ name: token, type: string, description: The token of the note., required: true }]
  log:
    description: Writes a line of a log. Use it for logs.
    serial: true
    parameters: [{ name: token, type: string, description: The token of the line., required: true }]
  fail:
    description: Fails. Use it to see a failure.
    parameters: [{ name: token, type: string, description: The token of the failure., required: true }]
  pay:
    description: Pays an invoice. Use it for payments.
    approval: true
    parameters: [{ name: token, type: string, description: The token of the payment., required: true }]
  job:
    description: Starts a report, whose text comes later. Use it for reports.
    longRunning: true
    parameters: [{ name: token, type: string, description: The token of the report., required: true }]
`;

type Turn = readonly (readonly [tool: string, name: string])[];

const turns: Readonly<Record<Scenario, readonly Turn[]>> = {
  mixed: [
    [
      ["note", "a"],
      ["note", "b"],
      ["log", "c"],
      ["log", "d"],
    ],
    [
      ["fail", "e"],
      ["unknown", "f"],
      ["note", ""],
    ],
    [
      ["log", "g"],
      ["note", "h"],
    ],
    [["note", "i"]],
  ],
  approvals: [
    [
      ["note", "a"],
      ["pay", "b"],
      ["pay", "c-denied"],
    ],
    [["pay", "d"]],
  ],
  jobs: [
    [
      ["job", "a"],
      ["pay", "b"],
      ["note", "c"],
    ],
    [["note", "d"]],
  ],
};

/** The first message of a run. */
export function promptOf(label: string, scenario: Scenario): string {
  return `run ${label} of ${scenario}`;
}

/** The position of a request in its run. */
export interface Position {
  readonly label: string;
  readonly scenario: Scenario;
  readonly turn: number;
}

interface RequestBody {
  readonly contents: readonly {
    readonly role: string;
    readonly parts: readonly { readonly text?: string }[];
  }[];
}

export function positionOf(body: unknown): Position {
  const { contents } = body as RequestBody;
  const [, label = "", scenario = ""] = /^run (\S+) of (\S+)$/.exec(contents[0]?.parts[0]?.text ?? "") ?? [];
  const turn = contents.filter(({ role }) => role === "model").length;
  return { label, scenario: scenario as Scenario, turn };
}

/** The answer of the model. */
export function answerTo(body: unknown): Scripted {
  const { label, scenario, turn } = positionOf(body);
  const calls = turns[scenario][turn];
  if (calls === undefined) return `finished ${label}`;
  return calls.map(([tool, name]) => call(tool, name === "" ? {} : { token: `${label}/${name}` }));
}

/** The number of turns with calls. */
export function callTurns(scenario: Scenario): number {
  return turns[scenario].length;
}

/** The decision of the person about a call that waits. */
export function decisionAbout(tool: string, token: string): Decision {
  if (tool === "job") return { output: `report of ${token}` };
  return token.endsWith("-denied") ? { deny: "Not this one." } : "approve";
}
