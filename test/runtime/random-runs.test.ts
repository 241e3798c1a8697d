import { describe, expect, it } from "vitest";
import { assertReplayable, scriptedModel } from "../../testing/index.js";
import { fc } from "../helpers/seeded.js";
import { checkEnds, checkStarts, entriesOf, play, somePlan } from "./random-conversation.js";

const RUNS = 1200;

describe(`${RUNS} random conversations`, () => {
  it("send nothing that Gemini refuses, stay replayable, start each handler at most once, and end each call once", async () => {
    const statuses = new Map<string, number>();
    let starts = 0;
    await fc.assert(
      fc.asyncProperty(somePlan, async (plan) => {
        const model = scriptedModel(entriesOf(plan));
        const refused = () => model.requests.flatMap(({ error }) => (error ? [error] : []));
        const played = await play(plan, { model, refused });
        statuses.set(played.result.status, (statuses.get(played.result.status) ?? 0) + 1);
        starts += played.starts.size;
        checkStarts(played);
        if (played.result.status !== "paused") assertReplayable(played.result.contents);
        checkEnds(played);
      }),
      { numRuns: RUNS },
    );
    console.log(
      `random runs: ${starts} handlers started; by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
    );
    expect(starts).toBeGreaterThan(RUNS);
    const common = ["aborted", "blocked", "done", "error", "max_errors", "max_turns", "truncated"];
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(common));
  });
});
