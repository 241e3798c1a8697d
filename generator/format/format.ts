import type { PlannedFile, PlannedOutline, RecordedNames, RenderedFile } from "../emit/planned-file.js";
import { outlineByTypeScript } from "./outline.js";
import { prettify } from "./prettify.js";
import { quickOutline } from "./quick-outline.js";

/**
 * The maximum number of characters that are formatted at the same time. This number keeps the formatter busy and
 * limits its memory.
 */
const mostInFlight = 262_144;

/**
 * Renders a file and starts to format it. If more than `mostInFlight` characters are then being formatted, waits
 * until earlier files are finished.
 */
export type Formatting = (
  planned: PlannedFile,
) => Promise<{ readonly text: Promise<string>; readonly names: RecordedNames }>;

export function createFormatting(): Formatting {
  const inFlight: { readonly text: Promise<string>; readonly length: number }[] = [];
  let length = 0;
  return async (planned) => {
    const rendered = await planned.render();
    // The formatter may use another thread, so the next file is rendered while this file is formatted.
    const text = format(rendered, planned.path);
    // Without this handler, Node would report an unhandled rejection. `whenFormatted` awaits the text and gets the error.
    text.catch(() => {});
    length += inFlight[inFlight.push({ text, length: rendered.text.length }) - 1]!.length;
    while (length > mostInFlight) {
      const oldest = inFlight.shift()!;
      length -= oldest.length;
      await oldest.text;
    }
    return { text, names: rendered.names ?? {} };
  };
}

/** Formats a rendered file and compares it with its plan. A file that is not TypeScript is returned unchanged. */
export async function format(file: RenderedFile, path: string): Promise<string> {
  if (file.outline === undefined) return file.text;
  const text = await prettified(file.text, path);
  const problem = deviation(text, file.outline);
  if (problem !== undefined) throw new UnplannedCode(path, problem);
  return text;
}

/**
 * Thrown if generated code differs from its plan. The cause is a bug in toolpress, or text of a spec that became code.
 */
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

/**
 * Compares the declarations and imports of the formatted text with the plan. This is a second protection against text
 * of a spec that becomes code.
 */
function deviation(text: string, outline: PlannedOutline): string | undefined {
  const { declares, imports, unexpected } = quickOutline(text) ?? outlineByTypeScript(text);
  if (unexpected !== undefined) return `unexpected statement ${JSON.stringify(unexpected)}`;
  return (
    repetition(declares) ??
    difference("declares", declares, outline.declares) ??
    difference("imports", imports, outline.imports)
  );
}

/** Returns a problem if a name is declared twice, because TypeScript would merge two interfaces of the same name. */
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
