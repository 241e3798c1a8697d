/** Words at underscores, dashes and case changes: `getHTTPStatus_v2` → get HTTP Status v2. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}

/** A legal folder name made of any name: `Home Lights.v2` → home-lights-v2. */
export function folderName(name: string): string {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  const joined = words.join("-");
  return joined === "" ? "tools" : /^[0-9]/.test(joined) ? `tools-${joined}` : joined;
}

/** The name of a set whose document gives none: `specs/weather.tools.yaml` → weather. */
export function setNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/(\.(tools|openapi|mcp))?\.(ya?ml|json)$/i, "");
}
