import { nearest } from "../../base/nearest.js";
import type { Settings } from "../spec-settings.js";
import type { Operation } from "./operations.js";
import type { OpenApiSettings } from "./settings.js";

/** Reports each line of `rename` that does not name an operation of the document. */
export function checkRenames(
  { rename }: OpenApiSettings,
  operations: readonly Operation[],
  written: Settings,
): void {
  const known = new Set(
    operations.flatMap(({ operationId, method, path }) => [operationId ?? [], `${method} ${path}`].flat()),
  );
  for (const name of rename.keys()) if (!known.has(name)) report("rename", "operation", name, known, written);
}

/** The names in the selected operations to which settings may refer. */
export interface KnownNames {
  /** Names of parameters and of properties of bodies. */
  readonly bind: Set<string>;
  readonly cookies: Set<string>;
}

/** Reports each line of `bind` and `cookies` whose name does not occur in the selected operations. */
export function checkNames({ bind, cookies }: OpenApiSettings, known: KnownNames, written: Settings): void {
  for (const name of bind.keys())
    if (!known.bind.has(name)) report("bind", "parameter or property of a body", name, known.bind, written);
  for (const name of cookies)
    if (!known.cookies.has(name)) report("cookies", "cookie", name, known.cookies, written);
}

function report(
  setting: string,
  what: string,
  name: string,
  known: ReadonlySet<string>,
  written: Settings,
): void {
  const suggestion = nearest(name, known);
  const help = suggestion === undefined ? undefined : `Did you mean ${JSON.stringify(suggestion)}?`;
  const value = written.get(setting);
  const at = Array.isArray(value) ? [setting, value.indexOf(name)] : { key: [setting, name] };
  written.add("TP634", at, { setting, what, name }, { help });
}
