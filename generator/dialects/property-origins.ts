import type { Locatable, Origin } from "../base/origin.js";

type Step = string | number;

/**
 * Returns the origin of a schema that was made from a list or a mapping of parameters. A problem at
 * `properties/<name>` is then shown at the parameter in the source. `stepOf` returns the index or the key of
 * this parameter.
 */
export function withPropertyOrigins(at: Origin, stepOf: (name: string) => Step | undefined): Origin {
  const depth = at.path.length;
  const translate = (path: readonly Step[]): readonly Step[] => {
    const inside = path.length > depth + 1 && at.path.every((step, index) => path[index] === step);
    if (!inside || path[depth] !== "properties") return path;
    const step = stepOf(String(path[depth + 1]));
    return step === undefined ? path : [...at.path, step, ...path.slice(depth + 2)];
  };
  const document = Object.create(at.document, {
    location: {
      value: (path: readonly Step[], on?: "key" | "value") => at.document.location(translate(path), on),
    },
  }) as Locatable;
  return { document, path: at.path };
}
