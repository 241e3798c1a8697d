import { describe, expect, it } from "vitest";
import { childrenOf, mapChildren, subschemasOf } from "../../generator/base/schema-children.js";
import { type Keyword, keywordsWhere, normalForm, vocabulary } from "../../generator/base/vocabulary.js";
import type { Schema, SchemaObject } from "../../generator/ir.js";

const holders = keywordsWhere(({ of }) => of !== undefined);

/**
 * Returns a schema that contains the inner schema in a keyword, in the form that the table lists for this
 * keyword.
 */
function holding(keyword: (typeof holders)[number], inner: Schema): SchemaObject {
  const { kind } = normalForm[keyword];
  return { [keyword]: kind === "schema" ? inner : kind === "schemas" ? [inner] : { name: inner } };
}

describe("the vocabulary", () => {
  it.each(holders)("leads every walker and copier into %s", (keyword) => {
    const inner = { title: "inside" };
    const schema = holding(keyword, inner);
    expect(childrenOf(schema)).toEqual([inner]);
    expect(childrenOf(mapChildren(schema, () => false))).toEqual([false]);
    expect(subschemasOf(schema as Readonly<Record<string, unknown>>).map(({ value }) => value)).toEqual([
      inner,
    ]);
  });

  it.each([...vocabulary].filter(([, { of }]) => of === undefined).map(([keyword]) => keyword))(
    "keeps every walker out of %s, whose value is data",
    (keyword) => {
      const schema = { [keyword]: { properties: { title: { type: "string" } } } };
      expect(childrenOf(schema as SchemaObject)).toEqual([]);
      expect(subschemasOf(schema)).toEqual([]);
    },
  );

  it("has a part for each keyword that holds schemas, and for no other", () => {
    const isHolder = ({ kind }: Keyword): boolean => kind.startsWith("schema");
    const wrong = [...vocabulary].filter(([, keyword]) => isHolder(keyword) !== (keyword.of !== undefined));
    expect(wrong).toEqual([]);
  });
});
