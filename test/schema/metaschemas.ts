import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The metaschemas of all drafts by their URIs. They come from the packages that contain them. */
export function metaschemas(): Readonly<Record<string, unknown>> {
  const refs = join(dirname(require.resolve("ajv/package.json")), "dist/refs");
  const draft4 = join(dirname(require.resolve("ajv-draft-04/package.json")), "dist/refs");
  const read = (folder: string): readonly Record<string, unknown>[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>);
  const folders = [refs, draft4];
  for (const draft of ["json-schema-2019-09", "json-schema-2020-12"])
    folders.push(join(refs, draft), join(refs, draft, "meta"));
  return Object.fromEntries(
    folders.flatMap(read).map((schema) => [String(schema["$id"] ?? schema["id"]).replace(/#$/, ""), schema]),
  );
}
