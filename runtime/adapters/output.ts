import { isObject } from "../base/is-object.js";
import { refuseArguments } from "../call/refuse-arguments.js";
import type { ErrorInfo } from "../errors.js";
import type { Input } from "../loop/history.js";
import type { State } from "../loop/state.js";
import type { RunResult } from "../run-result.js";
import type { Agent, ResumeOptions, RunOptions } from "../start/agent.js";
import type { JsonSchema, OptionsFor, ToolEntry, WithContext } from "../tool.js";

/** A schema of Zod or another library that implements Standard Schema and its JSON Schema extension. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly types?: { readonly output: Output } | undefined;
    readonly jsonSchema?: { readonly input: (options: { readonly target: "draft-2020-12" }) => object };
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

interface StandardResult<Output> {
  readonly value?: Output;
  readonly issues?: readonly StandardIssue[] | undefined;
}

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}

/** A JSON Schema and a function that validates values. The function returns the value, or throws an error for the model. */
export interface CheckedSchema<Output> {
  readonly schema: JsonSchema;
  readonly parse: (value: unknown) => Output | Promise<Output>;
}

/** The form of an answer. With the entry of a generated tool, the arguments of the tool are the form. */
export type OutputSchema<Output> = StandardSchema<Output> | CheckedSchema<Output> | ToolEntry<Output>;

export interface OutputOptions {
  /** Other fields of the request. These fields replace `request` of the agent. */
  readonly request?: Readonly<Record<string, unknown>>;
  /**
   * The number of times that the model may correct an answer that does not match.
   * @default 1
   */
  readonly repairs?: number;
}

/** The result of a run with a typed answer. The status is "error" if the answer does not match after all repairs. */
export type OutputResult<Output> =
  | (Extract<RunResult, { readonly status: "done" }> & { readonly output: Output })
  | Exclude<RunResult, { readonly status: "done" }>;

/** An agent whose final answer is a value. */
export interface OutputAgent<Output, Context = unknown> {
  run(
    input: Input | undefined,
    ...rest: OptionsFor<Context, RunOptions<Context>>
  ): Promise<OutputResult<Output>>;
  resume(state: State, options: WithContext<Context, ResumeOptions<Context>>): Promise<OutputResult<Output>>;
}

/**
 * Requests the final answer in the form of a schema and validates the answer. The model may call tools before the final
 * answer. If an answer does not match, the model receives the reason and may correct the answer.
 */
export function withOutput<Output, Context = unknown>(
  agent: Agent<Context>,
  schema: OutputSchema<Output>,
  { request, repairs = 1 }: OutputOptions = {},
): OutputAgent<Output, Context> {
  const form = formOf(schema);
  const config = (request?.generationConfig ?? {}) as object;
  const generationConfig = { ...config, responseMimeType: "application/json", ...form.config };
  const fields = { request: { ...request, generationConfig } };
  const finish = async (first: RunResult, options: RunOptions<Context>): Promise<OutputResult<Output>> => {
    let result = first;
    for (let repair = 1; ; repair++) {
      if (result.status !== "done") return result;
      const read = await form.read(result.text);
      if (read.ok) return { ...result, output: read.value };
      if (repair > repairs) return { ...result, status: "error", error: mismatch(read.message) };
      // Each run needs its own id, because the keys of calls begin with the id.
      const again = {
        ...options,
        ...fields,
        contents: result.contents,
        runId: `${first.runId}:repair${repair}`,
      };
      const message = `The answer does not have the required form: ${read.message} Answer again with the corrected JSON only.`;
      result = joined(
        result,
        await agent.run(message, ...([again] as OptionsFor<Context, RunOptions<Context>>)),
      );
    }
  };
  return {
    run: async (input, ...[options = {}]) => {
      const given = { ...(options as RunOptions<Context>), ...fields };
      return finish(await agent.run(input, ...([given] as OptionsFor<Context, RunOptions<Context>>)), given);
    },
    resume: async (state, options) => {
      const { decisions: _decisions, ...given } = options as ResumeOptions<Context>;
      return finish(await agent.resume(state, { ...options, ...fields }), given);
    },
  };
}

function mismatch(message: string): ErrorInfo {
  return { kind: "protocol", code: "OUTPUT_MISMATCH", message, retryable: false };
}

/** Adds the turns and the usage of the earlier run to those of the later run. */
function joined(before: RunResult, after: RunResult): RunResult {
  const counts = Object.entries(after.usage).map(([name, count]) => [
    name,
    count + before.usage[name as keyof RunResult["usage"]],
  ]);
  const usage = Object.fromEntries(counts) as unknown as RunResult["usage"];
  return { ...after, runId: before.runId, turns: [...before.turns, ...after.turns], usage };
}

type Read<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly message: string };

interface Form<Output> {
  /** The fields of `generationConfig`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly read: (text: string) => Promise<Read<Output>>;
}

function formOf<Output>(schema: OutputSchema<Output>): Form<Output> {
  if ("~standard" in schema) return standardForm(schema);
  return "declaration" in schema ? toolForm(schema) : checkedForm(schema);
}

function standardForm<Output>({ "~standard": standard }: StandardSchema<Output>): Form<Output> {
  if (!standard.jsonSchema)
    throw new TypeError(
      "withOutput(): the library of this schema cannot write it as JSON Schema; use { schema, parse }",
    );
  const { $schema: _dialect, ...schema } = standard.jsonSchema.input({ target: "draft-2020-12" }) as {
    $schema?: unknown;
  };
  return {
    config: { responseJsonSchema: schema },
    read: (text) =>
      readJson(text, async (json) => {
        const { value, issues } = await standard.validate(json);
        if (!issues) return { ok: true, value: value as Output };
        return { ok: false, message: issues.map(lineOf).join(" ") };
      }),
  };
}

function lineOf({ path = [], message }: StandardIssue): string {
  const keys = path.map((key) => String(isObject(key) ? key.key : key));
  return `${keys.length > 0 ? `/${keys.join("/")}: ` : ""}${message}.`;
}

function checkedForm<Output>({ schema, parse }: CheckedSchema<Output>): Form<Output> {
  return {
    config: { responseJsonSchema: schema },
    read: (text) =>
      readJson(text, async (json) => {
        try {
          return { ok: true, value: await parse(json) };
        } catch (error) {
          return { ok: false, message: error instanceof Error ? error.message : String(error) };
        }
      }),
  };
}

/** Uses the declaration that the compiler has lowered, and the generated checks, which decode and validate. */
function toolForm<Output>(entry: ToolEntry<Output>): Form<Output> {
  const { parameters, parametersJsonSchema } = entry.declaration;
  const noArguments = { type: "OBJECT", properties: {} };
  return {
    config: parametersJsonSchema
      ? { responseJsonSchema: parametersJsonSchema }
      : { responseSchema: parameters ?? noArguments },
    read: (text) =>
      readJson(text, async (json) => {
        const { parse } = await entry.checks();
        const parsed = parse(json);
        if (parsed.ok) return parsed;
        const noRepair = (): Promise<undefined> => Promise.resolve(undefined);
        const answer = await refuseArguments(json, parsed, entry.declaration, parse, noRepair);
        return { ok: false, message: answer.kind === "refused" ? answer.error.message : "it is invalid." };
      }),
  };
}

/** Parses the answer. Some models put the JSON into a code fence, although the request forbids this. */
async function readJson<Output>(
  text: string,
  check: (json: unknown) => Promise<Read<Output>>,
): Promise<Read<Output>> {
  const fenced = /^\s*```(?:json)?\s*\n([^]*?)\n\s*```\s*$/.exec(text);
  let json: unknown;
  try {
    json = JSON.parse(fenced?.[1] ?? text);
  } catch {
    return { ok: false, message: "it is not JSON." };
  }
  return check(json);
}
