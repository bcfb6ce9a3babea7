// Reads a corpus: utterances and what they must mean, one a line, under headers that say what is asked.

import { join } from "node:path";
import type { Value } from "../../../../src/flow/value/value.ts";
import type { LanguagePack } from "../../../../src/flow/locale/language-pack.ts";
import type {
  ListeningPoint,
  Understood,
  Wanted,
} from "../../../../src/flow/engine/understand/understanding.ts";

export interface Example {
  readonly file: string;
  readonly line: number;
  readonly utterance: string;
  readonly wanted: Wanted;
  readonly synonyms: readonly string[];
  /** As `told` writes it, or what it must not be. */
  readonly expected: string;
  readonly isForbidden: boolean;
}

/** All of a language: `boolean.txt`, `date.txt` … */
export async function readCorpus(language: string): Promise<readonly Example[]> {
  const folder = join(import.meta.dir, "corpus", language);
  const files = [...new Bun.Glob("*.txt").scanSync(folder)].sort();
  const texts = await Promise.all(
    files.map(async (file) => [file, await Bun.file(join(folder, file)).text()] as const),
  );
  return texts.flatMap(([file, text]) => examplesOf(file, text));
}

function examplesOf(file: string, text: string): readonly Example[] {
  const examples: Example[] = [];
  let wanted: Wanted | undefined;
  let synonyms: readonly string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("@ {")) {
      const end = line.lastIndexOf("}") + 1;
      wanted = JSON.parse(line.slice(2, end)) as Wanted;
      synonyms = line
        .slice(end)
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean);
      continue;
    }
    const parts = /^(.*?) (=>|=\/=) (.*)$/.exec(line);
    if (parts === null || wanted === undefined)
      throw new Error(`${file}:${index + 1}: not an example: ${line}`);
    const [, utterance = "", sign, expected = ""] = parts;
    examples.push({
      file,
      line: index + 1,
      utterance,
      wanted,
      synonyms,
      expected,
      isForbidden: sign === "=/=",
    });
  }
  return examples;
}

/** Friday, the 20th of November 2026, at noon; one variable asked, nothing else listening. */
export function hearingFor({ wanted, synonyms }: Example, pack: LanguagePack): ListeningPoint {
  return {
    pack,
    moment: { date: "2026-11-20", time: "12:00" },
    asked: { name: "v", wanted, synonyms },
    open: [],
    correctable: [],
    handlers: [],
    confidence: 1,
  };
}

/** `four`: taken, `?four`: read back first, `!four`: out of range, `a or b`: which of them, `-`: not understood, `part`: a period. */
export function told(understood: Understood): string {
  switch (understood.type) {
    case "answer":
      return `${understood.decision === "confirm" ? "?" : ""}${understood.values.map(({ value }) => written(value)).join(" + ")}`;
    case "alternatives":
      return understood.values.map(written).join(" or ");
    case "invalid":
      return `!${written(understood.value)}`;
    case "unclear":
      return "-";
    default:
      return understood.type;
  }
}

const written = (value: Value): string => (typeof value === "string" ? value : JSON.stringify(value));
