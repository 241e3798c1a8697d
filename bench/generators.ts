import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Program } from "./child.js";
import { runNode } from "./child.js";
import type { BenchDocument } from "./documents.js";
import { installPeers, peersFolder, peerVersion } from "./install-peers.js";
import { setAside } from "./set-aside.js";

export const toolpressCli = fileURLToPath(new URL("../dist/generator/cli/cli.js", import.meta.url));

/** A generator that compiles one document. `output` is the folder of its output, and `makes` describes the output. */
export interface Generator extends Program {
  readonly output: string;
  readonly makes: string;
}

const bin = (path: string): string => `${peersFolder}node_modules/${path}`;

// Kubb 5, orval 8 and newer versions of hey-api require a newer version of Node than toolpress.
const packages = [
  "openapi-typescript@7",
  "openapi-mcp-generator@4",
  "orval@7",
  ...["cli", "core", "plugin-oas", "plugin-ts", "plugin-zod", "plugin-client"].map(
    (name) => `@kubb/${name}@4`,
  ),
  "@hey-api/openapi-ts@0.95",
  "openapi-fetch@0.17",
];

export function generatorsFor({ name, path, operations }: BenchDocument): readonly Generator[] {
  installPeers(packages);
  const folder = (generator: string): string => {
    const made = `${peersFolder}gen/${generator}/${name.toLowerCase()}`;
    mkdirSync(made, { recursive: true });
    return made;
  };
  const peer = (
    title: string,
    packageName: string,
    makes: string,
    args: (output: string) => readonly string[],
  ): Generator => {
    const cwd = folder(title);
    const output = `${cwd}/out`;
    return {
      name: `${title} ${peerVersion(packageName)}`,
      makes,
      output,
      prepare: () => setAside(output),
      run: () => runNode(args(output), cwd),
    };
  };
  return [
    toolpress(folder("toolpress"), path, operations),
    peer("openapi-typescript", "openapi-typescript", "types", (output) => [
      ...[bin("openapi-typescript/bin/cli.js"), path, "-o", `${output}/types.ts`],
    ]),
    peer("openapi-mcp-generator", "openapi-mcp-generator", "an MCP server", (output) => [
      ...[bin("openapi-mcp-generator/bin/openapi-mcp-generator.js"), "--input", path, "--output", output],
      ...["--force", "--base-url", "https://api.example.com"],
    ]),
    peer("orval", "orval", "types, fetch client", (output) => [
      ...[
        bin("orval/dist/bin/orval.js"),
        "--input",
        path,
        "--output",
        `${output}/api.ts`,
        "--client",
        "fetch",
      ],
    ]),
    peer("kubb", "@kubb/core", "types, zod, client", () => {
      writeFileSync(`${folder("kubb")}/kubb.config.mjs`, kubbConfig(path));
      return [bin("@kubb/cli/bin/kubb.cjs"), "generate", "--config", "kubb.config.mjs"];
    }),
    peer("hey-api", "@hey-api/openapi-ts", "types, zod, sdk", (output) => [
      ...[bin("@hey-api/openapi-ts/bin/run.js"), "-i", path, "-o", output],
      ...["-c", "@hey-api/client-fetch", "-p", "@hey-api/typescript", "@hey-api/sdk", "zod"],
    ]),
  ];
}

/**
 * Returns the command that runs toolpress on a document. A tool set has at most 512 tools, so large documents are split
 * by tag.
 */
function toolpress(cwd: string, document: string, operations: number): Generator {
  mkdirSync(`${cwd}/specs`, { recursive: true });
  cpSync(document, `${cwd}/specs/api.openapi.json`);
  writeFileSync(
    `${cwd}/toolpress.config.yaml`,
    `specs: { specs/api.openapi.json: { all: true${operations > 512 ? ", split: tag" : ""} } }\n`,
  );
  return {
    name: "toolpress",
    makes: "declarations, types, validators, dispatch, HTTP",
    output: `${cwd}/generated`,
    prepare: () => setAside(`${cwd}/generated`),
    run: () => runNode([toolpressCli, "gen"], cwd),
  };
}

function kubbConfig(path: string): string {
  return `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

export default defineConfig({
  input: { path: ${JSON.stringify(path)} },
  output: { path: "./out", clean: true },
  plugins: [pluginOas({ validate: false, generators: [] }), pluginTs(), pluginZod(), pluginClient()],
});
`;
}

export interface Size {
  readonly files: number;
  readonly megabytes: number;
}

export function sizeOf(folder: string): Size {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += statSync(`${entry.parentPath}/${entry.name}`).size;
  }
  return { files, megabytes: bytes / 1e6 };
}
