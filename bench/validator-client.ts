import { measure, type Contestant } from "./measure.js";
import { cases } from "./validator-cases.js";
import { contestantsOf, isAccepted } from "./validator-contestants.js";

// Measures one case in its own process: `validator-client <case> valid|invalid` prints the time of each contestant as
// JSON.

const [name, kind] = process.argv.slice(2) as [string, "valid" | "invalid"];
const one = cases.find((known) => known.name === name)!;
// The values are parsed from JSON, like the values of a request. There are several values, so that the engine cannot
// optimise for a single value.
const values = Array.from({ length: 8 }, (): unknown => JSON.parse(JSON.stringify(one[kind])));
const contestants = contestantsOf(one).map((validator): Contestant => {
  if (isAccepted(validator.validate(values[0])) !== (kind === "valid"))
    throw new Error(`${validator.name} misjudges ${name} ${kind}`);
  let turn = 0;
  return { name: validator.name, run: () => validator.validate(values[(turn = (turn + 1) & 7)]) };
});
console.log(JSON.stringify(measure(contestants)));
