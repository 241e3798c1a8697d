import { ident, join } from "../base/code.js";
import {
  checkName,
  type EmitContext,
  handlerForms,
  integerSource,
  integersOf,
  isClosedIn,
  type Role,
  runtimeModule,
} from "./context.js";
import { createImports } from "./imports.js";
import { keyOf } from "./key.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { resolver } from "./reach.js";
import { render } from "./render.js";
import { emitSchemaFunctions, fileScope, type FunctionRequest, reservedNames } from "./schema-functions.js";

/**
 * Plans `schemas.ts`, with the types and checks of the schemas that several tools share. Returns no file if the set
 * has no such schemas.
 */
export function planSchemasFile(context: EmitContext): readonly PlannedFile[] {
  const { set, roles } = context;
  if (set.schemas.size === 0) return [];
  const inputs = [...set.schemas.keys()].map((name) => [
    name,
    roles.inputs.has(name),
    roles.outputs.has(name),
    roles.filled.has(name),
    roles.completed.has(name),
    roles.integers.get(name),
    integerSource("input", roles.forms.input.get(name)),
    integerSource("output", roles.forms.output.get(name)),
  ]);
  const key = keyOf(context.header, context.options, set.schemas, inputs);
  return [{ path: "schemas.ts", key, render: async () => renderSchemasFile(context) }];
}

function renderSchemasFile(context: EmitContext): RenderedFile {
  const { set, roles, options } = context;
  const imports = createImports();
  const print = context.printTypes();
  const types = [...set.schemas].map(([name, schema]) =>
    print({
      name,
      doc: typeof schema === "object" ? (schema.description ?? "") : "",
      schema,
      defaultsPresent: roles.completed.has(name),
      closesObjects: isClosedIn(context, name),
      ...integersOf(name, roles),
      resolve: resolver(set),
    }),
  );
  const taken = reservedNames([...set.schemas.keys()].flatMap((def) => [def, `${def}AsResult`]));
  const requests = [...set.schemas].flatMap(([def, schema]) => {
    const wanted: Role[] = [
      ...(roles.inputs.has(def) ? (["input"] as const) : []),
      ...(roles.outputs.has(def) && options.checkResults !== "off" ? (["output"] as const) : []),
    ];
    return wanted.map(
      (role): FunctionRequest => ({
        name: checkName(def, role, roles).slice("check".length),
        schema,
        role,
        fills: role === "input" && roles.filled.has(def),
        integers: integerSource(role, roles.forms[role].get(def)),
        forms: handlerForms(roles.forms.input.get(def) ?? []),
      }),
    );
  });
  const file = fileScope(taken, requests);
  const functions = requests.flatMap((request) => emitSchemaFunctions(request, resolver(set), context, file));
  for (const one of functions) imports.mixed(runtimeModule, one.imports);
  const text = render("schemas.ts", {
    header: context.header,
    imports: imports.code(),
    types: join(
      types.map((type) => type.code),
      "\n\n",
    ),
    names: join(
      functions.map((one) => ident(one.name)),
      ", ",
    ),
    functions: join(
      functions.map((one) => one.code),
      "\n\n",
    ),
  });
  const declares = [...set.schemas.keys(), ...functions.flatMap((one) => one.declares)];
  const names = { types: [...set.schemas.keys()] };
  return { text, outline: { declares, imports: imports.modules }, names };
}
