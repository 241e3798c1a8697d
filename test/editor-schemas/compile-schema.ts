import { Ajv2020 } from "ajv/dist/2020.js";

/**
 * Compiles a schema with the strictest rules of Ajv. The returned function gives the messages of Ajv about a
 * value.
 */
export function compileSchema(schema: object): (value: unknown) => readonly string[] {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}
