import { gemini, type Model } from "@toolpress/runtime";
import { interactions } from "@toolpress/runtime/interactions";
import { fakeGemini, fakeInteractions, type Scripted, type ScriptEntry } from "toolpress/testing";

/**
 * The service that an example uses: the real service, or a fake that answers from the script of the example.
 */
export interface ModelService {
  readonly model: Model;
  readonly apiKey: string;
  /** The address for the official client. Undefined means Google's own address. */
  readonly baseUrl: string | undefined;
  close(): Promise<void>;
}

export const modelName = process.env["GEMINI_MODEL"] ?? "gemini-3.5-flash";

export async function openService(
  script: readonly ScriptEntry[],
  apiKey: string | undefined,
): Promise<ModelService> {
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

/** Opens the Interactions API, or its fake without a key. */
export async function openInteractions(
  script: readonly Scripted[],
  apiKey: string | undefined,
): Promise<ModelService> {
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

/** Returns the same model. It also reports the first message of the user to a listener. */
export function withListener(model: Model, onQuestion: (question: string) => void): Model {
  let isFirst = true;
  const reportFirst = (contents: Parameters<Model["generate"]>[0]["contents"]): void => {
    if (isFirst) onQuestion(contents.at(-1)?.parts?.[0]?.text ?? "");
    isFirst = false;
  };
  const { stream } = model;
  return {
    ...model,
    generate: (request, call) => {
      reportFirst(request.contents);
      return model.generate(request, call);
    },
    ...(stream && {
      stream: (request, call) => {
        reportFirst(request.contents);
        return stream.call(model, request, call);
      },
    }),
  };
}
