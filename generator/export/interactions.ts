import type { FunctionDeclaration, GeminiSchema } from "@toolpress/runtime";
import type { ToolSet } from "../ir.js";
import { reportUncarried } from "./carried.js";
import type { ExportTarget } from "./target.js";

/**
 * `tools` and `generation_config` of a request to the Interactions API. The schemas describe the same values as the declarations for
 * `generateContent`, so the generated code decodes both.
 */
export const interactions: ExportTarget = {
  title: "Gemini Interactions",
  write(set, { report, declarations }) {
    reportUncarried(set, interactions.title, { toolConfig: true, builtins: true }, report);
    const declared = declarations();
    return {
      tools: [
        ...set.tools.flatMap(({ name }) => {
          const declaration = declared.get(name);
          return declaration ? [functionOf(declaration)] : [];
        }),
        ...set.builtins.flatMap((builtin) =>
          Object.entries(builtin).map(([name, fields]) => ({ type: snakeCase(name), ...(fields as object) })),
        ),
      ],
      ...choiceOf(set),
    };
  },
};

function functionOf(declaration: FunctionDeclaration): object {
  const { name, description, parametersJsonSchema, parameters } = declaration;
  const schema =
    parametersJsonSchema ?? (parameters && plainSchema(parameters as GeminiSchema)) ?? noArguments;
  return { type: "function", name, description, parameters: schema };
}

/** The service requires parameters even without arguments. */
const noArguments = { type: "object", properties: {} };

/** The schema in JSON Schema, where types have lower-case names and null is a type, a value and a branch. */
function plainSchema({ type, nullable, ...fields }: GeminiSchema): object {
  const { properties, items, anyOf, enum: values } = fields;
  const orNull = <T>(list: readonly T[], none: T): readonly T[] => (nullable ? [...list, none] : list);
  const name = type?.toLowerCase();
  return {
    ...(name !== undefined && { type: nullable ? [name, "null"] : name }),
    ...fields,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([property, schema]) => [property, plainSchema(schema)]),
      ),
    }),
    ...(items && { items: plainSchema(items) }),
    ...(values && { enum: orNull<string | null>(values, null) }),
    ...(anyOf && { anyOf: orNull(anyOf.map(plainSchema), { type: "null" }) }),
  };
}

function choiceOf({ toolConfig }: ToolSet): object {
  if (toolConfig === undefined) return {};
  const { mode, allowedFunctionNames: tools } = toolConfig;
  const word = mode?.toLowerCase();
  const choice = tools ? { allowed_tools: { mode: word ?? "validated", tools } } : word;
  return choice === undefined ? {} : { generation_config: { tool_choice: choice } };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
