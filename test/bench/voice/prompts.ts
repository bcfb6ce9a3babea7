// Voice prompts: the sentences that the voice benchmark speaks and judges. They come from a given folder, or are our
// own, which are in no training text.

import { join } from "node:path";
import { numbersAloud } from "../../../src/speech/own-voice/numbers-aloud.ts";
import { writtenWords } from "../../../src/speech/own-voice/voice-tokens.ts";
import { spokenForm } from "../../../src/spoken/spoken-form.ts";

/**
 * A list is the file of its name, one sentence per line: sentences of calls, short ones, and spelled letters and codes.
 */
export const promptLists = ["sentences", "short", "spelled"] as const;
export type PromptList = (typeof promptLists)[number];

export interface Prompt {
  /** Text for the voice. */
  readonly spoken: string;
  /** The same with numbers in words, for judging recognisers. */
  readonly inWords: string;
}

export type Prompts = Readonly<Record<PromptList, readonly Prompt[]>>;

const ownFolder = join(import.meta.dir, "prompts");

/** `folder`: has sentences.txt and short.txt; a list that it lacks is our own. */
export async function readPrompts(folder: string | undefined): Promise<Prompts> {
  const lists = await Promise.all(
    promptLists.map(async (list) => {
      const given = Bun.file(join(folder ?? ownFolder, `${list}.txt`));
      const file = (await given.exists()) ? given : Bun.file(join(ownFolder, `${list}.txt`));
      const lines = (await file.text()).split("\n").filter((line) => line.trim() !== "");
      return [list, lines.map(promptOf)] as const;
    }),
  );
  return Object.fromEntries(lists) as unknown as Prompts;
}

function promptOf(line: string): Prompt {
  const spoken = spokenForm(line, { language: "en", speaks: ["en"] }).text;
  const words = writtenWords(spoken);
  const aloud = words.map((word, at) => numbersAloud(word, (words[at - 1] ?? "").toLowerCase()));
  return { spoken, inWords: aloud.join(" ") };
}
