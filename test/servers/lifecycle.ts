import type { LoweredTool } from "../../generator/lower/lowered.js";
import { createAgent, gemini } from "../../runtime/index.js";
import { call, fakeGemini, responsesOf } from "../../testing/index.js";
import type { ScriptEntry } from "../../testing/index.js";
import type { GeneratedApi } from "../corpus/judge/generated-set.js";
import type { Place } from "../corpus/judge/read-document.js";
import { operationOf, toToolArguments } from "../corpus/judge/tool-arguments.js";

/** One call of an agent, with the names of the document. */
export interface Step {
  readonly title: string;
  /** The operation as `METHOD /path`. */
  readonly operation: string;
  /**
   * Returns the arguments by location and name. `earlier` contains the results of earlier steps, by title.
   */
  readonly parameters?: (earlier: Results) => Readonly<Partial<Record<Place, Record<string, unknown>>>>;
  readonly body?: (earlier: Results) => unknown;
  /** Returns the fault of the result, if it has one. */
  readonly check?: (result: unknown, earlier: Results) => string | undefined;
}

export type Results = ReadonlyMap<string, unknown>;

export interface StepOutcome {
  readonly title: string;
  readonly operation: string;
  /** The fault of the step. Undefined if the step succeeded. */
  readonly problem: string | undefined;
}

/** Lets an agent execute the steps in order. The model is a fake that calls the tool of each step. */
export async function runLifecycle(
  steps: readonly Step[],
  generated: GeneratedApi,
  connection: object,
): Promise<readonly StepOutcome[]> {
  const results = new Map<string, unknown>();
  const outcomes: StepOutcome[] = [];
  const settle = (step: Step, problem: string | undefined): void =>
    void outcomes.push({ title: step.title, operation: step.operation, problem });
  let requested: { readonly step: Step; readonly lost: readonly string[] } | undefined;

  const hear = (response: Readonly<Record<string, unknown>>): void => {
    if (requested === undefined) return;
    const { step, lost } = requested;
    requested = undefined;
    const error = response["error"] as { code?: string; message?: string } | undefined;
    const result = response["result"];
    results.set(step.title, result);
    if (error !== undefined) settle(step, `${error.code}: ${error.message}`);
    else if (lost.length > 0) settle(step, `the tool does not take ${lost.join(", ")}`);
    else settle(step, checked(step, result, results));
  };
  const script: ScriptEntry[] = steps.map((step) => ({ body }) => {
    const last = responsesOf(body.contents).at(-1);
    if (last !== undefined) hear(last.response);
    const tool = toolOf(step, generated);
    if (tool === undefined) {
      settle(step, "the operation is no tool");
      return call("no_such_tool");
    }
    const given = argumentsOf(step, tool, generated, results);
    requested = { step, lost: given.lost };
    return call(tool.tool.name, given.args);
  });
  script.push(({ body }) => {
    const last = responsesOf(body.contents).at(-1);
    if (last !== undefined) hear(last.response);
    return "Done.";
  });
  const fake = await fakeGemini({ script });
  try {
    const agent = createAgent<object>({
      tools: generated.open(connection),
      model: gemini({ apiKey: "key", model: "gemini-3.5-flash", baseUrl: fake.url }),
      approve: () => "run",
      maxTurns: steps.length + 2,
      // After a failed step, the remaining steps still run.
      maxConsecutiveErrors: steps.length + 2,
      deadlineMs: 120_000,
    });
    const { status } = await agent.run("Go through the life of a thing.", { context: {} });
    for (const step of steps.slice(outcomes.length))
      settle(step, `not reached: the run ended with ${status}`);
  } finally {
    await fake.close();
  }
  return outcomes;
}

/** If a result has another shape than a check expects, the step fails and the run continues. */
function checked(step: Step, result: unknown, results: Results): string | undefined {
  try {
    return step.check?.(result, results);
  } catch (error) {
    return `the result has another shape: ${String(error)}; it is ${JSON.stringify(result)?.slice(0, 80)}`;
  }
}

function toolOf(step: Step, { tools }: GeneratedApi): LoweredTool | undefined {
  return tools.find((tool) => {
    const { method, path } = operationOf(tool);
    return `${method} ${path}` === step.operation;
  });
}

function argumentsOf(
  step: Step,
  tool: LoweredTool,
  generated: GeneratedApi,
  earlier: Results,
): ReturnType<typeof toToolArguments> {
  const places = step.parameters?.(earlier) ?? {};
  const parameters = Object.entries(places).flatMap(([place, values]) =>
    Object.entries(values).map(([name, value]) => ({ in: place as Place, name, value })),
  );
  const body = step.body === undefined ? undefined : { value: step.body(earlier) };
  return toToolArguments({ parameters, body }, tool, generated.schemas);
}
