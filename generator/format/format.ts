import type { PlannedFile, Promised, RecordedNames, RenderedFile } from "../emit/planned-file.js";
import { outlineByTypeScript } from "./outline.js";
import { prettify } from "./prettify.js";
import { quickOutline } from "./quick-outline.js";

/** The maximum number of characters in formatting at a time: enough to keep the formatter busy, few enough to bound its memory. */
const mostInFlight = 262_144;

/** Renders a file and starts formatting it. Waits first if the formatter is busy. */
export type Formatting = (
  planned: PlannedFile,
) => Promise<{ readonly text: Promise<string>; readonly names: RecordedNames }>;

export function createFormatting(): Formatting {
  const inFlight: { readonly text: Promise<string>; readonly length: number }[] = [];
  let length = 0;
  return async (planned) => {
    const rendered = await planned.render();
    // The formatter may use another thread, so the next file is rendered meanwhile.
    const text = format(rendered, planned.path);
    text.catch(() => {}); // It is awaited with its set.
    length += inFlight[inFlight.push({ text, length: rendered.text.length }) - 1]!.length;
    while (length > mostInFlight) {
      const oldest = inFlight.shift()!;
      length -= oldest.length;
      await oldest.text;
    }
    return { text, names: rendered.names ?? {} };
  };
}

/** Formats a rendered file. A file that is not TypeScript is returned unchanged. */
export async function format(file: RenderedFile, path: string): Promise<string> {
  if (file.promised === undefined) return file.text;
  const text = await prettified(file.text, path);
  const problem = deviation(text, file.promised);
  if (problem !== undefined) throw new UnplannedCode(path, problem);
  return text;
}

/** The error for generated code that differs from its plan: a bug in toolpress, or text of a spec that became code. */
export class UnplannedCode extends Error {
  override readonly name = "UnplannedCode";
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
    throw new UnplannedCode(path, `does not parse: ${problem}`);
  }
}

/** Compares the declarations and imports of the final text with the plan. This is a second line of defence. */
function deviation(text: string, promised: Promised): string | undefined {
  const { declares, imports, unexpected } = quickOutline(text) ?? outlineByTypeScript(text);
  if (unexpected !== undefined) return `unexpected statement ${JSON.stringify(unexpected)}`;
  return (
    repetition(declares) ??
    difference("declares", declares, promised.declares) ??
    difference("imports", imports, promised.imports)
  );
}

/** Finds a repeated name: TypeScript would merge two interfaces of the same name. */
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
