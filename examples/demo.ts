// `npm run demo` runs all examples, one after another, with the embedded fake or with the real service.

import { examples, runExample } from "./demo/run-example.js";
import { modelName } from "./demo/service.js";

const apiKey = process.env["GEMINI_API_KEY"] || undefined;
const colour = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
const write = (text: string): void => void process.stdout.write(text);

write(
  apiKey === undefined
    ? "No GEMINI_API_KEY: the examples talk to the embedded fake, which refuses what Gemini refuses.\n"
    : `The examples talk to ${modelName}.\n`,
);
for (const name of Object.keys(examples)) await runExample(name, write, { colour, apiKey });
write("\n");
