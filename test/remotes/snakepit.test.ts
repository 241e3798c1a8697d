import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { prepare } from "../../generator/pipeline/prepare.js";
import { snakepit } from "../../generator/sources/snakepit.js";
import { decodeAny, encodeAny } from "../../runtime/remotes/snakepit/any-value.js";
import { loadBridge } from "../../runtime/remotes/snakepit/bridge.js";
import type { RemoteDrift } from "../../runtime/remotes/snakepit.js";
import { type SnakepitOptions, type SnakepitRemote, snakepitRemote } from "../../runtime/remotes/snakepit.js";
import { isToolError } from "../../runtime/call/thrown-error.js";
import type { CallContext } from "../../runtime/tool.js";

const command = [process.execPath, fileURLToPath(new URL("./fixtures/snakepit-worker.mjs", import.meta.url))];

const opened: SnakepitRemote[] = [];
function open(options: Partial<SnakepitOptions> = {}): SnakepitRemote {
  const remote = snakepitRemote({ command, adapter: "fixture.Adapter", ...options });
  opened.push(remote);
  return remote;
}
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((remote) => remote.close()));
});

function context(
  progress: (value: unknown) => void = () => undefined,
  signal = new AbortController().signal,
): CallContext {
  return { context: undefined, signal, tool: "t", callId: "c", idempotencyKey: "k", turn: 0, progress };
}

describe("tools of a snakepit worker", () => {
  it("receive and return every digit of an integer", () => {
    const { value } = encodeAny({ id: 1234567890123456789n });
    expect(new TextDecoder().decode(value)).toBe('{"id":1234567890123456789}');
    expect(decodeAny({ value: new TextEncoder().encode('{"id":1234567890123456789}') })).toEqual({
      id: "1234567890123456789",
    });
  });

  it("start one worker for parallel calls", async () => {
    const folder = mkdtempSync(join(tmpdir(), "snakepit-starts-"));
    const starts = join(folder, "starts");
    const counted = ["sh", "-c", `echo started >> ${starts}; exec "$0" "$@"`, ...command];
    const remote = open({ command: counted });
    await Promise.all([remote.list(), remote.list(), remote.list()]);
    expect(readFileSync(starts, "utf8")).toBe("started\n");
    rmSync(folder, { recursive: true });
  });

  it("are discovered although nothing is registered before the first call", async () => {
    const names = (await open().list()).map(({ name }) => name);
    expect(names).toContain("get_current_weather");
    expect(names).not.toContain("execute_tool");
  });

  it("are imported by the dialect of registrations, with binding and signature", async () => {
    const report = createReport();
    const source = await snakepit.open("snakepit:fixture.Adapter", {
      cwd: process.cwd(),
      specFolder: process.cwd(),
      remote: "weather",
      env: { ...process.env, SNAKEPIT_WORKER: command.join(" ") },
      inheritEnv: [],
      report,
    });
    const [set] = prepare(source!, () => undefined, report)!.sets;
    const weather = set!.tools.find(({ name }) => name === "get_current_weather")!;
    expect(weather.binding).toEqual({
      kind: "snakepit",
      remote: "weather",
      signature: "(location: str, unit?: str)",
    });
    expect(weather.input).toMatchObject({
      type: "object",
      properties: { location: { type: "string" }, unit: { type: "string", default: "celsius" } },
      required: ["location"],
    });
  });

  it("run in a session and return a map", async () => {
    const remote = open({ session: "user_123" });
    expect(
      await remote.call(
        "get_current_weather",
        { location: "Boston, MA" },
        context(),
        "(location: str, unit?: str)",
      ),
    ).toEqual({
      location: "Boston, MA",
      unit: "celsius",
      temperature: 7,
    });
  });

  it("decode the values that workers send: floats for integers, NaN, packed strings, the word None", async () => {
    const remote = open();
    expect(await remote.call("seven", {}, context())).toBe(7);
    expect(await remote.call("nothing", {}, context())).toBe("None");
    expect(await remote.call("not_a_number", {}, context())).toEqual({ v: null });
    expect(await remote.call("packed", {}, context())).toBe("hello");
  });

  it("run only if they are registered, although the worker would run anything", async () => {
    for (const name of ["_private", "execute_tool", "constructor"]) {
      await expect(open().call(name, {}, context())).rejects.toThrow("has not registered");
    }
  });

  it("keep the keys of this process from a worker", async () => {
    vi.stubEnv("ANOTHER_SERVICE_KEY", "s3cret");
    vi.stubEnv("DATABASE_URL", "postgres://db");
    const own = { env: { GREETING: "hello" }, inheritEnv: ["DATABASE_URL"] };
    const seen = (await open(own).call("environment", {}, context())) as Record<string, string>;
    expect(Object.keys(seen)).not.toContain("ANOTHER_SERVICE_KEY");
    expect(seen).toMatchObject({
      GREETING: "hello",
      DATABASE_URL: "postgres://db",
      PATH: process.env["PATH"],
    });
  });

  it.each(["toolpress", "user_123", "", "__discover__"])(
    "cannot be registered by another local process, as session %j",
    async (session_id) => {
      const remote = open({ session: session_id === "user_123" ? session_id : "toolpress" });
      const address = String(await remote.call("where_the_host_is", {}, context()));
      const { grpc, BridgeService } = await loadBridge();
      const intruder = new BridgeService(address, grpc.credentials.createInsecure()) as unknown as {
        RegisterTools(request: unknown, done: (error: unknown, answer?: unknown) => void): void;
        close(): void;
      };
      const tools = [{ name: "_private", description: "Not the worker's.", parameters: [], metadata: {} }];
      await new Promise((resolve, reject) =>
        intruder.RegisterTools({ session_id, tools, worker_id: "x" }, (error, answer) =>
          error ? reject(error as Error) : resolve(answer),
        ),
      );
      intruder.close();
      await expect(remote.call("_private", {}, context())).rejects.toThrow("has not registered");
      expect((await remote.list()).map(({ name }) => name)).toContain("get_current_weather");
    },
  );

  it("hide the text of an exception from the model, unless it is a ToolError", async () => {
    const remote = open();
    const secret: unknown = await remote.call("boom", {}, context()).catch((error: unknown) => error);
    expect(isToolError(secret)).toBe(false);
    const spoken: unknown = await remote.call("spoken", {}, context()).catch((error: unknown) => error);
    expect(isToolError(spoken) && spoken.message).toBe("the warehouse is closed");
  });

  it("stream: chunks are progress, together they are the result", async () => {
    const progress: unknown[] = [];
    const result = await open().call(
      "count",
      { to: 3 },
      context((value) => progress.push(value)),
    );
    expect(progress).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
    expect(result).toEqual(progress);
  });

  it("report a worker that ends during a call, and start another for the next", async () => {
    const remote = open();
    await expect(remote.call("crash", {}, context())).rejects.toThrow(/ended with SIGKILL|UNAVAILABLE/);
    expect(await remote.call("seven", {}, context())).toBe(7);
  });

  it("can be cancelled when a call hangs", async () => {
    const remote = open();
    await remote.list();
    const controller = new AbortController();
    const hanging = remote.call("hang", {}, context(undefined, controller.signal));
    setTimeout(() => controller.abort(), 100);
    await expect(hanging).rejects.toThrow(/CANCELLED/i);
    expect(await remote.call("seven", {}, context())).toBe(7);
  });

  it("carry ten megabytes", async () => {
    expect(String(await open().call("large", {}, context())).length).toBe(10_000_000);
  });

  it("answer heartbeats, without which a worker ends itself", async () => {
    const remote = open();
    await remote.list();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await remote.call("seven", {}, context())).toBe(7);
  });

  it("are refused if they have changed since their import", async () => {
    const drift: unknown = await open()
      .call("get_current_weather", {}, context(), "(city: str)")
      .catch((error: unknown) => error);
    expect((drift as RemoteDrift).diff).toEqual([
      "- get_current_weather(city: str)",
      "+ get_current_weather(location: str, unit?: str)",
    ]);
  });

  it("report a worker that cannot be started", async () => {
    await expect(open({ command: ["no-such-worker"] }).list()).rejects.toThrow("cannot be started");
    await expect(open({ command: [process.execPath, "-e", "0", "--"] }).list()).rejects.toThrow(
      "ended with code 0",
    );
    const report = createReport();
    expect(
      await snakepit.open("snakepit:a.B", {
        cwd: ".",
        specFolder: ".",
        remote: undefined,
        env: {},
        inheritEnv: [],
        report,
      }),
    ).toBeUndefined();
    expect(report.sorted()[0]?.message).toContain("SNAKEPIT_WORKER");
  });
});

describe("values between host and worker", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it.each([
    ["type.googleapis.com/snakepit.map", bytes('{"a": 1}'), { a: 1 }],
    ["type.googleapis.com/google.protobuf.StringValue", bytes('{"a": 1}'), { a: 1 }],
    ["type.googleapis.com/google.protobuf.StringValue", new Uint8Array([0x0a, 2, 0x68, 0x69]), "hi"],
    ["type.googleapis.com/google.protobuf.StringValue", bytes('\n"text"'), "text"],
    ["", bytes("null"), null],
    ["", bytes("not json"), "not json"],
    ["", bytes('{"v": NaN, "w": -Infinity, "s": "NaN"}'), { v: null, w: null, s: "NaN" }],
    ["", new Uint8Array([0xff, 0xfe]), undefined],
    ["type.googleapis.com/google.protobuf.StringValue", new Uint8Array([0x0a, 200, 1]), undefined],
  ])("decodes %s", (type_url, value, expected) => {
    expect(decodeAny({ type_url, value })).toEqual(expected);
  });

  it("encodes arguments as the worker reads them: raw JSON", () => {
    expect(new TextDecoder().decode(encodeAny({ a: [1] }).value)).toBe('{"a":[1]}');
    expect(new TextDecoder().decode(encodeAny(undefined).value)).toBe("null");
  });
});
