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
import { modelName, openInteractions, openStage, withListener, type Stage } from "./stage.js";

/** Plays on a stage, prints as it runs, and returns the conversation. */
type Performance = (stage: Stage, transcript: Transcript) => Promise<Played>;

export interface Played {
  readonly contents: readonly Content[];
  /** How it ended; "done" or "stopped" when all went well. */
  readonly status: string;
}

interface Example {
  readonly title: string;
  readonly perform: Performance;
  /** `generateContent` by default. */
  readonly api?: "interactions";
}

/** In the order of the demo, by the name of their script. */
export const examples: Readonly<Record<string, Example>> = {
  weather: { title: "Weather: one question, one call", perform: agentOf(weather) },
  thermostat: {
    title: "Thermostat: calls that depend on each other, and a mistake corrected",
    perform: agentOf(thermostat),
  },
  "three cities": { title: "Three cities: parallel calls", perform: agentOf(threeCities) },
  router: { title: "Router: the model must choose (mode ANY)", perform: agentOf(router) },
  approval: { title: "Approval: a run that pauses and goes on", perform: agentOf(approval) },
  bookings: { title: "Bookings: an OpenAPI document, called over HTTP", perform: agentOf(bookings) },
  streaming: { title: "Streaming: thoughts, a call, and text as it is written", perform: agentOf(streaming) },
  "code execution": { title: "Code execution beside functions", perform: agentOf(codeExecution) },
  interactions: {
    title: "Interactions: the same tools on Google's newer API",
    perform: agentOf(interactionsApi),
    api: "interactions",
  },
  "official SDK": { title: "Google's own client with our tools", perform: withOfficialSdk },
};

/** Plays one example and prints it. */
export async function play(
  name: string,
  write: (text: string) => void,
  options: Style & { readonly apiKey?: string | undefined } = {},
): Promise<Played> {
  const example = examples[name];
  if (example === undefined) {
    throw new Error(`no example is called "${name}"; there are: ${Object.keys(examples).join(", ")}`);
  }
  const transcript = createTranscript(write, options);
  const script = scripts[name] ?? [];
  const stage = await (example.api === "interactions" ? openInteractions : openStage)(script, options.apiKey);
  transcript.title(example.title);
  const played = await example.perform(stage, transcript);
  await stage.close();
  return played;
}

function agentOf(run: (model: Model, onEvent: (event: RunEvent) => void) => Promise<RunResult>): Performance {
  return async (stage, transcript) => {
    const result = await run(withListener(stage.model, transcript.user), transcript.event);
    transcript.end(result);
    return result;
  };
}

async function withOfficialSdk({ apiKey, baseUrl }: Stage, transcript: Transcript): Promise<Played> {
  const ai = new GoogleGenAI({ apiKey, ...(baseUrl !== undefined && { httpOptions: { baseUrl } }) });
  const contents = (await officialSdk(ai, modelName)) as Content[];
  transcript.contents(contents);
  return { contents, status: "done" };
}
