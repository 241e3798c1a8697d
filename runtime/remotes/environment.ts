/** Options for the environment of a worker process. */
export interface EnvironmentOptions {
  /** Names of variables of this process that the worker gets beside the usual ones, such as `["DATABASE_URL"]`. */
  readonly inheritEnv?: readonly string[];
  /** Variables with their values. `process.env` passes all variables. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Variables with which programs find their files and language. Proxies are excluded, because their addresses may
 * contain passwords.
 */
const defaultNames = new Set(
  [
    "HOME LANG LANGUAGE LOGNAME PATH SHELL TERM TMPDIR TZ USER",
    "LD_LIBRARY_PATH DYLD_LIBRARY_PATH SSL_CERT_DIR SSL_CERT_FILE",
    "PYTHONHOME PYTHONIOENCODING PYTHONPATH PYTHONUTF8 VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT PYENV_VERSION",
    // On Windows, names ignore case.
    "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME",
    "USERPROFILE WINDIR",
  ].flatMap((line) => line.split(" ")),
);

/** An allowlist: this process may hold keys that the worker's code must not read. */
export function workerEnvironment(
  { inheritEnv = [], env = {} }: EnvironmentOptions,
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return {
    ...pickVariables((name) => defaultNames.has(name) || name.startsWith("LC_"), environment),
    ...variablesNamed(inheritEnv, environment),
    ...env,
  };
}

/** The variables with these names. */
export function variablesNamed(
  names: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const wanted = new Set(names.map(normalisedName));
  return pickVariables((name) => wanted.has(name), environment);
}

function pickVariables(
  isWanted: (name: string) => boolean,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isWanted(normalisedName(name))));
}

function normalisedName(name: string): string {
  return process.platform === "win32" ? name.toUpperCase() : name;
}
