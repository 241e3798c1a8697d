/** Options for the environment of a worker process. */
export interface EnvironmentOptions {
  /**
   * Names of further variables of this process that the worker gets, such as `["DATABASE_URL"]`. The worker
   * always gets variables such as `PATH` and `HOME`.
   */
  readonly inheritEnv?: readonly string[];
  /** Further variables with their values. `env: process.env` passes all variables of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Variables from which programs find their files and their language. Proxies are not in the list, because
 * their addresses may contain passwords.
 */
const defaultNames = new Set(
  [
    "HOME LANG LANGUAGE LOGNAME PATH SHELL TERM TMPDIR TZ USER",
    "LD_LIBRARY_PATH DYLD_LIBRARY_PATH SSL_CERT_DIR SSL_CERT_FILE",
    "PYTHONHOME PYTHONIOENCODING PYTHONPATH PYTHONUTF8 VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT PYENV_VERSION",
    // Variables of Windows, in upper case: on Windows, `normalisedName` converts each name to upper case.
    "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME",
    "USERPROFILE WINDIR",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Returns the environment of a worker. Only listed variables are passed, because this process may have keys
 * that the code of the worker must not read.
 */
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

/** Returns the variables with these names. */
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
