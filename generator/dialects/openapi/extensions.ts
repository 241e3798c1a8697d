import type { Report } from "../../diagnostics/report.js";
import type { BoundValue } from "../../ir.js";
import { showValue } from "../../base/show-value.js";
import { child, isMapping, type Node, own, ownList, ownString } from "../node.js";
import { bindShape, readBind } from "./settings.js";

/** What the document itself says about an operation as a tool. */
export interface AgentHints {
  /** undefined: nothing was said. */
  readonly enabled: boolean | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Whether a person has to agree. */
  readonly approval: boolean;
  readonly hide: readonly string[];
  readonly bind: ReadonlyMap<string, BoundValue>;
  /** What each extension says, in the order of precedence. */
  readonly readings: readonly Reading[];
}

/** Of an operation about which nothing is said. */
export const noHints: AgentHints = {
  enabled: undefined,
  name: undefined,
  description: undefined,
  approval: false,
  hide: [],
  bind: new Map(),
  readings: [],
};

/** What one extension says. */
interface Reading {
  readonly enabled?: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly approval?: boolean;
}

/**
 * In the order of precedence among words of equal weight: our own extension, then those that speak of tools by name, then those that speak of
 * confirmation, then those that hide. For each hint the first that gives it counts; an operation's word counts before the root's.
 */
const readers: readonly ((operation: unknown, root: unknown, pathItem: unknown) => Reading)[] = [
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

/** `vendor`: the hints that the same operation had before overlays. What is new since then is the overlays' word, and counts first. */
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
  const readings = readers.map((read) => read(operation.value, root.value, pathItem.value));
  const byOverlay = <K extends keyof Reading>(key: K): readonly Reading[K][] =>
    vendor === undefined
      ? []
      : readings.flatMap((reading, index) =>
          reading[key] === vendor.readings[index]?.[key] ? [] : (reading[key] ?? []),
        );
  const first = <K extends keyof Reading>(key: K): Reading[K] | undefined =>
    byOverlay(key)[0] ?? readings.find((reading) => reading[key] !== undefined)?.[key];
  const ours = own(operation.value, "x-toolpress");
  if (ours !== undefined && typeof ours !== "boolean" && !isMapping(ours))
    wrong("x-toolpress", "a mapping or false", ours);
  return {
    enabled: first("enabled"),
    name: first("name"),
    description: first("description"),
    approval: mustAgree(byOverlay("approval"), readings),
    hide: ownList(ours, "hide").filter((name) => typeof name === "string"),
    bind: readBind(own(ours, "bind"), (found) => wrong("x-toolpress.bind", bindShape, found)),
    readings,
  };
}

/** Of words of equal weight, any for an approval counts. The overlays' count before the document's. */
function mustAgree(byOverlay: readonly Reading["approval"][], readings: readonly Reading[]): boolean {
  const words = byOverlay.length > 0 ? byOverlay : readings.map(({ approval }) => approval);
  return words.includes(true);
}

function ownExtension(value: unknown): Reading {
  if (typeof value === "boolean") return { enabled: value };
  return {
    ...named(value),
    ...flag("enabled", own(value, "enabled")),
    ...flag("approval", own(value, "confirm")),
  };
}

function google(tool: unknown, root: unknown): Reading {
  if (typeof tool === "boolean") return { enabled: tool };
  if (isMapping(tool)) return { enabled: true, ...named(tool) };
  return own(root, "mcp") === false ? { enabled: false } : {};
}

function speakeasy(value: unknown, override: string | undefined): Reading {
  return {
    ...(override !== undefined && { name: override }),
    ...named(value),
    ...(own(value, "disabled") === true && { enabled: false }),
  };
}

function mintlify(value: unknown, root: unknown): Reading {
  return { ...flag("enabled", own(value, "enabled") ?? own(root, "enabled")), ...named(value) };
}

/** The older Mintlify spelling; at the root, `x-mcp` means something else and is not read. */
function switched(value: unknown): Reading {
  return { ...flag("enabled", own(value, "enabled")), ...named(value) };
}

function confirmation(value: unknown): Reading {
  return value === "ENABLED" ? { approval: true } : value === "DISABLED" ? { approval: false } : {};
}

function hidden(value: unknown): Reading {
  return value === true ? { enabled: false } : {};
}

function flag(key: "enabled" | "approval", value: unknown): Reading {
  return typeof value === "boolean" ? { [key]: value } : {};
}

function named(value: unknown): Reading {
  const [name, description] = [ownString(value, "name"), ownString(value, "description")];
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}
