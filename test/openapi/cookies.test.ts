import { expect, it } from "vitest";
import { runDocument } from "./run-document.js";

it("sends a call without an optional cookie that the context does not have", async () => {
  const parameters = [{ name: "sess", in: "cookie", schema: { type: "string" } }];
  const api = await runDocument({
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    paths: { "/x": { get: { operationId: "x", parameters, responses: { 204: { description: "" } } } } },
  });
  expect((await api.send("x", {})).headers.cookie).toBeUndefined();
  await api.close();
});
