import type { ResponseLink, SearchFacts } from "../../ir.js";
import { isMapping, own, ownList, ownString, withoutExtensions } from "../node.js";
import type { Operation } from "./operations.js";
import type { References } from "./references.js";

/** Returns the facts for the search index: `keywords` and `needs` of `x-toolpress`, and the links of the responses. */
export function searchFactsOf({ node }: Operation, references: References): SearchFacts {
  const ours = own(node.value, "x-toolpress");
  const texts = (name: string): readonly string[] | undefined =>
    isMapping(ours) && own(ours, name) !== undefined
      ? ownList(ours, name).filter((item) => typeof item === "string")
      : undefined;
  const [keywords, needs] = [texts("keywords"), texts("needs")];
  const links = linksOf(node, references);
  return {
    ...(keywords && { keywords }),
    ...(needs && { needs }),
    ...(links.length > 0 && { links }),
  };
}

function linksOf(node: Operation["node"], references: References): readonly ResponseLink[] {
  const responses = references.at(node, "responses");
  if (responses === undefined || !isMapping(responses.value)) return [];
  return withoutExtensions(responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, response]) => {
      const links = references.follow(response) && references.at(references.follow(response)!, "links");
      return links !== undefined && isMapping(links.value) ? withoutExtensions(links) : [];
    })
    .flatMap(([, link]) => {
      const { value } = references.follow(link) ?? { value: undefined };
      const operation = ownString(value, "operationId") ?? callOf(ownString(value, "operationRef"));
      const parameters = own(value, "parameters");
      if (operation === undefined || !isMapping(parameters)) return [];
      // A name such as `path.id` begins with the location of the parameter, which is removed.
      return [
        {
          operation,
          parameters: Object.keys(parameters).map((name) => name.replace(/^(?:path|query|header)\./, "")),
        },
      ];
    });
}

/** Converts a reference such as `#/paths/~1users~1{id}/get` to the form `GET /users/{id}`. */
function callOf(reference: string | undefined): string | undefined {
  const [, path, method] = /^#\/paths\/([^/]+)\/([a-z]+)$/.exec(reference ?? "") ?? [];
  if (path === undefined || method === undefined) return undefined;
  return `${method.toUpperCase()} ${path.replaceAll("~1", "/").replaceAll("~0", "~")}`;
}
