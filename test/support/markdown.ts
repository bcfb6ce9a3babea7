// Markdown tables: read by their cells, so that tables which are lined up differently compare equal.

/** Each row's cells; the row of dashes is left out. Lines that are no rows are skipped. */
export function rowsOf(markdown: string): readonly (readonly string[])[] {
  return markdown
    .split("\n")
    .filter((line) => /^\|.*\|$/.test(line) && !/^[|\s:-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim()),
    );
}
