import { ToolError } from "../errors.js";
import type { HttpOperation } from "./operation.js";
import { refuse } from "./refuse.js";
import { serialisePath, serialiseQuery } from "./serialise.js";
import { namesIn, refuseNameClash } from "./name-clashes.js";

/**
 * Returns the path with values in place of its placeholders. The part of the path after `#` is never sent: it
 * only distinguishes operations of the document.
 */
export function fillPath(operation: HttpOperation, values: Readonly<Record<string, unknown>>): string {
  const template = operation.path.split("#")[0] ?? "";
  const [path = ""] = template.split("?");
  const takenNames = operation.parameters
    .filter((candidate) => candidate.in === "path")
    .map((candidate) => candidate.name);
  // The replacement is a function, because `$&` and similar sequences have a meaning in a replacement text.
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find(
      (candidate) => candidate.in === "path" && candidate.name === name,
    );
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const text = serialisePath(value, {
      name,
      style: parameter?.style ?? "simple",
      explode: parameter?.explode ?? false,
      ...(parameter?.contentType !== undefined && { contentType: parameter.contentType }),
    });
    if (text === "") throw refuse(`path parameter "${name}"`, "must not be empty");
    if (parameter?.style === "matrix")
      refuseNameClash(`path parameter "${name}"`, name, namesIn(text, ";"), [
        ...takenNames,
        ...(parameter.withheld ?? []),
      ]);
    return text;
  });
}

/**
 * Returns the query: the fixed query of the path, followed by the parameters. Credentials are added later. A
 * parameter must not use the name of a credential.
 */
export function fillQuery(
  operation: HttpOperation,
  values: Readonly<Record<string, unknown>>,
  credentials: readonly string[],
): string {
  const fixed = (operation.path.split("#")[0] ?? "").split("?").slice(1).join("?");
  const declared = operation.parameters
    .filter((candidate) => candidate.in === "query")
    .map((candidate) => candidate.name);
  const takenNames = [...namesIn(fixed), ...declared, ...credentials];
  const parts = Object.keys(values).map((name) => {
    const parameter = operation.parameters.find(
      (candidate) => (candidate.in === "query" || candidate.in === "querystring") && candidate.name === name,
    );
    const encoding = parameter?.in === "querystring" ? { explode: true, style: "form" as const } : parameter;
    const text = serialiseQuery(values[name], {
      name,
      style: encoding?.style ?? "form",
      explode: encoding?.explode ?? true,
      ...(parameter?.allowReserved === true && { allowReserved: true }),
      ...(parameter?.contentType !== undefined &&
        parameter.in === "query" && { contentType: parameter.contentType }),
    });
    refuseNameClash(`query parameter "${name}"`, name, namesIn(text), [
      ...takenNames,
      ...(parameter?.withheld ?? []),
    ]);
    return text;
  });
  return [fixed, ...parts].filter((part) => part !== "").join("&");
}

/** Parses the base URL. The URL must be absolute, use http or https, and contain no user name or password. */
export function baseUrlOf(url: string): URL {
  let base: URL;
  try {
    base = new URL(url);
  } catch {
    throw new TypeError(
      `expected an absolute base URL such as "https://api.example.com", found "${url}"; set \`baseUrl\``,
    );
  }
  if (base.protocol !== "https:" && base.protocol !== "http:") {
    throw new TypeError(`expected a base URL of http or https, found "${base.protocol}"`);
  }
  if (base.username !== "" || base.password !== "") {
    throw new TypeError("a base URL must not contain a user name or password; pass them as `credentials`");
  }
  return base;
}

/**
 * Returns the address of a request. The origin is always that of the base URL, because setting the path of a
 * URL cannot change its origin. A URL parser resolves `.` and `..` in a path (encoded or not), reads a
 * backslash as a slash and removes tabs and line breaks. Paths that contain any of these are refused.
 */
export function addressOf(base: URL, path: string, query: string): URL {
  if (/^[^/]|[\\\t\r\n]|\/(\.|%2e){1,2}(\/|$)/i.test(path)) {
    throw new ToolError("INVALID_ARGUMENTS", "an argument would change the address of the request");
  }
  const url = new URL(base.origin);
  url.pathname = `${base.pathname.replace(/\/$/, "")}${path}`;
  // The setter of `search` removes one `?` from the beginning. The added `?` protects a query that itself
  // begins with `?`.
  url.search = query && `?${query}`;
  return url;
}
