type Value = Readonly<Record<string, unknown>>;

/**
 * Returns the declarations of a converter that does not prune. They contain every parameter and the
 * properties of the body, with inlined schemas. Recursion ends at its first level. The cost of our
 * declarations is compared with the cost of these.
 */
export function naiveDeclarations(document: unknown, operationIds: readonly string[]): readonly object[] {
  const root = document as { paths: Record<string, Value> };
  return Object.values(root.paths).flatMap((item) =>
    Object.values(item).flatMap((written) => {
      const operation = written as Value;
      const id = operation["operationId"];
      if (typeof id !== "string" || !operationIds.includes(id)) return [];
      return [declarationOf(operation, (item["parameters"] as Value[] | undefined) ?? [], root)];
    }),
  );
}

function declarationOf(operation: Value, shared: readonly Value[], root: object): object {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const written of [...shared, ...((operation["parameters"] as Value[] | undefined) ?? [])]) {
    const parameter = inline(written, root, []) as Value;
    const name = String(parameter["name"]);
    properties[name] = { ...(parameter["schema"] as object), description: parameter["description"] };
    if (parameter["required"] === true) required.push(name);
  }
  const body = inline(operation["requestBody"], root, []) as
    | { content?: Record<string, { schema?: Value }> }
    | undefined;
  const schema = Object.values(body?.content ?? {})[0]?.schema;
  Object.assign(properties, schema?.["properties"]);
  required.push(...((schema?.["required"] as string[] | undefined) ?? []));
  return {
    name: operation["operationId"],
    description: [operation["summary"], operation["description"]].filter(Boolean).join("\n"),
    parameters: { type: "object", properties, required },
  };
}

function inline(value: unknown, root: object, above: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, root, above));
  if (typeof value !== "object" || value === null) return value;
  const reference = (value as Value)["$ref"];
  if (typeof reference === "string") {
    if (above.includes(reference)) return {};
    const steps = reference
      .slice(2)
      .split("/")
      .map((step) => decodeURIComponent(step).replace(/~1/g, "/").replace(/~0/g, "~"));
    const target = steps.reduce<unknown>((inner, step) => (inner as Value)[step], root);
    return inline(target, root, [...above, reference]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner, root, above)]));
}
