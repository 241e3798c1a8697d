import { afterEach } from "vitest";
import { interactions, type InteractionsOptions } from "../../runtime/interactions/interactions.js";
import { createAgent, type Agent, type AgentOptions } from "../../runtime/start/agent.js";
import {
  fakeInteractions,
  type FakeInteractions,
  type FakeInteractionsOptions,
} from "../../testing/index.js";
import { instantRetries } from "../runtime/agent-on-fake.js";

const open: FakeInteractions[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

export const model = "gemini-3.8-flash";

export interface OnInteractions {
  readonly fake: FakeInteractions;
  readonly agent: Agent;
}

/** An agent that talks to a fake Interactions API over real HTTP. */
export async function agentOnInteractions(
  script: FakeInteractionsOptions["script"],
  options: Omit<AgentOptions, "model">,
  more: {
    readonly fake?: FakeInteractionsOptions;
    readonly interactions?: Partial<InteractionsOptions>;
  } = {},
): Promise<OnInteractions> {
  const fake = await fakeInteractions({ ...(script && { script }), ...more.fake });
  open.push(fake);
  return {
    fake,
    agent: createAgent({ ...options, model: interactionsOn(fake, more.interactions) }),
  };
}

export function interactionsOn(fake: FakeInteractions, options: Partial<InteractionsOptions> = {}) {
  return interactions({ apiKey: "test-key", model, baseUrl: fake.url, retry: instantRetries(), ...options });
}
