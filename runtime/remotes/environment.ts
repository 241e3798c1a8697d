/** What a worker process gets of the environment. */
export interface EnvironmentOptions {
  /** Names of variables of this process that the worker gets beside the usual ones, such as `["DATABASE_URL"]`. */
  readonly inheritEnv?: readonly string[];
  /** Variables with their values. `process.env` passes all variables. */
  readonly env?: NodeJS.ProcessEnv;
}

/** What programs need to find themselves, their files and their language. Proxies are left out: their addresses may hold passwords. */
const usual = new Set(
  [
    "HOME LANG LANGUAGE LOGNAME PATH SHELL TERM TMPDIR TZ USER",
    "LD_LIBRARY_PATH DYLD_LIBRARY_PATH SSL_CERT_DIR SSL_CERT_FILE",
    "PYTHONHOME PYTHONIOENCODING PYTHONPATH PYTHONUTF8 VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT PYENV_VERSION",
    // Windows, where names have no case.
    "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME",
    "USERPROFILE WINDIR",
  ].flatMap((line) => line.split(" ")),
);

/** A short list, not everything: this process may hold keys that are no business of the code that a worker runs. */
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
