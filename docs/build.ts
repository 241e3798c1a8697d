import { writeFileSync } from "node:fs";
import { documentDiagnostics } from "../generator/diagnostics/document.js";

// Writes what is made from the source: docs/diagnostics.md.

writeFileSync(new URL("../docs/diagnostics.md", import.meta.url), documentDiagnostics());
