import type { IntegerForm } from "../base/int64.js";
import type { Codec, UnionCase, WireTest } from "../lower/codec.js";
import { code, type Code, ident, join, json, key, str } from "../base/code.js";
import type { Emitted } from "./emitted.js";
import { wordsOf } from "../base/words.js";

// Prints the decoder of a codec. The decoder converts wire values to the values of the spec.

export interface DecoderInput {
  readonly name: string;
  readonly codec: Codec;
  /** The form of 64-bit integers in the arguments of the handler. */
  readonly integers?: IntegerForm;
  /** If true, unknown fields in an entry of a map are dropped. Otherwise they are refused. */
  readonly dropsUnknown?: boolean;
  /** The names that the generated file already uses. */
  readonly taken?: ReadonlySet<string>;
}

/** The settings of a tool that change its decoder, apart from the codec. */
type Forms = Required<Pick<DecoderInput, "integers" | "dropsUnknown">>;

interface Printing extends Forms {
  /** The functions and types of the runtime that the printed code uses. */
  readonly used: Set<string>;
  /**
   * Prints an inner codec. `near` is the name of the field that contains it. If the codec becomes a constant, the
   * constant is named after this field.
   */
  readonly inner: (codec: Codec, near: string) => Code;
}

/** The minimum number of characters of a decoder that can become a constant. A shorter decoder is repeated. */
const leastShared = 100;
/** The minimum number of characters that a constant must save. */
const worthSharing = 600;

/**
 * Prints the decoder of a codec as a constant that calls the functions of `runtime/validate/decode.ts`. Each field has
 * its own line.
 */
export function emitDecoder(input: DecoderInput): Emitted {
  const { name, codec, taken = new Set(), integers = "number", dropsUnknown = false } = input;
  const forms = { integers, dropsUnknown };
  const used = new Set<string>(["Decoder"]);
  const repeated = findRepeated(codec, forms);
  const constants = new Map<string, Code>();
  const names = new Map<string, Code>();
  const inner = (part: Codec, near: string): Code => {
    const text = repeated.get(part);
    const known = text === undefined ? undefined : names.get(text);
    if (known !== undefined) return known;
    const printed = print(part, { used, ...forms, inner }, near);
    if (text === undefined) return printed;
    const own = unused(name + pascal(near), (wanted) => constants.has(wanted) || taken.has(wanted));
    constants.set(own, declaration(own, printed));
    names.set(text, ident(own));
    return ident(own);
  };
  const main = declaration(name, print(codec, { used, ...forms, inner }, ""));
  return {
    code: join([...constants.values(), main], "\n\n"),
    imports: [...used].sort(),
    declares: [...constants.keys(), name],
    refs: [],
  };
}

function declaration(name: string, decoder: Code): Code {
  return code`const ${ident(name)}: Decoder = ${decoder};`;
}

/**
 * Maps each codec that becomes a constant to its printed text. A codec becomes a constant if this text would be
 * printed several times.
 */
function findRepeated(codec: Codec, forms: Forms): ReadonlyMap<Codec, string> {
  const texts = new Map<Codec, Code>();
  const uses = new Map<string, number>();
  const textOf = (part: Codec): Code => {
    const text = texts.get(part) ?? print(part, { used: new Set(), ...forms, inner: textOf }, "");
    texts.set(part, text);
    return text;
  };
  const count = (part: Codec): Code => {
    const text = textOf(part).toString();
    const before = uses.get(text) ?? 0;
    uses.set(text, before + 1);
    // The inner codecs of a repeated codec are counted once, because its constant prints them once.
    if (before === 0) print(part, { used: new Set(), ...forms, inner: count }, "");
    return textOf(part);
  };
  count(codec);
  const found = [...texts].map(([part, text]) => [part, text.toString()] as const);
  return new Map(
    found.filter(
      ([, text]) => text.length >= leastShared && (uses.get(text)! - 1) * text.length >= worthSharing,
    ),
  );
}

function unused(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!isTaken(`${wanted}${number}`)) return `${wanted}${number}`;
}

function pascal(text: string): string {
  return wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function print(codec: Codec, printing: Printing, near: string): Code {
  const { integers, inner } = printing;
  const call = (name: string): Code => {
    printing.used.add(name);
    return ident(name);
  };
  switch (codec.kind) {
    case "object": {
      const fields = codec.fields
        .filter((field) => field.codec !== undefined || field.name !== field.wire)
        .map((field) => code`${key(field.wire)}: ${printField(field, inner)},`);
      const rest =
        codec.rest === undefined
          ? []
          : [code`{ field: ${str(codec.rest.wire)}, decode: ${inner(codec.rest.codec, codec.rest.wire)} }`];
      const object = fields.length === 0 ? code`{}` : code`{\n${fields}\n}`;
      return code`${call("decodeObject")}(${join([object, ...rest], ", ")})`;
    }
    case "array":
      return code`${call("decodeArray")}(${inner(codec.items, near)})`;
    case "tuple": {
      const prefix = codec.prefix.map((item) => (item === undefined ? code`undefined` : inner(item, near)));
      const rest = codec.rest === undefined ? [] : [inner(codec.rest, near)];
      return code`${call("decodeTuple")}(${join([code`[${join(prefix, ", ")}]`, ...rest], ", ")})`;
    }
    case "map": {
      const value = codec.value === undefined ? [] : [inner(codec.value, near)];
      const drop = printing.dropsUnknown ? [value[0] ?? code`undefined`, str("drop")] : value;
      return code`${call("decodeMap")}(${join(drop, ", ")})`;
    }
    case "json":
      return call(integers === "exact" || integers === "bigint" ? "decodeExactJson" : "decodeJson");
    case "words":
      return code`${call("decodeWords")}(${json(codec.words)})`;
    case "digits":
      return call(integers === "number" ? "decodeDigits" : "decodeExactDigits");
    case "union": {
      // Only one test can accept a value. So a branch without a codec needs no case, because its value stays unchanged.
      const cases = codec.cases.filter((item) => item.codec !== undefined);
      return code`${call("decodeUnion")}([\n${cases.map((item) => code`${printCase(item, printing, near)},`)}\n])`;
    }
  }
}

function printField(
  field: { readonly name: string; readonly wire: string; readonly codec: Codec | undefined },
  inner: Printing["inner"],
): Code {
  const decoder = field.codec === undefined ? undefined : inner(field.codec, field.wire);
  if (field.name === field.wire && decoder !== undefined) return decoder;
  const name = code`name: ${str(field.name)}`;
  return decoder === undefined ? code`{ ${name} }` : code`{ ${name}, decode: ${decoder} }`;
}

function printCase(item: UnionCase, { inner, used }: Printing, near: string): Code {
  const decoder = item.codec === undefined ? code`undefined` : inner(item.codec, near);
  return code`[${printTest(item.test, used)}, ${decoder}]`;
}

function printTest(test: WireTest, used: Set<string>): Code {
  const call = (name: string, words: readonly string[]): Code => {
    used.add(name);
    return code`${ident(name)}(${join(words.map(str), ", ")})`;
  };
  if ("is" in test) return call("isKind", [test.is]);
  if ("word" in test) return call("isWord", test.word);
  if ("has" in test) return call("hasField", [test.has]);
  return call("hasTag", [test.tag, ...test.values]);
}
