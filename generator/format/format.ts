import type { Promised, RenderedFile } from "../emit/planned-file.js";
import { outlineByTypeScript } from "./outline.js";
import { prettify } from "./prettify.js";
import { quickOutline } from "./quick-outline.js";

/** Formats a rendered file; what is not TypeScript is final already. */
export async function format(file: RenderedFile, path: string): Promise<string> {
  if (file.promised === undefined) return file.text;
  const text = await prettified(file.text, path);
  const problem = brokenPromise(text, file.promised);
  if (problem !== undefined) throw new BrokenPromise(path, problem);
  return text;
}

/** Generated code is not what was planned: a bug of ours, or spec text that got where it must not. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
  readonly path: string;
  readonly problem: string;
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

async function prettified(text: string, path: string): Promise<string> {
  try {
    return await prettify(text);
  } catch (error) {
    const [problem = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new BrokenPromise(path, `does not parse: ${problem}`);
  }
}

/** Compares what the final text declares and imports with the plan. A second net, not the first. */
function brokenPromise(text: string, promised: Promised): string | undefined {
  const { declares, imports, unexpected } = quickOutline(text) ?? outlineByTypeScript(text);
  if (unexpected !== undefined) return `unexpected statement ${JSON.stringify(unexpected)}`;
  return (
    repetition(declares) ??
    difference("declares", declares, promised.declares) ??
    difference("imports", imports, promised.imports)
  );
}

/** A second interface of the same name would add to the first. */
function repetition(declares: readonly string[]): string | undefined {
  const seen = new Set<string>();
  const twice = declares.find((name) => seen.size === seen.add(name).size);
  return twice === undefined ? undefined : `declares ${JSON.stringify(twice)} twice`;
}

function difference(what: string, found: readonly string[], planned: readonly string[]): string | undefined {
  const [isPlanned, isFound] = [new Set(planned), new Set(found)];
  const surplus = found.filter((name) => !isPlanned.has(name));
  const missing = planned.filter((name) => !isFound.has(name));
  if (surplus.length === 0 && missing.length === 0) return undefined;
  const problems = [
    ...surplus.map((name) => `unplanned ${JSON.stringify(name)}`),
    ...missing.map((name) => `no ${JSON.stringify(name)}`),
  ];
  return `${what} ${problems.join(", ")}`;
}
