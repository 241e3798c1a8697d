import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

// Editors show the comment of a name under the mouse. Users read these before any document.

const root = fileURLToPath(new URL("../../", import.meta.url));
const file = join(root, "test/hover.ts");

const program = `import { combine, createAgent, dispatch, gemini, orThrow } from "@toolpress/runtime";
import { connectBookings } from "../generated/bookings/client.js";
import { createKitchenSink, type KitchenSinkHandlers, type PlaceOrderHandler } from "../generated/kitchen-sink/index.js";
import type { Address, Money, Point } from "../generated/kitchen-sink/index.js";
declare const others: KitchenSinkHandlers;
const place: PlaceOrderHandler = ({ ship_to, budget, items }, { context, signal }) => ({ order_id: ship_to.city });
const tools = createKitchenSink({ handlers: { ...others, place_order: place } });
const agent = createAgent({ tools, model: gemini({ apiKey: "k", model: "m" }), activeTools: [], system: "s" });
const result = await agent.run("Order it.", { maxTurns: 2 });
agent.stream; agent.step; agent.resume; others.find_orders; dispatch; orThrow; combine; connectBookings;
result.status; result.text; result.contents; result.turns; result.usage;
`;

/** The documentation that an editor shows for each of these names, at its last use in the program. */
function hoverTexts(names: readonly string[]): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const textOf = (path: string): string | undefined =>
    resolve(path) === file ? program : ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => resolve(path) === file || ts.sys.fileExists(path),
    readFile: textOf,
    directoryExists: (path) => ts.sys.directoryExists(path),
    useCaseSensitiveFileNames: () => true,
  });
  return new Map(
    names.map((name) => {
      const place = [...program.matchAll(new RegExp(`\\b${name}\\b`, "g"))].at(-1)?.index ?? -1;
      const info = service.getQuickInfoAtPosition(file, place);
      return [name, ts.displayPartsToString(info?.documentation)];
    }),
  );
}

it("an editor shows a text for each name that a first program uses", () => {
  const fixed = {
    // The description of the tool, and that of a schema which the spec shares by a reference.
    place_order:
      "Places an order for the signed-in customer. Confirm the items with the user before calling.",
    find_orders: "Finds orders of the signed-in customer, newest first.",
    ship_to: "Where a parcel goes.",
    budget: "An amount in one currency.",
    items: "What is bought",
    Address: "Where a parcel goes.",
    status: "The reason why the run ended. It decides which other fields the result has.",
  };
  const names = [
    ...["createAgent", "gemini", "combine", "dispatch", "orThrow", "connectBookings", "createKitchenSink"],
    ...["KitchenSinkHandlers", "PlaceOrderHandler", "Money", "Point", "context", "signal", "apiKey", "model"],
    ...["activeTools", "system", "maxTurns", "run", "stream", "step", "resume", "text", "contents"],
    ...["turns", "usage"],
  ];
  const texts = hoverTexts([...Object.keys(fixed), ...names]);
  expect(names.filter((name) => !texts.get(name))).toEqual([]);
  expect(Object.fromEntries(texts)).toMatchObject(fixed);
}, 120_000);
