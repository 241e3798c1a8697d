import { readdirSync, readFileSync } from "node:fs";
import { posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

// Checks the rules of ARCHITECTURE.md against the imports.

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

const rooms = ["generator", "runtime", "gemini-rules", "testing"];

function sources(folder: string): string[] {
  return readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && entry.name.endsWith(".ts") && !/\b(?:dist|node_modules)\b/.test(entry.parentPath),
    )
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`).split(sep).join("/"));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(`${root}/${file}`, "utf8");
  const statement =
    /^(?:import|export)\s+(type\s+)?(?:[\w*{][^;"']*?\sfrom\s+)?"([^"]+)";|\b(?:import|require|createRequire\(import\.meta\.url\))\("([^"]+)"\)/gm;
  return [...text.matchAll(statement)].map(([, type, statical, dynamic]) => {
    const target = statical ?? dynamic ?? "";
    const to = target.startsWith(".")
      ? posix.join(posix.dirname(file), target).replace(/\.js$/, ".ts")
      : target;
    return { from: file, to, typeOnly: type !== undefined, dynamic: dynamic !== undefined };
  });
}

function patternsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(`${file}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(`${root}/${file}`, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

const all = rooms.flatMap((room) => sources(room)).flatMap(importsOf);
const show = (found: readonly Import[]): string[] => found.map(({ from, to }) => `${from} → ${to}`);
const isFile = (to: string): boolean => rooms.some((room) => to.startsWith(`${room}/`));

/** The folders that every part of the generator may import. These folders import only each other. */
const leaves =
  /^generator\/(ir|options|base\/[\w-]+|tool-fields\/[\w-]+|diagnostics\/(report|catalogue\/[\w-]+)|pipeline\/(lock|check-lock)|check\/patterns\/[\w-]+|emit\/(planned-file|kept-tool))\.ts$/;

const stages = ["read", "dialects", "name", "schema", "check", "lower", "emit", "format", "write"];
const stageOf = (file: string): string | undefined =>
  leaves.test(file) ? undefined : stages.find((stage) => file.startsWith(`generator/${stage}/`));

/**
 * The folders of the runtime, each with the folders that it may import statically. An agent loads `start`
 * with its first import. `start` must load `loop`, `call` and `gemini` with `import()`.
 */
const runtimeRooms: Readonly<Record<string, readonly string[]>> = {
  base: ["contracts"],
  start: ["contracts", "base"],
  loop: ["contracts", "base"],
  call: ["contracts", "base", "validate", "refusal"],
  refusal: ["contracts", "base", "validate"],
  search: ["contracts", "base"],
  gemini: ["contracts", "base"],
  interactions: ["contracts", "base", "gemini"],
  http: ["contracts", "base"],
  hosts: ["contracts", "base"],
  validate: ["contracts", "base"],
  adapters: ["contracts", "base", "call", "gemini"],
  remotes: ["contracts", "base", "start"],
};

/** Returns the folder of a file of the runtime. The files at its root are contracts and entries. */
function roomOf(file: string): string | undefined {
  const [, path] = /^runtime\/(.+)$/.exec(file) ?? [];
  return path?.includes("/") === true ? path.split("/")[0] : path && "contracts";
}

describe("the architecture", () => {
  it("keeps stages independent: none imports the code of another", () => {
    const crossing = all.filter(({ from, to, typeOnly }) => {
      const [here, there] = [stageOf(from), stageOf(to)];
      return here !== undefined && there !== undefined && here !== there && !typeOnly;
    });
    expect(show(crossing)).toEqual([]);
  });

  it("keeps stages independent of the pipeline, the commands and the command line", () => {
    const upward = all.filter(
      ({ from, to }) =>
        stageOf(from) !== undefined && /^generator\/(generate|pipeline|cli)/.test(to) && !leaves.test(to),
    );
    expect(show(upward)).toEqual([]);
  });

  it("lets base modules import only base modules", () => {
    const outward = all.filter(
      ({ from, to, typeOnly }) => leaves.test(from) && isFile(to) && !leaves.test(to) && !typeOnly,
    );
    expect(show(outward)).toEqual([]);
  });

  it("keeps the runtime free of dependencies, of node: and of the other folders", () => {
    const outward = all.filter(({ from, to }) => roomOf(from) !== undefined && !to.startsWith("runtime/"));
    // Remotes start processes and load optional peers. No other part of the runtime may import them.
    expect(show(outward.filter(({ from }) => roomOf(from) !== "remotes"))).toEqual([]);
    expect(show(outward.filter(({ to }) => isFile(to)))).toEqual([]);
  });

  it.each(Object.entries(runtimeRooms))(
    "lets runtime/%s load only %j before it is needed",
    (room, others) => {
      const eager = all.filter(
        ({ from, to, typeOnly, dynamic }) =>
          roomOf(from) === room && to.startsWith("runtime/") && !typeOnly && !dynamic && roomOf(to) !== room,
      );
      expect(show(eager.filter(({ to }) => !others.includes(roomOf(to) ?? "")))).toEqual([]);
    },
  );

  it("lists every folder of the runtime", () => {
    const rooms = new Set(sources("runtime").map(roomOf));
    expect([...rooms].sort()).toEqual([...Object.keys(runtimeRooms), "contracts"].sort());
  });

  it("loads the runtime without tables of Unicode scripts, which engines load for literals that name them", () => {
    expect(
      sources("runtime")
        .flatMap(patternsOf)
        .filter((pattern) => pattern.includes("\\p{")),
    ).toEqual([]);
  });

  it("uses no signals that edge runtimes refuse", () => {
    const found = sources("runtime").filter((file) =>
      /AbortSignal\.(?:any|timeout)\(/.test(readFileSync(`${root}/${file}`, "utf8")),
    );
    expect(found).toEqual([]);
  });

  it("lets the generator see the runtime's types, never its code", () => {
    const values = all.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith("generator/") &&
        !from.startsWith("generator/sources/") &&
        to.startsWith("@toolpress/runtime") &&
        !typeOnly,
    );
    expect(show(values)).toEqual([]);
  });

  it("keeps the model of the wire form independent", () => {
    const outward = all.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith("gemini-rules/") &&
        !to.startsWith("gemini-rules/") &&
        !(typeOnly && to === "@toolpress/runtime"),
    );
    expect(show(outward)).toEqual([]);
  });

  it("keeps the generator away from generated code, testing and remotes", () => {
    const outward = all.filter(
      ({ from, to }) =>
        from.startsWith("generator/") &&
        // `toolpress import` is the only command that may start a process and send it requests.
        !from.startsWith("generator/sources/") &&
        /^(generated\/|testing\/|@toolpress\/runtime\/remotes)/.test(to),
    );
    expect(show(outward)).toEqual([]);
  });

  it.each([
    ["handlebars", /^generator\/emit\/(render|lint-template|handlebars)\.ts$/],
    ["openapi-typescript", /^generator\/emit\/types\.ts$/],
    ["yaml", /^generator\/(read|export)\//],
    ["node:child_process", /^(runtime\/remotes|generator\/cli\/commands)\//],
  ])("imports %s in one folder only", (module, room) => {
    expect(
      show(
        all.filter(
          ({ from, to, typeOnly }) => `${to}/`.startsWith(`${module}/`) && !typeOnly && !room.test(from),
        ),
      ),
    ).toEqual([]);
  });

  it("loads Prettier, TypeScript and openapi-typescript only for rendering", () => {
    const heavy = /^(prettier|typescript|openapi-typescript)(\/|$)/;
    const eager = rooms
      .flatMap(sources)
      .flatMap((file) =>
        [...readFileSync(`${root}/${file}`, "utf8").matchAll(/^import (?!type )[^;]*?from "([^"]+)";/gm)]
          .filter(([, module]) => heavy.test(module ?? ""))
          .map(([, module]) => `${file} → ${module}`),
      );
    expect(eager).toEqual([]);
  });

  it("has no files whose names do not describe their content", () => {
    const nameless = rooms
      .flatMap(sources)
      .filter((file) => /(^|\/)(utils?|helpers?|common|types|misc)\.ts$/.test(file));
    expect(nameless.filter((file) => file !== "generator/emit/types.ts")).toEqual([]);
  });
});
