import { describe, expect, expectTypeOf, it } from "vitest";
import { createAgent, dispatch, type RunEvent, type Toolset } from "@toolpress/runtime";
import { type BookingsCredentials, connectBookings } from "../../generated/bookings/client.js";
import { createBookings } from "../../generated/bookings/index.js";
import type { HttpOptions } from "../../runtime/http/connect.js";
import { call, scriptedModel } from "../../testing/index.js";
import { serve } from "./call-service.js";
import { handMade } from "../runtime/hand-made-tools.js";

// One connection and one set serve all users. The context of a call decides whose credentials the request
// gets.

interface Session {
  readonly token: string;
  readonly tenant: string;
}

const ada: Session = { token: "ada-secret-token", tenant: "analytical" };
const bob: Session = { token: "bob-secret-token", tenant: "builders" };

type Options = Partial<HttpOptions<BookingsCredentials<Session>, Session>>;

function setFor(baseUrl: string, options: Options = {}): Toolset<Session> {
  return createBookings({
    http: connectBookings<Session>({
      baseUrl,
      retries: 0,
      credentials: { apiKey: (call) => call.context.token },
      headers: (call) => ({ "x-tenant": call.context.tenant }),
      ...options,
    }),
  });
}

const lookUp = { name: "get_booking", args: { id: "1" } };

describe("two users at once through one connection", () => {
  it("each send their own credentials and headers", async () => {
    const server = await serve();
    // Each call waits until both have arrived at this point.
    let arrived = 0;
    let release = (): void => {};
    const both = new Promise<void>((resolve) => (release = resolve));
    const tools = setFor(server.url, {
      credentials: {
        apiKey: async ({ context }) => {
          if (++arrived === 2) release();
          await both;
          return context.token;
        },
      },
    });
    const agent = createAgent({ tools, model: scriptedModel([[call("get_booking", { id: "1" })], "done"]) });
    await Promise.all([
      agent.run("go", { context: ada }),
      dispatch(tools, { name: "get_booking", args: { id: "2" } }, { context: bob }),
    ]);
    const sent = server.requests.map(({ target, headers }) => [
      target,
      headers["x-api-key"],
      headers["x-tenant"],
    ]);
    expect(sent.sort()).toEqual([
      ["/bookings/1", ada.token, ada.tenant],
      ["/bookings/2", bob.token, bob.tenant],
    ]);
  });

  it("never read a secret: not in an error, a result or an event", async () => {
    const server = await serve((request, response) => {
      const status = request.url?.endsWith("/1") ? 401 : 200;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: request.headers["x-api-key"], auth: request.headers["x-auth"] }));
    });
    const headers: Options["headers"] = ({ context }) => ({ "x-auth": `${context.token}-header` });
    const tools = setFor(server.url, { headers });
    const events: RunEvent[] = [];
    const model = scriptedModel([
      [call("get_booking", { id: "1" }), call("get_booking", { id: "2" })],
      "done",
    ]);
    const agent = createAgent({ tools, model, onEvent: (event) => events.push(event) });
    const result = await agent.run("go", { context: ada });
    expect(server.requests.map((request) => request.headers["x-auth"])).toEqual(
      Array(2).fill("ada-secret-token-header"),
    );
    expect(result.turns[0]?.calls.map(({ code }) => code)).toEqual(["HTTP_401", undefined]);
    expect(JSON.stringify([result, events])).toContain("[hidden]");
    expect(JSON.stringify([result, events])).not.toContain("secret-token");
  });

  it("without a credential send nothing", async () => {
    const server = await serve();
    const errors: unknown[] = [];
    const answer = await dispatch(setFor(server.url), lookUp, {
      context: { tenant: "x" } as Session,
      onError: (error) => errors.push(error),
    });
    expect(answer.response).toMatchObject({ error: { code: "TOOL_FAILED" } });
    expect(errors.map(String)).toEqual([
      'TypeError: credential "apiKey" of get_booking: expected a text, but its function returned undefined',
    ]);
    expect(server.requests).toEqual([]);
  });

  it("are typed with the context of the set", () => {
    const tools = setFor("http://127.0.0.1:1");
    expectTypeOf(tools).toEqualTypeOf<Toolset<Session>>();
    // @ts-expect-error the context is missing
    void (() => dispatch(tools, lookUp));
    // @ts-expect-error the context has no such field
    void (() => connectBookings<Session>({ credentials: { apiKey: (call) => call.context.tokn } }));
    // @ts-expect-error a connection for users serves no set without them
    void ((): Toolset<unknown> => setFor(""));
  });
});

describe("an argument that is bound to the environment", () => {
  it("can have another value for each user", async () => {
    const seen: unknown[] = [];
    const tools = handMade([
      {
        name: "list",
        args: { account: "string" },
        policy: { bind: { account: { from: "env", name: "ACCOUNT" } } },
        run: ({ account }) => void seen.push(account),
      },
    ]) as Toolset<Session>;
    const env = (name: string, { tenant }: Session): string => `${name} of ${tenant}`;
    for (const context of [ada, bob]) await dispatch(tools, { name: "list", args: {} }, { context, env });
    expect(seen).toEqual(["ACCOUNT of analytical", "ACCOUNT of builders"]);
  });
});
