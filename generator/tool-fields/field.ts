import type { ToolPolicy } from "@toolpress/runtime";
import type { Fields } from "../dialects/fields.js";
import type { Json, Tool } from "../ir.js";

/** A JSON Schema for editors. It refers to definitions of `schema/tools.schema.json`. */
export type EditorSchema = Readonly<Record<string, unknown>>;

/** The schema of a mapping whose fields are known. Fields that start with `x-` are always allowed. */
export function closedMapping(properties: Readonly<Record<string, EditorSchema>>): EditorSchema {
  return {
    type: "object",
    properties,
    patternProperties: { "^x-": true },
    additionalProperties: false,
  };
}

/** One field of a tool in our YAML. */
export interface ToolField {
  /** Markdown, for the table in README.md and for editors. */
  readonly doc: string;
  /** A possible value. Tests send it through every part of the compiler that must know the field. */
  readonly example: Json;
  readonly schema: EditorSchema;
  /** Whether a tool uses the field. Without this function, an export target without such a field loses nothing. */
  isUsed?(tool: Tool): boolean;
}

/** A field of a policy, with everything that the compiler must know of it. */
export interface PolicyField<Value, None, Written> extends ToolField {
  /** The value for a tool whose source does not have the field. */
  readonly none: None;
  /** Needed if equality is not enough to recognise `none`. */
  isNone?(value: Value | None): boolean;
  /** Reads the value. An invalid value is reported, and the result is undefined. */
  read(fields: Fields, name: string): Value | undefined;
  /** The corresponding part of the generated policy. */
  toRuntime(value: Value): ToolPolicy;
  /** The value in the form of our YAML. */
  write(value: Value): Written;
}
