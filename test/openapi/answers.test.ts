import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { refusal, send, serve } from "./call-service.js";

describe("answers of a service", () => {
  it("larger than the limit are refused without being read to the end", async () => {
    let written = 0;
    const server = await serve((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, "x");
      response.writeHead(200, { "content-type": "application/json" });
      const pump = (): void => {
        while (written < 100 && !response.destroyed) {
          written += 1;
          if (!response.write(chunk)) return void response.once("drain", pump);
        }
        response.end();
      };
      pump();
    });
    const error = await refusal(send(server, {}));
    expect(error.code).toBe("RESULT_TOO_LARGE");
    expect(written).toBeLessThan(100);
  });

  it("that never arrive are a timeout", async () => {
    const server = await serve(() => undefined);
    expect((await refusal(send(server, {}, {}, { options: { timeoutMs: 50 } }))).code).toBe("TIMEOUT");
  });

  it.each([30 * 86_400_000, Infinity])(
    "may take %d ms, although no timer can wait so long",
    async (timeoutMs) => {
      const server = await serve((_request, response) => void setTimeout(() => response.end('"late"'), 50));
      expect(await send(server, {}, {}, { options: { timeoutMs } })).toBe("late");
    },
  );

  it.each([
    ["GET", true, "the service did not answer in time"],
    ["POST", false, "the service did not answer in time; the call may have taken effect"],
  ])("that never arrive for %s are retryable: %s", async (method, retryable, message) => {
    const server = await serve(() => undefined);
    const error = await refusal(send(server, { method }, {}, { options: { timeoutMs: 50 } }));
    expect([error.message, error.retryable]).toEqual([message, retryable]);
  });

  it("are abandoned when the run is cancelled", async () => {
    const server = await serve(() => undefined);
    const controller = new AbortController();
    const sent = send(server, {}, {}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("cancelled")), 20);
    await expect(sent).rejects.toThrow("cancelled");
  });

  const stalled: RequestListener = (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("{");
  };

  it("that stop in the middle are a timeout", async () => {
    const server = await serve(stalled);
    const error = await refusal(send(server, {}, {}, { options: { timeoutMs: 50 } }));
    expect([error.code, error.message]).toEqual(["TIMEOUT", "the service did not answer in time"]);
  });

  it("are abandoned in the middle when the run is cancelled", async () => {
    const controller = new AbortController();
    const server = await serve((request, response) => {
      stalled(request, response);
      setTimeout(() => controller.abort(new Error("cancelled")), 20);
    });
    await expect(send(server, {}, {}, { signal: controller.signal })).rejects.toThrow("cancelled");
  });

  it("that break off are a network failure, and are requested again if that is safe", async () => {
    let calls = 0;
    const server = await serve((request, response) => {
      calls += 1;
      if (calls % 2 === 0) return void response.end(JSON.stringify({ calls }));
      stalled(request, response);
      setTimeout(() => response.destroy(), 20);
    });
    const options = { retries: 1 };
    expect(await send(server, { method: "GET" }, {}, { options })).toEqual({ calls: 2 });
    const error = await refusal(send(server, { method: "POST" }, {}, { options }));
    expect([error.code, error.message, error.retryable]).toEqual([
      "NETWORK",
      "the service broke off its answer; the call may have taken effect",
      false,
    ]);
    expect(calls).toBe(3);
  });

  it("of 4xx that stop in the middle still report the status", async () => {
    const server = await serve((_, response) => {
      response.writeHead(404, { "content-type": "text/plain" });
      response.write("no such");
    });
    const error = await refusal(send(server, {}, {}, { options: { timeoutMs: 50 } }));
    expect([error.code, error.message]).toEqual(["HTTP_404", "HTTP 404 Not Found"]);
  });

  it.each([
    ["text/plain; charset=iso-8859-1", "latin1"],
    ['text/csv;header=present;Charset="ISO-8859-1"', "latin1"],
    ["application/xml; charset=utf-16le", "utf16le"],
    ["text/plain", "utf8"],
    ["text/plain; charset=klingon", "utf8"],
    // JSON is always UTF-8, even if the content type names another character set.
    ["application/json; charset=iso-8859-1", "utf8"],
  ] as const)("of type %s are read correctly", async (type, encoding) => {
    const server = await serve((request, response) => {
      response.writeHead(request.url === "/v1/bad" ? 400 : 200, { "content-type": type });
      response.end(Buffer.from(JSON.stringify("Grüße"), encoding));
    });
    expect(JSON.stringify(await send(server, {}))).toContain("Grüße");
    expect((await refusal(send(server, { path: "/bad" }))).message).toBe('HTTP 400 Bad Request: "Grüße"');
  });

  it("of an error page are shortened to its title", async () => {
    const server = await serve((_, response) => {
      response.writeHead(500, { "content-type": "text/html" });
      response.end(`<!doctype html><html><title>Oh no</title>${"<p>long</p>".repeat(10_000)}</html>`);
    });
    const error = await refusal(send(server, { method: "POST" }));
    expect([error.code, error.message]).toEqual(["HTTP_500", "HTTP 500 Internal Server Error: Oh no"]);
  });

  it("of 4xx are tool errors with status and trimmed body", async () => {
    const server = await serve((_, response) => {
      response.writeHead(422, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: "x".repeat(5_000) }));
    });
    const error = await refusal(send(server, {}));
    expect(error.code).toBe("HTTP_422");
    expect(error.message.length).toBeLessThan(1_100);
    expect(error.retryable).toBe(false);
  });

  it("are results: JSON, text, nothing or a file; invalid JSON is read as text", async () => {
    const bodies: Record<string, [string, string]> = {
      "/v1/bad": ["application/json", "{"],
      "/v1/text": ["text/plain", "hello"],
      "/v1/none": ["application/json", ""],
      "/v1/file": ["image/png", "\x89PNG"],
    };
    const server = await serve((request, response) => {
      const [type, body] = bodies[request.url ?? ""] ?? ["", ""];
      response.setHeader("content-type", type);
      response.end(body);
    });
    expect(await send(server, { path: "/bad" })).toBe("{");
    expect(await send(server, { path: "/text" })).toBe("hello");
    expect(await send(server, { path: "/none" })).toBeUndefined();
    expect(await send(server, { path: "/file" })).toEqual({ mediaType: "image/png", bytes: 5 });
    const options = { saveFile: async (file: Blob) => `file-${file.size}` };
    expect(await send(server, { path: "/file" }, {}, { options })).toEqual({
      file: "file-5",
      mediaType: "image/png",
      bytes: 5,
    });
  });
});

describe("retries", () => {
  const flaky = (): RequestListener => {
    let calls = 0;
    return (_, response) => {
      calls += 1;
      if (calls < 3) response.writeHead(503, { "retry-after": "0" });
      response.end(JSON.stringify({ calls }));
    };
  };

  it("repeat a safe request", async () => {
    const server = await serve(flaky());
    expect(await send(server, { method: "PUT" }, {}, { options: { retries: 2 } })).toEqual({ calls: 3 });
  });

  it.each(["POST", "PATCH"])("never repeat %s", async (method) => {
    const server = await serve(flaky());
    expect((await refusal(send(server, { method }, {}, { options: { retries: 2 } }))).code).toBe("HTTP_503");
    expect(server.requests).toHaveLength(1);
  });

  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();

  it.each([
    ["12", "12"],
    ["9999999", "9999999"],
    ["a date", inSeconds(60)],
  ])("never happen before the time that the service sets: %s", async (_what, wait) => {
    const server = await serve((_, response) => {
      response.writeHead(503, { "retry-after": wait, "content-type": "text/plain" }).end("back soon");
    });
    const error = await refusal(send(server, {}, {}, { options: { retries: 2 } }));
    expect([error.message, error.retryable]).toEqual(["HTTP 503 Service Unavailable: back soon", true]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([-60, 2])("wait until a date that is %i seconds away", async (seconds) => {
    const date = inSeconds(seconds);
    let calls = 0;
    const server = await serve((_, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(503, { "retry-after": date });
      response.end(JSON.stringify({ early: calls > 1 && Date.now() < Date.parse(date) - 20 }));
    });
    expect(await send(server, {}, {}, { options: { retries: 1 } })).toEqual({ early: false });
  });

  it("stop if the service never answers", async () => {
    const server = await serve();
    await server.close();
    const error = await refusal(send(server, {}, {}, { options: { retries: 1 } }));
    expect([error.code, error.message]).toEqual(["NETWORK", "the service cannot be reached"]);
  });
});
