import { GoogleGenAI, type Content as TheirContent } from "@google/genai";
import type { Content, FunctionDeclaration } from "@toolpress/runtime";
import { toFunctionDeclaration, type AnyTool } from "@toolpress/runtime/amazon-q";
import { MODEL, textAnswer, type World } from "./item.js";
import type { Service } from "./judges.js";

// Google's own client, for programs that have their own loop.

/** Creates the client as a user does, with the address of the judge. */
export function official(service: Service): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: service.url } });
}

/** Sends one request with declarations, and returns the turn of the model. */
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

/** Returns the declaration that a service receives for a tool of Amazon Q. */
export async function declaredAs(world: World, tool: AnyTool): Promise<FunctionDeclaration | undefined> {
  const service = await world.serve(textAnswer("Hi."));
  await ask(official(service), [{ role: "user", parts: [{ text: "Hello" }] }], [toFunctionDeclaration(tool)]);
  return service.requests[0]?.body.tools?.[0]?.functionDeclarations?.[0];
}

/** Returns the contents that a service receives when a program sends these contents. */
export async function sentContents(world: World, contents: readonly Content[]): Promise<readonly Content[]> {
  const service = await world.serve(textAnswer("Hi."));
  await official(service).models.generateContent({ model: MODEL, contents: [...contents] });
  return service.requests[0]?.body.contents ?? [];
}
