// Markdown: its tables, read by their cells so that alignment does not matter, and its code blocks.

import { join } from "node:path";

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

/** The first fenced block in this language that contains these words; empty without one. */
export function blockOf(markdown: string, language: string, holds = ""): string {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  return blocks.find(([, name, text]) => name === language && text!.includes(holds))?.[2] ?? "";
}

const top = join(import.meta.dir, "../..");
const guides = [...new Bun.Glob("src/manual/guides/*.md").scanSync(top)].sort();

/** The README. */
export const readme = await Bun.file(join(top, "README.md")).text();

/** The README and the guides as one text, whose commands and settings the suites run unchanged. */
export const documentation = [
  readme,
  ...(await Promise.all(guides.map((path) => Bun.file(join(top, path)).text()))),
].join("\n");
