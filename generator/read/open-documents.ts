import { posix } from "node:path";
import type { Report } from "../diagnostics/report.js";
import type { Documents, Load, Refused, SourceDocument } from "../base/documents.js";
import type { Locatable } from "../base/origin.js";
import { isOutside } from "../base/paths.js";
import { type Limits, read } from "./read.js";

export interface DocumentsOptions {
  /**
   * The folder that references must not leave. The path is relative to the project root, and `""` is the
   * project root.
   */
  readonly root: string;
  readonly load: Load;
  readonly report: Report;
  /** Documents that are already read. A reference to one of these documents returns the same object. */
  readonly documents?: readonly SourceDocument[];
  readonly limits?: Limits;
}

/** Opens the files to which references lead. Each file is read once. */
export function createDocuments(options: DocumentsOptions): Documents {
  const opened = new Map<string, SourceDocument | "missing" | "outside" | "unreadable">();
  for (const document of options.documents ?? []) opened.set(document.file, document);

  function openPath(path: string): SourceDocument | "missing" | "outside" | "unreadable" {
    const loaded = options.load(path);
    if (loaded === undefined) return "missing";
    if (typeof loaded !== "string") return loaded.refused;
    return (
      read({ path, text: loaded, isOutside: isOutside(path) }, options.report, options.limits) ?? "unreadable"
    );
  }

  return {
    open(reference: string, from: Locatable): SourceDocument | Refused {
      const path = resolve(reference, from.file, options.root);
      if (!path.ok) return { refused: path.refused, reference };
      const known = opened.get(path.path) ?? openPath(path.path);
      opened.set(path.path, known);
      return typeof known === "string" ? { refused: known, reference } : known;
    },
  };
}

type Resolved =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly refused: Refused["refused"] };

/**
 * Returns the path to which a reference leads. Paths outside the root are refused. Symbolic links are not
 * checked here, because the loader checks them.
 */
function resolve(reference: string, from: string, root: string): Resolved {
  if (reference === "") return { ok: true, path: from };
  if (reference.startsWith("//")) return { ok: false, refused: "network" };
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(reference)?.[1]?.toLowerCase();
  // A scheme of a single letter is a Windows drive, such as `C:`.
  if (scheme !== undefined)
    return { ok: false, refused: scheme === "file" || scheme.length === 1 ? "outside" : "network" };
  const local = decode(reference);
  if (local === undefined || local.includes("\0")) return { ok: false, refused: "missing" };
  if (local.startsWith("/") || local.includes("\\")) return { ok: false, refused: "outside" };
  const path = posix.normalize(posix.join(posix.dirname(from), local));
  const inside = root === "" || root === "." ? path : posix.relative(root, path);
  if (inside === ".." || inside.startsWith("../")) return { ok: false, refused: "outside" };
  return { ok: true, path };
}

function decode(reference: string): string | undefined {
  try {
    return decodeURIComponent(reference);
  } catch {
    return undefined;
  }
}
