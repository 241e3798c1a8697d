import { folderName } from "../base/words.js";
import { readDeclaration } from "./gemini.js";
import { foreignDialect, readEach, type FoundSet } from "./imported-tool.js";
import { child, either, items, own, type Node } from "./node.js";
import { refuseUnnamed, reportOtherFields, type Findings } from "./findings.js";

/**
 * An ALTAR tool manifest. The manifest contains contracts with Gemini declarations. Each
 * contract becomes one set.
 */
export const altar = foreignDialect({
  name: "altar",
  title: "ALTAR manifest",
  recognises: (value) => {
    const contracts = own(value, "contracts");
    return (
      Array.isArray(contracts) &&
      contracts.some((contract) => declarationKeys.some((key) => Array.isArray(own(contract, key))))
    );
  },
  read(root, findings, context) {
    reportOtherFields(
      root,
      "contracts",
      { read: ["contracts"], harmless: ["manifest_version", "global_metadata"] },
      findings,
    );
    const contracts = items(child(root, "contracts"));
    return contracts.flatMap(
      (contract) =>
        readContract(contract, contracts.length === 1 ? context.setName : undefined, findings) ?? [],
    );
  },
});

const declarationKeys = ["function_declarations", "functionDeclarations"] as const;

const fields = {
  read: [...declarationKeys, "name"],
  harmless: ["description", "version"],
};

/**
 * Reads one contract. A contract without declarations is reported and skipped, because an empty set would
 * delete the files that were generated before.
 */
function readContract(contract: Node, setName: string | undefined, findings: Findings): FoundSet | undefined {
  const name = own(contract.value, "name");
  const declarations = either(contract, ...declarationKeys);
  if (!Array.isArray(declarations.value))
    return refuseUnnamed(contract, "a list of function_declarations", declarations, findings);
  if (name !== undefined && typeof name !== "string")
    return refuseUnnamed(contract, "a text as name", child(contract, "name"), findings);
  const called =
    typeof name === "string" && name !== "" ? name : `contract-${String(contract.origin.path.at(-1))}`;
  reportOtherFields(contract, called, fields, findings);
  const tools = readEach(items(declarations), (entry) => readDeclaration(entry, findings));
  return { name: setName ?? folderName(called), tools, origin: contract.origin };
}
