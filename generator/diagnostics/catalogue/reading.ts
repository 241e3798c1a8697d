import { define } from "./definition.js";

// The codes TP1xx report files that cannot be read.

export const reading = {
  TP101: define<{ problem: string }>({
    title: "syntax error",
    severity: "error",
    message: (p) => `${p.problem}`,
    cause: "The text is not well-formed YAML or JSON.",
    fix: "Correct the text at the reported location.",
  }),
  TP102: define<{ key: string }>({
    title: "duplicate key",
    severity: "error",
    message: (p) => `key ${JSON.stringify(p.key)} appears twice in the same mapping`,
    cause: "Most parsers silently keep the last value and lose the first.",
    fix: "Remove one of the two, or rename it.",
  }),
  TP103: define<{ format: "yaml" | "json"; unit: "bytes" | "tokens"; found: number | "more"; limit: number }>(
    {
      title: "file too large",
      severity: "error",
      message: (p) =>
        `expected at most ${p.limit} ${p.unit} of ${p.format === "json" ? "JSON" : "YAML"}, found ${p.found}`,
      cause:
        "Very large files are refused, because reading them can exhaust the memory. JSON may be larger than YAML, because it is much cheaper to read. A short YAML file with very many values costs as much as a long one, so its tokens are counted too.",
      fix: "Convert the file to JSON, split it, or raise limits.yamlBytes, limits.yamlTokens or limits.jsonBytes in the config.",
    },
  ),
  TP104: define<{ limit: number }>({
    title: "nested too deeply",
    severity: "error",
    message: (p) => `expected at most ${p.limit} levels of nesting, found more`,
    cause: "No real spec is nested so deeply, and such a file can exhaust the stack of a parser.",
    fix: "Name the inner parts and refer to them with $ref.",
  }),
  TP105: define<{ alias: string; reason: string }>({
    title: "alias refused",
    severity: "error",
    message: (p) => `alias ${JSON.stringify(`*${p.alias}`)} is refused: ${p.reason}`,
    cause:
      "A YAML alias repeats the node of an anchor. It must come after the anchor and outside it, and a few lines of aliases of aliases can stand for billions of nodes.",
    fix: "Repeat the value, or put it under schemas and refer to it with $ref.",
  }),
  TP106: define<{ tag: string }>({
    title: "tag refused",
    severity: "error",
    message: (p) => `tag ${JSON.stringify(p.tag)} is not supported`,
    cause:
      "Specs are plain data: of YAML's tags only !!str, !!int, !!float, !!bool, !!null, !!map and !!seq are read.",
    fix: "Remove the tag; quote the value if it must stay a string.",
  }),
  TP107: define<{ problem: string }>({
    title: "merge key refused",
    severity: "error",
    message: (p) => `merge key "<<" is refused: ${p.problem}`,
    cause:
      "A merge key adds the keys of another mapping, or of several. The mapping's own keys win, then those of the earlier mapping. Merged nodes count like those of aliases, because a few lines of merges can stand for very many.",
    fix: 'Merge an alias of a mapping, write the keys out, or quote "<<" if it is an ordinary key.',
  }),
  TP108: define<{ value: string }>({
    title: "not a JSON value",
    severity: "error",
    message: (p) => `expected a finite number, found ${JSON.stringify(p.value)}`,
    cause:
      "Infinity and not-a-number exist in YAML, but not in JSON, which is what tools and models exchange. A number beyond 1.8e308 becomes infinite when it is read.",
    fix: "Use a finite number, or leave the bound out.",
  }),
  TP109: define({
    title: "key is not a scalar",
    severity: "error",
    message: () => "expected a string as a key, found a collection",
    cause: "YAML allows lists and mappings as keys, JSON does not.",
    fix: "Use a plain string as the key.",
  }),
  TP110: define({
    title: "several documents in one file",
    severity: "error",
    message: () => "expected one YAML document, found another",
    cause: 'A line "---" starts another document; only one is read from each file.',
    fix: 'Remove the "---" line, or move the other documents to files of their own.',
  }),
  TP111: define({
    title: "empty file",
    severity: "error",
    message: () => "expected a spec, found an empty file",
    cause: "The file contains only white space or comments.",
    fix: "Write a spec into it (toolpress init shows one), or delete the file.",
  }),
  TP112: define<{ file: string; problem: string }>({
    title: "file cannot be read",
    severity: "error",
    message: (p) => `cannot read ${JSON.stringify(p.file)}: ${p.problem}`,
    cause:
      "The file is missing, is not UTF-8 text, lies outside the project, or may not be read. A module may also fail when it runs, or export no spec.",
    fix: "Check the path and the file's encoding and permissions.",
  }),
  TP113: define<{ key: string }>({
    title: "repeated key",
    severity: "warning",
    message: (p) => `key ${JSON.stringify(p.key)} is repeated with the same value`,
    cause: "JSON written by hand or by old tools sometimes repeats a field. Nothing is lost.",
    fix: "Remove one of the two.",
  }),
  TP114: define<{ first: string; second: string }>({
    title: "several config files",
    severity: "error",
    message: (p) =>
      `expected one config file, found ${JSON.stringify(p.first)} and ${JSON.stringify(p.second)}`,
    cause: "A project has one toolpress.config file; toolpress does not guess which of several applies.",
    fix: "Delete all but one.",
  }),
  TP115: define<{ code: string }>({
    title: "errors cannot be silenced",
    severity: "error",
    message: (p) => `the severity of ${p.code} cannot be changed, because it is an error`,
    cause:
      "An error means that the output would be wrong or that Gemini would refuse it. Only the severity of warnings and notes can be set.",
    fix: "Remove the line.",
  }),
  TP116: define<{ file: string; problem: string }>({
    title: "tsconfig cannot be read",
    severity: "error",
    message: (p) => `expected the compiler options of ${JSON.stringify(p.file)}: ${p.problem}`,
    cause:
      "The nearest tsconfig.json and the files that it extends decide how generated files import each other. Without them the output could differ between machines.",
    fix: "Repair the file, install the package that it extends, or set `imports` to js, ts or none in the toolpress config.",
  }),
} as const;
