import type { HttpOperation } from "../../../generator/ir.js";

/** A refusal that Prism causes, and not the request. */
interface PrismLimit {
  readonly test: (cause: string, contentType: string, operation: HttpOperation) => boolean;
  readonly why: string;
}

const limits: readonly PrismLimit[] = [
  {
    test: (cause) => /(path|query|header)\..*must match exactly one schema in oneOf/.test(cause),
    why: "Prism turns the text of a parameter into a number, which then fits two alternatives",
  },
  {
    test: (cause) => /query\..*must be array,null/.test(cause),
    why: "Prism does not read a nullable list in the query as a list",
  },
  {
    test: (cause, type) => type === "application/x-www-form-urlencoded" && /must be array/.test(cause),
    why: "Prism does not read a field of a form as a list, whether it is there once or more often",
  },
  {
    test: (cause, type) =>
      type === "multipart/form-data" && /must be (object|array)|Reserved characters used/.test(cause),
    why: "Prism does not read parts of a multipart body as JSON",
  },
  {
    test: (cause) => cause.includes("Cannot deserialize JSON object array in form data"),
    why: "Prism does not read lists of objects in a form",
  },
  {
    test: (cause, _type, { parameters }) => {
      const [, place, name] = /: (body|query)\.([^.:]+).*must have required property/.exec(cause) ?? [];
      return parameters.some((one) => one.in === place && one.name === name && one.style === "deepObject");
    },
    why: "Prism takes an object of the style deepObject that was not sent for an empty one",
  },
  {
    test: (cause) => cause.includes("Cannot serialise complex objects as text"),
    why: "Prism cannot make an answer where a document says only that it has some media type",
  },
  {
    test: (cause) => /header\.(accept|content-type): .*must be equal to one of/.test(cause),
    why: "Prism checks header parameters that OpenAPI says to ignore",
  },
  {
    test: (cause) => cause.includes("no path matched"),
    why: "Prism does not find a path that has a query in it",
  },
];

/** Returns the reason why a refusal does not count against a request, or undefined if the refusal counts. */
export function limitOfPrism(cause: string, operation: HttpOperation): string | undefined {
  return limits.find(({ test }) => test(cause, operation.body?.contentType ?? "", operation))?.why;
}
