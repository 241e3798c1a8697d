import { gemini, type Model } from "@toolpress/runtime";
import { interactions } from "@toolpress/runtime/interactions";
import { fakeGemini, fakeInteractions, type Scripted, type ScriptEntry } from "toolpress/testing";

/** Where an example is played: the real service, or a fake that answers from its script. */
export interface Stage {
  readonly model: Model;
  readonly apiKey: string;
  /** For the official client; undefined is Google's own address. */
  readonly baseUrl: string | undefined;
  close(): Promise<void>;
}

export const modelName = process.env["GEMINI_MODEL"] ?? "gemini-3.5-flash";

export async function openStage(script: readonly ScriptEntry[], apiKey: string | undefined): Promise<Stage> {
  if (apiKey !== undefined) {
    return {
      model: gemini({ apiKey, model: modelName }),
      apiKey,
      baseUrl: undefined,
      close: async () => undefined,
    };
  }
  const fake = await fakeGemini({ script });
  return {
    model: gemini({ apiKey: "demo", model: modelName, baseUrl: fake.url }),
    apiKey: "demo",
    baseUrl: fake.url,
    close: async () => {
      await fake.close();
      fake.assertDone();
    },
  };
}

/** The same for the Interactions API. */
export async function openInteractions(
  script: readonly Scripted[],
  apiKey: string | undefined,
): Promise<Stage> {
  const fake = apiKey === undefined ? await fakeInteractions({ script }) : undefined;
  const key = apiKey ?? "demo";
  return {
    model: interactions({ apiKey: key, model: modelName, ...(fake && { baseUrl: fake.url }) }),
    apiKey: key,
    baseUrl: fake?.url,
    close: async () => {
      await fake?.close();
      fake?.assertDone();
    },
  };
}

/** The same model, which also reports the first message of the user. */
export function withListener(model: Model, hear: (question: string) => void): Model {
  let listening = true;
  const listen = (contents: Parameters<Model["generate"]>[0]["contents"]): void => {
    if (listening) hear(contents.at(-1)?.parts?.[0]?.text ?? "");
    listening = false;
  };
  const { stream } = model;
  return {
    ...model,
    generate: (request, call) => {
      listen(request.contents);
      return model.generate(request, call);
    },
    ...(stream && {
      stream: (request, call) => {
        listen(request.contents);
        return stream.call(model, request, call);
      },
    }),
  };
}
