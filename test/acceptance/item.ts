import { afterEach, it } from "vitest";
import { createAgent, gemini, type Agent, type AgentOptions } from "@toolpress/runtime";
import { hasPython } from "../remotes/has-python.js";
import { judges, type Recorded, type Reply, type Service } from "./judges.js";

// An item is a test of one sentence of a founding document. Its title is that sentence, and its program runs
// with each judge. `complete.test.ts` uses the number of the item to find the document.

/** The model that the founding documents name. */
export const MODEL = "gemini-2.5-flash";

/** The services and agents that the program of an item uses. */
export interface World {
  /** Starts the service. The service sends these answers, one for each request. */
  serve(...replies: readonly Reply[]): Promise<Service>;
  /** Starts the service and creates an agent that uses it. */
  agent<Context = unknown>(
    options: Omit<AgentOptions<Context>, "model"> & { readonly model?: string },
    ...replies: readonly Reply[]
  ): Promise<{ readonly agent: Agent<Context>; readonly service: Service }>;
  /** The bodies of the requests so far. */
  bodies(): readonly Recorded["body"][];
}

const withPython = hasPython();
const open: Service[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

/** Declares an item whose program sends requests. The item must succeed with each judge. */
export function item(_number: string, text: string, program: (world: World) => Promise<void>): void {
  before(it, text, program);
}

/**
 * Declares an item whose tools are Python functions. The item runs a real `python3` and is skipped if none is
 * installed.
 */
export function pythonItem(_number: string, text: string, program: (world: World) => Promise<void>): void {
  before(it.runIf(withPython), text, program);
}

/** Runs a program with each judge. */
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
      // The program must send at least one request. Otherwise the judges have checked nothing.
      if (started.every(({ requests }) => requests.length === 0)) throw new Error("the program sent nothing");
    });
  }
}

/**
 * Declares an item whose program sends no request, for example because the sentence is about documentation.
 */
export function offline(_number: string, text: string, program: () => Promise<void> | void): void {
  it(text, async () => program());
}

/** Returns an answer of the service that contains one text. */
export function textAnswer(text: string): object {
  return reply([{ text }]);
}

/** Returns an answer of the service that contains these calls. */
export function calls(...made: readonly { readonly name: string; readonly args?: object }[]): object {
  return reply(made.map((functionCall) => ({ functionCall })));
}

/** Returns an answer of the service that contains these parts, in the form of the founding document. */
export function reply(parts: readonly object[]): object {
  return {
    candidates: [{ content: { parts, role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 56, candidatesTokenCount: 20, totalTokenCount: 76 },
  };
}
