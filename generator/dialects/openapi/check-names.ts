import { nearest } from "../../nearest.js";
import type { Settings } from "../spec-settings.js";
import type { Operation } from "./operations.js";
import type { OpenApiSettings } from "./settings.js";

/** Each line of `rename` is about an operation of the document. */
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

/** Each line of `bind` is about a parameter, or a property of a body, of an operation that was taken. */
export function checkBinds(
  { bind }: OpenApiSettings,
  bindable: ReadonlySet<string>,
  written: Settings,
): void {
  for (const name of bind.keys())
    if (!bindable.has(name)) report("bind", "parameter or property of a body", name, bindable, written);
}

function report(
  setting: string,
  what: string,
  name: string,
  known: ReadonlySet<string>,
  written: Settings,
): void {
  const meant = nearest(name, known);
  const help = meant === undefined ? undefined : `Did you mean ${JSON.stringify(meant)}?`;
  written.add("TP634", { key: [setting, name] }, { setting, what, name }, { help });
}
