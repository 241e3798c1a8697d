import { judgementOf, quickJudgementOf } from "./longest-text.js";

/** Steps of analysis for all patterns of a document: a few seconds. The documents that we know need less than half of it. */
const effortOfDocument = 60_000_000;
/** Steps for the patterns after that. They get a short analysis, which settles plain patterns. */
const effortOfQuickLooks = 20_000_000;

/**
 * The judgements of the patterns of one document. The analysis of a hostile pattern is slow, and a document may have
 * many thousands of patterns, so they share one limit of effort. A pattern is charged to every
 * document that contains it, so the judgements do not depend on other documents.
 */
export class DocumentPatterns {
  readonly #longest = new Map<string, number>();
  readonly #unjudged = new Set<string>();
  #effort = 0;

  /**
   * The greatest length up to which every text stays within the budget of steps. 0 if such a length does not exist or
   * the pattern could not be judged.
   */
  longestText(pattern: string): number {
    let longest = this.#longest.get(pattern);
    if (longest === undefined) this.#longest.set(pattern, (longest = this.#judge(pattern)));
    return longest;
  }

  /** Whether other patterns used up the effort before this one. */
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
