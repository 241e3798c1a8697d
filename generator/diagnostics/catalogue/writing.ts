import { define } from "./definition.js";

// The codes TP9xx report problems of output files.

export const writing = {
  TP901: define<{ file: string }>({
    title: "output outside the output folder",
    severity: "error",
    message: (p) => `${p.file} would be written outside the output folder`,
    cause: "A file name or a symbolic link leads out of the output folder.",
    fix: "Remove the link, or choose another output folder.",
  }),
  TP902: define<{ file: string; expected: "a folder" | "a regular file"; found: string }>({
    title: "path of a file or folder is occupied",
    severity: "error",
    message: (p) => `expected ${p.expected} or nothing at ${JSON.stringify(p.file)}, found ${p.found}`,
    cause:
      "Output is written to real folders and regular files only. Symbolic links are not followed, because they could lead anywhere.",
    fix: "Remove it, or choose another output folder.",
  }),
  TP903: define<{ file: string; problem: string }>({
    title: "file cannot be written",
    severity: "error",
    message: (p) => `cannot write ${JSON.stringify(p.file)}: ${p.problem}`,
    cause: "The operating system refused.",
    fix: "Check permissions and free space, then run toolpress gen again. A file is replaced completely or not at all.",
  }),
  TP904: define<{ file: string }>({
    title: "file not written by toolpress",
    severity: "error",
    message: (p) => `${JSON.stringify(p.file)} was not written by toolpress and is in the way`,
    cause:
      "The file has no header of toolpress, so it is not overwritten. An entry in the lock is not enough, because anyone can add one.",
    fix: "Move or delete the file, or choose another output folder with --out.",
  }),
  TP905: define<{ file: string }>({
    title: "hand-edited file overwritten",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.file)} had been edited by hand and was regenerated from the spec`,
    cause: "Generated files are rewritten whenever they differ from the output for the spec.",
    fix: "Change the spec or the handlers instead. Your version control has the edit.",
  }),
  TP906: define<{ file: string }>({
    title: "hand-edited file kept",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.file)} is no longer generated, but was edited by hand, so it is kept`,
    cause: "A file that no spec generates any more is deleted only if it is exactly as toolpress wrote it.",
    fix: "Delete the file if you need nothing in it.",
  }),
  TP907: define<{ file: string; handlers: readonly string[] }>({
    title: "handlers missing in the stubs' index",
    severity: "warning",
    message: (p) =>
      `${JSON.stringify(p.file)} has been edited, so these handlers were not added: ${p.handlers.join(", ")}`,
    cause: "Stubs are a starting point: a file that a person has edited is never changed again.",
    fix: "Add the handlers to the index by hand; their files exist.",
  }),
  TP908: define<{ problem: string }>({
    title: "lock recreated",
    severity: "warning",
    message: (p) => `the lock cannot be read and is recreated: ${p.problem}`,
    cause:
      "The lock records which files toolpress wrote. It was edited or truncated, or a merge left a conflict in it.",
    fix: "Run toolpress gen and commit the result. Files of removed tools stay, because no lock lists them as generated.",
  }),
  TP909: define<{ problem: string }>({
    title: "lock cannot be read",
    severity: "error",
    message: (p) => `the lock cannot be read, and nothing is written: ${p.problem}`,
    cause:
      "The lock records the names of foreign tools. Without it a tool may get another name, and its handler would no longer be found.",
    fix: "Resolve the conflict with either side, or restore the committed file, and run toolpress gen again. Or delete the lock to create all names again.",
  }),
  TP910: define({
    title: "stale",
    severity: "error",
    message: () => "stale: the spec has changed since this was generated",
    cause: "toolpress gen --check compares the committed files with the output for the spec.",
    fix: "Run toolpress gen and commit the result.",
  }),
  TP911: define({
    title: "missing",
    severity: "error",
    message: () => "missing: the spec generates a file here",
    cause: "toolpress gen --check expects every generated file to exist.",
    fix: "Run toolpress gen and commit the result.",
  }),
  TP912: define({
    title: "orphan",
    severity: "error",
    message: () => "orphan: no spec generates this file any more",
    cause: "The tool or the spec of the file no longer exists.",
    fix: "Run toolpress gen, which removes it unless it was edited, and commit the result.",
  }),
  TP913: define({
    title: "hand-edited",
    severity: "error",
    message: () => "hand-edited: differs from the last output and from the output for the spec",
    cause:
      "The file is neither the last output of toolpress nor its current output. A person edited it, or a formatter or linter that does not ignore the output folder.",
    fix: "Change the spec (or the handler) instead, then run toolpress gen and commit the result.",
  }),
  TP914: define<{ found: number; expected: number }>({
    title: "made by another version",
    severity: "error",
    message: (p) => `made by another version of toolpress (output ${p.found}, this one writes ${p.expected})`,
    cause: "Versions of toolpress may write the same spec differently.",
    fix: "Install the version that your team uses, or run toolpress gen and commit the result.",
  }),
  TP915: define<{ found: string }>({
    title: "in the way",
    severity: "error",
    message: (p) => `in the way: expected generated code here, found ${p.found}`,
    cause:
      "Generated code is in real folders and regular files. Links are never followed, because they could lead to code that was not compared with the spec.",
    fix: "Remove what is in the way, then run toolpress gen and commit the result.",
  }),
  TP916: define({
    title: "foreign",
    severity: "error",
    message: () => "foreign: not written by toolpress, but in a folder of generated code",
    cause:
      "Reviewers skip generated code, and some programs load an index.js before the index.ts beside it. So the folder of a set may contain only generated code, and the output folder only sets. Notes (*.md, *.txt) and files of git may stay.",
    fix: "Move it out of the output folder, or delete it. If a spec generates it, add the spec to the config.",
  }),
  TP917: define<{ found: number; expected: number }>({
    title: "lock of a newer toolpress",
    severity: "error",
    message: (p) =>
      `expected a lock of output version ${p.expected} or below, found ${p.found}: a newer toolpress wrote it, and nothing is written`,
    cause:
      "A newer version generated the code. An older version would revert it, and may not know everything that the newer one records.",
    fix: "Install the version of toolpress that the others use.",
  }),
  TP918: define<{ folder: string; out: string; source: string }>({
    title: "generated code of another output folder",
    severity: "warning",
    message: (p) =>
      `${JSON.stringify(p.folder)} was generated from ${JSON.stringify(p.source)}, whose output folder is now ${JSON.stringify(p.out)}`,
    cause:
      "The output folder was changed or moved. The old code stays where it is and becomes stale, because toolpress writes and deletes in its output folder only.",
    fix: "Delete the folder, and correct imports that lead to it. If both are wanted, set TP918 to off in `severity`.",
  }),
  TP920: define<{ what: string; path: string }>({
    title: "outside the project",
    severity: "error",
    message: (p) => `${p.what} must be inside the project, found ${JSON.stringify(p.path)}`,
    cause:
      "A pull request can change configs, specs and links. They must not make toolpress read or write files elsewhere on the machine. Links are resolved before the path is checked.",
    fix: "Move it into the project, or name it on the command line: specs as arguments, folders with --out and --stubs.",
  }),
  TP921: define<{ source: string; name: string }>({
    title: "name in the lock not used",
    severity: "warning",
    message: (p) =>
      `the lock names ${JSON.stringify(p.source)} ${JSON.stringify(p.name)}, which toolpress does not create for it; the tool gets a new name`,
    cause:
      "The lock records the names that toolpress created for foreign tools. It was edited, or the `rename` that set this name was removed.",
    fix: "Nothing to do, or set the name with `rename` in the settings of the spec.",
  }),
  TP922: define<{ folder: string; path: string }>({
    title: "folder that other programs run",
    severity: "error",
    message: (p) =>
      `the folder ${p.folder} must not be inside .git or node_modules, found ${JSON.stringify(p.path)}`,
    cause:
      "Git runs files in its folder, and programs load files in node_modules. Neither folder is reviewed.",
    fix: "Write generated code where your sources are, such as `src/generated`.",
  }),
} as const;
