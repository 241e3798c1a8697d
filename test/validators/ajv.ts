import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { meets } from "./reference.js";

/** The number of schemas after which a new Ajv is created. Each compiled schema makes Ajv slower. */
const schemasPerAjv = 200;

let compiledSchemas = 0;
let ajv = freshAjv();

function freshAjv(): Ajv2020 {
  const fresh = new Ajv2020({ strict: false, ownProperties: true, logger: false, inlineRefs: false });
  addFormats.default(fresh);
  return fresh;
}

interface Explanation {
  readonly reason: string;
  /** Whether this may be the reason for a difference with this schema and value. */
  readonly applies: (schema: string, value: string) => boolean;
}

/** Known differences. In each of them, Ajv violates the specification, as the official suite shows. */
const explained: readonly Explanation[] = [
  {
    reason: "Ajv does not count items that `contains` matched as evaluated",
    applies: (schema) => schema.includes('"contains":') && schema.includes('"unevaluatedItems":'),
  },
  {
    reason: "Ajv does not look for what `contains` asks for in an array that is shorter than `prefixItems`",
    applies: (schema) => schema.includes('"contains":') && schema.includes('"prefixItems":'),
  },
  {
    reason: "Ajv takes what `contains` asks for as found in an item when it was found in the item before",
    applies: (schema) => schema.includes('"contains":') && schema.includes('"items":'),
  },
  {
    reason: "Ajv counts the items of `then` as evaluated though `if` did not hold",
    applies: (schema) =>
      schema.includes('"unevaluatedItems":') && schema.includes('"if":') && schema.includes('"then":'),
  },
  {
    reason: "Ajv counts properties as evaluated that a condition or a branch evaluated which did not hold",
    applies: (schema) =>
      schema.includes('"unevaluatedProperties":') && /"(?:if|anyOf|oneOf|dependentSchemas)":/.test(schema),
  },
  {
    reason: "Ajv looks evaluated properties up in an object that inherits names such as `toString`",
    applies: (schema, value) =>
      schema.includes('"unevaluatedProperties":') && /"(?:toString|constructor)":/.test(value),
  },
  {
    reason: "Ajv forgets what a branch evaluated when `dependentSchemas` that do not apply stand beside it",
    applies: (schema) =>
      schema.includes('"unevaluatedProperties":') && schema.includes('"dependentSchemas":'),
  },
  {
    reason: "Ajv compares unique items by the type that `items` has, and leaves out those of `prefixItems`",
    applies: (schema) => schema.includes('"uniqueItems":true') && schema.includes('"prefixItems":'),
  },
];

/** Whether a difference from Ajv has a known reason and a second judge agrees with our verdict. */
export function isExplained(schema: object, value: unknown, ours: boolean): boolean {
  const texts = [JSON.stringify(schema), JSON.stringify(value)] as const;
  return explained.some(({ applies }) => applies(...texts)) && meets(schema as never, value) === ours;
}

/**
 * Compiles a schema with Ajv. The verdict is undefined if Ajv itself throws: its comparison of objects calls
 * a property `toString` of the data.
 */
export function compileAjv(schema: object): ((value: unknown) => boolean | undefined) | undefined {
  compiledSchemas += 1;
  if (compiledSchemas % schemasPerAjv === 0) ajv = freshAjv();
  try {
    const compiled = ajv.compile(schema);
    ajv.removeSchema(schema);
    return (value) => {
      try {
        return compiled(value) === true;
      } catch {
        return undefined;
      }
    };
  } catch {
    return undefined;
  }
}
