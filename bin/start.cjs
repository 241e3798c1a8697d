"use strict";

// In a file of its own: Node below 13 cannot read `import()`.
import("../dist/generator/cli/cli.js").then((cli) => cli.main());
