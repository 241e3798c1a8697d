import { describe, expect, it } from "vitest";
import {
  createAgent,
  createEffects,
  localHost,
  type Host,
  type RunOptions,
  type Toolset,
} from "@toolpress/runtime";
import {
  assertReplayable,
  call,
  crashHost,
  finish,
  scriptedModel,
  type ScriptEntry,
} from "toolpress/testing";
import { handMade } from "../runtime/hand-made-tools.js";

/** The external state of one crash, and a log of the handlers that ran. */
interface World {
  readonly tools: Toolset;
  readonly ran: string[];
}

function createWorld(): World {
  const ran: string[] = [];
  const tools = handMade([
    { name: "get", args: { n: "number" }, run: ({ n }) => (ran.push(`get ${String(n)}`), { n }) },
    { name: "boom", run: () => (ran.push("boom"), Promise.reject(new Error("no"))) },
    { name: "ask", policy: { approval: true }, run: () => (ran.push("ask"), "agreed") },
  ]);
  return { tools, ran };
}

const scripts: Readonly<Record<string, readonly ScriptEntry[]>> = {
  "text alone": ["Hello."],
  "one call after another": [call("get", { n: 1 }), call("get", { n: 2 }), "Two."],
  "a batch with every kind of trouble": [
    [
      call("get", { n: 1 }),
      call("boom"),
      call("nope"),
      call("constructor"),
      call("get", { n: "x" }),
      call("get", { n: 3 }),
    ],
    "Mixed.",
  ],
  "answers that have to be asked for again": [
    finish("MALFORMED_FUNCTION_CALL"),
    call("get", { n: 1 }),
    finish("STOP"),
    "At last.",
  ],
  "a call that waits for approval": [[call("get", { n: 1 }), call("ask")], "Agreed."],
};

describe("the loop on a host that crashes", () => {
  it.each(Object.entries(scripts))(
    "%s: has the same end from every prefix of its journal, and runs no handler twice",
    async (_name, script) => {
      const worlds: World[] = [];
      const current = (): World => worlds.at(-1)!;
      const enter = (): Host => {
        const world = createWorld();
        worlds.push(world);
        const effects = createEffects({ tools: world.tools, model: scriptedModel(script) });
        return { ...localHost(effects), wait: async () => "approve" };
      };
      const run = async (host: Host) => {
        const options: RunOptions = { runId: "r", maxTurns: 6 };
        const model = scriptedModel([]);
        return createAgent({ tools: current().tools, model, host: () => host }).run("go", options);
      };
      const report = await crashHost(enter, run);
      expect(report.result.status).toBe("done");
      expect(report.crashes).toBe(report.journal.length + 1);
      assertReplayable(report.result.contents);
      for (const { ran } of worlds) expect(ran).toEqual(worlds[0]?.ran);
      expect(new Set(worlds[0]?.ran).size).toBe(worlds[0]?.ran.length);
    },
  );
});
