import { execFileSync } from "node:child_process";

/** Whether `python3` is installed. Prints a message if it is not. */
export function hasPython(): boolean {
  return succeeds("python3", ["--version"]) || skipped("python3 is not installed: the tests of Python tools");
}

/**
 * Returns a Python that has this major version of Pydantic: the usual one or that of the system. If there is
 * none, prints a message and returns undefined.
 */
export function pythonWithPydantic(major: 1 | 2): string | undefined {
  return ["python3", "/usr/bin/python3"].find((python) => pydanticOf(python)?.startsWith(`${major}.`));
}

export function pydanticOf(python: string): string | undefined {
  try {
    const query = "import pydantic; print(pydantic.VERSION)";
    return execFileSync(python, ["-c", query], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

/** Prints only once that tests are skipped. */
export function skipped(what: string): false {
  console.log(`${what} are skipped`);
  return false;
}

/** Whether a Python can import all of these modules. */
export function pythonWithModules(...modules: string[]): string | undefined {
  return ["python3", "/usr/bin/python3"].find((python) =>
    succeeds(python, ["-c", `import ${modules.join(", ")}`]),
  );
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
