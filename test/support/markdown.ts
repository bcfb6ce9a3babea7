// Markdown: its tables, read by their cells so that differently lined up ones compare equal, and its code blocks.

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

/** The first fenced block in this language that holds these words; empty when there is none. */
export function blockOf(markdown: string, language: string, holds = ""): string {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  return blocks.find(([, name, text]) => name === language && text!.includes(holds))?.[2] ?? "";
}
