import type { Parameters } from "../diagnostics/catalogue/index.js";
import type { At, Code, Details, Report } from "../diagnostics/report.js";
import { nearest } from "../base/nearest.js";
import { type Origin, within } from "../base/origin.js";
import { own } from "./node.js";

/** Every setting that some dialect reads. `from` names the dialect. */
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
  "search",
] as const;

export type SettingName = (typeof settingNames)[number];

/** Values for a spec from outside of it. */
export interface GivenSettings {
  /** The spec's entry in the config. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** The location of that entry. */
  readonly settingsOrigin?: Origin | undefined;
  /** Values of flags, under the names of the config. They have precedence. A flag applies to all specs of a run. */
  readonly flags?: Readonly<Record<string, unknown>> | undefined;
}

type Path = readonly (string | number)[];

/** The settings of one spec. Each dialect checks the values that it reads. */
export interface Settings {
  get(name: string): unknown;
  /** Reports a problem at its location in the config. A value of a flag has no location. */
  add<C extends Code>(
    code: C,
    at: Path | { readonly key: Path },
    parameters: Parameters<C>,
    details?: Details,
  ): void;
  /**
   * True if there is an error in the settings, or in a file that they name. Their meaning is then unknown, so no
   * tools are made with them.
   */
  readonly refused: boolean;
  refuse(): void;
  /**
   * Reports settings that a dialect does not read as errors. Flags are not reported, because they also apply to other
   * specs.
   */
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
      const known = [...names, "from", "search"];
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
