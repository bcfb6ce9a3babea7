// Phrasebook of natural phrases: what people say in a situation, what they mean by it, and how near understanding comes.

import { join } from "node:path";
import { english } from "../../../../src/flow/locale/en/pack.ts";
import { german } from "../../../../src/flow/locale/de/pack.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import type {
  Correctable,
  Filled,
  Understood,
} from "../../../../src/flow/engine/understand/understanding.ts";
import { inShort, point } from "./dialogue.ts";
import { situations } from "./phrasebook-situations.ts";

/** A line of a file: `meaning or meaning: phrase / phrase`; a phrase that is asked again although it should not is marked `?`. */
export interface Phrase {
  readonly where: string;
  readonly situation: string;
  readonly said: string;
  /** As `inShort` writes them; `ask`: nothing may be stored. */
  readonly meanings: readonly string[];
  /** `~`: written to be measured only, not to be worked on. */
  readonly isHeldBack: boolean;
  readonly isKnownToFail: boolean;
  /** Made to mislead: it is only asked for that nothing is stored. */
  readonly isHostile: boolean;
}

/** `askedAgain` and `readBackWrong` cost patience, `wrong` costs trust. */
export type Outcome = "right" | "readBack" | "askedAgain" | "readBackWrong" | "wrong";

const packs = { en: english, de: german };

export async function readPhrasebook(language: keyof typeof packs): Promise<readonly Phrase[]> {
  const folder = join(import.meta.dir, "phrasebook", language);
  const files = [...new Bun.Glob("*.txt").scanSync(folder)].sort();
  const texts = await Promise.all(
    files.map(async (file) => [file, await Bun.file(join(folder, file)).text()] as const),
  );
  return texts.flatMap(([file, text]) => phrasesOf(file.replace(".txt", ""), text));
}

function phrasesOf(file: string, text: string): readonly Phrase[] {
  const phrases: Phrase[] = [];
  let situation = "";
  for (const [index, line] of text.split("\n").entries()) {
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("@ ")) {
      situation = line.slice(2);
      continue;
    }
    const parts = /^(~ )?(.*?): (.*)$/.exec(line);
    if (parts === null) throw new Error(`${file}:${index + 1}: no phrases: ${line}`);
    const [, held, meanings = "", said = ""] = parts;
    for (const each of said.split(" / ")) {
      const [phrase = "", ...others] = each.trim().split(" or ");
      const own = others.filter((other) => /^(ask$|[\w]+=|handler )/.test(other));
      phrases.push({
        where: `${file}:${index + 1}`,
        situation,
        said: [phrase, ...others.filter((other) => !own.includes(other))].join(" or ").replace(/^\? /, ""),
        meanings: [...meanings.split(" or "), ...own],
        isHeldBack: held !== undefined,
        isHostile: file === "hostile",
        isKnownToFail: phrase.startsWith("? "),
      });
    }
  }
  return phrases;
}

export function hear(phrase: Phrase, language: keyof typeof packs): Understood {
  const situation = situations[language][phrase.situation];
  if (situation === undefined) throw new Error(`${phrase.where}: no situation ${phrase.situation}`);
  const pack = packs[language];
  const handlers = [...pack.handlers].map(([name, phrases]) => ({ name, phrases, proposable: false }));
  return understand(phrase.said, point({ pack, handlers, ...situation }));
}

const listed = (values: readonly Filled[] | readonly Correctable[], meaning: string): boolean =>
  values.every(({ name, value }) =>
    meaning.split(" ").includes(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`),
  );

export function outcomeOf(understood: Understood, { meanings, situation }: Phrase): Outcome {
  const short = inShort(understood);
  const isReadBack = "decision" in understood && understood.decision === "confirm";
  // A correction of what is read back is a new value for it.
  const bare = short.replace(/^confirm /, "").replace(" & ", " ");
  if (situation.startsWith("confirm") && understood.type === "correction") {
    const meant = bare.replace("correct", "no").replace(/ \w+=\?$/, "");
    if (meanings.includes(meant)) return isReadBack ? "readBack" : "right";
  }
  if (meanings.includes(bare)) return isReadBack ? "readBack" : "right";
  const also = "also" in understood ? understood.also : [];
  const isTaken = (values: readonly Filled[]) =>
    values.length > 0 && !meanings.some((each) => listed(values, each));
  switch (understood.type) {
    case "more":
    case "part":
    case "unclear":
    case "alternatives":
    case "invalid":
      if (isTaken(also)) return "wrong";
      return meanings.includes("ask") ? "right" : "askedAgain";
    case "handler":
      if (understood.name === "goodbye") return "wrong";
      return meanings.includes("ask") ? "right" : "askedAgain";
    case "answer":
      if (!isTaken(understood.values)) return "askedAgain";
      return isReadBack ? "readBackWrong" : "wrong";
    case "confirmed":
      if (understood.values.length === 0 && !understood.yes) return "askedAgain";
      if (!understood.yes && !isTaken(understood.values)) return "askedAgain";
      return isReadBack ? "readBackWrong" : "wrong";
    case "correction": {
      const values = understood.changes.flatMap(({ name, value }) =>
        value === undefined ? [] : [{ name, value }],
      );
      if (!isTaken([...values, ...also])) return "askedAgain";
      return isReadBack ? "readBackWrong" : "wrong";
    }
  }
}

export const figuresOf = (outcomes: readonly Outcome[]): Readonly<Record<Outcome, number>> => {
  const figures = { right: 0, readBack: 0, askedAgain: 0, readBackWrong: 0, wrong: 0 };
  for (const each of outcomes) figures[each]++;
  return figures;
};
