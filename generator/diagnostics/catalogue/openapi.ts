import { define } from "./definition.js";

// The codes TP6xx report problems of OpenAPI documents.

const quoted = (value: unknown): string => JSON.stringify(value);

const aboutCookies = {
  cause: "A document could name a cookie that the application has for another service.",
  fix: "If the API may receive it, add the name to `cookies` in the document's settings and set the value in `context.cookies`, or bind the name with `bind`.",
};

export const openapi = {
  TP601: define<{ version: string }>({
    title: "unsupported OpenAPI version",
    severity: "error",
    message: (p) => `expected OpenAPI 2.0, 3.0 or 3.1, found ${quoted(p.version)}`,
    cause: "Other versions have other rules.",
    fix: "Convert the document to OpenAPI 3.1.",
  }),
  TP602: define<{ version: string }>({
    title: "read as OpenAPI 3.1",
    severity: "note",
    message: (p) => `OpenAPI ${quoted(p.version)} is read by the rules of 3.1`,
    cause: "The additions of 3.2 (the query method, streams) are not used for tools yet.",
    fix: "Nothing to do.",
  }),
  TP603: define<{
    operations: number;
    /** The budget that all operations together exceed. Undefined if every operation is excluded or hidden. */
    over: { budget: "tools" | "tokens"; most: number; found?: number } | undefined;
  }>({
    title: "no selection",
    severity: "error",
    message: ({ operations, over }) =>
      `expected a selection of operations, found none; ${
        over === undefined
          ? `all ${operations} are excluded or hidden`
          : over.found === undefined
            ? `the document has ${operations}, more than budgets.${over.budget} (${over.most})`
            : `all ${operations} cost about ${over.found} tokens, more than budgets.${over.budget} (${over.most})`
      }`,
    cause:
      "All operations of a document within the budget become tools. This document exceeds it: a model chooses badly among many tools, and each one costs tokens in every request.",
    fix: 'Find operations with `toolpress operations <document> [words]`, and select them with `include` in the spec\'s settings (`--include`), e.g. include: [getPet, "tag:orders", "GET /pets/*"]; or select everything with `all: true` (`--all`), or with `search: true` if the model shall find the tools with a search.',
  }),
  TP604: define<{ selector: string }>({
    title: "selector without match",
    severity: "warning",
    message: (p) => `no operation matches ${quoted(p.selector)}`,
    cause:
      "The settings exclude an operation, tag or path that the document does not have, or include one that may be in an unreadable part of it.",
    fix: "Correct or remove the selector.",
  }),
  TP605: define<{ reference: string; problem: string }>({
    title: "unresolved reference",
    severity: "error",
    message: (p) => `cannot follow ${quoted(p.reference)}: ${p.problem}`,
    cause: "References are followed inside the document and into local files below the project root only.",
    fix: "Correct the reference, or bring the target into the project.",
  }),
  TP606: define<{ what: string; expected: string; found: string }>({
    title: "violation of OpenAPI",
    severity: "error",
    message: (p) => `${p.what}: expected ${p.expected}, found ${p.found}`,
    cause: "The document breaks the OpenAPI specification here; the operation is left out.",
    fix: "Correct the document, or repair it with an overlay.",
  }),
  TP607: define<{ method: string; path: string }>({
    title: "method without tool",
    severity: "error",
    message: (p) => `${p.method} ${p.path} cannot become a tool: handlers do not send ${p.method}`,
    cause: "The Fetch standard forbids the method, or few services support it.",
    fix: "Exclude the operation.",
  }),
  TP608: define<{ mediaTypes: string }>({
    title: "unsupported request body",
    severity: "error",
    message: (p) => `expected a body of JSON, form, multipart/form-data, text or file, found ${p.mediaTypes}`,
    cause: "A body of several related parts needs code of its own.",
    fix: "Exclude the operation, or describe another media type with an overlay.",
  }),
  TP609: define<{ id: string; name: string }>({
    title: "operationId used twice",
    severity: "warning",
    message: (p) => `operationId ${quoted(p.id)} is used twice; this operation becomes ${quoted(p.name)}`,
    cause: "OpenAPI requires operationIds to be unique.",
    fix: "Give the operation an id of its own.",
  }),
  TP610: define<{ name: string; wire: string }>({
    title: "tool names collide",
    severity: "warning",
    message: (p) => `two operations would get the name ${quoted(p.name)}; this one becomes ${quoted(p.wire)}`,
    cause: "Two operations differ only by case or by characters a tool name cannot have.",
    fix: "Name it in the spec's settings under `rename`.",
  }),
  TP611: define<{ name: string }>({
    title: "placeholder without parameter",
    severity: "warning",
    message: (p) => `no parameter describes {${p.name}}; it is read as a required string`,
    cause: "Each placeholder of a path needs a path parameter.",
    fix: "Add the parameter, e.g. with an overlay.",
  }),
  TP612: define<{ name: string; path: string }>({
    title: "path parameter without placeholder",
    severity: "warning",
    message: (p) => `the path ${quoted(p.path)} has no {${p.name}}; the parameter is left out`,
    cause: "The value of a path parameter replaces its placeholder in the path.",
    fix: "Correct the parameter's name or the path.",
  }),
  TP613: define<{ name: string; in: string }>({
    title: "duplicate parameter",
    severity: "warning",
    message: (p) => `the ${p.in} parameter ${quoted(p.name)} is declared twice; the first applies`,
    cause: "A parameter is identified by its name and its location.",
    fix: "Remove one of the two.",
  }),
  TP614: define<{ method: string }>({
    title: "body that cannot be sent",
    severity: "warning",
    message: (p) => `${p.method} requests have no body; the described body is left out`,
    cause: "Bodies of GET and HEAD have no meaning in HTTP, and fetch refuses them.",
    fix: "Describe the values as query parameters.",
  }),
  TP615: define<{ scheme: string }>({
    title: "unknown security scheme",
    severity: "warning",
    message: (p) => `security scheme ${quoted(p.scheme)} is not defined; this requirement is ignored`,
    cause:
      "A requirement names a scheme the document does not define. Another alternative of the requirement is used.",
    fix: "Define the scheme, or correct the name.",
  }),
  TP616: define<{ style: string; in: string; used: string }>({
    title: "style without meaning",
    severity: "warning",
    message: (p) =>
      `style ${quoted(p.style)} has no meaning for ${p.in} parameters; ${quoted(p.used)} is used`,
    cause: "Each parameter location has its own styles.",
    fix: "Use a style that the specification defines for this location.",
  }),
  TP617: define<{ setting: string; expected: string; found: string }>({
    title: "invalid setting",
    severity: "error",
    message: (p) => `setting ${quoted(p.setting)}: expected ${p.expected}, found ${p.found}`,
    cause:
      "The settings of an OpenAPI spec are include, exclude, all, split, overlays, rename, bind, cookies, approval, origin, prune and pages.",
    fix: "Correct the setting.",
  }),
  TP618: define<{ problem: string }>({
    title: "invalid overlay",
    severity: "error",
    message: (p) => p.problem,
    cause:
      "An overlay is a list of actions, each with a JSONPath `target` and one of `update`, `remove` or `copy`.",
    fix: "Correct the overlay.",
  }),
  TP619: define<{ target: string }>({
    title: "overlay action without match",
    severity: "note",
    message: (p) => `nothing in the document matches ${quoted(p.target)}`,
    cause: "The Overlay specification allows actions without a match.",
    fix: "Correct the target if it should match.",
  }),
  TP620: define<Record<never, never>>({
    title: "body read as required",
    severity: "note",
    message: () => "the body has required properties but does not set `required`; it is read as required",
    cause: "OpenAPI's default for `requestBody.required` is false, which most documents do not intend.",
    fix: "Set `required: true` or `required: false`.",
  }),
  TP621: define<{ tool: string; count: number; rules: string }>({
    title: "optional arguments left out",
    severity: "note",
    message: (p) => `${p.tool}: ${p.count} optional properties left out (${p.rules})`,
    cause:
      "Arguments that a model does not need cost tokens in every request. The lock lists each one with its rule.",
    fix: "Switch a rule off in the spec's settings: prune: { deprecated: false, internal: false, descriptions: false }.",
  }),
  TP622: define<{ name: string }>({
    title: "header not for models",
    severity: "note",
    message: (p) =>
      `the header ${quoted(p.name)} is not an argument: it belongs to the transport or to credentials`,
    cause: "A model must not choose credentials, content types or routing.",
    fix: "Nothing to do; if the service needs the header, set it with `headers` of the connection.",
  }),
  TP623: define<{ problem: string }>({
    title: "response not described",
    severity: "warning",
    message: (p) => `the response cannot be read (${p.problem}); the result is not checked`,
    cause: "The tool works, but its result has no type.",
    fix: "Correct the response's description.",
  }),
  TP624: define<{ extension: string; expected: string; found: string }>({
    title: "invalid extension",
    severity: "warning",
    message: (p) => `${p.extension}: expected ${p.expected}, found ${p.found}`,
    cause: "The extension is ignored.",
    fix: "Correct the extension.",
  }),
  TP625: define<{ operations: number }>({
    title: "all operations selected",
    severity: "note",
    message: (p) =>
      p.operations === 1
        ? "the only operation becomes a tool"
        : `all ${p.operations} operations become tools`,
    cause:
      "`all` is set, or nothing is selected and the document fits the budget. `toolpress stats` prints the cost of each tool.",
    fix: "Use `include` to select the operations that an agent needs.",
  }),
  TP626: define<{ problem: string }>({
    title: "no operations",
    severity: "error",
    message: (p) => `expected operations under paths, found none: ${p.problem}`,
    cause: "The operations under `paths` become tools.",
    fix: "Check that this is the intended document.",
  }),
  TP627: define<{ name: string }>({
    title: "cookie that is not sent",
    severity: "note",
    message: (p) =>
      `the cookie ${quoted(p.name)} is not sent: neither a model nor a document chooses cookies`,
    ...aboutCookies,
  }),
  TP629: define<{ name: string }>({
    title: "path parameter not required",
    severity: "warning",
    message: (p) => `the path parameter ${quoted(p.name)} must be required; it is read as required`,
    cause: "A path without a value for its placeholder is another path.",
    fix: "Add `required: true`.",
  }),
  TP630: define<{ call: string }>({
    title: "hidden by the document",
    severity: "note",
    message: (p) => `${p.call} is left out: the document hides it from agents`,
    cause: "An extension hides it, such as x-internal or x-google-mcp-tool: false.",
    fix: "Include it by its operationId to use it anyway.",
  }),
  TP631: define<{ tool: string; name: string; limit: number }>({
    title: "page size limited",
    severity: "note",
    message: (p) =>
      `${p.tool}: the argument ${quoted(p.name)} is at most ${p.limit} because of the settings; the document sets no limit`,
    cause:
      "A long list costs tokens, and this operation returns it in pages. The lock lists the argument under the rule `pages`.",
    fix: "Set another limit in the spec's settings, pages: { limit: 50 }, or pages: false for none.",
  }),
  TP632: define<{ schema: string; problem: string }>({
    title: "subtypes without distinct tags",
    severity: "note",
    message: (p) => `${quoted(p.schema)} does not become a union of its subtypes: ${p.problem}`,
    cause: "The schema has a discriminator, and other schemas extend it with allOf. It is read unchanged.",
    fix: "Add a tag for each subtype to the discriminator's mapping, or list the subtypes that an agent needs with oneOf.",
  }),
  TP633: define<{ selector: string }>({
    title: "inclusion without match",
    severity: "error",
    message: (p) => `include: no operation matches ${quoted(p.selector)}`,
    cause:
      "The selection names an operation, tag or path that the document does not have. Existing output is kept, because otherwise the intended tool would be deleted.",
    fix: "Correct or remove the selector.",
  }),
  TP634: define<{ setting: string; name: string; what: string }>({
    title: "setting without a target",
    severity: "error",
    message: (p) => `${p.setting}: there is no ${p.what} ${quoted(p.name)}`,
    cause: "The setting names something that is missing in the document or in the selected part of it.",
    fix: "Correct or remove the line.",
  }),
  TP635: define<{ scheme: string }>({
    title: "unsupported security",
    severity: "error",
    message: (p) =>
      `security scheme ${quoted(p.scheme)} is not defined or not supported, and the operation accepts no other`,
    cause:
      "The operation requires credentials, but the scheme is not defined, or its type is not one of apiKey, http, oauth2, openIdConnect and mutualTLS. A call without credentials would violate the document.",
    fix: "Define the scheme, or correct its name or type. `security: []` declares that no credentials are needed.",
  }),
  TP636: define<{
    parameters: readonly { name: string; in: string; tools: number; of: number }[];
    saved: number;
    total: number;
  }>({
    title: "parameter that could be bound",
    severity: "note",
    message: ({ parameters, saved, total }) =>
      `${parameters
        .map((p) => `the ${p.in} parameter ${quoted(p.name)} repeats in ${p.tools} of ${p.of} tools`)
        .join(", ")}; binding ${parameters.length === 1 ? "it" : "them"} saves ${saved} of ${total} bytes`,
    cause:
      "A header or a version that most operations require is usually the same in every call. The model sees it in every tool, and may choose another value.",
    fix: "Bind it in the document's settings: to a constant, to the environment or to the context.",
  }),
  TP640: define<{ name: string; scheme: string }>({
    title: "credential written as a parameter",
    severity: "note",
    message: (p) =>
      `the parameter ${quoted(p.name)} carries a credential that \`security\` does not mention; it becomes the credential ${quoted(p.scheme)}`,
    cause:
      "A model must not choose credentials, and without this one the service refuses the call. An `Authorization` parameter takes the complete value of the header, such as `Bearer` and a token.",
    fix: "Set it in `credentials` of the connection, or declare a security scheme with an overlay.",
  }),
  TP641: define<{ reference: string; problem: string }>({
    title: "unresolved reference in a schema",
    severity: "warning",
    message: (p) => `cannot follow ${JSON.stringify(p.reference)}: ${p.problem}; any value is accepted here`,
    cause: "The document refers to a schema that it does not contain.",
    fix: "Correct the document, or add the schema with an overlay.",
  }),
  TP642: define<{ name: string }>({
    title: "required but not described",
    severity: "warning",
    message: (p) => `${quoted(p.name)} is required, but nothing describes it; the argument takes any value`,
    cause: "The list of required properties has a name that the properties do not have.",
    fix: "Describe the property, or remove it from the list, in the document or in an overlay.",
  }),
  TP643: define<{ name: string }>({
    title: "document that reads the environment",
    severity: "error",
    message: (p) => `the document binds ${quoted(p.name)} to the environment or the context of a run`,
    cause:
      "A document comes from another party, which could send values of the environment or the context to its own servers.",
    fix: "If you intend this, write the same line into `bind` of the document's settings. A document may bind constants only.",
  }),
  TP644: define<{ name: string; argument: string }>({
    title: "bound property inside an argument",
    severity: "error",
    message: (p) =>
      `${quoted(p.name)} is bound or hidden, but it is a part of the argument ${quoted(p.argument)}, which the model sees`,
    cause:
      "A union, list, map, optional body or object in the query is a single argument, so no part of it can be hidden from the model. Spellings that services treat as the same name count as one.",
    fix: "Bind the complete argument, such as `body`, leave the operation out with `exclude`, or describe the body with an overlay as one object.",
  }),
  TP645: define<{
    tool: string;
    needsCredentials: boolean;
    bound: readonly string[];
    sendsFiles: boolean;
    own: string;
    api: string;
  }>({
    title: "private values for another origin",
    severity: "warning",
    message: ({ tool, needsCredentials, bound, sendsFiles, own, api }) => {
      const names = bound.map(quoted).join(", ");
      const needs = [
        ...(needsCredentials ? ["needs credentials"] : []),
        ...(bound.length > 0 ? [`takes ${names} from the application`] : []),
        ...(sendsFiles ? ["sends files"] : []),
      ].join(", ");
      return `${tool} ${needs} and is sent to ${own}, while the API is at ${api}; its calls fail until the connection names that origin`;
    },
    cause:
      "The operation has its own `servers`. Credentials, files, and values that are bound to the environment or the context are meant for the origin of the API. A document alone cannot send them elsewhere.",
    fix: "If the other origin may receive them, add it to `origins` of the connection, or set `baseUrl`. If not, leave the operation out.",
  }),
  TP646: define<{ name: string }>({
    title: "required cookie that is not sent",
    severity: "warning",
    message: (p) =>
      `the required cookie ${quoted(p.name)} is not sent: neither a model nor a document chooses cookies`,
    ...aboutCookies,
  }),
  TP647: define<{ name: string; bound: string }>({
    title: "name that services may read as a bound one",
    severity: "error",
    message: (p) =>
      p.name === p.bound
        ? `the path sets ${quoted(p.bound)}, but the application supplies its value`
        : `services may read ${quoted(p.name)} as ${quoted(p.bound)}, which the application supplies`,
    cause:
      "Many services ignore case, dots and blanks in names, read `a[]` as `a` and dashes in headers as underscores, or merge the query and a form. The model or the document could set a second value for a bound argument or a credential.",
    fix: "Bind this name too, leave the operation out with `exclude`, or remove the name with an overlay.",
  }),
  TP648: define<{ name: string }>({
    title: "required argument that is hidden",
    severity: "error",
    message: (p) => `the document hides ${quoted(p.name)}, but it is required and has no value`,
    cause: "The model never sees a hidden argument, and the document requires a value for this one.",
    fix: "Set the value with `bind`, or remove the name from `x-toolpress.hide` with an overlay.",
  }),
  TP649: define<{ expected: string; found: string }>({
    title: "document that moves its API",
    severity: "error",
    message: (p) => `the document moves the API from ${p.expected} to ${p.found}`,
    cause:
      "Credentials are sent to the origin of the API. The lock records this origin, or `origin` in the document's settings sets it, so that an update of the document alone cannot send them elsewhere.",
    fix: "If the API has moved, write the new origin into the document's settings, such as `origin: https://api.example.com`. If not, do not use this version of the document. Nothing was written.",
  }),
} as const;
