import { describe, expect, it } from "vitest";
import { type RunningDocument, runDocument } from "./run-document.js";

// The document contains the names of cookies, and a vendor may write any name into it.

const context = { cookies: { sess: "s-1", admin_session: "secret-2" } };

async function documentWith(required: boolean, settings: object = {}): Promise<RunningDocument> {
  const parameters = [
    { name: "sess", in: "cookie", schema: { type: "string" }, required },
    { name: "admin_session", in: "cookie", schema: { type: "string" }, required },
  ];
  return runDocument(
    {
      openapi: "3.0.3",
      info: { title: "T", version: "1" },
      paths: { "/x": { get: { operationId: "x", parameters, responses: { 204: { description: "" } } } } },
    },
    { settings: { all: true, ...settings } },
  );
}

describe.each([true, false])(
  "a document that names cookies of the application (required: %s)",
  (required) => {
    it("receives none of them, and the developer learns how to allow it", async () => {
      const api = await documentWith(required);
      expect((await api.send("x", {}, context)).headers.cookie).toBeUndefined();
      const reported = api.diagnostics.filter(({ code }) => code === (required ? "TP646" : "TP627"));
      expect(reported.map(({ message }) => message)).toEqual(
        ["sess", "admin_session"].map(
          (name) =>
            `the ${required ? "required " : ""}cookie "${name}" is not sent: neither a model nor a document chooses cookies`,
        ),
      );
      expect(reported[0]?.help).toContain("add the name to `cookies`");
      await api.close();
    });

    it("receives only those that the config names", async () => {
      const api = await documentWith(required, { cookies: ["sess"] });
      expect((await api.send("x", {}, context)).headers.cookie).toBe("sess=s-1");
      await api.close();
    });

    it("receives the value that the config binds to its name", async () => {
      const api = await documentWith(required, { bind: { sess: { context: "cookies.admin_session" } } });
      expect((await api.send("x", {}, context)).headers.cookie).toBe("sess=secret-2");
      await api.close();
    });
  },
);

it("sends a call without an optional cookie that the context does not have", async () => {
  const api = await documentWith(false, { cookies: ["sess"] });
  expect((await api.send("x", {})).headers.cookie).toBeUndefined();
  await api.close();
});

it("refuses a name in `cookies` that is in no operation", async () => {
  await expect(documentWith(false, { cookies: ["ses"] })).rejects.toThrow(
    'TP634 cookies: there is no cookie "ses"',
  );
});
