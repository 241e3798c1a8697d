import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { snakepitBridge } from "../../examples/snakepit-bridge.js";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type SnakepitOptions, type SnakepitRemote, snakepitRemote } from "../../runtime/remotes/snakepit.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { isToolError } from "../../runtime/call/thrown-error.js";
import type { CallContext } from "../../runtime/tool.js";
import { assertReplayable, call, fakeGemini, responsesOf } from "../../testing/index.js";
import { pythonWithModules, skipped } from "./has-python.js";

// A worker in Python with Google's gRPC. Python's own libraries read and write its messages.

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const stubs = mkdtempSync(join(tmpdir(), "snakepit-stubs-"));
afterAll(() => rmSync(stubs, { recursive: true, force: true }));

/** Creates the modules that the worker imports. Returns false if protoc or its plugin is missing. */
function compileProto(): boolean {
  const known = join(stubs, "include/google/protobuf");
  mkdirSync(known, { recursive: true });
  const head = 'syntax = "proto3"; package google.protobuf;';
  writeFileSync(join(known, "any.proto"), `${head} message Any { string type_url = 1; bytes value = 2; }`);
  writeFileSync(
    join(known, "timestamp.proto"),
    `${head} message Timestamp { int64 seconds = 1; int32 nanos = 2; }`,
  );
  try {
    const plugin = execFileSync("sh", ["-c", "command -v grpc_python_plugin"], { encoding: "utf8" }).trim();
    const out = [
      `--python_out=${stubs}`,
      `--grpc_python_out=${stubs}`,
      `--plugin=protoc-gen-grpc_python=${plugin}`,
    ];
    const include = ["-I", path("../../runtime/remotes/snakepit"), "-I", join(stubs, "include")];
    execFileSync("protoc", [...include, ...out, "bridge.proto"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const python = pythonWithModules("grpc", "google.protobuf");
const runs =
  (python !== undefined && compileProto()) ||
  skipped(
    "grpc and protobuf for Python, or protoc with its plugin, are not installed: the tests of a Python worker",
  );

const command = [python ?? "", path("./fixtures/snakepit-python/worker.py")];
const adapter = "weather_adapter.WeatherAdapter";
const env = {
  PYTHONPATH: `${stubs}:${path("./fixtures/snakepit-python")}`,
  PYTHONDONTWRITEBYTECODE: "1",
};

const opened: SnakepitRemote[] = [];
function open(options: Partial<SnakepitOptions> = {}): SnakepitRemote {
  const remote = snakepitRemote({ command, adapter, env, ...options });
  opened.push(remote);
  return remote;
}
afterEach(async () => void (await Promise.all(opened.splice(0).map((remote) => remote.close()))));

const context: CallContext = {
  context: undefined,
  signal: new AbortController().signal,
  tool: "t",
  callId: "c",
  idempotencyKey: "k",
  turn: 0,
  progress: () => undefined,
};

describe.runIf(runs)("a snakepit worker in Python", () => {
  let remote: SnakepitRemote;

  it("receives bytes as bytes", async () => {
    remote = open();
    expect(await remote.call("measure", { data: "/wD/", label: "AAAA" }, context)).toEqual({
      type: "bytes",
      size: 3,
      first: 255,
      more: null,
      label: "AAAA",
    });
  });

  it.each([0, 1, 3])("returns a list for a stream of %i", async (days) => {
    const expected = Array.from({ length: days }, (_, index) => ({ day: index + 1 }));
    expect(await open().call("forecast", { days }, context)).toEqual(expected);
  });

  it("shows Python's own errors to the developer, not to the model", async () => {
    const boom = (await open()
      .call("boom", {}, context)
      .catch((error: unknown) => error)) as Error;
    expect(isToolError(boom)).toBe(false);
    expect(boom.message).toBe("RuntimeError: db password=hunter2");
    expect(String(boom.cause)).toContain('raise RuntimeError("db password=hunter2")');
    const spoken: unknown = await open()
      .call("spoken", {}, context)
      .catch((error: unknown) => error);
    expect(isToolError(spoken) && spoken.message).toBe("no weather on Sundays");
    await expect(open().call("die", {}, context)).rejects.toThrow("Fatal Python error: Segmentation fault");
    await expect(open({ adapter: "weather_adapter.Missing" }).list()).rejects.toThrow(
      "AttributeError: module 'weather_adapter' has no attribute 'Missing'",
    );
  });

  it("keeps sessions separate", async () => {
    remote = open();
    const weather = (session: string, location: string): Promise<unknown> =>
      remote.callIn(session, "get_current_weather", { location }, context);
    await weather("ann", "Paris");
    await weather("bob", "Rome");
    expect(await remote.callIn("ann", "history", {}, context)).toEqual({
      session: "ann",
      locations: ["Paris"],
    });
  });

  it("serves the tools of a running session to a conversation: the bridge in seven steps", async () => {
    const fake = await fakeGemini({
      script: [
        [call("get_current_weather", { location: "Boston, MA" })],
        [call("history", {}), call("get_current_weather", { location: 5 })],
        "It is 22 degrees in Boston.",
      ],
    });
    const model = gemini({ apiKey: "test-key", model: "gemini-3.5-flash", baseUrl: fake.url });
    const result = await snakepitBridge({ command, adapter, env }, model);
    assertReplayable(result.contents);
    expect(result.text).toBe("It is 22 degrees in Boston.");
    expect(responsesOf(result.contents)).toMatchObject([
      { response: { result: { location: "Boston, MA", temperature: 22, unit: "celsius" } } },
      { response: { result: { session: "user_123", locations: ["Boston, MA"] } } },
      { response: { error: { code: "INVALID_ARGUMENTS" } } },
    ]);
    fake.assertDone();
    await fake.close();
  });
});
