import { isHostname, isMailHost, toAscii } from "./hosts.js";

/**
 * Patterns that find characters which RFC 5892 forbids, or allows only in some contexts. The patterns are
 * compiled when they are first used, because an engine compiles the scripts in a regex literal when it loads
 * the file.
 */
const misplaced = String.raw`
(?<!l)\u00b7|\u00b7(?!l)
\u0375(?!\p{Script=Greek})
(?<!\p{Script=Hebrew})[\u05f3\u05f4]
^(?!.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]).*\u30fb
[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]
(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d
[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]|^\p{M}
`;
let rules: readonly RegExp[] | undefined;

function isMisplaced(label: string): boolean {
  rules ??= misplaced
    .trim()
    .split("\n")
    .map((rule) => new RegExp(rule, "u"));
  return rules.some((rule) => rule.test(label));
}

/**
 * The length of the longest name in UTF-16 units. A character has at most two units. In the encoded form,
 * which has at most 253 bytes, a character has at least one byte.
 */
const longestName = 2 * 253;

/**
 * An international host name (RFC 5890): the platform can encode each label, and every character is in an
 * allowed context.
 */
export function isIdnHostname(text: string): boolean {
  // A longer text is invalid, and the checks below would take quadratic time.
  if (text.length > longestName) return false;
  if (!/^[^\u0000-\u002c\u002f:-@[-`{-\u007f]+$/u.test(text)) return false;
  const labels = text.split(/[.\u3002\uff0e\uff61]/);
  if (labels.some((label) => label === "" || isMisplaced(label))) return false;
  return labels.every((label) => isHostname(toAscii(label)));
}

const mailbox =
  /^(?:[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f.]+(?:\.[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f.]+)*|"(?:[^\u0000-\u001f"\\\u007f]|\\[^\u0000-\u001f\u007f])*")@([^@]+)$/u;

/** An international email address (RFC 6531). */
export function isIdnEmail(text: string): boolean {
  return isMailHost(mailbox.exec(text)?.[1], isIdnHostname);
}
