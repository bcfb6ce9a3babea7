// Pinned phrases: the smallest part of the corpus that reaches every rule, word and branch of understanding that the
// whole corpus reaches, each with its present meaning. A changed meaning shows as one line of a diff; the rates say
// whether it is right. `bun run bench phrases --record` rewrites them.

import { join } from "node:path";
import type { Understood } from "../../src/flow/engine/understand/understanding.ts";
import type { Decision } from "../../src/flow/grammar/decide.ts";
import type { Value } from "../../src/flow/value/value.ts";
import type { Phrase, Situation } from "./corpus.ts";
import { effectOf, inShort } from "./judge.ts";

/** A phrase and its reading: `day=2026-11-21 by day: tomorrow`. */
export interface PinnedPhrase {
  readonly phrase: Phrase;
  readonly meaning: string;
}

const folder = join(import.meta.dir, "pinned");
const parting = " => ";

/** Meaning of a phrase, and the forms of the grammar that read its values. */
export function told(understood: Understood, decisions: readonly Decision[]): string {
  const forms = decisions.flatMap(({ name, form }) => (form === undefined ? [] : [`${name}: ${form}`]));
  return `${meaningOf(understood)}${forms.length === 0 ? "" : ` by ${forms.join("; ")}`}`;
}

const plainly = (value: Value): string => (typeof value === "string" ? value : JSON.stringify(value));

function meaningOf(understood: Understood): string {
  const effect = inShort(effectOf(understood));
  switch (understood.type) {
    case "alternatives":
      return `${understood.name} one of ${understood.values.map(String).join(", ")}, ${effect}`;
    case "invalid":
      return `${understood.name} outside: ${plainly(understood.value)}, ${effect}`;
    case "part":
      return `${understood.name} in ${understood.value}`;
    case "more":
      return `more ${understood.name}`;
    case "correction":
    case "confirmed":
    case "handler":
      return `${understood.type} ${effect}`;
    default:
      return effect;
  }
}

export async function readPinned(language: string): Promise<readonly PinnedPhrase[]> {
  const lines = (await Bun.file(join(folder, `${language}.txt`)).text()).split("\n");
  const pinned: PinnedPhrase[] = [];
  let situation: Situation = {};
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("@ ")) situation = JSON.parse(line.slice(2)) as Situation;
    else if (line !== "" && !line.startsWith("#")) {
      const [said = "", meaning = ""] = line.split(parting);
      const where = `pinned/${language}.txt:${at + 1}`;
      pinned.push({ phrase: { where, language, situation, said, meanings: [] }, meaning });
    }
  }
  return pinned;
}

/** Writes the phrases: grouped by situation, and situations in the order of the corpus. */
export async function recordPinned(language: string, pinned: readonly PinnedPhrase[]): Promise<void> {
  const groups = Map.groupBy(pinned, ({ phrase }) => JSON.stringify(phrase.situation));
  const lines = [...groups].flatMap(([situation, own]) => [
    `@ ${situation}`,
    ...own.map(({ phrase, meaning }) => `${phrase.said}${parting}${meaning}`),
  ]);
  await Bun.write(join(folder, `${language}.txt`), `${lines.join("\n")}\n`);
}
