import { createRequire } from "node:module";
import type Handlebars from "handlebars";

/** Loaded when the first file is rendered: a run that changes nothing needs no templates. */
export function handlebars(): typeof Handlebars {
  return createRequire(import.meta.url)("handlebars") as typeof Handlebars;
}
