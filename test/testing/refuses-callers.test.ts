import { describe, expect, it } from "vitest";
import { ask, bearer, ssePath, unaryPath, user, vertexPath } from "./post.js";

const hello = { contents: [user("hi")] };

describe("access to the fake", () => {
  it.each([
    "/v1beta/models/gemini-3.5-flash:generateContent",
    "/v1alpha/models/gemini-3.5-flash:generateContent",
    "/v1/models/gemini-3.5-flash:generateContent",
    "/v1beta/tunedModels/gemini-mine:generateContent",
    "/v1beta1/publishers/google/models/gemini-3.5-flash:generateContent",
  ])("is allowed to %s with a key", async (path) => {
    expect((await ask(hello, { path })).status).toBe(200);
  });

  it.each([vertexPath, vertexPath.replace("v1beta1", "v1"), vertexPath.replace("us-central1", "global")])(
    "is allowed to %s with a bearer token",
    async (path) => {
      expect((await ask(hello, { path, headers: bearer })).status).toBe(200);
    },
  );

  it.each([
    "/",
    "/v2/models/gemini-3.5-flash:generateContent",
    "/v1beta/models/gemini-3.5-flash:computeTokens",
    "/v1beta/models/%E0%A4%A:generateContent",
  ])("is refused to %s", async (path) => {
    const { status, json } = await ask(hello, { path });
    expect(status).toBe(404);
    expect(json.error.status).toBe("NOT_FOUND");
  });

  it("is refused to an unknown model, with its name", async () => {
    const { status, json } = await ask(hello, { path: unaryPath.replace("gemini-3.5-flash", "gpt-9") });
    expect(status).toBe(404);
    expect(json).toEqual({
      error: {
        code: 404,
        message:
          "models/gpt-9 is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.",
        status: "NOT_FOUND",
      },
    });
  });

  it("is limited to the given models", async () => {
    const models = ["gemini-3.1-pro-preview"];
    expect((await ask(hello, { models })).status).toBe(404);
  });

  it("is refused without a key", async () => {
    const { status, json } = await ask(hello, { headers: {} });
    expect(status).toBe(403);
    expect(json).toEqual({
      error: {
        code: 403,
        message:
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        status: "PERMISSION_DENIED",
      },
    });
  });

  it("is refused with a wrong key, in the header and in the address", async () => {
    const body = {
      error: {
        code: 400,
        message: "API key not valid. Please pass a valid API key.",
        status: "INVALID_ARGUMENT",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "API_KEY_INVALID",
            domain: "googleapis.com",
            metadata: { service: "generativelanguage.googleapis.com" },
          },
          {
            "@type": "type.googleapis.com/google.rpc.LocalizedMessage",
            locale: "en-US",
            message: "API key not valid. Please pass a valid API key.",
          },
        ],
      },
    };
    const inHeader = await ask(hello, { apiKey: "right", headers: { "x-goog-api-key": "wrong" } });
    expect([inHeader.status, inHeader.json]).toEqual([400, body]);
    const inAddress = await ask(hello, { apiKey: "right", headers: {}, path: `${unaryPath}?key=wrong` });
    expect([inAddress.status, inAddress.json]).toEqual([400, body]);
    expect((await ask(hello, { apiKey: "right", headers: {}, path: `${unaryPath}?key=right` })).status).toBe(
      200,
    );
  });

  it("is refused to Vertex without a token, with a key instead, and with another token", async () => {
    for (const headers of [{}, { "x-goog-api-key": "key" }, { authorization: "Bearer other" }]) {
      const { status, json } = await ask(hello, { path: vertexPath, headers, accessToken: "token" });
      expect(status).toBe(401);
      expect(json.error.status).toBe("UNAUTHENTICATED");
    }
  });

  it("is refused with an unknown `alt", async () => {
    const { status, json } = await ask(hello, { path: `${unaryPath}?alt=xyz` });
    expect([status, json.error.message]).toEqual([400, `Invalid value "xyz" for query parameter 'alt'`]);
  });

  it("is refused with invalid JSON, and an empty body is a request without contents", async () => {
    const broken = await ask("{contents");
    expect(broken.json.error.message).toBe("Invalid JSON payload received. Unexpected token.\n{contents\n^");
    const empty = await ask("");
    expect(empty.json.error.message).toBe("* GenerateContentRequest.contents: contents is not specified");
  });

  it("returns errors of the SSE route with either content type, as bare JSON", async () => {
    const recorded = await ask({}, { path: ssePath });
    expect([recorded.status, recorded.type]).toEqual([400, "text/event-stream"]);
    expect(recorded.json.error.code).toBe(400);
    const other = await ask({}, { path: ssePath, sseErrors: "json" });
    expect([other.status, other.type]).toEqual([400, "application/json; charset=UTF-8"]);
  });

  it("returns errors of a stream without `alt=sse` as a list of one", async () => {
    const { type, json } = await ask({}, { path: ssePath.replace("?alt=sse", "") });
    expect(type).toBe("application/json; charset=UTF-8");
    expect(json).toMatchObject([{ error: { code: 400, status: "INVALID_ARGUMENT" } }]);
  });
});
