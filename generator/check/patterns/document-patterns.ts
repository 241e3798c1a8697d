import { judgementOf, quickJudgementOf } from "./longest-text.js";

/**
 * The number of steps for analysing all patterns of a document. The steps take a few seconds. Known documents
 * need less than half of this number.
 */
const effortOfDocument = 60_000_000;
/**
 * An additional number of steps, used after `effortOfDocument`. Each remaining pattern then gets a short
 * analysis, which is enough for simple patterns.
 */
const effortOfQuickLooks = 20_000_000;

/**
 * Finds the length up to which each pattern of a document is safe. A document may have thousands of patterns,
 * and the analysis of a hostile pattern is slow, so all patterns of a document share one limit of steps. The
 * steps of a pattern are counted even if the result is already known from another document. So the results do
 * not depend on other documents.
 */
export class DocumentPatterns {
  readonly #longest = new Map<string, number>();
  readonly #unjudged = new Set<string>();
  #effort = 0;

  /**
   * Returns the length up to which any text can be matched within the budget of steps. The result is 0 if no
   * length is safe, or if the pattern could not be analysed.
   */
  longestText(pattern: string): number {
    let longest = this.#longest.get(pattern);
    if (longest === undefined) this.#longest.set(pattern, (longest = this.#judge(pattern)));
    return longest;
  }

  /**
   * Returns true if earlier patterns of the document used up the steps, and no safe length was found for this
   * pattern.
   */
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
