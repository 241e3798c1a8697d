// `npm run demo`: every example in turn, against the embedded fake or the real service.

import { examples, play } from "./demo/play.js";
import { modelName } from "./demo/stage.js";

const apiKey = process.env["GEMINI_API_KEY"] || undefined;
const colour = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
const write = (text: string): void => void process.stdout.write(text);

write(
  apiKey === undefined
    ? "No GEMINI_API_KEY: the examples talk to the embedded fake, which refuses what Gemini refuses.\n"
    : `The examples talk to ${modelName}.\n`,
);
for (const name of Object.keys(examples)) await play(name, write, { colour, apiKey });
write("\n");
