import { writeFileSync } from "node:fs";
import { documentDiagnostics } from "../generator/document-diagnostics.js";

writeFileSync(new URL("./diagnostics.md", import.meta.url), documentDiagnostics());
