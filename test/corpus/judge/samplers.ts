import { createRequire } from "node:module";
import { join } from "node:path";
import { judgeFolder } from "./documents.js";
import type { JudgedApi } from "./read-document.js";
import type { RequestSchemas } from "./request-schemas.js";

// Two independent samplers choose the samples, so that a misunderstanding of schemas in our own code does not
// affect them.

interface OpenApiSampler {
  sample(schema: unknown, options: object, document: unknown): unknown;
}

interface SchemaFaker {
  option(options: object): void;
  format(name: string, make: () => unknown): void;
  generate(schema: unknown, refs: unknown): unknown;
}

/** The amount of a schema that a sample fills in: only the required properties, or all of them. */
export type Extent = "required" | "full";

export interface Samplers {
  /** Returns candidate values, the best first. Each is created when it is needed. */
  samples(schema: unknown, extent: Extent): Generator<unknown>;
}

export function createSamplers(api: JudgedApi, schemas: RequestSchemas, seed: number): Samplers {
  const load = createRequire(join(judgeFolder, "package.json"));
  const { sample } = load("openapi-sampler") as OpenApiSampler;
  const loaded = load("json-schema-faker") as SchemaFaker & { default?: SchemaFaker };
  const faker = loaded.default ?? loaded;
  faker.format("byte", () => "Y29udGVudA==");
  return {
    *samples(schema, extent) {
      const options = { skipReadOnly: true, skipNonRequired: extent === "required", quiet: true };
      yield attempt(() => sample(schema, options, api.document));
      const complete = schemas.selfContained(schema);
      for (let round = 0; round < 3; round += 1) {
        faker.option({
          random: randomFrom(seed + round),
          requiredOnly: extent === "required",
          optionalsProbability: extent === "required" ? 0 : 0.8,
          // A property that the document does not name is not an argument.
          fillProperties: false,
          failOnInvalidTypes: false,
          failOnInvalidFormat: false,
          ignoreMissingRefs: true,
          maxItems: 2,
          maxLength: 40,
          refDepthMax: 3,
        });
        yield attempt(() => faker.generate(complete.schema, complete.refs));
      }
    },
  };
}

/** Returns undefined if a sampler fails, because neither the document nor toolpress causes the failure. */
function attempt(make: () => unknown): unknown {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** The random number generator mulberry32. It is small and gives the same numbers everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
