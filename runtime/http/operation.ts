/** An operation in a generated HTTP handler. It describes how each argument is written into the request. */
export interface HttpOperation {
  /** The name that the model uses for the tool. Error messages contain it. */
  readonly tool: string;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path, unchanged from the document. */
  readonly path: string;
  readonly parameters: readonly HttpParameter[];
  readonly body?: HttpBody;
  /**
   * The security alternatives. Each alternative is a list of schemes that are required together. `[]` means
   * that the operation needs no security. If one of the alternatives is empty, security is optional.
   */
  readonly security: readonly (readonly string[])[];
  /** The media types of the `Accept` header, in order. */
  readonly accepts?: readonly string[];
  /**
   * The statuses and media types of the other successful responses, which the spec's schema of the result
   * does not describe.
   */
  readonly otherAnswers?: readonly string[];
  /** Headers with fixed values from the document. The header `content-type` comes from the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The server of this operation, which replaces the address of the API. */
  readonly server?: string;
  /**
   * Set if the operation has its own server: the names of the arguments that are bound to the environment or
   * the context. Only trusted origins may receive these arguments.
   */
  readonly bound?: readonly string[];
  /** The parameters that select a page. */
  readonly pages?: readonly HttpPage[];
}

export interface HttpPage {
  /** The name of the parameter in the query. */
  readonly name: string;
  /** The name of the argument, if it differs from `name`. */
  readonly argument?: string;
  /** The parameter takes an opaque cursor from the response, or the number of a page. */
  readonly takes: "cursor" | "number";
  readonly integer?: boolean;
}

export interface HttpParameter {
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  /** The name of the parameter in the request. */
  readonly name: string;
  /** The name of the argument, if it differs from `name`. */
  readonly argument?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Set if the value is sent as a text of this media type. */
  readonly contentType?: string;
  readonly withheld?: Withheld;
}

/**
 * Names of bound or hidden parameters and of credentials. No key of a value may have such a name, in any
 * spelling.
 */
export type Withheld = readonly string[];

export type Style =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "deepObject"
  | "cookie";

export interface HttpBody {
  readonly contentType: string;
  /** Set if the body is sent even when it contains no argument. */
  readonly required?: boolean;
  /** Form fields that have an encoding of their own, by their name in the request. */
  readonly fields?: Readonly<Record<string, HttpField>>;
  /** Set if the body is one file. The argument is then the handle of the file. */
  readonly file?: boolean;
  /**
   * The names that no key of the body may have. Set only if the complete body is a single argument, because
   * the model then chooses all keys.
   */
  readonly withheld?: Withheld;
}

export interface HttpField {
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly contentType?: string;
  readonly file?: boolean;
  readonly withheld?: Withheld;
}

/** A security scheme. The fields have the names of the OpenAPI Specification. */
export type HttpScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "oauth2" | "openIdConnect" | "mutualTLS" };
