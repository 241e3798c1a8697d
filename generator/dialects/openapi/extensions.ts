import type { Report } from "../../diagnostics/report.js";
import type { BoundValue } from "../../ir.js";
import { showValue } from "../../base/show-value.js";
import { child, isMapping, type Node, own, ownList, ownString } from "../node.js";
import { bindShape, readBind } from "./settings.js";

/** The hints that describe one operation as a tool. */
export interface AgentHints {
  /** Whether the operation becomes a tool. Undefined if the document has no such hint. */
  readonly enabled: boolean | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Whether a person must approve the call. */
  readonly approval: boolean;
  readonly hide: readonly string[];
  readonly bind: ReadonlyMap<string, BoundValue>;
  /** The hints of each extension, in the order of `readers`. */
  readonly hintsByExtension: readonly ExtensionHints[];
}

/** The value of `AgentHints` for an operation without hints. */
export const noHints: AgentHints = {
  enabled: undefined,
  name: undefined,
  description: undefined,
  approval: false,
  hide: [],
  bind: new Map(),
  hintsByExtension: [],
};

/** The hints of one extension. */
interface ExtensionHints {
  readonly enabled?: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly approval?: boolean;
}

/**
 * One function for each extension, in the order of precedence. First is our own extension, then extensions
 * about tools, then extensions about confirmation, then extensions that hide an operation. If several
 * extensions have the same hint, the first one is used. A hint of the operation has precedence over a hint of
 * the root.
 */
const readers: readonly ((operation: unknown, root: unknown, pathItem: unknown) => ExtensionHints)[] = [
  (operation) => ownExtension(own(operation, "x-toolpress")),
  (operation, root) => google(own(operation, "x-google-mcp-tool"), own(root, "x-google-api-management")),
  (operation) =>
    speakeasy(own(operation, "x-speakeasy-mcp"), ownString(operation, "x-speakeasy-name-override")),
  (operation, root) => mintlify(own(own(operation, "x-mint"), "mcp"), own(own(root, "x-mint"), "mcp")),
  (operation) => switched(own(operation, "x-mcp")),
  (operation) => flag("approval", own(operation, "x-openai-isConsequential")),
  (operation) => confirmation(own(operation, "x-requireConfirmation")),
  (operation) =>
    own(own(operation, "x-ai-capabilities"), "confirmation") === undefined ? {} : { approval: true },
  (operation) => flag("enabled", own(operation, "x-sfdc/agent/action/publishAsAgentAction")),
  (operation) => hidden(own(operation, "x-speakeasy-ignore")),
  (operation) => hidden(own(operation, "x-internal")),
  (_operation, _root, pathItem) => hidden(own(pathItem, "x-internal")),
];

/**
 * Reads the hints of an operation. `vendor` contains the hints before the overlays. A hint that differs
 * from `vendor` comes from an overlay and has precedence.
 */
export function readHints(
  operation: Node,
  pathItem: Node,
  root: Node,
  report: Report,
  vendor?: AgentHints,
): AgentHints {
  const wrong = (extension: string, expected: string, found: unknown): undefined => {
    report.add("TP624", child(operation, "x-toolpress").origin, {
      extension,
      expected,
      found: showValue(found),
    });
    return undefined;
  };
  const hintsByExtension = readers.map((read) => read(operation.value, root.value, pathItem.value));
  const byOverlay = <K extends keyof ExtensionHints>(key: K): readonly ExtensionHints[K][] =>
    vendor === undefined
      ? []
      : hintsByExtension.flatMap((hints, index) =>
          hints[key] === vendor.hintsByExtension[index]?.[key] ? [] : (hints[key] ?? []),
        );
  const first = <K extends keyof ExtensionHints>(key: K): ExtensionHints[K] | undefined =>
    byOverlay(key)[0] ?? hintsByExtension.find((hints) => hints[key] !== undefined)?.[key];
  const ours = own(operation.value, "x-toolpress");
  if (ours !== undefined && typeof ours !== "boolean" && !isMapping(ours))
    wrong("x-toolpress", "a mapping or false", ours);
  return {
    enabled: first("enabled"),
    name: first("name"),
    description: first("description"),
    approval: mustAgree(byOverlay("approval"), hintsByExtension),
    hide: ownList(ours, "hide").filter((name) => typeof name === "string"),
    bind: readBind(own(ours, "bind"), (found) => wrong("x-toolpress.bind", bindShape, found)),
    hintsByExtension,
  };
}

/**
 * Whether an approval is required. A single hint that requires an approval is enough. If overlays contain hints about
 * approvals, hints of the document are ignored.
 */
function mustAgree(
  byOverlay: readonly ExtensionHints["approval"][],
  hintsByExtension: readonly ExtensionHints[],
): boolean {
  const words = byOverlay.length > 0 ? byOverlay : hintsByExtension.map(({ approval }) => approval);
  return words.includes(true);
}

function ownExtension(value: unknown): ExtensionHints {
  if (typeof value === "boolean") return { enabled: value };
  return {
    ...named(value),
    ...flag("enabled", own(value, "enabled")),
    ...flag("approval", own(value, "confirm")),
  };
}

function google(tool: unknown, root: unknown): ExtensionHints {
  if (typeof tool === "boolean") return { enabled: tool };
  if (isMapping(tool)) return { enabled: true, ...named(tool) };
  return own(root, "mcp") === false ? { enabled: false } : {};
}

function speakeasy(value: unknown, override: string | undefined): ExtensionHints {
  return {
    ...(override !== undefined && { name: override }),
    ...named(value),
    ...(own(value, "disabled") === true && { enabled: false }),
  };
}

function mintlify(value: unknown, root: unknown): ExtensionHints {
  return { ...flag("enabled", own(value, "enabled") ?? own(root, "enabled")), ...named(value) };
}

/**
 * Reads the older spelling of Mintlify, `x-mcp`. At the root, `x-mcp` has another meaning and is not read.
 */
function switched(value: unknown): ExtensionHints {
  return { ...flag("enabled", own(value, "enabled")), ...named(value) };
}

function confirmation(value: unknown): ExtensionHints {
  return value === "ENABLED" ? { approval: true } : value === "DISABLED" ? { approval: false } : {};
}

function hidden(value: unknown): ExtensionHints {
  return value === true ? { enabled: false } : {};
}

function flag(key: "enabled" | "approval", value: unknown): ExtensionHints {
  return typeof value === "boolean" ? { [key]: value } : {};
}

function named(value: unknown): ExtensionHints {
  const [name, description] = [ownString(value, "name"), ownString(value, "description")];
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}
