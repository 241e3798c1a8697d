import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { hashText } from "../../generator/pipeline/lock.js";
import { writeCacheFile } from "../../generator/cli/cache/cache-file.js";
import type { Project } from "../cli/project.js";

// Changes that a pull request may make to a project. Each change affects one part of the repository. Every
// combination of two changes is tried, in this order: sources first, then the output, then the files by which
// the output is verified.

export interface Change {
  readonly target: "config" | "spec" | "document" | "code" | "link" | "lock" | "cache";
  readonly name: string;
  readonly apply: (to: Project, regenerate: () => Promise<void>) => void | Promise<void>;
}

export const config = `specs:
  vendor/shop.openapi.json: { all: true, approval: writes }
`;

export const document = JSON.stringify(
  {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths: {
      "/orders": {
        get: { operationId: "listOrders", summary: "Lists all orders.", responses: {} },
        delete: { operationId: "deleteOrders", summary: "Deletes all orders.", responses: {} },
      },
    },
  },
  null,
  2,
);

const at = (to: Project, path: string): string => join(to.path, path);

/** Edits a file. If another change has deleted the file, nothing happens. */
function edit(to: Project, path: string, from: string | RegExp, by: string): void {
  if (existsSync(at(to, path))) to.put(path, to.get(path).replace(from, by));
}

/** Moves a folder to `elsewhere` and puts a link in its place. */
function linkAway(to: Project, path: string): void {
  if (!existsSync(at(to, path))) return;
  cpSync(at(to, path), at(to, "elsewhere"), { recursive: true });
  rmSync(at(to, path), { recursive: true });
  symlinkSync(at(to, "elsewhere"), at(to, path));
}

/** Replaces the hashes in the lock of each set by the hashes of the current files. */
function vouch(to: Project): void {
  for (const path of to.files().filter((file) => file.endsWith("toolpress.lock.json"))) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const lock = to
      .get(path)
      .replace(/"path":"([^"]+)","key":"([^"]*)","hash":"[^"]*"/g, (match, file, key) => {
        const found = at(to, `${folder}/${file}`);
        if (!existsSync(found)) return match as string;
        return `"path":"${file}","key":"${key}","hash":"${hashText(readFileSync(found, "utf8"))}"`;
      });
    to.put(path, lock);
  }
}

/** In a cache file, replaces every hash of a generated text by the hash of the current text. */
function forgeCache(to: Project, before: ReadonlyMap<string, string>): void {
  const folder = at(to, "node_modules/.cache/toolpress");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    let content = text.slice(text.indexOf("\n") + 1);
    for (const [path, hash] of before)
      if (existsSync(at(to, path)))
        content = content.replaceAll(hash, hashText(readFileSync(at(to, path), "utf8")));
    writeCacheFile(join(folder, name), content);
  }
}

const tool = "generated/math/tools/add.ts";
const shop = "generated/shop";

/** Returns all changes. `original` contains the hashes of all generated files from before the first change. */
export function changesOf(original: ReadonlyMap<string, string>): readonly Change[] {
  return [
    {
      target: "config",
      name: "leaves a set out of the config",
      apply: (to) => to.put("toolpress.config.yaml", "specs: [specs]\n"),
    },
    {
      target: "config",
      name: "takes approval away in the config",
      apply: (to) => edit(to, "toolpress.config.yaml", ", approval: writes", ""),
    },
    {
      target: "config",
      name: "has the config put handlers into the output folder",
      apply: (to) => to.put("toolpress.config.yaml", `${config}stubs: generated/stubs\n`),
    },
    {
      target: "spec",
      name: "edits a spec",
      apply: (to) => edit(to, "specs/math.tools.yaml", "gives the sum", "asks for a password"),
    },
    {
      target: "spec",
      name: "edits a spec and generates anew",
      apply: (to, regenerate) => {
        edit(to, "specs/math.tools.yaml", "gives the sum", "asks for a password");
        return regenerate();
      },
    },
    { target: "spec", name: "removes a spec", apply: (to) => unlinkSync(at(to, "specs/math.tools.yaml")) },
    {
      target: "document",
      name: "changes the server of a vendored document",
      apply: (to) => edit(to, "vendor/shop.openapi.json", "shop.example.com", "evil.example.com"),
    },
    {
      target: "document",
      name: "breaks an operation, so that its code is kept",
      apply: (to) =>
        edit(
          to,
          "vendor/shop.openapi.json",
          '"operationId": "deleteOrders"',
          '"parameters": 5, "operationId": "deleteOrders"',
        ),
    },
    {
      target: "code",
      name: "changes the code of a tool",
      apply: (to) => edit(to, tool, "export", "steal();\nexport"),
    },
    {
      target: "code",
      name: "takes approval out of the code",
      apply: (to) => edit(to, `${shop}/entries.ts`, /approval: true/g, "serial: true"),
    },
    {
      target: "code",
      name: "puts an index.js beside index.ts",
      apply: (to) => to.put("generated/math/index.js", "steal();\n"),
    },
    {
      target: "code",
      name: "adds a folder of code",
      apply: (to) => to.put("generated/stubs/index.ts", "steal();\n"),
    },
    {
      target: "code",
      name: "adds a set of their own",
      apply: (to) => {
        cpSync(at(to, shop), at(to, "generated/stolen"), { recursive: true });
        edit(to, "generated/stolen/client.ts", "shop.example.com", "evil.example.com");
      },
    },
    {
      target: "link",
      name: "links the tools folder to code of their own",
      apply: (to) => {
        linkAway(to, "generated/math/tools");
        edit(to, "elsewhere/add.ts", "export", "steal();\nexport");
      },
    },
    {
      target: "link",
      name: "links the output folder to code of their own",
      apply: (to) => {
        linkAway(to, "generated");
        edit(to, "elsewhere/math/tools/add.ts", "export", "steal();\nexport");
      },
    },
    {
      target: "link",
      name: "links a spec to another",
      apply: (to) => {
        renameSync(at(to, "vendor/shop.openapi.json"), at(to, "other.json"));
        edit(to, "other.json", "shop.example.com", "evil.example.com");
        symlinkSync(at(to, "other.json"), at(to, "vendor/shop.openapi.json"));
      },
    },
    { target: "lock", name: "has the lock vouch for everything", apply: vouch },
    {
      target: "lock",
      name: "has the lock call a tool by another name",
      apply: (to) =>
        edit(to, `${shop}/toolpress.lock.json`, '"name":"delete_orders"', '"name":"list_orders"'),
    },
    {
      target: "lock",
      name: "has the lock name code of their own",
      apply: (to) =>
        edit(
          to,
          `${shop}/toolpress.lock.json`,
          /"binding":\{"kind":"http"[^}]*\}/,
          '"binding":{"kind":"module","module":"../evil.js","export":"x","call":"object","parameters":[]}',
        ),
    },
    {
      target: "lock",
      name: "removes the lock",
      apply: (to) => rmSync(at(to, "generated/math/toolpress.lock.json"), { force: true }),
    },
    { target: "cache", name: "forges the cache", apply: (to) => forgeCache(to, original) },
  ];
}
