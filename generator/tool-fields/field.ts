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
  /** A value that it may have. Tests send it through every part that must know the field. */
  readonly example: Json;
  readonly schema: EditorSchema;
  /** Whether a tool has it. Where this is missing, nothing is lost if an export target has no such field. */
  isUsed?(tool: Tool): boolean;
}

/** A field of a policy: everything that the compiler must know of it. */
export interface PolicyField<Value, None, Written> extends ToolField {
  /** The value of a tool whose source does not have the field. */
  readonly none: None;
  /** Needed where equality does not tell. */
  isNone?(value: Value | None): boolean;
  /** Reads it; a value that does not fit is reported, and undefined. */
  read(fields: Fields, name: string): Value | undefined;
  /** The part of the generated policy. */
  toRuntime(value: Value): ToolPolicy;
  /** The value as our YAML has it. */
  write(value: Value): Written;
}
