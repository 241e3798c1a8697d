import { isMap, parseDocument, type YAMLMap } from "yaml";

export interface Completed {
  readonly text: string;
  readonly added: readonly string[];
  /** Tools of the spec that the import no longer has. */
  readonly gone: readonly string[];
}

/**
 * Completes a spec that a person has taken over with a newer import of the same tools. What the spec says stays, field by field, comments
 * included; what it does not say is added. Only `binding` follows the import: it holds the signature by which drift is noticed.
 */
export function completeSpec(existing: string, imported: string): Completed {
  const spec = parseDocument(existing);
  const news = parseDocument(imported);
  const added: string[] = [];
  for (const section of ["schemas", "tools"]) {
    const source = news.get(section, true);
    if (!isMap(source)) continue;
    const target = spec.get(section, true);
    if (!isMap(target)) {
      spec.set(section, source);
      if (section === "tools") added.push(...names(source));
      continue;
    }
    if (section === "tools") {
      added.push(...names(source).filter((name) => !target.has(name)));
      for (const name of names(source)) {
        const binding = news.getIn([section, name, "binding"], true);
        if (binding !== undefined && target.has(name)) spec.setIn([section, name, "binding"], binding);
      }
    }
    addMissing(target, source);
  }
  const [before, after] = [spec, news].map((document) => document.get("tools", true));
  const gone = isMap(before) && isMap(after) ? names(before).filter((name) => !after.has(name)) : [];
  return { text: spec.toString({ lineWidth: 0 }), added, gone };
}

function addMissing(target: YAMLMap, source: YAMLMap): void {
  for (const { key, value } of source.items) {
    const present = target.get(key, true);
    if (present === undefined) target.set(key, value);
    else if (isMap(present) && isMap(value)) addMissing(present, value);
  }
}

function names(map: YAMLMap): string[] {
  return map.items.map(({ key }) => String(key));
}
