import { GoogleGenAI } from "@google/genai";
import type { Content, Model, RunEvent, RunResult } from "@toolpress/runtime";
import { approval } from "../approval.js";
import { bookings } from "../bookings.js";
import { codeExecution } from "../code-execution.js";
import { interactionsApi } from "../interactions-api.js";
import { officialSdk } from "../official-sdk.js";
import { router } from "../router.js";
import { streaming } from "../streaming.js";
import { thermostat } from "../thermostat.js";
import { threeCities } from "../three-cities.js";
import { createTranscript, type Style, type Transcript } from "../transcript.js";
import { weather } from "../weather.js";
import { scripts } from "./scripts.js";
import { modelName, openInteractions, openService, withListener, type ModelService } from "./service.js";

/** Runs one example with a model service, prints it and returns the conversation. */
type RunExample = (service: ModelService, transcript: Transcript) => Promise<ExampleResult>;

export interface ExampleResult {
  readonly contents: readonly Content[];
  /** The status of the run. It is "done" or "stopped" if the run succeeded. */
  readonly status: string;
}

interface Example {
  readonly title: string;
  readonly run: RunExample;
  /** The API that the example uses. Default: `generateContent`. */
  readonly api?: "interactions";
}

/** All examples in the order of the demo. The key is the name of the script too. */
export const examples: Readonly<Record<string, Example>> = {
  weather: { title: "Weather: one question, one call", run: agentOf(weather) },
  thermostat: {
    title: "Thermostat: calls that depend on each other, and a mistake corrected",
    run: agentOf(thermostat),
  },
  "three cities": { title: "Three cities: parallel calls", run: agentOf(threeCities) },
  router: { title: "Router: the model must choose (mode ANY)", run: agentOf(router) },
  approval: { title: "Approval: a run that pauses and continues", run: agentOf(approval) },
  bookings: { title: "Bookings: an OpenAPI document, called over HTTP", run: agentOf(bookings) },
  streaming: {
    title: "Streaming: thoughts, a call, and text while the model writes it",
    run: agentOf(streaming),
  },
  "code execution": { title: "Code execution beside functions", run: agentOf(codeExecution) },
  interactions: {
    title: "Interactions: the same tools on Google's newer API",
    run: agentOf(interactionsApi),
    api: "interactions",
  },
  "official SDK": { title: "Google's own client with our tools", run: withOfficialSdk },
};

/** Runs one example and prints it. */
export async function runExample(
  name: string,
  write: (text: string) => void,
  options: Style & { readonly apiKey?: string | undefined } = {},
): Promise<ExampleResult> {
  const example = examples[name];
  if (example === undefined) {
    throw new Error(`no example is called "${name}"; there are: ${Object.keys(examples).join(", ")}`);
  }
  const transcript = createTranscript(write, options);
  const script = scripts[name] ?? [];
  const open = example.api === "interactions" ? openInteractions : openService;
  const service = await open(script, options.apiKey);
  transcript.title(example.title);
  const result = await example.run(service, transcript);
  await service.close();
  return result;
}

function agentOf(run: (model: Model, onEvent: (event: RunEvent) => void) => Promise<RunResult>): RunExample {
  return async (service, transcript) => {
    const result = await run(withListener(service.model, transcript.user), transcript.event);
    transcript.end(result);
    return result;
  };
}

async function withOfficialSdk(
  { apiKey, baseUrl }: ModelService,
  transcript: Transcript,
): Promise<ExampleResult> {
  const ai = new GoogleGenAI({ apiKey, ...(baseUrl !== undefined && { httpOptions: { baseUrl } }) });
  const contents = (await officialSdk(ai, modelName)) as Content[];
  transcript.contents(contents);
  return { contents, status: "done" };
}
