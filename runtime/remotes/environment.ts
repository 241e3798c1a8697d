/** Options for the environment of a worker process. */
export interface EnvironmentOptions {
  /** Variables of this process that the worker inherits besides the default ones, such as `["DATABASE_URL"]`. */
  readonly inheritEnv?: readonly string[];
  /** Variables with their own values. Pass `process.env` to give the worker everything. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Variables with which programs find their files and language. Proxies are excluded, because their addresses may
 * contain passwords.
 */
const usual = new Set(
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
  from: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return {
    ...inherited((name) => usual.has(name) || name.startsWith("LC_"), from),
    ...named(inheritEnv, from),
    ...env,
  };
}

/** The variables with these names. */
export function named(names: readonly string[], from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const wanted = new Set(names.map(folded));
  return inherited((name) => wanted.has(name), from);
}

function inherited(wants: (name: string) => boolean, from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(from).filter(([name]) => wants(folded(name))));
}

function folded(name: string): string {
  return process.platform === "win32" ? name.toUpperCase() : name;
}
