"use strict";

// This file is separate from `toolpress.cjs`, because versions of Node before 13 cannot parse `import()`.
import("../dist/generator/cli/cli.js").then((cli) => cli.main());
