import type { Parameters } from "../diagnostics/catalogue/index.js";
import type { At, Code, Details, Report } from "../diagnostics/report.js";
import { nearest } from "../base/nearest.js";
import { type Origin, within } from "../base/origin.js";
import { own } from "./node.js";

/** Every setting that some dialect reads; `from` names the dialect. */
export const settingNames = [
  "from",
  "remote",
  "signatures",
  "include",
  "exclude",
  "all",
  "split",
  "overlays",
  "rename",
  "bind",
  "cookies",
  "prune",
  "approval",
  "pages",
  "origin",
] as const;

export type SettingName = (typeof settingNames)[number];

/** What is said about a spec outside of it. */
export interface GivenSettings {
  /** The spec's entry in the config. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Where that entry stands. */
  readonly settingsOrigin?: Origin | undefined;
  /** What flags say in the words of the config; they count first. A flag is said to all specs of a run. */
  readonly flags?: Readonly<Record<string, unknown>> | undefined;
}

type Path = readonly (string | number)[];

/** The settings of one spec; each dialect checks the values that it reads. */
export interface Settings {
  get(name: string): unknown;
  /** Reports a problem where the config has it; what a flag says has no place. */
  add<C extends Code>(
    code: C,
    at: Path | { readonly key: Path },
    parameters: Parameters<C>,
    details?: Details,
  ): void;
  /** There is an error in them, or in a file that they name: they do not say what was meant, so nothing is made by them. */
  readonly refused: boolean;
  refuse(): void;
  /** Settings that a dialect does not read are errors; flags are not, since they are said to other specs as well. */
  allowOnly(names: readonly string[], dialect: string): void;
}

export function openSettings(given: GivenSettings, report: Report): Settings {
  const { settings = {}, settingsOrigin, flags = {} } = given;
  let refused = false;
  const locate = (path: Path): Origin | undefined =>
    settingsOrigin === undefined || own(flags, String(path[0])) !== undefined
      ? undefined
      : within(settingsOrigin, ...path);
  const placeOf = (at: Path | { readonly key: Path }): At => {
    if (!("key" in at)) return locate(at);
    const key = locate(at.key);
    return key && { key };
  };
  return {
    get: (name) => own(flags, name) ?? own(settings, name),
    add(code, at, parameters, details) {
      const errors = report.errorCount;
      report.add(code, placeOf(at), parameters, details);
      refused ||= report.errorCount > errors;
    },
    get refused() {
      return refused;
    },
    refuse() {
      refused = true;
    },
    allowOnly(names, dialect) {
      const known = [...names, "from"];
      for (const setting of Object.keys(settings)) {
        if (known.includes(setting)) continue;
        const near = nearest(setting, known);
        const meant = near === undefined ? "" : `Did you mean ${JSON.stringify(near)}? `;
        const help = `${meant}Settings that it has: ${known.join(", ")}.`;
        this.add("TP718", { key: [setting] }, { dialect, setting }, { help });
      }
    },
  };
}
