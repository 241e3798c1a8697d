import { readFileSync, writeFileSync } from "node:fs";
import { documentDiagnostics } from "../generator/diagnostics/document.js";
import { mapFiles, withMap } from "./map-files.js";

// Writes what is made from the source: docs/diagnostics.md and the file map of ARCHITECTURE.md.

const root = new URL("../", import.meta.url);
const architecture = new URL("ARCHITECTURE.md", root);

writeFileSync(new URL("docs/diagnostics.md", root), documentDiagnostics());
writeFileSync(architecture, withMap(readFileSync(architecture, "utf8"), mapFiles(root)));
