import { describe, expect, it } from "vitest";
import { shorten } from "../../generator/dialects/openapi/plain-text.js";

describe("a shortened description", () => {
  it.each([
    [
      "Whether the owner of the repository receives a mail about it only if the account is a live account and is not in the test mode that was chosen.",
      "only if the account is a live account and is not in the test mode",
    ],
    [
      "Deletes every release that was made by the organisation unless the dry run flag of the organisation or of the calling user has been set before.",
      "unless the dry run flag",
    ],
    [
      "The third value, which is the default unless the account is a legacy account of the first kind.",
      "unless",
    ],
  ])("does not lose a condition: %s", (text, condition) => {
    expect(shorten(text, 40)).toContain(condition);
  });

  it("does not end at an abbreviation", () => {
    const text =
      "Calls a partner (see RFC 7231 Sec. 4.3.2 etc.) and then reports what came back. More is said elsewhere.";
    expect(shorten(text, 60)).not.toMatch(/Sec\.$|etc\.$/);
  });

  it("ends with a sentence if one fits", () => {
    expect(shorten("Gives one thing. It has many parts, and more words follow here.", 40)).toBe(
      "Gives one thing.",
    );
  });

  it("ends with a complete clause", () => {
    const text =
      "The identifier of the repository in the organisation, which is shown in the address of its first page and in all of its settings";
    expect(shorten(text, 40)).toBe("The identifier of the repository in the organisation.");
  });
});
