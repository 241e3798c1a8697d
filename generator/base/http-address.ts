import type { HttpServer } from "../ir.js";

/**
 * Returns the URL of the first server, with the default values of its variables. Returns undefined if the result is
 * not a complete URL.
 */
export function addressOf(servers: readonly HttpServer[]): string | undefined {
  const [server] = servers;
  if (server === undefined) return undefined;
  const url = server.url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => server.variables.get(name)?.default ?? "",
  );
  return URL.canParse(url) && /^https?:/i.test(url) ? url : undefined;
}

/** Returns the origin of the URL that `addressOf` returns. */
export function originOf(servers: readonly HttpServer[]): string | undefined {
  const address = addressOf(servers);
  return address === undefined ? undefined : new URL(address).origin;
}
