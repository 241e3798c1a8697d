import { Scalar, type Tags } from "yaml";
import { replaceInvisible } from "../base/invisible.js";

/**
 * Returns tags for the option `customTags` of the package `yaml`. With these tags, a text with invisible characters
 * is quoted, and these characters are escaped.
 */
export function withVisibleTexts(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag !== "object" || tag.tag !== "tag:yaml.org,2002:str" || !("stringify" in tag)) return tag;
    const { stringify } = tag;
    return {
      ...tag,
      stringify(item, ctx, onComment, onChompKeep) {
        const text = String(item.value);
        if (stringify === undefined || replaceInvisible(text, keepLayout) === text)
          return stringify?.(item, ctx, onComment, onChompKeep) ?? text;
        const quoted = Object.assign(new Scalar(text), item, { type: Scalar.QUOTE_DOUBLE });
        return replaceInvisible(stringify(quoted, ctx, onComment, onChompKeep), escape);
      },
    } as typeof tag;
  });
}

/** Keeps line breaks and tabs. All other invisible characters are removed. */
function keepLayout(character: string): string {
  return character === "\n" || character === "\t" ? character : "";
}

/**
 * Escapes a character. A line break stays, because in a quoted text of YAML it only continues the text on the next
 * line.
 */
function escape(character: string): string {
  if (character === "\n") return character;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
