import {
  HarmBlockThreshold,
  HarmCategory,
  ThinkingLevel,
  Type,
  type GenerateContentConfig,
} from "@google/genai";
import { equal, model, sent, type Case } from "../case.js";

/** A setting of the client, and the field that it becomes in the request. */
interface Setting {
  readonly title: string;
  readonly config: GenerateContentConfig;
  readonly field: string;
  readonly expected: unknown;
}

const schema = { type: Type.OBJECT, properties: { n: { type: Type.NUMBER } } };

const settings: readonly Setting[] = [
  {
    title: "a system instruction as text",
    config: { systemInstruction: "Be brief." },
    field: "systemInstruction",
    expected: { parts: [{ text: "Be brief." }], role: "user" },
  },
  {
    title: "numbers of sampling",
    config: { temperature: 0.5, topP: 0.9, topK: 20, seed: 7, maxOutputTokens: 100, stopSequences: ["END"] },
    field: "generationConfig",
    expected: {
      temperature: 0.5,
      topP: 0.9,
      topK: 20,
      seed: 7,
      maxOutputTokens: 100,
      stopSequences: ["END"],
    },
  },
  {
    title: "JSON by a schema",
    config: { responseMimeType: "application/json", responseSchema: schema },
    field: "generationConfig",
    expected: { responseMimeType: "application/json", responseSchema: schema },
  },
  {
    title: "JSON by a JSON Schema",
    config: { responseMimeType: "application/json", responseJsonSchema: { type: "object" } },
    field: "generationConfig",
    expected: { responseMimeType: "application/json", responseJsonSchema: { type: "object" } },
  },
  {
    title: "a level of thinking",
    config: { thinkingConfig: { thinkingLevel: ThinkingLevel.LOW, includeThoughts: true } },
    field: "generationConfig",
    expected: { thinkingConfig: { thinkingLevel: "LOW", includeThoughts: true } },
  },
  {
    title: "settings of safety",
    config: {
      safetySettings: [
        { category: HarmCategory.HARM_CATEGORY_HARASSMENT, threshold: HarmBlockThreshold.BLOCK_NONE },
      ],
    },
    field: "safetySettings",
    expected: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
  },
  {
    title: "a place for searches",
    config: { toolConfig: { retrievalConfig: { latLng: { latitude: 41.9, longitude: 12.5 } } } },
    field: "toolConfig",
    expected: { retrievalConfig: { latLng: { latitude: 41.9, longitude: 12.5 } } },
  },
];

export const configCases: readonly Case[] = settings.map(({ title, config, field, expected }) => ({
  title,
  fake: { script: ["{}"] },
  run: async (ai, fake) => {
    equal((await ai.models.generateContent({ model, contents: "Hi", config })).text, "{}");
    equal(sent(fake)[field], expected);
  },
}));
