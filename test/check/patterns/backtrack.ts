import { type Expression, parsePattern } from "../../../generator/check/patterns/parse-pattern.js";

// A backtracking engine that follows the order of ECMAScript and counts its steps. It replaces V8, whose time
// depends on the machine.

type Instruction =
  | { readonly op: "character"; readonly set: Extract<Expression, { kind: "character" }>["set"] }
  | { readonly op: "split"; readonly first: number; readonly second: number }
  | { readonly op: "jump"; readonly to: number }
  | { readonly op: "save"; readonly slot: number }
  /** Clears the matches of these groups. */
  | { readonly op: "clear"; readonly groups: readonly number[] }
  /**
   * `mark` stores the position at which a round begins. `progress` fails if the position is still the same.
   */
  | { readonly op: "mark" | "progress"; readonly register: number }
  | { readonly op: "reference"; readonly group: number }
  | { readonly op: "look"; readonly program: readonly Instruction[]; readonly negative: boolean }
  | { readonly op: "boundary"; readonly negative: boolean }
  | { readonly op: "start" | "end" | "match" };

export interface Run {
  readonly matched: boolean;
  /**
   * The number of characters that were read or tried, in the units of `workByLength`. Infinity if the limit
   * was reached.
   */
  readonly steps: number;
}

/**
 * Searches for a match as `new RegExp(pattern, "u").test(text)` does. Lookbehind and named groups are not
 * supported.
 */
export function backtrack(pattern: string, text: string, limit = Infinity): Run {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) throw new Error(`cannot read ${pattern}`);
  const program = new Compiler().compile(parsed.expression);
  const machine = new Machine(
    [...text].map((character) => character.codePointAt(0)!),
    limit,
  );
  for (let at = 0; at <= machine.text.length; at += 1) {
    const found = machine.run(program, { pc: 0, at, slots: [], marks: [] });
    if (machine.steps > limit) return { matched: false, steps: Infinity };
    if (found !== undefined) return { matched: true, steps: machine.steps };
  }
  return { matched: false, steps: machine.steps };
}

class Compiler {
  readonly #code: Instruction[] = [];
  #registers = 0;

  compile(expression: Expression): readonly Instruction[] {
    this.#add(expression);
    this.#code.push({ op: "match" });
    return this.#code;
  }

  #add(node: Expression): void {
    if (this.#code.length > 200_000) throw new Error("the program is too long");
    switch (node.kind) {
      case "sequence":
        return node.parts.forEach((part) => this.#add(part));
      case "choice":
        return this.#choice(node.parts);
      case "repeat":
        return this.#repeat(node);
      case "group":
        this.#code.push({ op: "save", slot: 2 * node.number });
        this.#add(node.part);
        return void this.#code.push({ op: "save", slot: 2 * node.number + 1 });
      default:
        return void this.#code.push(simple(node));
    }
  }

  #choice([first, ...others]: readonly Expression[]): void {
    if (others.length === 0) return this.#add(first!);
    const split = this.#hole();
    this.#add(first!);
    const jump = this.#hole();
    this.#code[split] = { op: "split", first: split + 1, second: this.#code.length };
    this.#choice(others);
    this.#code[jump] = { op: "jump", to: this.#code.length };
  }

  #repeat({ part, min, max, isLazy }: Extract<Expression, { kind: "repeat" }>): void {
    for (let round = 0; round < min; round += 1) this.#round(part);
    const splits: number[] = [];
    for (let round = min; round < (max === Infinity ? min + 1 : max); round += 1) {
      const register = (this.#registers += 1);
      splits.push(this.#hole());
      this.#code.push({ op: "mark", register });
      this.#round(part);
      this.#code.push({ op: "progress", register });
    }
    if (max === Infinity) this.#code.push({ op: "jump", to: splits[0]! });
    const end = this.#code.length;
    for (const split of splits)
      this.#code[split] = isLazy
        ? { op: "split", first: end, second: split + 1 }
        : { op: "split", first: split + 1, second: end };
  }

  /** At the beginning of a round, the groups inside of a loop lose the matches of the round before. */
  #round(part: Expression): void {
    const groups = groupsIn(part);
    if (groups.length > 0) this.#code.push({ op: "clear", groups });
    this.#add(part);
  }

  #hole(): number {
    return this.#code.push({ op: "jump", to: -1 }) - 1;
  }
}

function simple(node: Expression): Instruction {
  switch (node.kind) {
    case "character":
      return { op: "character", set: node.set };
    case "reference":
      if (typeof node.to === "number") return { op: "reference", group: node.to };
      break;
    case "look":
      if (!node.behind)
        return { op: "look", program: new Compiler().compile(node.part), negative: node.negative };
      break;
    case "start":
    case "end":
      return { op: node.kind };
    case "boundary":
      return { op: "boundary", negative: node.written === "\\B" };
  }
  throw new Error(`${node.kind} is not known here`);
}

function groupsIn(node: Expression): readonly number[] {
  switch (node.kind) {
    case "group":
      return [node.number, ...groupsIn(node.part)];
    case "sequence":
    case "choice":
      return node.parts.flatMap(groupsIn);
    case "repeat":
    case "look":
      return groupsIn(node.part);
    default:
      return [];
  }
}

/** The state of one attempt. Its lists are never changed in place, because other attempts share them. */
interface Thread {
  pc: number;
  at: number;
  slots: readonly (number | undefined)[];
  marks: readonly number[];
}

const attempt = 1 / 8;

class Machine {
  steps = 0;
  readonly text: readonly number[];
  readonly #limit: number;

  constructor(text: readonly number[], limit: number) {
    this.text = text;
    this.#limit = limit;
  }

  /** Returns the end of the first match that begins here. */
  run(program: readonly Instruction[], first: Thread): Thread | undefined {
    const waiting = [first];
    for (let thread = waiting.pop(); thread !== undefined; thread = waiting.pop()) {
      for (let alive = true; alive; ) {
        if (this.steps > this.#limit) return undefined;
        const instruction = program[thread.pc]!;
        if (instruction.op === "match") {
          this.steps += attempt;
          return thread;
        }
        if (instruction.op === "split") {
          waiting.push({ ...thread, pc: instruction.second });
          thread.pc = instruction.first;
        } else {
          thread.pc += 1;
          alive = this.#step(instruction, thread);
        }
      }
    }
    return undefined;
  }

  /** Executes one instruction. Returns true if the attempt continues. */
  #step(instruction: Instruction, thread: Thread): boolean {
    const { at, slots } = thread;
    switch (instruction.op) {
      case "jump":
        thread.pc = instruction.to;
        return true;
      case "character":
        return this.#character(instruction.set, thread);
      case "save":
        thread.slots = replaced(slots, instruction.slot, at);
        return true;
      case "clear":
        thread.slots = slots.map((slot, index) =>
          instruction.groups.includes(index >> 1) ? undefined : slot,
        );
        return true;
      case "mark":
        thread.marks = replaced(thread.marks, instruction.register, at);
        return true;
      case "progress":
        this.steps += attempt;
        return thread.marks[instruction.register] !== at;
      case "reference":
        return this.#reference(slots[2 * instruction.group], slots[2 * instruction.group + 1], thread);
      case "look":
        return this.#look(instruction, thread);
      case "start":
        return at === 0;
      case "end":
        this.steps += attempt;
        return at === this.text.length;
      case "boundary":
        return (isWord(this.text[at - 1]) !== isWord(this.text[at])) !== instruction.negative;
      default:
        return true;
    }
  }

  #character(set: readonly (readonly [number, number])[], thread: Thread): boolean {
    const code = this.text[thread.at];
    this.steps += attempt;
    if (code === undefined || !set.some(([from, to]) => from <= code && code <= to)) return false;
    this.steps += 1;
    thread.at += 1;
    return true;
  }

  #reference(from: number | undefined, to: number | undefined, thread: Thread): boolean {
    if (from === undefined || to === undefined) return true;
    for (let index = from; index < to; index += 1, thread.at += 1) {
      this.steps += attempt;
      if (this.text[index] !== this.text[thread.at]) return false;
      this.steps += 1;
    }
    return true;
  }

  #look({ program, negative }: Extract<Instruction, { op: "look" }>, thread: Thread): boolean {
    const found = this.run(program, { ...thread, pc: 0, marks: [] });
    if (found !== undefined && !negative) thread.slots = found.slots;
    return (found !== undefined) !== negative;
  }
}

function replaced<T>(list: readonly T[], index: number, value: T): readonly T[] {
  const copy = [...list];
  copy[index] = value;
  return copy;
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && /\w/.test(String.fromCodePoint(code));
}
