import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import type { State } from "../../runtime/loop/state.js";
import type { Toolset } from "../../runtime/tool.js";
import { call, scriptedModel } from "../../testing/index.js";
import { seed } from "../helpers/seeded.js";
import { handMade } from "./hand-made-tools.js";

// A state may be stored in a database or sent through a browser. For every damage, `resume` must return a
// status, and a tool may only run with arguments that were shown to a person.

interface Bank extends Toolset {
  readonly ran: unknown[];
}

function bank(): Bank {
  const ran: unknown[] = [];
  const tools = handMade([
    { name: "balance", run: () => 100 },
    {
      name: "pay",
      args: { to: "string", amount: "number" },
      policy: { approval: true },
      run: (args) => (ran.push(args), "paid"),
    },
  ]);
  return { ...tools, hash: tools.hash, ran };
}

/**
 * Creates a state in the second turn. One call has its answer. Two calls wait, and the arguments of one of
 * them were repaired.
 */
async function pausedState(): Promise<string> {
  const agent = createAgent({
    tools: bank(),
    repair: () => ({ to: "bob", amount: 10 }),
    model: scriptedModel([
      call("balance", {}, { id: "b1" }),
      [
        call("balance", {}, { id: "b2" }),
        call("pay", { to: "bob", amount: "ten" }, { id: "p1" }),
        call("pay", { to: "eve", amount: 1 }, { id: "p2" }),
      ],
    ]),
  });
  const result = await agent.run("go");
  if (result.status !== "paused") throw new Error(result.status);
  return JSON.stringify(result.state);
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

const harm: readonly unknown[] = [
  ...[undefined, null, true, 0, -1, 1.5, 1e300, "", "p1", [], {}, [null], [[]], { length: 1 }],
  // These values cannot be converted to a text.
  ...[{ toString: 1, valueOf: 1 }, { toJSON: 1 }, { then: 1 }, { args: { to: "mallory", amount: 9 } }],
];

function damaged(text: string, path: Path, value: unknown): State {
  const state = JSON.parse(text) as Record<string, unknown>;
  const last = path.at(-1);
  if (last === undefined) return value as State;
  let parent: Record<string | number, unknown> = state;
  // A damaged value may have no children.
  for (const key of path.slice(0, -1)) parent = Object(parent[key] ?? {}) as typeof parent;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return state as unknown as State;
}

async function resumed(state: State): Promise<readonly unknown[]> {
  const tools = bank();
  const agent = createAgent({
    tools,
    model: scriptedModel(["done"], { signatures: "any" }),
    prepareTurn: ({ turns, usage }) =>
      void [turns.flatMap((step) => step.calls.map(({ tool }) => tool)), usage],
    stopWhen: (step) => step.calls.some(({ code }) => code === "NEVER"),
    onEvent: (event) => JSON.stringify(event),
  });
  const result = await agent.resume(state, { decisions: { p1: "approve", p2: "approve" } });
  expect(typeof result.status).toBe("string");
  expect(() => JSON.stringify(result)).not.toThrow();
  return tools.ran;
}

const shown = [
  { to: "bob", amount: 10 },
  { to: "eve", amount: 1 },
];

describe("a damaged state", () => {
  it("with one change never lets `resume` reject or run a tool that was not approved", async () => {
    const text = await pausedState();
    expect(await resumed(JSON.parse(text) as State)).toEqual(shown);
    const rejected: string[] = [];
    let cases = 0;
    for (const path of pathsOf(JSON.parse(text))) {
      for (const value of harm) {
        cases += 1;
        try {
          for (const args of await resumed(damaged(text, path, value))) expect(shown).toContainEqual(args);
        } catch (error) {
          rejected.push(`/${path.join("/")} = ${JSON.stringify(value)}: ${String(error).slice(0, 120)}`);
        }
      }
    }
    expect(cases).toBeGreaterThan(1_000);
    expect(rejected).toEqual([]);
  });

  it("with several random changes has the same guarantee", async () => {
    const text = await pausedState();
    const paths = pathsOf(JSON.parse(text));
    let last = seed;
    const random = (): number => (last = Math.imul(last ^ (last >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const pick = <T>(from: readonly T[]): T => from[random() % from.length]!;
    const rejected: string[] = [];
    for (let round = 0; round < 1_500; round += 1) {
      let state = JSON.parse(text) as State;
      const made: string[] = [];
      for (let count = 2 + (random() % 4); count > 0; count -= 1) {
        const [path, value] = [pick(paths.slice(1)), pick(harm)];
        made.push(`/${path.join("/")} = ${JSON.stringify(value)}`);
        state = damaged(JSON.stringify(state), path, value);
      }
      try {
        for (const args of await resumed(state)) expect(shown).toContainEqual(args);
      } catch (error) {
        rejected.push(`${made.join(", ")}: ${String(error).slice(0, 120)}`);
      }
    }
    expect(rejected).toEqual([]);
  });

  it("is refused if it nests deeper than a valid state", async () => {
    const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000)) as never;
    const text = await pausedState();
    for (const path of [["pending", 0, "args"], ["pending", 0], ["progress", "usage"], ["runId"], []])
      expect(await resumed(damaged(text, path, deep))).toEqual([]);
  });
});
