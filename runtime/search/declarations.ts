import type { FunctionDeclaration, Schema } from "../wire.js";

export const SEARCH_TOOLS = "search_tools";
export const CALL_TOOL = "call_tool";

/** The most queries of one search. */
export const mostQueries = 5;

/** Characters of the names of groups. More would cost more in every request than they help. */
const longestCatalogue = 2_000;

/** The declaration of `search_tools`: fixed for a run, so that the prefix of every request stays the same. */
export function declareSearch(groups: readonly string[], mode: "call" | "activate"): FunctionDeclaration {
  const next =
    mode === "call"
      ? `Call a found tool with ${CALL_TOOL}.`
      : "A found tool is declared from your next turn on; call it by its name.";
  const properties: Record<string, Schema> = {
    queries: {
      type: "ARRAY",
      description:
        'One short query for each step of the task: a verb and a noun, such as "list open issues". Without names and values of the task.',
      items: { type: "STRING" },
      minItems: 1,
      maxItems: mostQueries,
    },
    ...(groups.length > 1 && { group: declareGroup(groups) }),
  };
  return {
    name: SEARCH_TOOLS,
    description: `Finds tools for the next steps. Most tools are not declared: search before you answer that something is impossible. ${next} A result names the tools that it \`needs\` to find ids.`,
    parameters: { type: "OBJECT", properties, required: ["queries"] },
  };
}

function declareGroup(groups: readonly string[]): Schema {
  const description = "Searches only the tools of this group.";
  const listed: string[] = [];
  let length = 0;
  for (const group of groups) {
    length += JSON.stringify(group).length + 1;
    if (length > longestCatalogue) break;
    listed.push(group);
  }
  if (listed.length === groups.length) return { type: "STRING", description, enum: listed };
  return { type: "STRING", description: `${description} Some groups: ${listed.join(", ")}.` };
}

/** The declaration of `call_tool`. JSON text is the one form of free arguments that Gemini accepts in every mode. */
export const callDeclaration: FunctionDeclaration = {
  name: CALL_TOOL,
  description: `Calls a tool that ${SEARCH_TOOLS} found. The answer is the answer of that tool.`,
  parameters: {
    type: "OBJECT",
    properties: {
      name: { type: "STRING", description: "The name of the tool." },
      arguments: {
        type: "STRING",
        description:
          'The arguments as JSON text in the form of `call` in the result, such as "{\\"city\\": \\"Rome\\"}".',
      },
    },
    required: ["name", "arguments"],
  },
};
