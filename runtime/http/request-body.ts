import { isObject } from "../base/is-object.js";
import { ToolError } from "../errors.js";
import { stringifyExact } from "../base/exact-json.js";
import type { HttpBody, HttpField } from "./operation.js";
import { encode } from "./percent.js";
import { refuse } from "./refuse.js";
import { contentText, scalarText, serialiseQuery } from "./serialise.js";
import { namesIn, refuseNameClash, refuseWithheld } from "./name-clashes.js";

/** Returns the file for a handle from the model. */
export type OpenFile = (handle: string) => Promise<Blob>;

export interface EncodedBody {
  readonly body: BodyInit;
  /** The content type. If it is undefined, fetch sets it together with the boundary of the form. */
  readonly contentType: string | undefined;
}

/**
 * Encodes the body of a request. `value` is the complete body. For a form, it is an object with the fields of
 * the form.
 */
export async function encodeBody(value: unknown, body: HttpBody, openFile: OpenFile): Promise<EncodedBody> {
  const { contentType } = body;
  const kind = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  refuseWithheld(value, body.withheld ?? []);
  if (body.file === true) return { body: await fileOf(value, "body", openFile), contentType };
  if (kind === "application/x-www-form-urlencoded") return { body: formText(value, body), contentType };
  if (kind === "multipart/form-data") {
    return { body: await multipart(value, body, openFile), contentType: undefined };
  }
  if (/json$/.test(kind)) return { body: stringifyExact(value), contentType };
  return { body: typeof value === "string" ? value : contentText(value, contentType), contentType };
}

function formText(value: unknown, body: HttpBody): string {
  const fields = fieldsOf(value);
  const takenNames = [...fields.map(([name]) => name), ...Object.keys(body.fields ?? {})];
  return fields
    .map(([name, part]) => {
      const field = fieldOf(body, name);
      if (field.style !== undefined) {
        const text = serialiseQuery(part, { name, style: field.style, explode: field.explode ?? true });
        refuseNameClash(`field "${name}"`, name, namesIn(text), [...takenNames, ...(field.withheld ?? [])]);
        return text;
      }
      const items = Array.isArray(part) ? part : [part];
      const text = (item: unknown): string =>
        field.contentType === undefined ? scalarText(item) : contentText(item, field.contentType);
      return items
        .map((item) => `${encode(name, `field "${name}"`)}=${encode(text(item), `field "${name}"`)}`)
        .join("&");
    })
    .filter((part) => part !== "")
    .join("&");
}

async function multipart(value: unknown, body: HttpBody, openFile: OpenFile): Promise<FormData> {
  const form = new FormData();
  for (const [name, part] of fieldsOf(value)) {
    const field = fieldOf(body, name);
    if (/[\0\r\n]/.test(name)) throw refuse(`field "${name}"`, "cannot be sent");
    for (const item of Array.isArray(part) ? part : [part]) {
      if (field.file === true) form.append(name, await fileOf(item, name, openFile), fileName(item));
      else if (typeof item === "object" && item !== null) {
        form.append(
          name,
          new Blob([stringifyExact(item)], { type: field.contentType ?? "application/json" }),
          "blob",
        );
      } else if (field.contentType !== undefined) {
        form.append(name, new Blob([scalarText(item)], { type: field.contentType }), "blob");
      } else form.append(name, scalarText(item));
    }
  }
  return form;
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return value === undefined ? [] : [["body", value]];
  return Object.keys(value).flatMap((name) => {
    const part = value[name];
    return part === undefined || part === null ? [] : [[name, part] as const];
  });
}

function fieldOf(body: HttpBody, name: string): HttpField {
  return body.fields !== undefined && Object.hasOwn(body.fields, name) ? (body.fields[name] ?? {}) : {};
}

async function fileOf(handle: unknown, name: string, openFile: OpenFile): Promise<Blob> {
  if (typeof handle !== "string") throw refuse(`file "${name}"`, "must be the handle of a file");
  try {
    return await openFile(handle);
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    throw new ToolError(
      "INVALID_ARGUMENTS",
      `there is no file with the handle ${JSON.stringify(handle.slice(0, 80))}`,
      { cause },
    );
  }
}

/**
 * Returns the file name for a handle: its last path segment, without characters that are unsafe in a header.
 */
function fileName(handle: unknown): string {
  const last = String(handle).split(/[/\\]/).at(-1) ?? "";
  return last.replace(/[^\w.-]/g, "_") || "file";
}
