import type { CatalogueCode, Parameters } from "../diagnostics/catalogue/index.js";
import type { At, Details, Report } from "../diagnostics/report.js";
import { nearest } from "../base/nearest.js";
import { type Origin, within } from "../base/origin.js";
import { own } from "./node.js";

/** The settings that only OpenAPI documents have. */
export const openApiSettingNames = [
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

/** The setting `from`, which names the dialect, and every setting that at least one dialect reads. */
export const settingNames = ["from", "remote", "signatures", ...openApiSettingNames] as const;

export type SettingName = (typeof settingNames)[number];

/** Settings of a spec that come from outside the spec. */
export interface GivenSettings {
  /** The settings of the spec in the config. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** The location of `settings` in the config. */
  readonly settingsOrigin?: Origin | undefined;
  /**
   * The values of flags, under the names that the config uses. A flag overrides the config, and applies to
   * all specs of a run.
   */
  readonly flags?: Readonly<Record<string, unknown>> | undefined;
}

type Path = readonly (string | number)[];

/** The settings of one spec. Each dialect checks the settings that it reads. */
export interface Settings {
  get(name: string): unknown;
  /**
   * Reports a problem at the location of the setting in the config. If a flag sets the value, the problem has
   * no location.
   */
  add<C extends CatalogueCode>(
    code: C,
    at: Path | { readonly key: Path },
    parameters: Parameters<C>,
    details?: Details,
  ): void;
  /**
   * True if the settings, or a file that they name, have an error. The meaning of the settings is then
   * unknown, so no tools are made.
   */
  readonly refused: boolean;
  refuse(): void;
  /**
   * Reports every setting in the config that the dialect does not read. Flags are not reported, because they
   * apply to all specs.
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
  const locationOf = (at: Path | { readonly key: Path }): At => {
    if (!("key" in at)) return locate(at);
    const key = locate(at.key);
    return key && { key };
  };
  return {
    get: (name) => own(flags, name) ?? own(settings, name),
    add(code, at, parameters, details) {
      const errors = report.errorCount;
      report.add(code, locationOf(at), parameters, details);
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
        const suggestion = near === undefined ? "" : `Did you mean ${JSON.stringify(near)}? `;
        const help = `${suggestion}Settings that it has: ${known.join(", ")}.`;
        this.add("TP718", { key: [setting] }, { dialect, setting }, { help });
      }
    },
  };
}
