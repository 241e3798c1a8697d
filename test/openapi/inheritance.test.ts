import { describe, expect, it } from "vitest";
import { compileDocument } from "./compile-document.js";

type Schemas = Readonly<Record<string, object>>;

const text = { type: "string" };

function heir(parent: string, properties: object, more: object = {}): object {
  return { allOf: [{ $ref: `#/components/schemas/${parent}` }, { type: "object", properties }], ...more };
}

const pet = {
  type: "object",
  required: ["kind"],
  properties: { kind: text, name: text },
  discriminator: { propertyName: "kind" },
};

function modern(schemas: Schemas, body: object = { $ref: "#/components/schemas/Pet" }): object {
  const content = { "application/json": { schema: body } };
  const post = { operationId: "add", requestBody: { required: true, content }, responses: {} };
  return { openapi: "3.0.0", paths: { "/pets": { post } }, components: { schemas } };
}

function swagger(schemas: Schemas): object {
  const text = JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/definitions/");
  const parameters = [{ in: "body", name: "body", required: true, schema: { $ref: "#/definitions/Pet" } }];
  const post = { operationId: "add", parameters, responses: {} };
  return { swagger: "2.0", paths: { "/pets": { post } }, definitions: JSON.parse(text) as object };
}

interface Branch {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, { enum?: string[]; const?: string }>>;
  readonly oneOf?: readonly Branch[];
  readonly items?: Branch;
  readonly required?: readonly string[];
}

function compile(document: object): { body: Branch; resolve: (branch: Branch) => Branch; notes: string[] } {
  const { tools, schemas, diagnostics, violations } = compileDocument(
    JSON.stringify(document),
    "/nowhere/pets.json",
  );
  expect(violations).toEqual([]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { tool } = tools[0]!;
  const input = tool.input as { properties: Readonly<Record<string, Branch>> };
  const resolve = (branch: Branch): Branch => {
    if (branch.$ref === undefined) return branch;
    const name = branch.$ref.replace("#/$defs/", "");
    return resolve((tool.defs.get(name) ?? schemas.get(name)) as Branch);
  };
  return {
    body: resolve(input.properties["body"] ?? {}),
    resolve,
    notes: diagnostics.flatMap(({ code, message }) => (code === "TP632" ? [message] : [])),
  };
}

/** Returns each variant as `tag: properties`. */
function variants(document: object): Record<string, string[]> | undefined {
  const { body, resolve } = compile(document);
  const found = body.oneOf?.map((branch) => {
    const { properties = {}, required } = resolve(branch);
    expect(required).toContain("kind");
    const tag = properties["kind"];
    return [(tag?.enum ?? [tag?.const]).join("|"), Object.keys(properties).sort()];
  });
  return found && (Object.fromEntries(found) as Record<string, string[]>);
}

describe("a schema with a discriminator and child schemas", () => {
  const schemas = { Pet: pet, Dog: heir("Pet", { bark: text }), Cat: heir("Pet", { lives: text }) };
  const byName = { Pet: ["kind", "name"], Dog: ["bark", "kind", "name"], Cat: ["kind", "lives", "name"] };

  it("is a choice between them by name, and itself, because its own name is a tag", () => {
    expect(variants(modern(schemas))).toEqual(byName);
  });

  it("is a choice in Swagger 2.0", () => {
    expect(variants(swagger({ ...schemas, Pet: { ...pet, discriminator: "kind" } }))).toEqual(byName);
  });

  it("is a choice between the schemas of its mapping, by their tags", () => {
    const mapping = { dog: "Dog", hound: "#/components/schemas/Dog", cat: "#/components/schemas/Cat" };
    const mapped = { ...pet, discriminator: { propertyName: "kind", mapping } };
    expect(variants(modern({ ...schemas, Pet: mapped }))).toEqual({
      "dog|hound": byName.Dog,
      cat: byName.Cat,
    });
  });

  it("is not itself a choice if the list of tags does not contain its name", () => {
    const closed = {
      ...pet,
      properties: { ...pet.properties, kind: { type: "string", enum: ["Dog", "Cat"] } },
    };
    expect(Object.keys(variants(modern({ ...schemas, Pet: closed })) ?? {})).toEqual(["Dog", "Cat"]);
  });

  it("uses the tags that child schemas declare", () => {
    const own = {
      Pet: pet,
      Dog: heir("Pet", { kind: { type: "string", enum: ["dog"] } }),
      Cat: heir("Pet", { lives: text }, { "x-ms-discriminator-value": "cat" }),
    };
    expect(Object.keys(variants(modern(own)) ?? {})).toEqual(["dog", "cat"]);
  });

  it("includes child schemas that nothing refers to", () => {
    const lost = { Pet: pet, Dog: heir("Pet", { x: { $ref: "#/nowhere" } }) };
    expect(variants(modern(lost))).toMatchObject({ Dog: ["kind", "name", "x"] });
  });

  it("includes the children of child schemas", () => {
    const deep = { ...schemas, Puppy: heir("Dog", { age: text }) };
    expect(variants(modern(deep))).toEqual({ ...byName, Puppy: ["age", "bark", "kind", "name"] });
  });

  it("is a choice inside of arguments, even in a cycle", () => {
    const friends = { type: "array", items: { $ref: "#/components/schemas/Pet" } };
    const part = { type: "object", required: ["friends"], properties: { friends } };
    const social = { ...schemas, Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, part] } };
    const list = { type: "array", items: { $ref: "#/components/schemas/Pet" } };
    const { body, resolve } = compile(modern(social, list));
    const friendsOf = (family: Branch): Branch => {
      expect(family.oneOf).toHaveLength(3);
      const dog = family.oneOf?.map(resolve).find(({ properties }) => properties?.["friends"] !== undefined);
      return resolve(resolve(dog?.properties?.["friends"] as Branch).items ?? {});
    };
    // The outermost schema may be a copy, because other rules apply at its depth.
    const inner = friendsOf(resolve(body.items ?? {}));
    expect(friendsOf(inner)).toBe(inner);
  });

  it("is a choice if allOf only wraps it", () => {
    const wrapped = {
      type: "object",
      properties: { body: { allOf: [{ $ref: "#/components/schemas/Pet" }] } },
    };
    expect(variants(modern(schemas, wrapped))).toEqual(byName);
  });
});

describe("a schema with a discriminator is unchanged", () => {
  const dog = heir("Pet", { bark: text });

  it.each<[string, Schemas, string[]]>([
    ["without heirs", { Pet: pet }, []],
    [
      "where a schema only mentions it",
      { Pet: pet, Owner: { properties: { pet: { $ref: "#/components/schemas/Pet" } } } },
      [],
    ],
    [
      "where its mapping names a stranger",
      {
        Pet: { ...pet, discriminator: { propertyName: "kind", mapping: { x: "Fish" } } },
        Dog: dog,
        Fish: {},
      },
      ['"Pet" does not become a union of its subtypes: "Fish" in its mapping does not inherit from it'],
    ],
    [
      "where an heir's name is not a value of the tag",
      { Pet: { ...pet, properties: { kind: { type: "string", enum: ["DOG"] } } }, Dog: dog },
      ['"Pet" does not become a union of its subtypes: "Dog" is not among the values of "kind"'],
    ],
    [
      "where two heirs have one tag",
      { Pet: pet, Dog: dog, Wolf: { ...dog, "x-ms-discriminator-value": "Dog" } },
      ['"Pet" does not become a union of its subtypes: two heirs have the tag "Dog"'],
    ],
    [
      "where the tag is a number",
      { Pet: { ...pet, properties: { kind: { type: "integer" } } }, Dog: dog },
      ['"Pet" does not become a union of its subtypes: "kind" is not text'],
    ],
    [
      "where it has more than 24 heirs",
      { Pet: pet, ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`Dog${index}`, dog])) },
      ['"Pet" does not become a union of its subtypes: 25 schemas may stand for it'],
    ],
  ])("%s", (_, schemas, expected) => {
    const { body, notes } = compile(modern(schemas));
    expect(body.oneOf).toBeUndefined();
    expect(Object.keys(body.properties ?? {})).toContain("kind");
    expect(notes).toEqual(expected);
  });

  it("if schemas inherit from each other in a cycle", () => {
    const circle = { Pet: { ...pet, allOf: [{ $ref: "#/components/schemas/Dog" }] }, Dog: dog };
    const { tools, diagnostics } = compileDocument(JSON.stringify(modern(circle)), "/nowhere/pets.json");
    expect(tools.length + diagnostics.filter(({ severity }) => severity === "error").length).toBeGreaterThan(
      0,
    );
  });

  it("if a union with a discriminator lists it", () => {
    const union = {
      oneOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind" },
    };
    expect(compile(modern({ Pet: pet, Dog: dog }, union)).body.oneOf).toHaveLength(2);
  });

  it("in the properties that a child inherits from it", () => {
    const { body } = compile(modern({ Pet: pet, Dog: dog }, { $ref: "#/components/schemas/Dog" }));
    expect(body.oneOf).toBeUndefined();
    expect(Object.keys(body.properties ?? {}).sort()).toEqual(["bark", "kind", "name"]);
  });
});
