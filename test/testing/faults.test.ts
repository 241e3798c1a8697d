import { afterEach, describe, expect, it } from "vitest";
import {
  answer,
  call,
  cut,
  deadlineExceeded,
  failMidStream,
  fakeGemini,
  hang,
  httpError,
  internalError,
  overloaded,
  rateLimited,
  text,
  type FakeGemini,
} from "toolpress/testing";
import { called, functions, model, post, responded, ssePath, user } from "./post.js";

let fake: FakeGemini;

afterEach(() => fake.close());

const hello = { contents: [user("hi")] };
const three = answer(text("One ", "two ", "three."));

describe("a fake that fails", () => {
  it("answers 429 with Help, QuotaFailure and RetryInfo, and without a Retry-After header", async () => {
    fake = await fakeGemini({
      script: [
        rateLimited({ retryDelay: "34.4s" }),
        rateLimited({ perDay: true }),
        rateLimited({ flavor: "vertex" }),
      ],
    });
    const minute = await post(fake, hello);
    expect(minute.status).toBe(429);
    expect(minute.json.error.status).toBe("RESOURCE_EXHAUSTED");
    expect(minute.json.error.details).toMatchObject([
      { "@type": "type.googleapis.com/google.rpc.Help" },
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier", quotaValue: "5" }],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.4s" },
    ]);
    const day = await post(fake, hello);
    expect(JSON.stringify(day.json)).toContain("GenerateRequestsPerDayPerProjectPerModel-FreeTier");
    const vertex = await post(fake, hello);
    expect(vertex.json.error.details).toBeUndefined();
  });

  it.each([
    [overloaded(), 503, "UNAVAILABLE", /experiencing high demand/],
    [internalError(), 500, "INTERNAL", /internal error has occurred/],
    [deadlineExceeded(), 504, "DEADLINE_EXCEEDED", /Deadline expired/],
  ])("answers %#", async (fault, status, word, message) => {
    fake = await fakeGemini({ script: [fault] });
    const posted = await post(fake, hello, { path: ssePath });
    expect([posted.status, posted.type, posted.json.error.status]).toEqual([
      status,
      "text/event-stream",
      word,
    ]);
    expect(posted.json.error.message).toMatch(message);
  });

  it("counts a scripted failure as an answer, not as a refusal", async () => {
    fake = await fakeGemini({ script: [overloaded(), "ok"] });
    await post(fake, hello);
    await post(fake, hello);
    expect(fake.requests.map(({ status }) => status)).toEqual([503, 200]);
    fake.assertDone();
  });

  it("answers with any body with any content type", async () => {
    fake = await fakeGemini({
      script: [httpError(502, "<html>Bad gateway</html>", { contentType: "text/html" })],
    });
    const posted = await post(fake, hello);
    expect([posted.status, posted.type, posted.text]).toEqual([502, "text/html", "<html>Bad gateway</html>"]);
  });

  it("closes the connection after some events, and before anything of a plain answer", async () => {
    fake = await fakeGemini({ script: [cut(three, 2), cut(three)] });
    const response = await fetch(`${fake.url}${ssePath}`, {
      method: "POST",
      headers: { "x-goog-api-key": "k" },
      body: JSON.stringify(hello),
    });
    let seen = "";
    const reading = (async () => {
      for await (const chunk of response.body!) seen += Buffer.from(chunk).toString();
    })();
    await expect(reading).rejects.toThrow();
    expect(seen.match(/data: /g)).toHaveLength(2);
    await expect(post(fake, hello)).rejects.toThrow();
  });

  it("ends a stream with an error, as an event or as bare JSON", async () => {
    fake = await fakeGemini({
      script: [failMidStream(three), failMidStream(three, { as: "raw", afterEvents: 2 })],
    });
    const asEvent = await post(fake, hello, { path: ssePath });
    expect(asEvent.status).toBe(200);
    expect(asEvent.text.split("\r\n\r\n")[1]).toMatch(/^data: \{"error": \{"code": 503,/);
    const asJson = await post(fake, hello, { path: ssePath });
    expect(asJson.text.split("\r\n\r\n")[2]).toMatch(/^\{\n {2}"error": \{/);
  });

  it("never answers until the client disconnects, and records that it did", async () => {
    fake = await fakeGemini({ script: [hang()] });
    const controller = new AbortController();
    const waiting = fetch(`${fake.url}${ssePath}`, {
      method: "POST",
      headers: { "x-goog-api-key": "k" },
      body: JSON.stringify(hello),
      signal: controller.signal,
    });
    while (fake.requests.length === 0) await new Promise((turn) => setImmediate(turn));
    controller.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    while (!fake.requests[0]?.aborted) await new Promise((turn) => setTimeout(turn, 1));
    expect(fake.requests[0]?.aborted).toBe(true);
  });
});

describe("the fake's memory", () => {
  it("contains every request, and refused ones with their refusal, which use up no answer", async () => {
    fake = await fakeGemini({ script: ["first", "second"] });
    await post(fake, hello);
    await post(fake, { contents: [] });
    expect(
      fake.requests.map(({ index, status, model: name, stream }) => ({ index, status, name, stream })),
    ).toEqual([
      { index: 0, status: 200, name: "gemini-3.5-flash", stream: false },
      { index: 1, status: 400, name: "gemini-3.5-flash", stream: false },
    ]);
    expect(fake.requests[0]?.body).toEqual(hello);
    expect(fake.requests[0]?.headers["x-goog-api-key"]).toBe("key");
    expect(fake.remaining).toBe(1);
    expect(() => fake.assertDone()).toThrow(
      "fakeGemini refused request 2: * GenerateContentRequest.contents: contents is not specified",
    );
  });

  it("reports unused answers, and requests without an answer", async () => {
    fake = await fakeGemini({ script: ["one"] });
    expect(() => fake.assertDone()).toThrow("fakeGemini: 1 scripted answer was never used");
    await post(fake, hello);
    fake.assertDone();
    const second = await post(fake, hello);
    expect([second.status, second.json.error.message]).toEqual([
      400,
      "fakeGemini: the script has no answer for request 2; add one, or find out why it was sent",
    ]);
    fake.add("more");
    expect((await post(fake, hello)).status).toBe(200);
  });

  it("accepts its signatures only on the parts that they were issued for", async () => {
    fake = await fakeGemini({ script: [call("f", { n: 1 }), "good", "good"] });
    const tools = functions("f");
    const { json } = await post(fake, { ...hello, tools });
    const issued = json.candidates[0]!.content.parts[0]!;
    const id = issued.functionCall?.id ?? "";
    const again = (part: unknown) =>
      post(fake, { contents: [user("hi"), model(part), user(responded("f", id))], tools });
    expect((await again(issued)).status).toBe(200);
    fake.add("good");
    const urlSafe = (issued.thoughtSignature ?? "").replaceAll("+", "-").replaceAll("/", "_");
    expect((await again({ ...issued, thoughtSignature: urlSafe })).status).toBe(200);
    const moved = called("f", { id, args: { n: 2 }, thoughtSignature: issued.thoughtSignature });
    expect((await again(moved)).json.error.message).toBe(
      "Corrupted thought signature. (toolpress/testing: the signature was issued for another part. " +
        "Send back the parts of the model unchanged.)",
    );
    const lost = called("f", { id, args: { n: 1 } });
    expect((await again(lost)).json.error.message).toMatch(/^Function call is missing a thought_signature/);
  });

  it("accepts a history from elsewhere on demand", async () => {
    fake = await fakeGemini({ script: ["good"] });
    const contents = [
      user("hi"),
      model(called("f", { thoughtSignature: "Zm9yZWlnbg==" })),
      user(responded("f")),
    ];
    expect((await post(fake, { contents, tools: functions("f") })).json.error.message).toMatch(
      /^Corrupted thought signature\. .* create the fake with `signatures: "any"`/,
    );
    fake.trust(contents as never);
    expect((await post(fake, { contents, tools: functions("f") })).status).toBe(200);
  });
});
