export type Paint = (text: string) => string;

export interface Palette {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly green: Paint;
  readonly cyan: Paint;
}

const escape = String.fromCharCode(27);
const paint =
  (open: number, close: number): Paint =>
  (text) =>
    `${escape}[${open}m${text}${escape}[${close}m`;

export const coloured: Palette = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  yellow: paint(33, 39),
  green: paint(32, 39),
  cyan: paint(36, 39),
};

const asItIs: Paint = (text) => text;

export const plain: Palette = {
  bold: asItIs,
  dim: asItIs,
  red: asItIs,
  yellow: asItIs,
  green: asItIs,
  cyan: asItIs,
};

/**
 * Returns the colours for a stream. Colours are used only in terminals, and only if the user did not disable them (see
 * no-color.org).
 */
export function paletteFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Palette {
  const isDisabled = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return stream.isTTY === true && !isDisabled ? coloured : plain;
}
