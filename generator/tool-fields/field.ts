import type { ToolPolicy } from "@toolpress/runtime";
import type { Fields } from "../dialects/fields.js";
import type { Json, Tool } from "../ir.js";

/** A JSON Schema for editors, which may refer to the `$defs` of `schema/tools.schema.json`. */
export type EditorSchema = Readonly<Record<string, unknown>>;

/** The schema of a mapping whose fields are known. Fields that begin with `x-` are always allowed. */
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
  /** The description in Markdown. README.md and editors show it. */
  readonly doc: string;
  /** An example of a value. Tests send this value through every part of the compiler that must know the field. */
  readonly example: Json;
  readonly schema: EditorSchema;
  /**
   * Whether a tool uses the field. An export target must carry or report each field that a tool uses. A field
   * without this function is never reported.
   */
  isUsed?(tool: Tool): boolean;
}

/** A field that sets a policy of a tool. */
export interface PolicyField<Value, None, Written> extends ToolField {
  /** The value if a spec does not have the field. */
  readonly none: None;
  /** Whether a value equals `none`. The function is needed if `===` does not recognise `none`. */
  isNone?(value: Value | None): boolean;
  /** Reads the value from a spec. An invalid value is reported, and the result is undefined. */
  read(fields: Fields, name: string): Value | undefined;
  /** Converts the value to the policy in generated code. */
  toRuntime(value: Value): ToolPolicy;
  /** Converts the value to the notation of our YAML. */
  write(value: Value): Written;
}
