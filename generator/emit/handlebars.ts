import { createRequire } from "node:module";
import type Handlebars from "handlebars";

/** Loads Handlebars when the first template is rendered, because a run that changes nothing needs no templates. */
export function handlebars(): typeof Handlebars {
  return createRequire(import.meta.url)("handlebars") as typeof Handlebars;
}
