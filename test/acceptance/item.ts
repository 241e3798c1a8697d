import { afterEach, it } from "vitest";
import { createAgent, gemini, type Agent, type AgentOptions } from "@toolpress/runtime";
import { hasPython } from "../remotes/has-python.js";
import { judges, type Recorded, type Reply, type Service } from "./judges.js";

// An item is one sentence of a founding document, with the program that shows it. Its program runs against each judge.
// The number of the sentence maps the item to its document (`complete.test.ts`); the title of the test is the sentence.

/** The model that the founding documents name. */
export const MODEL = "gemini-2.5-flash";

/** The services and agents that a program of an item uses. */
export interface World {
  /** Starts the service; it gives these answers, one for each request. */
  serve(...replies: readonly Reply[]): Promise<Service>;
  /** The same, with an agent that asks it. */
  agent<Context = unknown>(
    options: Omit<AgentOptions<Context>, "model"> & { readonly model?: string },
    ...replies: readonly Reply[]
  ): Promise<{ readonly agent: Agent<Context>; readonly service: Service }>;
  /** Bodies of the requests so far. */
  bodies(): readonly Recorded["body"][];
}

const withPython = hasPython();
const open: Service[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

/** One item that is seen on the wire. Each judge must come to the same verdict. */
export function item(_number: string, text: string, program: (world: World) => Promise<void>): void {
  before(it, text, program);
}

/** The same for an item whose tools are Python. It runs a real `python3`, and is skipped if none is installed. */
export function pythonItem(_number: string, text: string, program: (world: World) => Promise<void>): void {
  before(it.runIf(withPython), text, program);
}

/** Runs a program against each judge. */
function before(test: typeof it.skip, title: string, program: (world: World) => Promise<void>): void {
  for (const [judge, start] of Object.entries(judges)) {
    test(`${title} [${judge}]`, async () => {
      const started: Service[] = [];
      const serve = async (...replies: readonly Reply[]): Promise<Service> => {
        const service = await start(replies);
        started.push(service);
        open.push(service);
        return service;
      };
      await program({
        serve,
        agent: async (options, ...replies) => {
          const service = await serve(...replies);
          const { model = MODEL, ...rest } = options;
          const connected = gemini({ apiKey: "KEY", model, baseUrl: service.url });
          return { service, agent: createAgent({ ...rest, model: connected }) };
        },
        bodies: () => started.flatMap(({ requests }) => requests.map(({ body }) => body)),
      });
      for (const service of started) service.assertDone();
      // An item that is seen on the wire has sent something.
      if (started.every(({ requests }) => requests.length === 0)) throw new Error("the program sent nothing");
    });
  }
}

/** One item that has nothing to send to these services, such as what is documented. */
export function offline(_number: string, text: string, program: () => Promise<void> | void): void {
  it(text, async () => program());
}

/** An answer of the service with one text. */
export function textAnswer(text: string): object {
  return reply([{ text }]);
}

/** An answer of the service with these calls. */
export function calls(...made: readonly { readonly name: string; readonly args?: object }[]): object {
  return reply(made.map((functionCall) => ({ functionCall })));
}

/** An answer of the service with these parts, as the founding document shows it. */
export function reply(parts: readonly object[]): object {
  return {
    candidates: [{ content: { parts, role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 56, candidatesTokenCount: 20, totalTokenCount: 76 },
  };
}
