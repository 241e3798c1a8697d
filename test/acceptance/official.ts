import { GoogleGenAI, type Content as TheirContent } from "@google/genai";
import type { Content, FunctionDeclaration } from "@toolpress/runtime";
import { MODEL } from "./item.js";
import type { Service } from "./judges.js";

// Google's own client, for programs that bring their own loop.

/** The client as a user makes it, with the address of the judge. */
export function official(service: Service): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: service.url } });
}

/** One request with declarations; the turn of the model. */
export async function ask(
  ai: GoogleGenAI,
  contents: readonly Content[],
  functionDeclarations: readonly FunctionDeclaration[],
  model = MODEL,
): Promise<{ readonly turn: TheirContent; readonly text: string | undefined }> {
  const response = await ai.models.generateContent({
    model,
    contents: [...contents],
    config: { tools: [{ functionDeclarations: [...functionDeclarations] }] },
  });
  const turn = response.candidates?.[0]?.content;
  if (turn === undefined) throw new Error("the service gave no content");
  return { turn, text: response.text };
}
