/** What a generated HTTP handler knows about its operation: the table from argument to wire. */
export interface HttpOperation {
  /** As the model calls it; named in errors. */
  readonly tool: string;
  /** Upper case. */
  readonly method: string;
  /** The path as the document writes it. */
  readonly path: string;
  readonly parameters: readonly HttpParameter[];
  readonly body?: HttpBody;
  /** Alternatives of schemes that are needed together; `[]` means none, an empty alternative that none is needed. */
  readonly security: readonly (readonly string[])[];
  /** What `Accept` says, type by type. */
  readonly accepts?: readonly string[];
  /** Statuses and media types of successful answers that the schema of the tool's result is not about. */
  readonly otherAnswers?: readonly string[];
  /** Headers with values of the document's; a body brings its own `content-type`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Overrides the service's address. */
  readonly server?: string;
  /** With a server of its own: the arguments that come from the environment or the context. They are for origins that the application names. */
  readonly bound?: readonly string[];
  /** The arguments that say where in a list to go on. */
  readonly pages?: readonly HttpPage[];
}

export interface HttpPage {
  /** The name in the query. */
  readonly name: string;
  /** The argument, where it is called otherwise. */
  readonly argument?: string;
  /** An opaque mark, which answers give as it is, or a number to count on with. */
  readonly takes: "cursor" | "number";
  readonly integer?: boolean;
}

export interface HttpParameter {
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  /** The name on the wire. */
  readonly name: string;
  /** The argument, where it is called otherwise. */
  readonly argument?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** The value travels as text of this media type. */
  readonly contentType?: string;
  readonly withheld?: Withheld;
}

/** Names that no key of the value may be, in no spelling: the application gives them, or the document hides them. */
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
  /** Sent even when no argument of it is given. */
  readonly required?: boolean;
  /** Parts of a form that are not sent the plain way, by their name on the wire. */
  readonly fields?: Readonly<Record<string, HttpField>>;
  /** The whole body is the handle of a file. */
  readonly file?: boolean;
  /** Of a body that is one argument. */
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

/** What a security scheme wants, in the words of OpenAPI. */
export type HttpScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "oauth2" | "openIdConnect" | "mutualTLS" };
