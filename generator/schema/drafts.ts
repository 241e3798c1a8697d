import type { SchemaDialect } from "../ir.js";
import { isMapping } from "../base/mapping.js";

/** The rules of a dialect of JSON Schema. Only rules that differ between dialects are listed. */
export interface Draft {
  readonly name: SchemaDialect;
  readonly title: string;
  /** The position of the draft in the order of drafts. A keyword exists from its position `since` onwards. */
  readonly age: number;
  readonly idKeyword: "id" | "$id" | undefined;
  /** True if keywords beside `$ref` have no meaning. */
  readonly refStandsAlone: boolean;
  /** True if `exclusiveMinimum: true` makes `minimum` an exclusive bound. */
  readonly booleanBounds: boolean;
  /** True if `nullable: true` is a keyword of the dialect. */
  readonly nullable: boolean;
  /** True if `#/…` refers to the root of the document instead of the root of the schema. */
  readonly documentFirst: boolean;
}

const ages = { "draft-04": 4, "draft-06": 6, "draft-07": 7, "2019-09": 8, "2020-12": 9 } as const;

function jsonSchema(name: keyof typeof ages, title: string): Draft {
  const age = ages[name];
  return {
    name,
    title,
    age,
    idKeyword: age === 4 ? "id" : "$id",
    refStandsAlone: age < 8,
    booleanBounds: age === 4,
    nullable: false,
    documentFirst: false,
  };
}

function openapi(name: "openapi-3.0" | "swagger-2.0", title: string): Draft {
  return {
    name,
    title,
    age: 4,
    idKeyword: undefined,
    refStandsAlone: true,
    booleanBounds: true,
    nullable: true,
    documentFirst: true,
  };
}

export const drafts: Readonly<Record<SchemaDialect, Draft>> = {
  "draft-04": jsonSchema("draft-04", "JSON Schema draft-04"),
  "draft-06": jsonSchema("draft-06", "JSON Schema draft-06"),
  "draft-07": jsonSchema("draft-07", "JSON Schema draft-07"),
  "2019-09": jsonSchema("2019-09", "JSON Schema 2019-09"),
  "2020-12": jsonSchema("2020-12", "JSON Schema 2020-12"),
  "openapi-3.0": openapi("openapi-3.0", "OpenAPI 3.0"),
  "swagger-2.0": openapi("swagger-2.0", "Swagger 2.0"),
  gemini: {
    ...jsonSchema("2020-12", "Gemini's schema"),
    name: "gemini",
    nullable: true,
  },
};

const identifiers: ReadonlyMap<string, SchemaDialect> = new Map([
  ["http://json-schema.org/draft-04/schema", "draft-04"],
  ["http://json-schema.org/draft-06/schema", "draft-06"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft/2019-09/schema", "2019-09"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["https://spec.openapis.org/oas/3.1/dialect/base", "2020-12"],
]);

/**
 * Returns the draft that an identifier in `$schema` names. Both `http` and `https` are accepted, and a `#` at
 * the end may be missing or doubled.
 */
export function draftOfIdentifier(identifier: string): Draft | undefined {
  const plain = identifier.replace(/#$/, "").replace(/\/$/, "");
  const secure = plain.replace(/^http:/, "https:");
  for (const [known, name] of identifiers) {
    if (known.replace(/^http:/, "https:") === secure) return drafts[name];
  }
  return undefined;
}

/** The dialect that a document declares for all its schemas. */
export function draftOfDocument(value: unknown): Draft | undefined {
  if (!isMapping(value)) return undefined;
  if (typeof value["openapi"] === "string")
    return drafts[value["openapi"].startsWith("3.0") ? "openapi-3.0" : "2020-12"];
  if (value["swagger"] === "2.0") return drafts["swagger-2.0"];
  return typeof value["$schema"] === "string" ? draftOfIdentifier(value["$schema"]) : undefined;
}
