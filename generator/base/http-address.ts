import type { HttpServer } from "../ir.js";

/** The first server with its variables at their defaults, when that is a whole address. */
export function addressOf(servers: readonly HttpServer[]): string | undefined {
  const [server] = servers;
  if (server === undefined) return undefined;
  const url = server.url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => server.variables.get(name)?.default ?? "",
  );
  return URL.canParse(url) && /^https?:/i.test(url) ? url : undefined;
}

/** The origin of that address. */
export function originOf(servers: readonly HttpServer[]): string | undefined {
  const address = addressOf(servers);
  return address === undefined ? undefined : new URL(address).origin;
}
