import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import type { RunEvent } from "../../runtime/events.js";
import { dispatch, type Issue } from "../../runtime/index.js";
import { call, scriptedModel } from "../../testing/index.js";
import { runDocument, type RunningDocument, type RunOptions } from "./run-document.js";

// A 2xx answer is a result even if it does not match the documented schema: the service has already placed
// the order or created the zone.

const running: RunningDocument[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function run(paths: object, more: RunOptions = {}): Promise<RunningDocument> {
  const one = await runDocument({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths }, more);
  running.push(one);
  return one;
}

/** Starts a server that answers every request with this. */
function answering(status: number, type: string | undefined, body = ""): RequestListener {
  return (_request, response) => {
    response.writeHead(status, type === undefined ? {} : { "content-type": type });
    response.end(body);
  };
}

async function called(api: RunningDocument): Promise<{ response: unknown; issues: readonly Issue[] }> {
  const issues: Issue[] = [];
  const answer = await dispatch(
    api.tools,
    { name: "make_zone", args: {} },
    { onResultMismatch: (found) => void issues.push(...found) },
  );
  return { response: answer.response, issues };
}

const zone = {
  type: "object",
  required: ["id", "kind"],
  properties: { id: { type: "string" }, kind: { enum: ["Native", "Master"] } },
};

function making(responses: object): object {
  return { "/zones": { post: { operationId: "makeZone", responses } } };
}

function withContent(content: object): object {
  return making({ "201": { description: "made", content } });
}

const documented = withContent({ "application/json": { schema: zone } });
const unusual = answering(201, "application/json", '{"id":"z1"}');

describe("an answer that does not match the document", () => {
  it("is returned, and the developer learns the expected type and the location", async () => {
    const { response, issues } = await called(await run(documented, { answer: unusual }));
    expect(response).toEqual({ result: { id: "z1" } });
    expect(issues).toEqual([
      expect.objectContaining({ pointer: "/kind", code: "required", received: expect.any(String) as string }),
    ]);
  });

  it("is an event of a run", async () => {
    const api = await run(documented, { answer: unusual });
    const events: RunEvent[] = [];
    const model = scriptedModel([call("make_zone", {}, { id: "c1" }), "done"]);
    await createAgent({ tools: api.tools, model, onEvent: (event) => events.push(event) }).run("go");
    expect(events.filter(({ type }) => type === "result_mismatch")).toMatchObject([
      { tool: "make_zone", callId: "c1", issues: [{ pointer: "/kind" }] },
    ]);
    expect(events.find(({ type }) => type === "tool_end")).toMatchObject({ ok: true });
  });

  it("fails the call with `checkResults: error`, and the model learns that the request was sent", async () => {
    const api = await run(documented, { answer: unusual, options: { checkResults: "error" } });
    const { response, issues } = await called(api);
    expect(response).toMatchObject({
      error: { code: "INVALID_RESULT", message: expect.stringMatching(/^The tool ran/) as string },
    });
    expect(issues).toEqual([]);
  });

  it("is not checked with `checkResults: off", async () => {
    const api = await run(documented, { answer: unusual, options: { checkResults: "off" } });
    expect(await called(api)).toEqual({ response: { result: { id: "z1" } }, issues: [] });
    expect(api.files.get("tools/make-zone.ts")).not.toContain("checkResult");
  });

  it("may have invalid JSON in spite of its content type", async () => {
    const api = await run(documented, { answer: answering(201, "application/json", "Created.") });
    const { response, issues } = await called(api);
    expect(response).toEqual({ result: "Created." });
    expect(issues).toMatchObject([{ pointer: "", expected: "object" }]);
  });

  it.each([
    ["text where JSON was documented", documented, "text/plain", "made", "object", "made"],
    [
      "JSON where text was documented",
      withContent({ "text/plain": { schema: { type: "string" } } }),
      "application/json",
      '{"id":"z1"}',
      "string",
      { id: "z1" },
    ],
    ["an empty body where JSON was documented", documented, "application/json", "", "object", null],
    [
      "a file where JSON was documented",
      documented,
      "image/png",
      "png",
      "string",
      { mediaType: "image/png", bytes: 3 },
    ],
  ])("may be %s", async (...[, paths, type, body, expected, result]) => {
    const { response, issues } = await called(await run(paths, { answer: answering(201, type, body) }));
    expect(response).toEqual({ result });
    expect(issues[0]?.expected).toContain(expected);
  });
});

describe("an answer of another kind is not compared with the main schema", () => {
  const file = { schema: { type: "string", format: "binary" } };
  const saveFile = async (): Promise<string> => "file-1";

  it.each([
    [
      "a file beside JSON",
      withContent({ "video/mp4": file, "application/json": { schema: { type: "string" } } }),
    ],
    ["a file of any type", withContent({ "*/*": { schema: { type: "object" } } })],
    ["a file that the document calls JSON", withContent({ "application/json": file })],
    ["a file alone", withContent({ "video/mp4": file })],
  ])("%s", async (_what, paths) => {
    for (const checkResults of ["warn", "error"] as const) {
      const answer = answering(201, "video/mp4", "film");
      const api = await run(paths, { answer, connect: { saveFile }, options: { checkResults } });
      expect(await called(api)).toEqual({
        response: { result: { file: "file-1", mediaType: "video/mp4", bytes: 4 } },
        issues: [],
      });
    }
  });

  it.each([
    [
      "text beside JSON",
      { "text/csv": {}, "application/json": { schema: zone } },
      "text/csv",
      "id\nz1",
      "id\nz1",
    ],
    [
      "another JSON type with a schema of its own",
      {
        "application/json": { schema: zone },
        "application/vnd.zones.v2+json": { schema: { type: "array" } },
      },
      "application/vnd.zones.v2+json; charset=utf-8",
      "[1]",
      [1],
    ],
  ])("%s", async (_what, content, type, body, result) => {
    const api = await run(withContent(content), { answer: answering(201, type, body) });
    expect(await called(api)).toEqual({ response: { result }, issues: [] });
  });

  it.each([
    ["204, which has no body", {}, 204],
    ["a status that is documented without a body", { "202": { description: "later" } }, 202],
  ])("%s", async (_what, others, status) => {
    const ok = { description: "made", content: { "application/json": { schema: zone } } };
    const api = await run(making({ "200": ok, ...others }), { answer: answering(status, undefined) });
    expect(await called(api)).toEqual({ response: { result: null }, issues: [] });
  });

  it("a status with another schema; one with the same schema is compared", async () => {
    const json = (schema: object): object => ({
      description: "d",
      content: { "application/json": { schema } },
    });
    const paths = making({ "200": json(zone), "201": json(zone), "202": json({ type: "array" }) });
    for (const [status, count] of [
      [200, 1],
      [201, 1],
      [202, 0],
    ] as const) {
      const { issues } = await called(
        await run(paths, { answer: answering(status, "application/json", "[]") }),
      );
      expect([status, issues.length]).toEqual([status, count]);
    }
  });

  it("the answer to HEAD, which has no body", async () => {
    const content = { "application/json": { schema: zone } };
    const paths = {
      "/zones": { head: { operationId: "makeZone", responses: { "200": { description: "d", content } } } },
    };
    const api = await run(paths, { answer: answering(200, "application/json") });
    expect(await called(api)).toEqual({ response: { result: null }, issues: [] });
  });
});

describe("the size limit", () => {
  it("reports to the model that the request was sent", async () => {
    const answer = answering(201, "application/json", JSON.stringify("x".repeat(100)));
    const api = await run(documented, { answer, connect: { maxResponseBytes: 10 } });
    const { response } = await called(api);
    expect(response).toMatchObject({
      error: {
        code: "RESULT_TOO_LARGE",
        message: expect.stringContaining("carried out the call") as string,
      },
    });
  });
});
