import { createServer, type ServerResponse } from "node:http";

// Server-sent events: `GET /events/<run>` shows a run as it happens. No event is stored, so a client that connects
// late misses the events before. A service with several processes needs a broker, such as Redis.

interface Shown {
  readonly id?: string;
  readonly type: string;
  readonly turn: number;
}

const watchers = new Map<string, Set<ServerResponse>>();

/**
 * Sends an event to the clients that watch the run. After a crash, a client may get events with the same ids
 * again.
 */
export function publish(runId: string, event: Shown): void {
  const id = event.id === undefined ? "" : `id: ${event.id}\n`;
  for (const watcher of watchers.get(runId) ?? [])
    watcher.write(`${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

export function watch(runId: string, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.flushHeaders();
  const all = watchers.get(runId) ?? new Set();
  watchers.set(runId, all.add(response));
  response.on("close", () => {
    all.delete(response);
    if (all.size === 0) watchers.delete(runId);
  });
}

/** Starts a server for the events of a service that has no HTTP server of its own. */
export function serveEvents(port: number): void {
  createServer(({ url = "" }, response) =>
    watch(decodeURIComponent(url.slice("/events/".length)), response),
  ).listen(port);
}
