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
} as const;
