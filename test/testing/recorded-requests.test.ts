import { describe, expect, it } from "vitest";
import { fakeGemini, raw } from "toolpress/testing";
import { bearer, post } from "./post.js";
import { recordings } from "./recordings.js";

const all = recordings();
const exchanges = all.flatMap(({ name, exchanges }) =>
  exchanges.map((exchange, index) => ({ name: `${name} #${index + 1}`, exchange })),
);
console.log(`recordings: ${all.length} files, ${exchanges.length} exchanges`);

describe.runIf(all.length > 0)("recorded exchanges with the real service", () => {
  it.each(exchanges)(
    "$name: the request passes the checks, and the fake plays the response back",
    async ({ exchange }) => {
      const fake = await fakeGemini({ script: [raw(...exchange.responses)], signatures: "any" });
      const headers = exchange.flavor === "vertex" ? bearer : { "x-goog-api-key": "key" };
      const posted = await post(fake, exchange.request, { path: exchange.path, headers });
      await fake.close();
      expect(posted.json?.error?.message).toBeUndefined();
      expect(posted.status).toBe(200);
      const played = exchange.path.includes("stream")
        ? posted.text
            .split("\r\n\r\n")
            .slice(0, -1)
            .map((event) => JSON.parse(event.slice(6)) as unknown)
        : [posted.json];
      expect(played).toEqual(exchange.responses);
    },
  );
});
