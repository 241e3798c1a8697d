// `npm run demo:github`: an agent that can use every operation of GitHub's API through two tools. The document is installed into
// .cache/all-of-github, and a stub on this machine answers in place of GitHub. With GEMINI_API_KEY the model is Gemini itself.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createAgent, type Toolset } from "@toolpress/runtime";
import type { HttpConnection } from "@toolpress/runtime/http/v1";
import { call, type ScriptEntry } from "toolpress/testing";
import { openService } from "./demo/service.js";
import { createTranscript } from "./transcript.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = `${root}.cache/all-of-github/`;

/** The modules that `toolpress gen` writes for the document. */
interface Generated {
  createGithub(parts: { readonly http: HttpConnection }): Toolset;
  connectGithub(options: {
    readonly baseUrl: string;
    readonly openFile: () => Promise<Blob>;
  }): HttpConnection;
}

async function compile(): Promise<Generated> {
  const document = `${folder}node_modules/@octokit/openapi/generated/api.github.com.json`;
  mkdirSync(`${folder}specs`, { recursive: true });
  if (!existsSync(`${folder}package.json`))
    writeFileSync(`${folder}package.json`, '{ "private": true, "type": "module" }\n');
  const run = (command: string, words: readonly string[]): void =>
    void execFileSync(command, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  if (!existsSync(document))
    run("npm", ["install", "--no-audit", "--no-fund", "--silent", "@octokit/openapi@23"]);
  copyFileSync(document, `${folder}specs/github.openapi.json`);
  // Everything that changes data on GitHub needs the approval of a person.
  const settings = "{ search: true, approval: writes }";
  writeFileSync(`${folder}toolpress.config.yaml`, `specs:\n  specs/github.openapi.json: ${settings}\n`);
  const loader = import.meta.resolve("tsx");
  run(process.execPath, ["--import", loader, `${root}generator/cli/cli.ts`, "gen"]);
  const load = (file: string): Promise<object> =>
    import(pathToFileURL(`${folder}generated/github/${file}.ts`).href) as Promise<object>;
  return { ...(await load("index")), ...(await load("client")) } as Generated;
}

/** A stub of the API: one repository with one open issue. */
async function startGitHub(): Promise<{ readonly url: string; readonly requests: string[]; close(): void }> {
  const requests: string[] = [];
  const issue = {
    number: 42,
    title: "The login button does nothing",
    state: "open",
    labels: [{ name: "bug" }],
  };
  const answers: Readonly<Record<string, unknown>> = {
    "GET /repos/octo/site/issues": [issue],
    "POST /repos/octo/site/issues/42/comments": { id: 1, body: "We are looking into this." },
  };
  const server = createServer((request, response) => {
    const key = `${request.method} ${request.url?.split("?")[0]}`;
    requests.push(key);
    response.writeHead(key in answers ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answers[key] ?? { message: "Not Found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}

const viaCallTool = (name: string, args: unknown): ScriptEntry =>
  call("call_tool", { name, arguments: JSON.stringify(args) });

/** The answers of the fake. Gemini finds its own words. */
const script: readonly ScriptEntry[] = [
  call("search_tools", { queries: ["list issues of a repository", "comment on an issue"] }),
  viaCallTool("issues_list_for_repo", { owner: "octo", repo: "site", labels: "bug", state: "open" }),
  viaCallTool("issues_create_comment", {
    ...{ owner: "octo", repo: "site", issue_number: 42 },
    body: "We are looking into this.",
  }),
  "I wrote a comment on the open bug, issue 42.",
];

const question = "Comment on the open bug in octo/site that we are looking into it.";
const { createGithub, connectGithub } = await compile();
const github = await startGitHub();
const service = await openService(script, process.env["GEMINI_API_KEY"] || undefined);
const transcript = createTranscript((text) => void process.stdout.write(text));
transcript.title("All of GitHub: every operation through two tools");
transcript.user(question);
// One operation uploads a file. This demo has none.
const openFile = (): Promise<Blob> => Promise.reject(new Error("there are no files"));
const tools = createGithub({ http: connectGithub({ baseUrl: github.url, openFile }) });
const agent = createAgent({ tools, model: service.model, onEvent: transcript.event });
let result = await agent.run(question);
while (result.status === "paused") {
  // Here a person looks at `result.pending` and agrees.
  const decisions = Object.fromEntries(result.pending.map(({ callId }) => [callId, "approve" as const]));
  result = await agent.resume(result.state, { decisions });
}
transcript.end(result);
console.log(`GitHub got ${github.requests.join(", ")}`);
const lines = readFileSync(`${folder}generated/github/search.txt`, "utf8").trimEnd().split("\n");
const declared = [...tools.tools.values()].map(({ entry }) => JSON.stringify(entry.declaration));
const tokens = Math.ceil(declared.join("").length / 4);
console.log(`${lines.length} tools, ${declared.length} declarations, about ${tokens} tokens`);
github.close();
await service.close();
