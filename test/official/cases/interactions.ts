import { answer, call, cut, failMidStream, httpError, text, thought } from "toolpress/testing";
import type { FakeInteractions, FakeInteractionsOptions } from "toolpress/testing";
import { collect, equal, holds, matches } from "../case.js";

/** The part of the official client that these cases use. The types of the version in package.json are older. */
export interface InteractionsClient {
  readonly interactions: {
    create(parameters: object): Promise<Json>;
    get(id: string, parameters?: object): Promise<Json>;
    cancel(id: string): Promise<Json>;
    delete(id: string): Promise<unknown>;
  };
}

type Json = Readonly<Record<string, unknown>>;

/** One use of `client.interactions`. It fails by throwing. */
export interface InteractionCase {
  readonly title: string;
  readonly fake?: FakeInteractionsOptions;
  readonly refuses?: boolean;
  readonly run: (client: InteractionsClient, fake: FakeInteractions) => Promise<void>;
}

const model = "gemini-3.8-flash";
const ask = { model, input: "Weather in Rome?" };
const user = { type: "user_input", content: [{ type: "text", text: "Weather in Rome?" }] };
const tools = [
  {
    type: "function",
    name: "get_weather",
    description: "Weather of a city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
];
const rome = call("get_weather", { city: "Rome" });

const stepsOf = ({ steps }: Json): readonly Json[] => steps as readonly Json[];
const callsOf = (interaction: Json): readonly Json[] =>
  stepsOf(interaction).filter(({ type }) => type === "function_call");
const resultsOf = (interaction: Json): Json[] =>
  callsOf(interaction).map(({ id, name }) => ({
    type: "function_result",
    call_id: id,
    name,
    result: "sunny",
  }));
const streamOf = async (client: InteractionsClient, parameters: object): Promise<readonly Json[]> =>
  collect(
    (await client.interactions.create({ ...parameters, stream: true })) as unknown as AsyncIterable<Json>,
  );
const textIn = (events: readonly Json[]): string =>
  events.map(({ delta }) => (delta as Json | undefined)?.text ?? "").join("");

async function problemOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  holds(error instanceof Error, "expected a refusal, found an answer");
  const { message, body, error: inner } = error as Error & { body?: unknown; error?: unknown };
  return `${message} ${JSON.stringify(body ?? "")} ${JSON.stringify(inner ?? "")}`;
}

const answers: readonly InteractionCase[] = [
  {
    title: "a text",
    fake: { script: [answer(text("It is ", "sunny."))] },
    run: async (client, fake) => {
      equal((await client.interactions.create(ask)).output_text, "It is sunny.");
      equal(fake.requests[0]?.path, "/v1/interactions");
    },
  },
  ...[true, false].map(
    (store): InteractionCase => ({
      title: `events of a stream, store ${store}`,
      fake: { script: [[thought("Hm."), text("It is ", "sunny.")]] },
      run: async (client) => {
        const events = await streamOf(client, { ...ask, store });
        equal(textIn(events), "It is sunny.");
        equal(events.at(-1)?.event_type, "interaction.completed");
      },
    }),
  ),
  {
    title: "a call, and its result in a stored conversation",
    fake: { script: [rome, "Sunny."] },
    run: async (client) => {
      const first = await client.interactions.create({ ...ask, tools });
      equal(first.status, "requires_action");
      const more = { model, tools, previous_interaction_id: first.id, input: resultsOf(first) };
      equal((await client.interactions.create(more)).output_text, "Sunny.");
    },
  },
  ...(["thought", "call", "both", "call-empty"] as const).map(
    (signatures): InteractionCase => ({
      title: `parallel calls, and their results with every step, signatures: ${signatures}`,
      fake: { script: [[rome, call("get_weather", { city: "Oslo" })], "Sunny."], rules: { signatures } },
      run: async (client) => {
        const first = await client.interactions.create({ ...ask, tools, store: false });
        equal(callsOf(first).length, 2);
        const input = [user, ...stepsOf(first), ...resultsOf(first)];
        equal(
          (await client.interactions.create({ model, tools, store: false, input })).output_text,
          "Sunny.",
        );
      },
    }),
  ),
  {
    title: "a step left out of the history, refused",
    fake: { script: [rome] },
    refuses: true,
    run: async (client) => {
      const first = await client.interactions.create({ ...ask, tools, store: false });
      const input = [user, ...callsOf(first), ...resultsOf(first)];
      matches(
        await problemOf(client.interactions.create({ model, tools, store: false, input })),
        /Request contains an invalid argument/,
      );
    },
  },
  ...["auto", "any", "none", "validated", { allowed_tools: { mode: "any", tools: ["get_weather"] } }].map(
    (choice): InteractionCase => ({
      title: `tool_choice ${JSON.stringify(choice)}`,
      fake: { script: ["Sunny."] },
      run: async (client, fake) => {
        await client.interactions.create({ ...ask, tools, generation_config: { tool_choice: choice } });
        equal(fake.requests[0]?.body.generation_config, { tool_choice: choice });
      },
    }),
  ),
  {
    title: "built-in tools beside functions, and a response format",
    fake: { script: ["{}"] },
    run: async (client) => {
      const response_format = { type: "text", mime_type: "application/json", schema: { type: "object" } };
      const mixed = [...tools, { type: "google_search" }, { type: "url_context" }];
      equal((await client.interactions.create({ ...ask, tools: mixed, response_format })).output_text, "{}");
    },
  },
];

const stored: readonly InteractionCase[] = [
  {
    title: "get, with and without the input",
    fake: { script: ["Sunny."] },
    run: async (client) => {
      const { id } = await client.interactions.create(ask);
      equal(stepsOf(await client.interactions.get(String(id))).length, 2);
      equal(stepsOf(await client.interactions.get(String(id), { include_input: true })).length, 3);
    },
  },
  {
    title: "a stream that breaks, resumed",
    fake: { script: [cut(answer(text("It ", "is ", "sunny.")), 5)] },
    run: async (client) => {
      const seen: Json[] = [];
      const stream = (await client.interactions.create({
        ...ask,
        stream: true,
      })) as unknown as AsyncIterable<Json>;
      try {
        for await (const event of stream) seen.push(event);
      } catch {
        // The connection broke.
      }
      const id = String((seen[0]?.interaction as Json).id);
      const rest = await client.interactions.get(id, { stream: true, last_event_id: seen.at(-1)?.event_id });
      equal(textIn([...seen, ...(await collect(rest as unknown as AsyncIterable<Json>))]), "It is sunny.");
    },
  },
  {
    title: "background, get and cancel",
    fake: { script: ["Sunny.", "Never."] },
    run: async (client) => {
      const { id, status } = await client.interactions.create({ ...ask, background: true });
      equal(status, "in_progress");
      await client.interactions.get(String(id));
      equal((await client.interactions.get(String(id))).status, "completed");
      const other = await client.interactions.create({ ...ask, background: true });
      equal((await client.interactions.cancel(String(other.id))).status, "cancelled");
    },
  },
  {
    title: "delete",
    fake: { script: ["Sunny."] },
    refuses: true,
    run: async (client) => {
      const { id } = await client.interactions.create(ask);
      await client.interactions.delete(String(id));
      matches(await problemOf(client.interactions.get(String(id))), /not_found|not found/);
    },
  },
  ...[true, false].flatMap((store) =>
    [true, false].map(
      (stream): InteractionCase => ({
        title: `continuation, store ${store}, stream ${stream}`,
        fake: { script: [answer("It is ", { finishReason: "CONTINUATION" }), "sunny."] },
        run: async (client) => {
          if (stream) equal(textIn(await streamOf(client, { ...ask, store })), "It is sunny.");
          else {
            const { output_text: found, status } = await client.interactions.create({ ...ask, store });
            equal(status, "completed");
            matches(String(found), /sunny\.$/);
          }
        },
      }),
    ),
  ),
];

const failing: readonly InteractionCase[] = [
  {
    title: "an unknown parameter, refused",
    refuses: true,
    run: async (client) => {
      matches(await problemOf(client.interactions.create({ ...ask, tool_config: {} })), /Unknown parameter/);
    },
  },
  {
    title: "a function without parameters, refused",
    refuses: true,
    run: async (client) => {
      const bare = [{ type: "function", name: "ping", description: "P." }];
      matches(
        await problemOf(client.interactions.create({ ...ask, tools: bare })),
        /schema at top-level must be/,
      );
    },
  },
  {
    title: "a wrong key, refused",
    fake: { apiKey: "other" },
    refuses: true,
    run: async (client) => {
      holds((await problemOf(client.interactions.create(ask))).length > 2, "expected an error");
    },
  },
  {
    title: "an overloaded service, requested again by the client",
    fake: {
      script: [httpError(503, JSON.stringify({ error: { message: "x", code: "unavailable" } })), "Sunny."],
    },
    run: async (client) => {
      equal((await client.interactions.create(ask)).output_text, "Sunny.");
    },
  },
  {
    title: "an error in the middle of a stream",
    fake: { script: [failMidStream(answer(text("It ", "is")), { afterEvents: 3 })] },
    run: async (client) => {
      equal((await streamOf(client, ask)).at(-1)?.event_type, "error");
    },
  },
];

export const interactionCases: readonly InteractionCase[] = [...answers, ...stored, ...failing];
