import { deepStrictEqual } from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { call, fakeInteractions, text, thought } from "toolpress/testing";

// Runs the Google provider of the AI SDK, in its interactions mode, against the fake. The arguments are the modules of both packages.

/** The parts of the AI SDK that these cases use. */
interface AiSdk {
  generateText(options: object): Promise<{ readonly text: string }>;
  streamText(options: object): { readonly text: PromiseLike<string> };
  tool(options: object): unknown;
  jsonSchema(schema: object): unknown;
  stepCountIs(count: number): unknown;
}
interface GoogleProvider {
  createGoogleGenerativeAI(options: object): { interactions(model: string): unknown };
}

const load = (file: string | undefined): Promise<unknown> => import(pathToFileURL(file ?? "").href);
const sdk = (await load(process.argv[2])) as AiSdk;
const provider = (await load(process.argv[3])) as GoogleProvider;

interface AiCase {
  readonly signatures: "thought" | "call" | "both" | "call-empty";
  readonly store: boolean;
  readonly streaming: boolean;
}

const cases: readonly AiCase[] = (["thought", "call", "both", "call-empty"] as const).flatMap((signatures) =>
  [true, false].flatMap((store) => [true, false].map((streaming) => ({ signatures, store, streaming }))),
);

async function runCase({ signatures, store, streaming }: AiCase): Promise<void> {
  const calls = ["Rome", "Oslo"].map((city) => call("get_weather", { city }));
  const fake = await fakeInteractions({
    script: [[thought("Hm."), ...calls], [text("It is ", "sunny.")]],
    rules: { signatures },
  });
  try {
    const google = provider.createGoogleGenerativeAI({ apiKey: "key", baseURL: `${fake.url}/v1beta` });
    const asked: unknown[] = [];
    const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const options = {
      model: google.interactions("gemini-3.8-flash"),
      prompt: "Weather in Rome and Oslo?",
      providerOptions: { google: { store } },
      stopWhen: sdk.stepCountIs(4),
      tools: {
        get_weather: sdk.tool({
          description: "Weather of a city.",
          inputSchema: sdk.jsonSchema(parameters),
          execute: (args: { readonly city: string }) => {
            asked.push(args.city);
            return Promise.resolve({ weather: "sunny" });
          },
        }),
      },
    };
    const answered = streaming ? sdk.streamText(options) : await sdk.generateText(options);
    deepStrictEqual(await answered.text, "It is sunny.");
    deepStrictEqual(asked.sort(), ["Oslo", "Rome"]);
    fake.assertDone();
  } finally {
    await fake.close();
  }
}

let failed = 0;
for (const current of cases) {
  const problem: unknown = await runCase(current).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem === undefined) continue;
  failed += 1;
  console.log(`FAILED AI SDK ${JSON.stringify(current)}: ${String(problem)}`);
}
console.log(`${cases.length - failed} of ${cases.length} cases pass with the AI SDK`);
process.exitCode = failed === 0 ? 0 : 1;
