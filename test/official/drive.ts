import { pathToFileURL } from "node:url";
import type { GoogleGenAI } from "@google/genai";
import { fakeGemini, fakeInteractions } from "toolpress/testing";
import type { Case, Kind } from "./case.js";
import { cacheCases } from "./cases/caches.js";
import { chatCases } from "./cases/chat.js";
import { configCases } from "./cases/config.js";
import { generateCases } from "./cases/generate.js";
import { interactionCases, type InteractionCase, type InteractionsClient } from "./cases/interactions.js";
import { streamCases } from "./cases/stream.js";
import { tokenCases } from "./cases/tokens.js";
import { toolCases } from "./cases/tools.js";
import { vertexCases } from "./cases/vertex.js";

// Runs the cases with the client module in the first argument. `run.ts` starts this program with the version
// of Node that the client needs.

const kinds: Readonly<Record<Kind, readonly Case[]>> = {
  generate: generateCases,
  stream: streamCases,
  chat: chatCases,
  tools: toolCases,
  config: configCases,
  caches: cacheCases,
  tokens: tokenCases,
  Vertex: vertexCases,
};

type Client = new (options: Readonly<Record<string, unknown>>) => GoogleGenAI;

async function runCase(Client: Client, { fake: options, client = {}, refuses, run }: Case): Promise<void> {
  const fake = await fakeGemini(options);
  try {
    const httpOptions = { baseUrl: fake.url, retryOptions: { attempts: 1 } };
    await run(new Client({ apiKey: "key", ...client, httpOptions }), fake);
    if (!refuses) fake.assertDone();
  } finally {
    await fake.close();
  }
}

async function runInteraction(
  Client: Client,
  { fake: options, refuses, run }: InteractionCase,
): Promise<void> {
  const fake = await fakeInteractions(options);
  try {
    const client = new Client({ apiKey: "key", httpOptions: { baseUrl: fake.url } });
    await run(client as unknown as InteractionsClient, fake);
    if (!refuses) fake.assertDone();
  } finally {
    await fake.close();
  }
}

/** A case of any kind, with the client already chosen. */
interface Runnable {
  readonly title: string;
  readonly run: () => Promise<void>;
}

function casesOf(Client: Client): Readonly<Record<string, readonly Runnable[]>> {
  const rows = Object.entries(kinds).map(([kind, cases]) => [
    kind,
    cases.map((current) => ({ title: current.title, run: () => runCase(Client, current) })),
  ]);
  const interactions = interactionCases.map((current) => ({
    title: current.title,
    run: () => runInteraction(Client, current),
  }));
  return { ...(Object.fromEntries(rows) as Record<string, readonly Runnable[]>), interactions };
}

async function main(module: string): Promise<void> {
  const { GoogleGenAI: Client } = (await import(pathToFileURL(module).href)) as { GoogleGenAI: Client };
  const rows: string[] = [];
  let failed = 0;
  const all = casesOf(Client);
  for (const [kind, cases] of Object.entries(all)) {
    let passed = 0;
    for (const current of cases) {
      const problem = await current.run().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      console.log(`${problem === undefined ? "ok    " : "FAILED"} ${kind}: ${current.title}`);
      if (problem === undefined) passed += 1;
      else console.log(problem.replace(/^/gm, "       "));
    }
    failed += cases.length - passed;
    rows.push(`| ${kind.padEnd(12)} | ${String(cases.length).padStart(5)} | ${String(passed).padStart(6)} |`);
  }
  const total = Object.values(all).flat().length;
  console.log(`\n| kind         | cases | passed |\n| ------------ | ----: | -----: |\n${rows.join("\n")}`);
  console.log(`\n${total - failed} of ${total} cases pass on Node ${process.versions.node}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main(process.argv[2] ?? "");
