import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type PythonOptions,
  type PythonRemote,
  pythonRemote,
  RemoteDrift,
} from "../../runtime/remotes/python.js";
import { signatureOf } from "../../runtime/remotes/signature.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import type { ToolError } from "../../runtime/errors.js";
import { isToolError } from "../../runtime/call/thrown-error.js";
import type { CallContext, ToolEntry } from "../../runtime/tool.js";
import { bindFunction, createToolset } from "../../runtime/start/toolset.js";
import { hasPython } from "./has-python.js";

const file = fileURLToPath(new URL("./fixtures/tools.py", import.meta.url));

const opened: PythonRemote[] = [];
function open(options: Partial<PythonOptions> = {}): PythonRemote {
  const remote = pythonRemote({ file, processes: 1, graceMs: 100, ...options });
  opened.push(remote);
  return remote;
}
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((remote) => remote.close()));
});

function context(signal: AbortSignal = new AbortController().signal): CallContext {
  return {
    context: undefined,
    signal,
    tool: "t",
    callId: "c",
    idempotencyKey: "r/0/0",
    turn: 0,
    progress: () => undefined,
  };
}

/** Returns a tool whose arguments are not checked before they are sent. */
function entryOf(name: string): ToolEntry<Record<string, unknown>> {
  return {
    name,
    declaration: { name, description: "" },
    policy: {},
    checks: () => ({
      parse: (wire) => ({ ok: true, value: wire as Record<string, unknown> }),
    }),
  };
}

describe.runIf(hasPython())("tools in Python", () => {
  it("lists functions with names, docs, types, defaults and required parameters", async () => {
    const [weather] = await open().list();
    expect(weather).toEqual({
      name: "get_current_weather",
      description: "Gets the current weather for a given location.",
      inputSchema: {
        type: "object",
        properties: {
          location: { type: "string", description: "The city and state, e.g. Boston, MA" },
          unit: { type: "string", description: "The unit of the temperature", default: "celsius" },
        },
        required: ["location"],
      },
    });
  });

  it("reports variadic and untyped parameters, and leaves private names out", async () => {
    const { tools, problems } = await open().inspect();
    expect(
      problems
        .filter(({ tool }) => tool === "variadic")
        .map(({ parameter, problem }) => `${parameter}: ${problem}`),
    ).toEqual([
      "rest: variadic parameters cannot be declared; it is left out",
      "untyped: no type; any value is accepted",
      "options: variadic parameters cannot be declared; it is left out",
    ]);
    expect(tools.map(({ name }) => name)).not.toContain("_private");
  });

  it("starts no process for a call to a closed remote", async () => {
    const remote = open();
    const crashed = remote.call("crash", {}, context()).catch(() => undefined);
    const next = remote.call("process_id", {}, context());
    await crashed;
    await remote.close();
    await expect(next).rejects.toThrow("the remote was closed");
  });

  it("runs a function with the arguments of a call", async () => {
    expect(await open().call("get_current_weather", { location: "Boston, MA" }, context())).toEqual({
      location: "Boston, MA",
      temperature: 7,
      unit: "celsius",
    });
  });

  it("converts arguments back into the annotated types", async () => {
    const args = {
      point: { latitude: 1 },
      unit: "fahrenheit",
      near: { latitude: 1, longitude: 2 },
      when: "2026-01-31T10:00:00Z",
      day: "2026-02-01",
      pair: { first: 3 },
      size: { width: 2 },
      tags: ["a"],
      span: [2, "b"],
      either: "text",
      folder: { name: "root", folders: [{ name: "leaf" }] },
    };
    expect(await open().call("describe_everything", args, context())).toEqual({
      point: "Point",
      unit: "Unit",
      mode: "str",
      near: "Point",
      when: "datetime",
      day: "date",
      pair: "Pair",
      size: "dict",
      tags: "set",
      span: "tuple",
      label: "str",
      either: "str",
      folder: "Folder",
    });
  });

  it("receives and returns every digit of an integer", async () => {
    const remote = open({ file: fileURLToPath(new URL("./fixtures/integers.py", import.meta.url)) });
    expect(await remote.call("successor", { number: 9223372036854775806n }, context())).toEqual({
      next: "9223372036854775807",
      of: "9223372036854775806",
    });
    expect(await remote.call("successor", { number: 5 }, context())).toEqual({ next: 6, of: "5" });
  });

  it("awaits async functions, and cancels them when the call is aborted", async () => {
    const remote = open();
    expect(await remote.call("sleep_async", { seconds: 0 }, context())).toBe("slept");
    const controller = new AbortController();
    const sleeping = remote.call("sleep_async", { seconds: 600 }, context(controller.signal));
    setTimeout(() => controller.abort(), 50);
    await expect(sleeping).rejects.toThrow(/cancelled|stopped/);
    expect(await remote.call("sleep_async", { seconds: 0 }, context())).toBe("slept");
  });

  it("kills a process whose function hangs, and starts another for the next call", async () => {
    const remote = open();
    await remote.list();
    const controller = new AbortController();
    const hanging = remote.call("hang", {}, context(controller.signal));
    setTimeout(() => controller.abort(), 300);
    await expect(hanging).rejects.toThrow(/stopped/);
    expect(await remote.call("sleep_async", { seconds: 0 }, context())).toBe("slept");
  });

  it("hides the text of an exception from the model, unless it is a ToolError", async () => {
    const remote = open();
    const secret: unknown = await remote
      .call("fail_with_secret", {}, context())
      .catch((error: unknown) => error);
    expect(isToolError(secret)).toBe(false);
    const spoken: unknown = await remote
      .call("fail_for_the_model", {}, context())
      .catch((error: unknown) => error);
    expect(isToolError(spoken)).toBe(true);
    expect(String(spoken)).toContain("the warehouse is closed on Sundays");
  });

  it.each([
    ["leak_in_dataclass", { order: { number: 1 } }, "INVALID_ARGUMENTS", "argument 'order': refused"],
    ["leak_in_enum", { unit: "x" }, "INVALID_ARGUMENTS", "argument 'unit': refused"],
    [
      "leak_in_model",
      { order: { items: [{ price: 1 }] } },
      "INVALID_ARGUMENTS",
      "argument 'order': refused at items.0.price (value_error)",
    ],
    ["leak_by_name", {}, "TOOL_FAILED", "The tool failed."],
    ["leak_by_newer_name", {}, "TOOL_FAILED", "The tool failed."],
    ["leak_in_result", {}, "TOOL_FAILED", "The tool failed."],
  ])("hides a password in the exception of %s", async (name, args, code, message) => {
    const remote = open();
    const reported: unknown[] = [];
    const tools = createToolset({
      name: "t",
      tools: [
        bindFunction(entryOf(name), (given: Record<string, unknown>, context) =>
          remote.call(name, given, context as CallContext),
        ),
      ],
    });
    const answer = await dispatch(tools, { name, args }, { onError: (error) => reported.push(error) });
    expect(answer.response).toEqual({ error: { code, message } });
    // The developer reads the complete error.
    const [error] = reported as [Error & { cause?: Error }];
    expect(`${error.message} ${error.cause?.message ?? ""}`).toContain("hunter2");
  });

  it("describes the expected argument in its own words", async () => {
    const refused = (args: Record<string, unknown>): Promise<unknown> =>
      open()
        .call("takes_a_date", args, context())
        .catch((error: unknown) => [(error as ToolError).code, (error as ToolError).message]);
    expect(await refused({ day: "tomorrow" })).toEqual([
      "INVALID_ARGUMENTS",
      "argument 'day': expected date, got str",
    ]);
    expect(await refused({})).toEqual(["INVALID_ARGUMENTS", "missing argument 'day'"]);
    expect(await refused({ day: "2026-01-31", x: 1 })).toEqual(["INVALID_ARGUMENTS", "unknown argument 'x'"]);
    expect(await refused({ day: "2026-01-31" })).toBe("2026-01-31");
  });

  it("allows user modules with the names of the worker's own", async () => {
    const remote = open({
      file: fileURLToPath(new URL("./fixtures/named-like-ours/convert.py", import.meta.url)),
    });
    expect(await remote.call("names", {}, context())).toEqual([
      "schemas of the user",
      "introspect of the user",
      "worker of the user",
    ]);
  });

  it("keeps the keys of this process from a worker", async () => {
    vi.stubEnv("ANOTHER_SERVICE_KEY", "s3cret");
    vi.stubEnv("DATABASE_URL", "postgres://db");
    const own = { env: { GREETING: "hello" }, inheritEnv: ["DATABASE_URL"] };
    const seen = (await open(own).call("environment", {}, context())) as Record<string, string>;
    expect(Object.keys(seen)).not.toContain("ANOTHER_SERVICE_KEY");
    expect(seen).toMatchObject({
      GREETING: "hello",
      DATABASE_URL: "postgres://db",
      HOME: process.env["HOME"],
    });
  });

  it("survives a crash, and reports the state of the call", async () => {
    const remote = open();
    await expect(remote.call("crash", {}, context())).rejects.toThrow("the Python worker ended with SIGKILL");
    expect(await remote.call("sleep_async", { seconds: 0 }, context())).toBe("slept");
  });

  it("survives a function that tries to end the process", async () => {
    const remote = open();
    await expect(remote.call("exit_politely", {}, context())).rejects.toThrow("tried to end the process");
    expect(await remote.call("sleep_async", { seconds: 0 }, context())).toBe("slept");
  });

  it("keeps print, file descriptor 1 and child processes out of the protocol", async () => {
    let printed = "";
    const remote = open({ onStderr: (text) => (printed += text) });
    expect(await remote.call("chatter", {}, context())).toBe("quiet");
    expect(printed).toContain("not a protocol line");
  });

  it("carries ten megabytes", async () => {
    expect(String(await open().call("large", { bytes_: 10_000_000 }, context())).length).toBe(10_000_000);
  });

  it("converts results to JSON, and refuses those without a JSON form", async () => {
    const remote = open();
    expect(await remote.call("odd_values", {}, context())).toEqual({
      nan: null,
      tuple: [1, 2],
      unit: "celsius",
      bytes: "aGk=",
      point: { latitude: 1.5, longitude: 0 },
      when: "2026-01-31",
    });
    await expect(remote.call("not_json", {}, context())).rejects.toThrow("object is not JSON");
  });

  it.each(["_private", "os", "sys", "Point", "__import__", "nothing", "constructor"])(
    "does not call %s",
    async (name) => {
      await expect(open().call(name, {}, context())).rejects.toThrow("no function");
    },
  );

  it("refuses missing, unknown and ill-typed arguments before the function runs", async () => {
    const remote = open();
    for (const args of [{}, { location: "x", colour: "red" }, { location: 5 }]) {
      const error: unknown = await remote
        .call("get_current_weather", args, context())
        .catch((caught: unknown) => caught);
      expect(isToolError(error) && error.code).toBe("INVALID_ARGUMENTS");
    }
  });

  it("refuses a tool whose signature has changed since its import, and shows the difference", async () => {
    const remote = open();
    const [weather] = await remote.list();
    const signature = signatureOf(weather?.inputSchema);
    expect(signature).toBe('(location: string, unit?: string = "celsius")');
    await expect(
      remote.call("get_current_weather", { location: "x" }, context(), signature),
    ).resolves.toBeDefined();
    const drift: unknown = await remote
      .call("get_current_weather", { location: "x" }, context(), "(city: string)")
      .catch((error: unknown) => error);
    expect(drift).toBeInstanceOf(RemoteDrift);
    expect((drift as RemoteDrift).diff).toEqual([
      "- get_current_weather(city: string)",
      '+ get_current_weather(location: string, unit?: string = "celsius")',
    ]);
  });

  it("keeps a session in one process, and spreads other calls", async () => {
    const remote = open({ processes: 3, session: (call) => call.idempotencyKey });
    const inSession = await Promise.all([1, 2, 3].map(() => remote.call("process_id", {}, context())));
    expect(new Set(inSession).size).toBe(1);
    const free = open({ processes: 3 });
    const spread = await Promise.all([1, 2, 3].map(() => free.call("process_id", {}, context())));
    expect(new Set(spread).size).toBe(3);
  });

  it("reports a missing interpreter or file", async () => {
    await expect(open({ python: "no-such-python" }).list()).rejects.toThrow(
      "no-such-python cannot be started",
    );
    await expect(open({ file: "/nowhere/tools.py" }).list()).rejects.toThrow(/nowhere/);
  });

  it("refuses calls after it was closed", async () => {
    const remote = open();
    await remote.list();
    await remote.close();
    await expect(remote.call("process_id", {}, context())).rejects.toThrow("closed");
  });
});
