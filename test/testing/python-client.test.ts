import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { call, fakeGemini, text } from "toolpress/testing";

/** A Python that has `google-genai`. The variable GENAI_PYTHON can name another one. */
const python = process.env["GENAI_PYTHON"] ?? "python3";

function hasClient(): boolean {
  try {
    execFileSync(python, ["-c", "import google.genai"], { stdio: "ignore" });
    return true;
  } catch {
    console.log("skipped: no Python with google-genai here");
    return false;
  }
}

const program = `
import json, sys
from google import genai
from google.genai import types

client = genai.Client(api_key="key", http_options=types.HttpOptions(base_url=sys.argv[1]))
model = "gemini-3.5-flash"

def multiply(a: float, b: float) -> float:
    """Returns a * b."""
    return a * b

tools = types.GenerateContentConfig(tools=[multiply])
print(json.dumps({
    "text": client.models.generate_content(model=model, contents="hi").text,
    "stream": [chunk.text for chunk in client.models.generate_content_stream(model=model, contents="count")],
    "automatic": client.models.generate_content(model=model, contents="57 * 23?", config=tools).text,
}))
`;

describe.runIf(hasClient())("the official Python client against the fake", () => {
  it("generates, streams, and calls by itself; its snake_case names and URL-safe signatures are taken", async () => {
    // The client does not send ids back.
    const fake = await fakeGemini({
      script: ["Hello.", text("One ", "two."), call("multiply", { a: 57, b: 23 }), "1311."],
      rules: { ids: false },
    });
    const { stdout } = await promisify(execFile)(python, ["-c", program, fake.url]);
    await fake.close();
    expect(JSON.parse(stdout)).toEqual({ text: "Hello.", stream: ["One ", "two.", ""], automatic: "1311." });
    expect(JSON.stringify(fake.requests[2]?.body.tools)).toContain("parameters_json_schema");
    fake.assertDone();
  });
});
