import type { Report } from "../../diagnostics/report.js";
import type { BoundValue } from "../../ir.js";
import { showValue } from "../../base/show-value.js";
import { child, isMapping, type Node, own, ownList, ownString } from "../node.js";
import { bindShape, readBind } from "./settings.js";

/** The hints of the document about an operation as a tool. */
export interface AgentHints {
  /** undefined: the document has no hint. */
  readonly enabled: boolean | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Whether a person must approve the call. */
  readonly approval: boolean;
  readonly hide: readonly string[];
  readonly bind: ReadonlyMap<string, BoundValue>;
  /** The hints of each extension, in the order of precedence. */
  readonly hintsByExtension: readonly ExtensionHints[];
}

/** The hints of an operation without any. */
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
 * The order is that of precedence between hints of equal weight: our own extension, then extensions about tools, then
 * extensions about confirmation, then extensions that hide. For each hint the first extension that has it counts. A
 * value of the operation counts before that of the root.
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
 * Reads the hints of an operation. `vendor` has the hints of the same operation before overlays. A hint that is new
 * since then comes from the overlays and counts first.
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
 * Of hints of equal weight, one that requires an approval is enough. Hints of overlays count before those of the
 * document.
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

/** The older Mintlify spelling. At the root, `x-mcp` means something else and is not read. */
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
