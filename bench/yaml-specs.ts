import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setAside } from "./set-aside.js";

/**
 * Writes specs in our own YAML with the given number of tools. The tools resemble tools that people write: each has
 * seven arguments, and one of them is an object.
 */
export function writeYamlSpecs(folder: string, tools: number, perFile = 10): void {
  setAside(folder);
  mkdirSync(`${folder}/specs`, { recursive: true });
  // The cache of a run needs a folder `node_modules` in the project.
  mkdirSync(`${folder}/node_modules`, { recursive: true });
  for (let first = 0; first < tools; first += perFile) {
    const count = Math.min(perFile, tools - first);
    const text = Array.from({ length: count }, (_, index) => tool(first + index)).join("");
    writeFileSync(`${folder}/specs/set${first / perFile}.tools.yaml`, `tools:\n${text}`);
  }
}

function tool(number: number): string {
  return `  - name: search_orders_${number}
    description: Finds orders of shop ${number} by customer, state and date. Gives the newest first.
    parameters:
      type: object
      properties:
        customer: { type: string, description: "Number of the customer.", pattern: "^C[0-9]{6}$" }
        state: { type: string, enum: [open, paid, sent, returned], description: State of the order. }
        since: { type: string, format: date, description: First day. }
        limit: { type: integer, minimum: 1, maximum: ${50 + (number % 50)}, default: 20 }
        tags: { type: array, items: { type: string, maxLength: 40 }, maxItems: 5 }
        address:
          type: object
          description: Where it was sent.
          properties:
            city: { type: string, description: Name of the town. }
            country: { type: string, minLength: 2, maxLength: 2 }
            floor: { type: [integer, "null"] }
          required: [city]
        express: { type: boolean }
      required: [customer, state]
    response:
      type: object
      properties:
        orders: { type: array, items: { type: object, properties: { id: { type: string }, total: { type: number } }, required: [id] } }
      required: [orders]
`;
}

/** Changes the description of one tool. Each call writes another description. */
export function editOneTool(folder: string, edit: number): void {
  const file = `${folder}/specs/set0.tools.yaml`;
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/Gives the newest first\.(?: Edit \d+\.)?/, `Gives the newest first. Edit ${edit}.`),
  );
}
