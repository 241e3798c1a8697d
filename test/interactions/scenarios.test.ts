import { describe, expect, it } from "vitest";
import { apis, playScenario } from "./scenario.js";
import { scenarios } from "./scenarios.js";

describe.each([false, true])(
  "every scenario has the same outcome with every API, streaming: %s",
  (streaming) => {
    const [reference, ...others] = apis.filter((api) => api.streaming === streaming);

    it.each(scenarios)("$title", async (scenario) => {
      const expected = await playScenario(scenario, reference!);
      expect(expected.refused).toEqual([]);
      for (const api of others) {
        if (scenario.isResumed && streaming && api.name === "stored interactions") continue;
        const outcome = await playScenario(scenario, api);
        expect({ api: api.name, ...outcome }).toEqual({ api: api.name, ...expected });
      }
    });
  },
);

describe("every scenario without a broken connection", () => {
  it.each(scenarios.filter(({ isResumed }) => !isResumed))(
    "has the same outcome with a stream: $title",
    async (scenario) => {
      const outcomes = await Promise.all(
        apis.filter(({ name }) => name === "interactions").map((api) => playScenario(scenario, api)),
      );
      expect(outcomes[1]).toEqual(outcomes[0]);
    },
  );

  it("is one of at least 45", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(45);
  });
});
