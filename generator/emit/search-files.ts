import type { EmitContext } from "./context.js";
import { keyOf } from "./key.js";
import type { PlannedFile } from "./planned-file.js";
import { render } from "./render.js";

/** The name of the constant in `search.ts`. */
export const linesName = "searchLines";

/** `search.txt` for people and other languages, and `search.ts` with the same lines, because no stack imports every kind of file. */
export function planSearchFiles(lines: readonly string[], { header }: EmitContext): readonly PlannedFile[] {
  const text = lines.map((line) => `${line}\n`).join("");
  return [
    { path: "search.txt", key: keyOf(text), render: async () => ({ text, outline: undefined }) },
    {
      path: "search.ts",
      key: keyOf(header, lines),
      render: async () => ({
        text: render("search.ts", { header, linesName, lines: lines.map((line) => ({ line })) }),
        outline: { declares: [linesName], imports: [] },
      }),
    },
  ];
}
