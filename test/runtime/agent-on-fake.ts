import { afterEach } from "vitest";
import { createAgent, type Agent, type AgentOptions } from "../../runtime/start/agent.js";
import { gemini, type GeminiOptions } from "../../runtime/gemini/gemini.js";
import type { Content } from "../../runtime/wire.js";
import { fakeGemini, type FakeGemini, type FakeGeminiOptions } from "../../testing/index.js";

const open: FakeGemini[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

/** Retry options whose delays take no time. `slept` receives the delays. */
export function instantRetries(slept: number[] = []): NonNullable<GeminiOptions["retry"]> {
  return {
    random: () => 0,
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
  };
}

export interface OnFake {
  readonly fake: FakeGemini;
  readonly agent: Agent;
}

/** Creates an agent that uses a fake Gemini over real HTTP. */
export async function agentOnFake(
  script: FakeGeminiOptions["script"],
  options: Omit<AgentOptions, "model">,
  more: { readonly fake?: FakeGeminiOptions; readonly gemini?: Partial<GeminiOptions> } = {},
): Promise<OnFake> {
  const fake = await fakeGemini({ ...(script && { script }), ...more.fake });
  open.push(fake);
  const model = gemini({
    apiKey: "test-key",
    model: "gemini-3.5-flash",
    baseUrl: fake.url,
    retry: instantRetries(),
    ...more.gemini,
  });
  return { fake, agent: createAgent({ ...options, model }) };
}

/** Returns the contents of the request with this number. */
export function sentContents(fake: FakeGemini, request: number): readonly Content[] {
  return (fake.requests[request]?.body.contents ?? []) as unknown as readonly Content[];
}
