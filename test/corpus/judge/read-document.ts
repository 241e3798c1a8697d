// The judge reads OpenAPI documents with code of its own. It shares no code with the generator, so that a
// mistake of the generator becomes visible.

export type Place = "path" | "query" | "header" | "cookie";
export type JsonMap = Readonly<Record<string, unknown>>;

export interface DocumentParameter {
  readonly in: Place;
  readonly name: string;
  readonly required: boolean;
  readonly schema: unknown;
  readonly examples: readonly unknown[];
  /**
   * Whether the parameter is optional, and also deprecated or internal. A client need not offer such a
   * parameter.
   */
  readonly hidden: boolean;
}

export interface DocumentMedia {
  readonly schema: unknown;
  readonly examples: readonly unknown[];
  readonly encoding: JsonMap;
}

export interface DocumentBody {
  /** Whether the body is required. Undefined if the document does not specify this. */
  readonly required: boolean | undefined;
  readonly media: ReadonlyMap<string, DocumentMedia>;
}

export interface DocumentOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DocumentParameter[];
  readonly body: DocumentBody | undefined;
}

export interface JudgedApi {
  readonly document: JsonMap;
  /** The version: "2.0", "3.0" or "3.1". */
  readonly version: string;
  /** The operations by `METHOD /path`. */
  readonly operations: ReadonlyMap<string, DocumentOperation>;
  readonly securitySchemes: Readonly<Record<string, JsonMap>>;
  resolve(value: unknown): unknown;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

export function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function mapOf(value: unknown): JsonMap {
  return isMap(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the target of a local reference, or undefined if the target does not exist. */
export function lookUp(document: JsonMap, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let found: unknown = document;
  for (const step of reference.slice(2).split("/")) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    found = (found as JsonMap | undefined)?.[name];
    if (found === undefined || found === null) return undefined;
  }
  return found;
}

export function readApi(document: JsonMap): JudgedApi {
  const resolve = (value: unknown): unknown => {
    let found = value;
    for (let hop = 0; isMap(found) && typeof found["$ref"] === "string" && hop < 32; hop += 1)
      found = lookUp(document, found["$ref"]);
    return found;
  };
  const version = String(document["openapi"] ?? document["swagger"]).slice(0, 3);
  const operations = new Map<string, DocumentOperation>();
  for (const [path, written] of Object.entries(mapOf(document["paths"]))) {
    const item = mapOf(resolve(written));
    for (const method of methods.filter((name) => isMap(item[name]))) {
      const node = mapOf(item[method]);
      const nodes = [...listOf(node["parameters"]), ...listOf(item["parameters"])].map((one) =>
        mapOf(resolve(one)),
      );
      const upper = method.toUpperCase();
      operations.set(`${upper} ${path}`, {
        method: upper,
        path,
        parameters: readParameters(nodes, version, resolve),
        body:
          version === "2.0"
            ? readSwaggerBody(node, nodes, document)
            : readBody(mapOf(resolve(node["requestBody"])), resolve),
      });
    }
  }
  const securitySchemes = mapOf(
    version === "2.0" ? document["securityDefinitions"] : mapOf(document["components"])["securitySchemes"],
  );
  return {
    document,
    version,
    operations,
    securitySchemes: Object.fromEntries(
      Object.entries(securitySchemes).map(([name, scheme]) => [name, mapOf(resolve(scheme))]),
    ),
    resolve,
  };
}

type Resolve = (value: unknown) => unknown;

function readParameters(
  nodes: readonly JsonMap[],
  version: string,
  resolve: Resolve,
): readonly DocumentParameter[] {
  const found = new Map<string, DocumentParameter>();
  for (const node of nodes) {
    const place = node["in"];
    if (place !== "path" && place !== "query" && place !== "header" && place !== "cookie") continue;
    const name = String(node["name"]);
    const key = `${place} ${place === "header" ? name.toLowerCase() : name}`;
    if (found.has(key)) continue;
    const [content] = Object.values(mapOf(node["content"]));
    const schema =
      version === "2.0" ? swaggerSchema(node) : (mapOf(content)["schema"] ?? node["schema"] ?? {});
    const required = place === "path" || node["required"] === true;
    const isHidden = (value: unknown): boolean =>
      mapOf(value)["deprecated"] === true || mapOf(value)["x-internal"] === true;
    found.set(key, {
      in: place,
      name,
      required,
      schema,
      examples: examplesOf([node, mapOf(content)], schema, resolve),
      hidden: !required && (isHidden(node) || isHidden(resolve(schema))),
    });
  }
  return [...found.values()];
}

/** Returns the examples beside the schema, followed by the examples in the schema itself. */
function examplesOf(holders: readonly JsonMap[], schema: unknown, resolve: Resolve): readonly unknown[] {
  const beside = holders.flatMap((holder) => [
    ...("example" in holder ? [holder["example"]] : []),
    ...Object.values(mapOf(holder["examples"])).flatMap((one) => {
      const example = mapOf(resolve(one));
      return "value" in example ? [example["value"]] : [];
    }),
  ]);
  const described = mapOf(resolve(schema));
  const inside = "example" in described ? [described["example"]] : listOf(described["examples"]);
  return [...beside, ...inside];
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function readBody(node: JsonMap, resolve: Resolve): DocumentBody | undefined {
  const media = Object.entries(mapOf(node["content"])).map(([type, written]) => {
    const one = mapOf(written);
    const schema = one["schema"] ?? {};
    return [
      type,
      { schema, examples: examplesOf([one], schema, resolve), encoding: mapOf(one["encoding"]) },
    ] as const;
  });
  return media.length === 0 ? undefined : { required: booleanOf(node["required"]), media: new Map(media) };
}

const swaggerWords =
  "type format items enum default minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems uniqueItems multipleOf".split(
    " ",
  );

function swaggerSchema(node: JsonMap): JsonMap {
  return Object.fromEntries(swaggerWords.flatMap((word) => (word in node ? [[word, node[word]]] : [])));
}

function readSwaggerBody(
  operation: JsonMap,
  nodes: readonly JsonMap[],
  document: JsonMap,
): DocumentBody | undefined {
  const consumes = listOf(operation["consumes"] ?? document["consumes"]).map(String);
  const body = nodes.find((node) => node["in"] === "body");
  if (body !== undefined) {
    const one = { schema: body["schema"] ?? {}, examples: [], encoding: {} };
    const types = consumes.length === 0 ? ["application/json"] : consumes;
    return { required: booleanOf(body["required"]), media: new Map(types.map((type) => [type, one])) };
  }
  const fields = nodes.filter((node) => node["in"] === "formData");
  if (fields.length === 0) return undefined;
  const required = fields.filter((field) => field["required"] === true).map((field) => field["name"]);
  const properties = Object.fromEntries(fields.map((field) => [String(field["name"]), swaggerSchema(field)]));
  const schema = { type: "object", properties, ...(required.length > 0 && { required }) };
  const types = ["multipart/form-data", "application/x-www-form-urlencoded"];
  const one = { schema, examples: [], encoding: {} };
  return { required: required.length > 0, media: new Map(types.map((type) => [type, one])) };
}
