import type { HttpServer } from "../ir.js";

/** The URL of the first server with its variables at their defaults. Undefined if that is not a complete URL. */
export function addressOf(servers: readonly HttpServer[]): string | undefined {
  const [server] = servers;
  if (server === undefined) return undefined;
  const url = server.url.replace(
    /\{([^{}]+)\}/g,
    (_, name: string) => server.variables.get(name)?.default ?? "",
  );
  return URL.canParse(url) && /^https?:/i.test(url) ? url : undefined;
}

/** The origin of the URL that `addressOf` returns. */
export function originOf(servers: readonly HttpServer[]): string | undefined {
  const address = addressOf(servers);
  return address === undefined ? undefined : new URL(address).origin;
}
