// Long lists of words, written to be read.

/** One list a line, its entries separated by commas. */
export const list = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(", "));
