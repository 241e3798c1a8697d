import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// The HTTP service that specs/bookings.openapi.yaml describes: the rooms and bookings of a guest house.

interface Room {
  readonly number: string;
  readonly price: number;
  readonly features: readonly string[];
}

interface Booking {
  readonly id: string;
  readonly room: string;
  readonly guest: { readonly name: string; readonly email?: string };
  readonly from: string;
  readonly nights: number;
  readonly note?: string;
}

const rooms: readonly Room[] = [
  { number: "7", price: 60, features: ["desk"] },
  { number: "12", price: 85, features: ["desk", "sea view"] },
  { number: "14", price: 110, features: ["balcony", "bath", "sea view"] },
];

export interface BookingsServer {
  /** The address of the service. It ends with the version `/v1`, as in `servers` of the document. */
  readonly url: string;
  readonly apiKey: string;
  readonly bookings: ReadonlyMap<string, Booking>;
  close(): Promise<void>;
}

/** Starts an HTTP server on a free port. */
export async function startBookingsServer(apiKey = "house-key"): Promise<BookingsServer> {
  const bookings = new Map<string, Booking>();
  const server = createServer((request, response) => {
    void serve(request, apiKey, bookings).then(
      ({ status, body }) => reply(response, status, body),
      () => reply(response, 500, { error: "something broke in the house" }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    apiKey,
    bookings,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

async function serve(
  request: IncomingMessage,
  apiKey: string,
  bookings: Map<string, Booking>,
): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://house");
  const [, version, kind, id, part] = url.pathname.split("/").map(decodeURIComponent);
  const call = `${request.method} ${[version, kind, part].filter(Boolean).join("/")}`;
  if (call === "GET v1/rooms") return { status: 200, body: freeRooms(url.searchParams, bookings) };
  if (request.headers["x-api-key"] !== apiKey) return { status: 401, body: { error: "who are you?" } };
  if (call === "POST v1/rooms/bookings")
    return book(id ?? "", JSON.parse(await text(request)) as Booking, bookings);
  const booking = bookings.get(id ?? "");
  if (booking === undefined)
    return { status: 404, body: { error: `there is no booking ${JSON.stringify(id)}` } };
  if (call === "GET v1/bookings") return { status: 200, body: booking };
  if (call !== "DELETE v1/bookings") return { status: 405, body: { error: `${call} is not served` } };
  bookings.delete(booking.id);
  return { status: 204 };
}

function freeRooms(query: URLSearchParams, bookings: ReadonlyMap<string, Booking>): readonly Room[] {
  const wanted = (query.get("features") ?? "").split("|").filter(Boolean);
  const [from, nights] = [query.get("from") ?? "", Number(query.get("nights") ?? 1)];
  return rooms.filter(
    ({ number, features }) =>
      wanted.every((feature) => features.includes(feature)) && isFree(number, from, nights, bookings),
  );
}

function book(room: string, wish: Booking, bookings: Map<string, Booking>): Answer {
  if (!rooms.some(({ number }) => number === room))
    return { status: 404, body: { error: `there is no room ${room}` } };
  if (!isFree(room, wish.from, wish.nights, bookings))
    return { status: 409, body: { error: `room ${room} is taken` } };
  const id = `b${bookings.size + 1}`;
  const booking = { ...wish, id, room };
  bookings.set(id, booking);
  return { status: 201, body: booking };
}

function isFree(room: string, from: string, nights: number, bookings: ReadonlyMap<string, Booking>): boolean {
  const [start, end] = [day(from), day(from) + nights];
  return [...bookings.values()].every(
    (booking) =>
      booking.room !== room || day(booking.from) >= end || day(booking.from) + booking.nights <= start,
  );
}

function day(date: string): number {
  return Date.parse(date) / 86_400_000;
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
