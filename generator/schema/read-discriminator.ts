import { within } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { isMapping, put } from "../base/mapping.js";
import type { Building } from "./read-keyword.js";
import { resolve } from "./resolve.js";
import { refer } from "./read-reference.js";
import { add, type Scope } from "./scope.js";

/**
 * Reads `discriminator`, which names the property that distinguishes the alternatives. A discriminator does
 * not decide whether a value is valid.
 */
export function readDiscriminator(value: unknown, { schema }: Building, scope: Scope): void {
  const at = within(scope.origin, "discriminator");
  if (typeof value === "string" && scope.draft.name === "swagger-2.0") {
    schema.discriminator = { propertyName: value };
    return;
  }
  if (!isMapping(value) || typeof value["propertyName"] !== "string") {
    const expected = "a mapping with a propertyName";
    add(scope, "TP303", at, { keyword: "discriminator", expected, found: showValue(value) });
    return;
  }
  const mapping = readMapping(value["mapping"], scope);
  schema.discriminator = { propertyName: value["propertyName"], ...(mapping !== undefined && { mapping }) };
}

/**
 * Converts the values of a discriminator's mapping to ids of definitions. A value is a reference or the name
 * of a component.
 */
function readMapping(value: unknown, scope: Scope): Readonly<Record<string, string>> | undefined {
  if (!isMapping(value)) return undefined;
  const { resources, documents } = scope.session;
  const mapping: Record<string, string> = {};
  for (const [name, reference] of Object.entries(value)) {
    if (typeof reference !== "string") continue;
    const spelled = /^[A-Za-z0-9._-]+$/.test(reference) ? `#/components/schemas/${reference}` : reference;
    const found = [spelled, reference]
      .map((ref) => resolve(ref, scope.resource, resources, documents))
      .find((target) => target.refused === undefined);
    const schema =
      found === undefined || found.refused !== undefined
        ? undefined
        : refer(found, "discriminator", reference, scope);
    if (typeof schema === "object") put(mapping, name, schema.$ref!);
    else add(scope, "TP319", within(scope.origin, "discriminator", "mapping", name), { value: reference });
  }
  return mapping;
}
