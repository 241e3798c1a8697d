import { fc } from "../helpers/seeded.js";
import { describe, expect, it } from "vitest";
import { checkRequest } from "../../gemini-rules/check-request.js";
import { called, functions, model, responded, standIn, user } from "./post.js";

const names = ["f", "g", "h"];

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The turns of a conversation: a message of the user, parallel calls, then a text. */
const turns = fc.array(
  fc.record({
    question: fc.string({ minLength: 1 }),
    steps: fc.array(
      fc.array(
        fc.record({ name: fc.constantFrom(...names), args: fc.dictionary(fc.string(), fc.jsonValue()) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

interface Request {
  contents: { role: string; parts: Record<string, Record<string, unknown> | string>[] }[];
  tools: unknown;
}

/**
 * A conversation in the form that a correct client sends: the last turn contains responses or the message of
 * the user.
 */
const requests = turns.map((list): Request => {
  let calls = 0;
  const contents = list.flatMap(({ question, steps }, index) => [
    user(question),
    ...steps.flatMap((step) => stepOf(step, () => `id${calls++}`)),
    ...(index < list.length - 1 ? [model("So it is.")] : []),
  ]);
  return { contents: contents as Request["contents"], tools: functions(...names) };
});

function stepOf(step: readonly Call[], nextId: () => string): readonly unknown[] {
  const made = step.map((call) => ({ ...call, id: nextId() }));
  return [
    model(
      ...made.map(({ name, id, args }, index) =>
        called(name, { id, args, ...(index === 0 && { thoughtSignature: standIn }) }),
      ),
    ),
    user(...made.map(({ name, id }) => responded(name, id))),
  ];
}

const verdict = (request: unknown): string =>
  checkRequest(request, { model: "gemini-3.5-flash" })
    .violations.map(({ message }) => message)
    .join("\n");

/** Converts every name of Google's API to snake case. Free-form objects stay unchanged. */
function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      key === "args" || key === "response" ? item : snakeCased(item),
    ]),
  );
}

/** Requests whose last turn contains a call, and the position of the call. */
const withCalls = requests
  .filter(
    ({ contents }) => contents.length > 1 && contents.at(-1)?.parts[0]?.["functionResponse"] !== undefined,
  )
  .map((request) => structuredClone(request));

const last = (request: Request) => request.contents.at(-1)!;
const lastCalls = (request: Request) => request.contents.at(-2)!;

describe("a random conversation", () => {
  it("is accepted if it follows the rules, in camelCase and in snake_case", () => {
    fc.assert(
      fc.property(requests, (request) => {
        expect(verdict(request)).toBe("");
        expect(verdict(snakeCased(request))).toBe("");
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, (request: Request) => void, RegExp]>([
    [
      "a response is lost",
      (request) => void last(request).parts.pop(),
      /number of function response parts|parts must not be empty/,
    ],
    [
      "a response is doubled",
      (request) => void last(request).parts.push(last(request).parts[0]!),
      /number of function response parts/,
    ],
    [
      "a signature is lost",
      (request) => void delete lastCalls(request).parts[0]!["thoughtSignature"],
      /missing a thought_signature/,
    ],
    [
      "a signature is torn",
      (request) => void (lastCalls(request).parts[0]!["thoughtSignature"] = "a"),
      /Base64 decoding failed/,
    ],
    [
      "an id is changed",
      (request) => void ((last(request).parts[0]!["functionResponse"] as { id: string }).id = "other"),
      /functionResponse\.id does not match/,
    ],
    [
      "an id is lost",
      (request) => void delete (last(request).parts[0]!["functionResponse"] as { id?: string }).id,
      /functionResponse\.id does not match/,
    ],
    [
      "a name is changed",
      (request) => void ((last(request).parts[0]!["functionResponse"] as { name: string }).name = "z"),
      /functionResponse\.name does not match/,
    ],
    [
      "the calls are lost",
      (request) => void request.contents.splice(-2, 1),
      /function response turn comes immediately after a function call turn/,
    ],
    ["the responses are lost", (request) => void request.contents.pop(), /number of function response parts/],
    [
      "the turn is split",
      (request) => void request.contents.splice(-1, 0, model("and") as Request["contents"][number]),
      /number of function response parts/,
    ],
    [
      "a field is unknown",
      (request) => void (last(request).parts[0]!["extra"] = "x"),
      /^Invalid JSON payload received. Unknown name "extra" at 'contents\[\d+\]\.parts\[0\]': Cannot find field\.$/,
    ],
    ["the role is unknown", (request) => void (last(request).role = "tool"), /valid role/],
  ])("is refused if %s", (_what, spoil, message) => {
    fc.assert(
      fc.property(withCalls, (request) => {
        const spoilt = structuredClone(request);
        spoil(spoilt);
        expect(verdict(spoilt)).toMatch(message);
      }),
      { numRuns: 100 },
    );
  });

  it("is checked without a crash, for any input", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record(
            { contents: fc.jsonValue(), tools: fc.jsonValue(), toolConfig: fc.jsonValue() },
            { requiredKeys: [] },
          ),
          fc.record({
            contents: fc.array(
              fc.record({
                role: fc.constantFrom("user", "model"),
                parts: fc.array(
                  fc.dictionary(
                    fc.constantFrom("text", "functionCall", "functionResponse", "thoughtSignature"),
                    fc.jsonValue(),
                  ),
                ),
              }),
            ),
          }),
        ),
        fc.constantFrom<"gemini" | "vertex">("gemini", "vertex"),
        (body, flavor) => {
          for (const { message, path } of checkRequest(body, { flavor }).violations) {
            expect(typeof path).toBe("string");
            expect(message).not.toBe("");
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
