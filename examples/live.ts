import { assertReplayable, callsOf } from "toolpress/testing";
import { examples, runExample } from "./demo/run-example.js";
import { modelName } from "./demo/service.js";

// Runs all examples with the real service. The run costs a few thousand tokens.
const apiKey = process.env["GEMINI_API_KEY"] || undefined;
if (apiKey === undefined) {
  console.log("skipped: the live test needs GEMINI_API_KEY");
} else {
  console.log(`live test with ${modelName}`);
  const failures: string[] = [];
  for (const name of Object.keys(examples)) {
    const { contents, status } = await runExample(name, (text) => process.stdout.write(text), { apiKey });
    const finished = status === "done" || status === "stopped";
    const called = callsOf(contents).length > 0;
    if (!finished || !called)
      failures.push(`${name}: status "${status}", ${called ? "with" : "without"} calls`);
    assertReplayable(contents, { model: modelName });
  }
  console.log(failures.length === 0 ? "\nlive test passed" : `\nlive test failed:\n${failures.join("\n")}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
