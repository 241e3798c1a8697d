// Programs that `pack.test.ts` writes into a project that has only the packed packages.

/** An agent without top-level `await`, which CommonJS does not have. */
export const agentForCommonJs = `import { createAgent, functionCall, type GenerateContentResponse, type Model, type Part } from "@toolpress/runtime";
import { createHello } from "./generated/hello/index.js";

const answer = (part: Part): GenerateContentResponse => ({
  candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }],
});
const script = [answer(functionCall("say_hello", { name: "Ada" })), answer({ text: "Done." })];
const model = {
  id: "scripted",
  flavor: "gemini",
  generate: async () => script.shift()!,
} as unknown as Model;
const handlers = { say_hello: ({ name }: { name: string }) => ({ greeting: \`Hello, \${name}!\` }) };
createAgent({ tools: createHello({ handlers }), model })
  .run("Greet Ada.")
  .then((result) => {
    const parts = result.contents.flatMap(({ parts }) => parts ?? []);
    console.log(JSON.stringify(parts.find((part) => part.functionResponse)?.functionResponse?.response));
    console.log(result.status);
  });
`;

const names = Array.from({ length: 10 }, (_, index) => `count_${index}`);

const toolOf = (name: string): string => `  ${name}:
    description: Counts the parts of a kind in one store. Use it for questions about stock.
    serial: true
    parameters:
      - { name: kind, type: string, enum: [bolt, nut], description: Kind of the parts., required: true }
      - { name: least, type: integer, minimum: 1, maximum: 99, default: 1, description: The smallest size. }
    response: { type: integer }
`;

/** A spec with ten tools. */
export const tenTools: Readonly<Record<string, string>> = {
  "production/specs/stock.tools.yaml": `tools:\n${names.map(toolOf).join("")}`,
};

/** An agent whose model service runs in the same process. Its first answer calls each of the ten tools. */
export const tenToolsAgent = `import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAgent, gemini } from "@toolpress/runtime";
import { createStock, type StockHandlers } from "../generated/stock/index.js";

const names = ${JSON.stringify(names)};
const calls = names.map((name, index) => ({ functionCall: { id: \`c\${index}\`, name, args: { kind: "bolt" } } }));
const script = [calls, [{ text: "All ten tools have answered." }]];
const server = createServer((_, response) => {
  const content = { role: "model", parts: script.shift() };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ candidates: [{ content, finishReason: "STOP" }] }));
}).listen(0, "127.0.0.1", async () => {
  const baseUrl = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`;
  const handlers: StockHandlers = { ${names.map((name) => `${name}: ({ least }) => least`).join(", ")} };
  const model = gemini({ apiKey: "any", model: "gemini-3.5-flash", baseUrl });
  const tools = createStock({ handlers });
  const result = await createAgent({ tools, model }).run("How many bolts are there?");
  const answers = result.contents.flatMap(({ parts }) => parts ?? []).filter((part) => part.functionResponse);
  console.log(\`\${answers.filter((part) => part.functionResponse?.response?.["result"] === 1).length} answers\`);
  console.log(result.status, result.text);
  await import("toolpress" + "/testing").catch(() => console.log("toolpress is not installed"));
  server.close();
});
`;

/** Calls serial tools through two entries of the runtime at the same time, and prints the order of their handlers. */
export const serialCalls = `import { dispatch } from "@toolpress/runtime";
import { asCallableTool } from "@toolpress/runtime/google-genai";
import { createStock, type StockHandlers } from "../generated/stock/index.js";

const order: string[] = [];
const count = async (name: string): Promise<number> => {
  order.push(\`\${name} starts\`);
  await new Promise((done) => setTimeout(done, 20));
  order.push(\`\${name} ends\`);
  return 1;
};
const handlers: StockHandlers = { ${names.map((name) => `${name}: () => count("${name}")`).join(", ")} };
const tools = createStock({ handlers });
const args = { kind: "bolt" };
await Promise.all([
  dispatch(tools, { name: "count_0", args }),
  asCallableTool(tools).callTool([{ id: "1", name: "count_1", args }]),
]);
console.log(order.join(", "));
`;
