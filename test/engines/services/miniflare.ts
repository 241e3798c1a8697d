import { build } from "esbuild";
import { Miniflare } from "miniflare";

// Runs a worker on this computer, with its workflows and durable objects: miniflare.ts <source> <folder of its data>

const [source = "", folder = ""] = process.argv.slice(2);
const built = await build({
  entryPoints: [source],
  bundle: true,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  conditions: ["workerd", "import"],
  external: ["cloudflare:*", "node:*"],
  write: false,
});
const bindings = Object.fromEntries(
  ["GEMINI_API_KEY", "GEMINI_BASE_URL", "SHOP_URL", "LEDGER_URL"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
const miniflare = new Miniflare({
  name: "support",
  modules: [{ type: "ESModule", path: "worker.js", contents: built.outputFiles[0]!.text }],
  modulesRoot: "/",
  compatibilityDate: "2026-04-01",
  compatibilityFlags: ["nodejs_compat"],
  bindings,
  workflows: { SUPPORT: { name: "support", className: "Support" } },
  ...(/export \{[^}]*\bEvents\b/.test(built.outputFiles[0]!.text) && {
    durableObjects: { EVENTS: "Events" },
  }),
  workflowsPersist: `${folder}/workflows`,
  host: "127.0.0.1",
  port: Number(process.env["PORT"]),
});
await miniflare.ready;
process.stdout.write("READY\n");
