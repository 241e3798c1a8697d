/** A small generator of repeatable random numbers. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }
  some<T>(choices: readonly T[], most: number): T[] {
    return [...new Set(Array.from({ length: this.below(most + 1) }, () => this.pick(choices)))];
  }
}
