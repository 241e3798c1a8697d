import { createAgent, gemini, type Agent, type AgentOptions } from "@toolpress/runtime";
import { fakeGemini, type FakeGemini, type ScriptEntry } from "toolpress/testing";

/** An agent that uses HTTP, and the strict fake that answers it. */
export interface OnFake<Context> {
  readonly agent: Agent<Context>;
  readonly fake: FakeGemini;
}

const open: FakeGemini[] = [];

export async function onFake<Context = unknown>(
  script: readonly ScriptEntry[],
  options: Omit<AgentOptions<Context>, "model">,
  model = "gemini-3.5-flash",
): Promise<OnFake<Context>> {
  const fake = await fakeGemini({ script });
  open.push(fake);
  const agent = createAgent<Context>({
    ...options,
    model: gemini({ apiKey: "key", model, baseUrl: fake.url }),
  });
  return { agent, fake };
}

/** Closes all fakes. Pass it to `afterEach`. */
export async function closeFakes(): Promise<void> {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
}

export const configOf = (fake: FakeGemini) =>
  fake.requests.map((request) => request.body.toolConfig?.["functionCallingConfig"]);
