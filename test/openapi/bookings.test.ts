import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dispatch } from "@toolpress/runtime";
import { type BookingsServer, startBookingsServer } from "../../examples/bookings-server.js";
import { connectBookings } from "../../generated/bookings/client.js";
import { createBookings } from "../../generated/bookings/index.js";

// Runs generated handlers against a real server. All code between the model's call and the request is
// generated or in the runtime.

let house: BookingsServer;
beforeAll(async () => {
  house = await startBookingsServer();
});
afterAll(() => house.close());

async function call(name: string, args: object, apiKey = house.apiKey): Promise<unknown> {
  const http = connectBookings({ baseUrl: house.url, credentials: { apiKey }, retries: 0 });
  const call = { name, args: { ...args } };
  const { response } = await dispatch(createBookings({ http }), call, { approve: () => "run" });
  return response;
}

describe("tools of the bookings document", () => {
  it("search with their own style, and hide the constant header", async () => {
    const found = await call("search_rooms", { from: "2026-06-01", features: ["bath", "sea view"] });
    expect(found).toEqual({
      result: [{ number: "14", price: 110, features: ["balcony", "bath", "sea view"] }],
    });
  });

  it("book, look up and cancel", async () => {
    const wish = { room: "7", guest: { name: "Grace" }, from: "2026-06-01", nights: 3 };
    expect(await call("book_room", wish)).toMatchObject({
      result: { room: "7", guest: { name: "Grace" }, nights: 3 },
    });
    const [id] = house.bookings.keys();
    expect(await call("get_booking", { id })).toMatchObject({ result: { id, from: "2026-06-01" } });
    expect(await call("book_room", wish)).toMatchObject({
      error: { code: "HTTP_409", message: 'HTTP 409 Conflict: {"error":"room 7 is taken"}' },
    });
    await call("cancel_booking", { id });
    expect(house.bookings.size).toBe(0);
  });

  it("report the message of the service to the model", async () => {
    expect(await call("get_booking", { id: "../rooms" })).toEqual({
      error: {
        code: "HTTP_404",
        message: 'HTTP 404 Not Found: {"error":"there is no booking \\"../rooms\\""}',
        retryable: false,
      },
    });
    expect(await call("get_booking", { id: ".." })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    expect(await call("get_booking", { id: "b1" }, "wrong-key")).toMatchObject({
      error: { code: "HTTP_401" },
    });
  });

  it("refuse arguments that the document forbids before a request is sent", async () => {
    const wish = { room: "7/../8", guest: { name: "" }, from: "tomorrow", nights: 31, id: "mine" };
    expect(await call("book_room", wish)).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
  });

  it("cannot be created without a credential or an address", () => {
    expect(() => connectBookings({ credentials: {} as never })).toThrow(
      "no credentials for book_room (and 2 more tools)",
    );
    expect(() => connectBookings({ baseUrl: "not a url", credentials: { apiKey: "k" } })).toThrow(
      "absolute base URL",
    );
  });
});
