import { execFileSync } from "node:child_process";

/** Whether there is a `python3`; says so where there is none. */
export function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    console.log("python3 is not installed: the tests of Python tools are skipped");
    return false;
  }
}
