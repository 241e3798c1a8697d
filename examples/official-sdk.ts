import type { Content, GoogleGenAI } from "@google/genai";
import { asCallableTool } from "@toolpress/runtime/google-genai";
import { createWeather } from "../generated/weather/index.js";
import { weatherHandlers } from "./weather.js";

/**
 * Google's own client sends the requests and runs its own loop. Our tools validate, run and answer the calls.
 */
export async function officialSdk(ai: GoogleGenAI, model: string): Promise<Content[]> {
  const tools = createWeather({ handlers: weatherHandlers });
  const chat = ai.chats.create({ model, config: { tools: [asCallableTool(tools)] } });
  await chat.sendMessage({ message: "Is it warm in Rome?" });
  return chat.getHistory();
}
