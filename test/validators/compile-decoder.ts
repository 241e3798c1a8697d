import ts from "typescript";
import { emitDecoder } from "../../generator/emit/decoder.js";
import type { Codec } from "../../generator/lower/codec.js";
import * as runtime from "../../runtime/validate/decode.js";

/** Compiles the generated decoder of a codec in this process. */
export function compileDecoder(codec: Codec): runtime.Decoder {
  const { code, imports } = emitDecoder({ name: "decodeArgs", codec });
  const names = imports.filter((name) => name in runtime);
  const text = ts.transpile(`${code.toString()}\nreturn decodeArgs;`, { target: ts.ScriptTarget.ES2022 });
  const make = new Function(...names, text) as (...parts: unknown[]) => runtime.Decoder;
  return make(...names.map((name) => Reflect.get(runtime, name)));
}
