import type { Content, FunctionCall, FunctionResponse } from "@toolpress/runtime";

type Contents = Content | readonly Content[];

/** Returns the text of contents, without the thoughts. */
export function textOf(contents: Contents): string {
  return partsOf(contents)
    .filter((part) => part.thought !== true)
    .map((part) => part.text ?? "")
    .join("");
}

export function callsOf(contents: Contents): readonly FunctionCall[] {
  return partsOf(contents).flatMap((part) => (part.functionCall ? [part.functionCall] : []));
}

export function responsesOf(contents: Contents): readonly FunctionResponse[] {
  return partsOf(contents).flatMap((part) => (part.functionResponse ? [part.functionResponse] : []));
}

function partsOf(contents: Contents): NonNullable<Content["parts"]> {
  return (Array.isArray(contents) ? (contents as readonly Content[]) : [contents as Content]).flatMap(
    (content) => content.parts ?? [],
  );
}
