import { define } from "./definition.js";

// TP9xx: the file system

export const writing = {
  TP901: define<{ file: string }>({
    title: "output outside the output folder",
    severity: "error",
    message: (p) => `${p.file} would be written outside the output folder`,
    cause: "A file name or a symbolic link leads out of the output folder.",
    fix: "Remove the link, or choose another output folder.",
  }),
  TP902: define<{ file: string; expected: "a folder" | "a regular file"; found: string }>({
    title: "something else stands where a file or folder belongs",
    severity: "error",
    message: (p) => `expected ${p.expected} or nothing at ${JSON.stringify(p.file)}, found ${p.found}`,
    cause:
      "Output is written to real folders and regular files only. A symbolic link could lead anywhere, so none is followed.",
    fix: "Remove it, or choose another output folder.",
  }),
  TP903: define<{ file: string; problem: string }>({
    title: "file cannot be written",
    severity: "error",
    message: (p) => `cannot write ${JSON.stringify(p.file)}: ${p.problem}`,
    cause: "The operating system refused.",
    fix: "Check permissions and free space, then run toolpress gen again; files are replaced whole or not at all.",
  }),
  TP904: define<{ file: string }>({
    title: "file is not ours",
    severity: "error",
    message: (p) => `${JSON.stringify(p.file)} was not written by toolpress and is in the way`,
    cause:
      "The text of the file does not say that toolpress wrote it, so it is not overwritten. The lock is not asked: anybody can add a file to it.",
    fix: "Move or delete the file, or choose another output folder with --out.",
  }),
  TP905: define<{ file: string }>({
    title: "hand-edited file overwritten",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.file)} had been edited by hand; it now says what the spec says`,
    cause: "Generated files are written anew whenever they differ from the spec.",
    fix: "Change the spec instead, or the handlers; your version control has the edit.",
  }),
  TP906: define<{ file: string }>({
    title: "hand-edited file kept",
    severity: "warning",
    message: (p) =>
      `${JSON.stringify(p.file)} is no longer generated, but is not as toolpress wrote it, and is kept`,
    cause:
      "Files that no spec asks for any more are removed only if they are exactly as toolpress wrote them.",
    fix: "Delete the file if nothing in it is needed.",
  }),
  TP907: define<{ file: string; handlers: readonly string[] }>({
    title: "handlers missing in the stubs' index",
    severity: "warning",
    message: (p) =>
      `${JSON.stringify(p.file)} has been edited, so these handlers were not added: ${p.handlers.join(", ")}`,
    cause: "Stubs are a start: a file that a person has changed is never touched again.",
    fix: "Add the handlers to the index by hand; their files are there.",
  }),
  TP908: define<{ problem: string }>({
    title: "lock made anew",
    severity: "warning",
    message: (p) => `the lock cannot be read and is made anew: ${p.problem}`,
    cause:
      "The lock tells which files toolpress wrote. Somebody has edited or cut it, or a merge has left a conflict in it.",
    fix: "Run toolpress gen and commit the result. Files of tools that are gone stay where they are, since nothing says that they may be deleted.",
  }),
  TP909: define<{ problem: string }>({
    title: "lock cannot be read",
    severity: "error",
    message: (p) => `the lock cannot be read, and nothing is written: ${p.problem}`,
    cause:
      "The lock remembers how tools of other systems were called; without it a tool may get another name, and its handler would be lost.",
    fix: "Take either side of the conflict, or the file as it was committed, and run toolpress gen again; or delete it to have all names made anew.",
  }),
  TP910: define({
    title: "stale",
    severity: "error",
    message: () => "stale: the spec has changed since this was generated",
    cause: "toolpress gen --check compares what is committed with what the spec gives.",
    fix: "Run toolpress gen and commit the result.",
  }),
  TP911: define({
    title: "missing",
    severity: "error",
    message: () => "missing: the spec says that this file belongs here",
    cause: "toolpress gen --check expects every generated file to be there.",
    fix: "Run toolpress gen and commit the result.",
  }),
  TP912: define({
    title: "orphan",
    severity: "error",
    message: () => "orphan: no spec generates this file any more",
    cause: "The tool or the spec it was made from is gone.",
    fix: "Run toolpress gen, which removes it unless it was edited, and commit the result.",
  }),
  TP913: define({
    title: "hand-edited",
    severity: "error",
    message: () => "hand-edited: neither what toolpress wrote last nor what the spec gives",
    cause:
      "The file is neither what toolpress wrote last nor what it would write now. A person has edited it, or a formatter or linter that does not ignore the output folder.",
    fix: "Change the spec (or the handler) instead, then run toolpress gen and commit the result.",
  }),
  TP914: define<{ found: number; expected: number }>({
    title: "made by another version",
    severity: "error",
    message: (p) => `made by another version of toolpress (output ${p.found}, this one writes ${p.expected})`,
    cause: "Versions of toolpress may write the same spec differently.",
    fix: "Install the version the others use, or run toolpress gen and commit the result.",
  }),
  TP915: define<{ found: string }>({
    title: "in the way",
    severity: "error",
    message: (p) => `in the way: expected generated code here, found ${p.found}`,
    cause:
      "Generated code is in real folders and regular files. A link could lead to code that nobody compared with the spec, so it is never followed.",
    fix: "Remove what is in the way, then run toolpress gen and commit the result.",
  }),
  TP916: define({
    title: "foreign",
    severity: "error",
    message: () => "foreign: toolpress did not write this, and it lies among generated code",
    cause:
      "Reviewers skip generated code, and some programs load an index.js before the index.ts beside it. So nothing but generated code may be in the folder of a set, and nothing but sets in the output folder; notes (*.md, *.txt) and git's own files may stay.",
    fix: "Move it out of the output folder, or delete it. If a spec makes it, name the spec in the config.",
  }),
  TP917: define<{ found: number; expected: number }>({
    title: "lock of a newer toolpress",
    severity: "error",
    message: (p) =>
      `expected a lock of output version ${p.expected} or below, found ${p.found}: a newer toolpress wrote it, and nothing is written`,
    cause:
      "Somebody has generated the code with a newer version. An older one would write it back, and may not know what the newer one records.",
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
      "A config, a spec or a link comes with a pull request. It must not make toolpress read or write files elsewhere on the machine. Links are resolved before the path is looked at.",
    fix: "Move it into the project, or name it on the command line: specs as arguments, folders with --out and --stubs.",
  }),
  TP921: define<{ source: string; name: string }>({
    title: "name of the lock not taken",
    severity: "warning",
    message: (p) =>
      `the lock calls ${JSON.stringify(p.source)} ${JSON.stringify(p.name)}, which is no name that toolpress makes of it; it is named anew`,
    cause:
      "The lock remembers names that toolpress made for foreign tools. Somebody has edited it, or a `rename` is gone that the name came from.",
    fix: "Nothing to do, or choose the name with `rename` in the settings of the spec.",
  }),
  TP922: define<{ folder: string; path: string }>({
    title: "folder that other programs run",
    severity: "error",
    message: (p) =>
      `the folder ${p.folder} must not be inside of .git or node_modules, found ${JSON.stringify(p.path)}`,
    cause:
      "Git runs what is in its folder, and programs load what is in node_modules. Nobody reviews either.",
    fix: "Write generated code where your sources are, such as `src/generated`.",
  }),
} as const;
