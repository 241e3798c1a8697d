import type { IntegerForm } from "../int64.js";
import type { Codec, UnionCase, WireTest } from "../lower/codec.js";
import { code, type Code, ident, join, json, key, str } from "./code.js";
import type { Emitted } from "./emitted.js";

// Prints the decoder of a codec, one field per line.

export interface DecoderInput {
  readonly name: string;
  readonly codec: Codec;
  /** How the tool takes 64-bit integers. */
  readonly integers?: IntegerForm;
}

interface Printing {
  /** Functions and types of the runtime. */
  readonly used: Set<string>;
  readonly integers: IntegerForm;
}

/** Prints the decoder of a codec as a constant: one field, one line, made of the functions in `runtime/decode.ts`. */
export function emitDecoder({ name, codec, integers = "number" }: DecoderInput): Emitted {
  const used = new Set<string>(["Decoder"]);
  const body = print(codec, { used, integers });
  return {
    code: code`const ${ident(name)}: Decoder = ${body};`,
    imports: [...used].sort(),
    refs: [],
  };
}

function print(codec: Codec, printing: Printing): Code {
  const { integers } = printing;
  const call = (name: string): Code => {
    printing.used.add(name);
    return ident(name);
  };
  switch (codec.kind) {
    case "object": {
      const fields = codec.fields
        .filter((field) => field.codec !== undefined || field.name !== field.wire)
        .map((field) => code`${key(field.wire)}: ${printField(field, printing)},`);
      const rest =
        codec.rest === undefined
          ? []
          : [code`{ field: ${str(codec.rest.wire)}, decode: ${print(codec.rest.codec, printing)} }`];
      const object = fields.length === 0 ? code`{}` : code`{\n${fields}\n}`;
      return code`${call("decodeObject")}(${join([object, ...rest], ", ")})`;
    }
    case "array":
      return code`${call("decodeArray")}(${print(codec.items, printing)})`;
    case "tuple": {
      const prefix = codec.prefix.map((item) =>
        item === undefined ? code`undefined` : print(item, printing),
      );
      const rest = codec.rest === undefined ? [] : [print(codec.rest, printing)];
      return code`${call("decodeTuple")}(${join([code`[${join(prefix, ", ")}]`, ...rest], ", ")})`;
    }
    case "map":
      return code`${call("decodeMap")}(${codec.value === undefined ? code`` : print(codec.value, printing)})`;
    case "json":
      return call(integers === "exact" || integers === "bigint" ? "decodeExactJson" : "decodeJson");
    case "words":
      return code`${call("decodeWords")}(${json(codec.words)})`;
    case "digits":
      return call(integers === "number" ? "decodeDigits" : "decodeExactDigits");
    case "union": {
      // Tests exclude each other, so that what needs no decoding needs no case.
      const cases = codec.cases.filter((item) => item.codec !== undefined);
      return code`${call("decodeUnion")}([\n${cases.map((item) => code`${printCase(item, printing)},`)}\n])`;
    }
  }
}

function printField(
  field: { readonly name: string; readonly wire: string; readonly codec: Codec | undefined },
  printing: Printing,
): Code {
  const decoder = field.codec === undefined ? undefined : print(field.codec, printing);
  if (field.name === field.wire && decoder !== undefined) return decoder;
  const name = code`name: ${str(field.name)}`;
  return decoder === undefined ? code`{ ${name} }` : code`{ ${name}, decode: ${decoder} }`;
}

function printCase(item: UnionCase, printing: Printing): Code {
  const decoder = item.codec === undefined ? code`undefined` : print(item.codec, printing);
  return code`[${printTest(item.test, printing.used)}, ${decoder}]`;
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
