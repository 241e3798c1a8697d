import { judgementOf, quickJudgementOf } from "./longest-text.js";

/** Steps of analysis for all patterns of a document: a few seconds. The documents that we know need less than half of it. */
const effortOfDocument = 60_000_000;
/** Steps for what comes after that: a quick look, which settles plain patterns. */
const effortOfQuickLooks = 20_000_000;

/**
 * What is known of the patterns of one document. Judging a hostile pattern takes long, and a document may have many thousands, so
 * the effort is shared. It counts the same for a pattern that another document has as well: the verdicts follow from the document alone.
 */
export class DocumentPatterns {
  readonly #longest = new Map<string, number>();
  readonly #unjudged = new Set<string>();
  #effort = 0;

  /** The longest text that a pattern can be tried on with bounded work; 0 where there is none or it could not be judged. */
  longestText(pattern: string): number {
    let longest = this.#longest.get(pattern);
    if (longest === undefined) this.#longest.set(pattern, (longest = this.#judge(pattern)));
    return longest;
  }

  /** Whether the effort was spent on other patterns before this one. */
  isUnjudged(pattern: string): boolean {
    this.longestText(pattern);
    return this.#unjudged.has(pattern);
  }

  #judge(pattern: string): number {
    const hasEffort = this.#effort < effortOfDocument;
    if (!hasEffort && this.#effort >= effortOfDocument + effortOfQuickLooks) return this.#giveUp(pattern);
    const { longest, effort } = hasEffort ? judgementOf(pattern) : quickJudgementOf(pattern);
    this.#effort += effort;
    return hasEffort || longest > 0 ? longest : this.#giveUp(pattern);
  }

  #giveUp(pattern: string): number {
    this.#unjudged.add(pattern);
    return 0;
  }
}
