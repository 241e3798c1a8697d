import { readFileSync, writeFileSync } from "node:fs";
import { createAgent, gemini, type RunEvent, type RunResult } from "@toolpress/runtime";
import { call, fakeGemini } from "toolpress/testing";
import { expect, it } from "vitest";
import { library } from "./library.js";

// The conversation in docs/search.md, on a fake that refuses what Gemini refuses. UPDATE=1 writes it.

const page = new URL("../../docs/search.md", import.meta.url);
const block = /(?<=<!-- transcript -->\n\n```text\n)[^]*?(?=```\n)/;

const viaCallTool = (name: string, args: unknown): ReturnType<typeof call> =>
  call("call_tool", { name, arguments: JSON.stringify(args) });

const script = [
  call("search_tools", { queries: ["reserve a book", "find a book by title"] }),
  viaCallTool("find_books", { title: "Dune" }),
  viaCallTool("find_books", { words: "Dune" }),
  viaCallTool("find_members", { name: "Lovelace" }),
  viaCallTool("reserve_book", { book_id: 7, member_id: 3 }),
  "Dune is reserved for Ada Lovelace.",
];

interface Said {
  readonly functionCall?: { readonly name?: string; readonly args?: unknown };
  readonly functionResponse?: { readonly response: Readonly<Record<string, unknown>> };
  readonly text?: string;
}

function transcriptOf({ contents }: RunResult): string {
  const parts = contents.flatMap(({ role, parts: said = [] }) =>
    (said as readonly Said[]).map((part) => [role, part] as const),
  );
  const lines = parts.flatMap(([role, { functionCall, functionResponse, text }]) => {
    if (functionCall) return [`model → ${functionCall.name}(${JSON.stringify(functionCall.args)})`];
    if (functionResponse) return [`tool  ← ${JSON.stringify(functionResponse.response)}`];
    return text === undefined || text === "" ? [] : [`${role === "user" ? "user " : "model"} : ${text}`];
  });
  return lines.map((line) => `${line}\n`).join("");
}

it("is the conversation in docs/search.md", async () => {
  const fake = await fakeGemini({ script });
  try {
    const { tools, calls } = library();
    const model = gemini({ apiKey: "key", model: "gemini-3.5-flash", baseUrl: fake.url });
    const events: RunEvent[] = [];
    const agent = createAgent({ tools, model, onEvent: (event) => void events.push(event) });
    const paused = await agent.run("Reserve Dune for Ada Lovelace, please.");
    if (paused.status !== "paused") throw new Error(JSON.stringify(paused));
    const waiting = paused.pending.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`);
    expect(waiting).toEqual(['reserve_book {"book_id":7,"member_id":3}']);
    const decisions = { [paused.pending[0]!.callId]: "approve" as const };
    const done = await agent.resume(paused.state, { decisions });
    expect(done.status).toBe("done");
    expect(calls.map(([tool]) => tool)).toEqual(["find_books", "find_members", "reserve_book"]);
    expect(new Set(fake.requests.map(({ body }) => JSON.stringify(body["tools"]))).size).toBe(1);
    const text = readFileSync(page, "utf8");
    const transcript = transcriptOf(done);
    if (process.env["UPDATE"] === "1")
      writeFileSync(
        page,
        text.replace(block, () => transcript),
      );
    expect(block.exec(readFileSync(page, "utf8"))?.[0]).toBe(transcript);
  } finally {
    await fake.close();
  }
});
