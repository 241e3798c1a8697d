import { main } from "../project.js";
import { esbuild, node, type Stack } from "../stack.js";

const worker = `import { runAgent } from "./agent$EXT";

export default {
  async fetch(_request: Request, env: { MODEL_URL: string }): Promise<Response> {
    return new Response("agent: " + (await runAgent(env.MODEL_URL)));
  },
};
`;

const miniflare = `import { Miniflare } from "miniflare";

const worker = new Miniflare({
  modules: true,
  scriptPath: "out/worker.js",
  compatibilityDate: "2026-01-01",
  bindings: { MODEL_URL: process.env.MODEL_URL },
});
const response = await worker.dispatchFetch("http://localhost/");
console.log(await response.text());
await worker.dispose();
`;

/** Platforms other than Node. */
export const runtimeStacks: readonly Stack[] = [
  {
    title: "Bun, TypeScript",
    shows: ["@oven/bun-linux-x64"],
    dependencies: { "@oven/bun-linux-x64": "1.4.4" },
    compilerOptions: {
      module: "preserve",
      moduleResolution: "bundler",
      noEmit: true,
      allowImportingTsExtensions: true,
    },
    files: { "src/main.ts": main },
    steps: [{ run: ["node_modules/@oven/bun-linux-x64/bin/bun", "src/main.ts"], says: "agent" }],
  },
  {
    title: "Deno, TypeScript",
    shows: ["@deno/linux-x64-glibc"],
    dependencies: { "@deno/linux-x64-glibc": "2.9.6" },
    compilerOptions: { module: "nodenext", allowImportingTsExtensions: true, noEmit: true },
    files: { "src/main.ts": main },
    steps: [
      {
        run: [
          "node_modules/@deno/linux-x64-glibc/deno",
          ...[
            "run",
            "--no-remote",
            "--node-modules-dir=manual",
            "--allow-net",
            "--allow-env",
            "--allow-read",
          ],
          "src/main.ts",
        ],
        says: "agent",
      },
    ],
  },
  {
    title: "Cloudflare Workers (workerd by miniflare)",
    shows: ["miniflare", "workerd"],
    dependencies: { miniflare: "4.20260730.0", esbuild: "0.28.2" },
    compilerOptions: { module: "esnext", moduleResolution: "bundler", target: "es2022", types: [] },
    files: { "src/worker.ts": worker, "worker-test.mjs": miniflare },
    steps: [
      { run: esbuild("src/worker.ts", "--bundle", "--format=esm", "--outdir=out") },
      { run: node("worker-test.mjs"), says: "agent" },
    ],
  },
];
