import { Ajv2020 } from "ajv/dist/2020.js";

/** A schema as a function that gives the messages of Ajv, under its strictest rules. */
export function compileSchema(schema: object): (value: unknown) => readonly string[] {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}
