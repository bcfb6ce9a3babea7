// Manuals: five texts with the questions that people would ask about each paragraph, written beneath it. The authors
// wrote the questions before any search, in words of their own.

import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface Manual {
  readonly language: string;
  /** Text in Markdown. */
  readonly text: string;
  /** Questions, each with the paragraph that answers it. */
  readonly questions: readonly { readonly words: string; readonly paragraph: string }[];
}

const folder = join(import.meta.dir, "manuals");
const german = new Set(["stadtwerke.md"]);

export async function manuals(): Promise<readonly Manual[]> {
  const names = readdirSync(folder).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const lines = (await Bun.file(join(folder, name)).text()).split("\n");
      const questions: { words: string; paragraph: string }[] = [];
      let paragraph = "";
      for (const line of lines) {
        if (line.startsWith("? ")) questions.push({ words: line.slice(2), paragraph });
        else if (line !== "" && !line.startsWith("#")) paragraph = line;
      }
      const text = lines.filter((line) => !line.startsWith("? ")).join("\n");
      return { language: german.has(name) ? "de" : "en", text, questions };
    }),
  );
}
