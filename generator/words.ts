/** Words at underscores, dashes and case changes: `getHTTPStatus_v2` → get HTTP Status v2. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}

/** A name without accents: `résumé` → resume. What ASCII has no letter for stays. */
export function withoutAccents(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}+/gu, "");
}

/** Whether a name of ASCII cannot say it: `天气`, `straße`. */
export function losesLetters(name: string): boolean {
  return /(?![\x00-\x7f])[\p{L}\p{N}]/u.test(withoutAccents(name));
}

/** A legal folder name made of any name: `Home Lights.v2` → home-lights-v2. */
export function folderName(name: string): string {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  const joined = words.join("-");
  return joined === "" ? "tools" : /^[0-9]/.test(joined) ? `tools-${joined}` : joined;
}

export const legalSetName = /^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/;

/** The name of a set whose document gives none: `specs/weather.tools.yaml` → weather, `specs/pet shop.json` → pet-shop. */
export function setNameOf(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const stem = file.replace(/(\.(tools|openapi|swagger|mcp))?\.(ya?ml|json|[cm]?[jt]s)$/i, "");
  return legalSetName.test(stem) ? stem : folderName(stem);
}
