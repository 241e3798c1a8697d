/** The operation of a generated HTTP handler: how each argument is written into the request. */
export interface HttpOperation {
  /** The name that the model uses, for errors. */
  readonly tool: string;
  /** Upper case. */
  readonly method: string;
  /** The path as written in the document. */
  readonly path: string;
  readonly parameters: readonly HttpParameter[];
  readonly body?: HttpBody;
  /**
   * Alternatives of schemes that are required together. `[]` means no security; an empty alternative makes it
   * optional.
   */
  readonly security: readonly (readonly string[])[];
  /** Media types of the `Accept` header, in order. */
  readonly accepts?: readonly string[];
  /** Statuses and media types of successful responses that the schema of the tool's result does not describe. */
  readonly otherAnswers?: readonly string[];
  /** Headers with fixed values from the document. A body sets its own `content-type`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the address of the service. */
  readonly server?: string;
  /**
   * Set if the operation has its own server: the arguments bound to the environment or the context. Only origins that
   * the application names may receive them.
   */
  readonly bound?: readonly string[];
  /** The parameters that select a page. */
  readonly pages?: readonly HttpPage[];
}

export interface HttpPage {
  /** The name in the query. */
  readonly name: string;
  /** The argument, if its name differs. */
  readonly argument?: string;
  /** An opaque cursor from the response, or a number to count up. */
  readonly takes: "cursor" | "number";
  readonly integer?: boolean;
}

export interface HttpParameter {
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  /** The name in the request. */
  readonly name: string;
  /** The argument, if its name differs. */
  readonly argument?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** The value is sent as text of this media type. */
  readonly contentType?: string;
  readonly withheld?: Withheld;
}

/** Names that no key of the value may have, in any spelling: bound or hidden parameters. */
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
  /** Sent even if no argument of the body has a value. */
  readonly required?: boolean;
  /** Form fields with their own encoding, by their name in the request. */
  readonly fields?: Readonly<Record<string, HttpField>>;
  /** The complete body is the handle of a file. */
  readonly file?: boolean;
  /** Set for a body that is a single argument. */
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

/** A security scheme, in the words of OpenAPI. */
export type HttpScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "oauth2" | "openIdConnect" | "mutualTLS" };
