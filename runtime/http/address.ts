import { ToolError } from "../errors.js";
import type { HttpOperation } from "./operation.js";
import { refuse } from "./refuse.js";
import { serialisePath, serialiseQuery } from "./serialise.js";

/** The path with its placeholders filled; what stands after `#` tells operations apart and is never sent. */
export function fillPath(operation: HttpOperation, values: Readonly<Record<string, unknown>>): string {
  const template = operation.path.split("#")[0] ?? "";
  const [path = ""] = template.split("?");
  // Filled by a function: in a replacement text `$&` would have a meaning.
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const text = serialisePath(value, {
      name,
      style: parameter?.style ?? "simple",
      explode: parameter?.explode ?? false,
      ...(parameter?.contentType !== undefined && { contentType: parameter.contentType }),
    });
    if (text === "") throw refuse(`path parameter "${name}"`, "must not be empty");
    return text;
  });
}

/** The query, beginning with what the path itself has after `?`. */
export function fillQuery(operation: HttpOperation, values: Readonly<Record<string, unknown>>): string {
  const fixed = (operation.path.split("#")[0] ?? "").split("?").slice(1).join("?");
  const parts = Object.keys(values).map((name) => {
    const parameter = operation.parameters.find(
      (one) => (one.in === "query" || one.in === "querystring") && one.name === name,
    );
    const manner = parameter?.in === "querystring" ? { explode: true, style: "form" as const } : parameter;
    return serialiseQuery(values[name], {
      name,
      style: manner?.style ?? "form",
      explode: manner?.explode ?? true,
      ...(parameter?.allowReserved === true && { allowReserved: true }),
      ...(parameter?.contentType !== undefined &&
        parameter.in === "query" && { contentType: parameter.contentType }),
    });
  });
  return [fixed, ...parts].filter((part) => part !== "").join("&");
}

/** Base URL, server variables filled; a variable with a list of values takes no other. */
export function baseUrlOf(url: string): URL {
  let base: URL;
  try {
    base = new URL(url);
  } catch {
    throw new TypeError(
      `expected an absolute base URL such as "https://api.example.com", found "${url}"; give \`baseUrl\``,
    );
  }
  if (base.protocol !== "https:" && base.protocol !== "http:") {
    throw new TypeError(`expected a base URL of http or https, found "${base.protocol}"`);
  }
  if (base.username !== "" || base.password !== "") {
    throw new TypeError("a base URL must not hold a user name or password; give them as credentials");
  }
  return base;
}

/**
 * The last look before a request leaves: same origin as the base URL, and the path is the very one that was built.
 * `new URL()` resolves `.`, `..` and their encoded forms, and turns a backslash into a slash; any of that shows here.
 */
export function assertAddress(address: string, base: URL, path: string): URL {
  const url = new URL(address);
  const expected = `${base.pathname.replace(/\/$/, "")}${path}`;
  if (url.origin !== base.origin || url.pathname !== normalised(expected)) {
    throw new ToolError("INVALID_ARGUMENTS", "an argument would lead to another address than the tool's own");
  }
  return url;
}

/** What `new URL()` escapes in a path without changing its meaning. */
function normalised(path: string): string {
  return path.replace(/[\u0000-\u0020"<>`{}^\u007f-\uffff]+/g, (text) => encodeURI(text));
}
