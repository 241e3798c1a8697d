// The project of every stack: one set with handlers, a union, a map and shared schemas, and one set that
// calls an API.

export const specs: Readonly<Record<string, string>> = {
  "specs/helpdesk.tools.yaml": `schemas:
  Ticket:
    type: object
    required: [id, title]
    properties:
      id: { type: integer, format: int64 }
      title: { type: string }
      labels: { type: object, additionalProperties: { type: string } }
tools:
  find_tickets:
    description: Finds tickets by their status. Use it before you answer questions about tickets.
    parameters:
      - { name: status, type: string, enum: [open, closed], description: Status of the tickets., required: true }
      - { name: limit, type: integer, minimum: 1, maximum: 50, default: 10, description: How many tickets at most. }
    response:
      type: array
      items: { $ref: "#/schemas/Ticket" }
  label_ticket:
    description: Puts labels on a ticket. Use it if the user asks for labels.
    parameters:
      - { name: id, type: integer, format: int64, description: Number of the ticket., required: true }
      - name: labels
        type: object
        additionalProperties: { type: string, maxLength: 20 }
        description: Labels by their names.
        required: true
`,
  "specs/status.openapi.yaml": `openapi: 3.1.0
info: { title: Status, version: "1" }
servers: [{ url: "http://127.0.0.1:9" }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: x-api-key }
security: [{ key: [] }]
paths:
  /services/{name}:
    get:
      operationId: get_status
      description: Tells whether a service is up. Use it for questions about one service.
      parameters:
        - { name: name, in: path, required: true, schema: { type: string }, description: Name of the service. }
      responses:
        "200":
          description: The status.
          content:
            application/json:
              schema: { type: object, required: [up], properties: { up: { type: boolean } } }
`,
};

/**
 * The text of the agent if everything works. It contains the answers of all three tools, which the model
 * service received and sent back.
 */
export const agentText = "open:2 9007199254740993 team=blue up:true";

export const agent = `import { createAgent, gemini, orThrow } from "@toolpress/runtime";
import { createHelpdesk } from "./generated/helpdesk/index$EXT";
import { connectStatus } from "./generated/status/client$EXT";
import { createStatus } from "./generated/status/index$EXT";

/** Sends three questions to the model service at an address. Each question needs a tool. */
export async function runAgent(baseUrl: string): Promise<string> {
  const model = gemini({ apiKey: "any", model: "gemini-3.5-flash", baseUrl });
  const helpdesk = createHelpdesk({
    handlers: {
      find_tickets: ({ status, limit }) => [
        { id: "7", title: status },
        { id: "8", title: status, labels: { limit: String(limit) } },
      ],
      label_ticket: ({ id, labels }) => ({ id, ...labels }),
    },
  });
  const http = connectStatus({ baseUrl: baseUrl + "/api", credentials: { key: "stack-key" } });
  const ask = async (tools: Parameters<typeof createAgent>[0]["tools"], question: string): Promise<string> =>
    orThrow(await createAgent({ tools, model }).run(question));
  return [
    await ask(helpdesk, "find_tickets"),
    await ask(helpdesk, "label_ticket"),
    await ask(createStatus({ http }), "get_status"),
  ].join(" ");
}
`;

export const main = `import { runAgent } from "./agent$EXT";

runAgent(process.env["MODEL_URL"] ?? "").then((text) => console.log("agent: " + text));
`;
