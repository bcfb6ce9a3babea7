// Corpus of phrases: utterances at a question, and their meaning there. One corpus for the benchmark, for the gate of
// rates and for all other needs of sentences. A file has headers that say what is asked (`@ name` of situations.jsonl,
// or `@ {json}`), each followed by lines `meaning or meaning: phrase / phrase or a meaning of its own`. Meanings:
// `day=2026-11-21 at=20:00`, `yes`, `no day=2026-11-21`, `correct day=?` (cleared), `handler wait`, `ask` (nothing may
// be stored), `?n=4` beside it (may be read back), `never n=4` (anything but that).

import { join } from "node:path";
import type {
  AskedVariable,
  AskedConfirmation,
  Correctable,
  HeardList,
  ListeningPoint,
  PendingAlternatives,
} from "../../src/flow/engine/understand/understanding.ts";
import { acts } from "../../src/flow/locale/acts.ts";
import { packIn, spokenLanguages } from "../../src/flow/locale/languages.ts";

/** Question and known values at a phrase. */
export interface Situation {
  readonly name?: string;
  /** `2027-03-10T10:00`; else Friday, the 20th of November 2026, at noon. */
  readonly now?: string;
  readonly asked?: AskedVariable;
  readonly open?: readonly AskedVariable[];
  readonly correctable?: readonly Correctable[];
  readonly confirming?: AskedConfirmation;
  readonly alternatives?: PendingAlternatives;
  readonly lists?: readonly HeardList[];
}

export interface Phrase {
  readonly where: string;
  readonly language: string;
  readonly situation: Situation;
  readonly said: string;
  readonly meanings: readonly string[];
}

const ownMeaning = /^(?:ask$|never |handler |(?:yes|no|correct) \w+=|\w+=)/;

/** Phrases of one language, or of all spoken languages. */
export async function readPhrases(language?: string): Promise<readonly Phrase[]> {
  const languages = language === undefined ? spokenLanguages : [language];
  return (await Promise.all(languages.map(phrasesIn))).flat();
}

async function phrasesIn(language: string): Promise<readonly Phrase[]> {
  const folder = join(import.meta.dir, "corpus", language);
  const named = new Map<string, Situation>();
  for (const line of (await Bun.file(join(folder, "situations.jsonl")).text()).split("\n")) {
    if (line === "") continue;
    const situation = JSON.parse(line) as Situation;
    named.set(situation.name ?? "", situation);
  }
  const files = [...new Bun.Glob("*.txt").scanSync(folder)].sort();
  const texts = await Promise.all(files.map((file) => Bun.file(join(folder, file)).text()));
  return files.flatMap((file, at) => phrasesOf(texts[at] ?? "", { file, language, named }));
}

function phrasesOf(
  text: string,
  { file, language, named }: { file: string; language: string; named: ReadonlyMap<string, Situation> },
): readonly Phrase[] {
  const phrases: Phrase[] = [];
  let situation: Situation | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const where = `${language}/${file}:${index + 1}`;
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("@ ")) {
      situation = line.startsWith("@ {")
        ? (JSON.parse(line.slice(2)) as Situation)
        : named.get(line.slice(2));
      if (situation === undefined) throw new Error(`${where}: no situation ${line.slice(2)}`);
      continue;
    }
    const [, meant = "", said] = /^(.*?): (.*)$/.exec(line) ?? [];
    if (said === undefined || situation === undefined) throw new Error(`${where}: no phrases: ${line}`);
    for (const each of said.split(" / ")) {
      const [first = "", ...others] = each.trim().split(" or ");
      const own = others.filter((other) => ownMeaning.test(other));
      phrases.push({
        where,
        language,
        situation,
        said: [first, ...others.filter((other) => !own.includes(other))].join(" or "),
        meanings: [...meant.split(" or "), ...own],
      });
    }
  }
  return phrases;
}

/** `date`, `date+` with more asked than one, `read-back`, `correction` or `list`. */
export function typeOf({ asked, open = [], correctable = [], confirming, lists = [] }: Situation): string {
  if (lists.length > 0) return "list";
  if (confirming !== undefined) return "read-back";
  if (correctable.length > 0) return "correction";
  return `${asked?.wanted.kind ?? "none"}${open.some(({ isAhead }) => isAhead !== true) ? "+" : ""}`;
}

export function pointOf({ language, situation }: Phrase): ListeningPoint {
  const pack = packIn(language);
  if (pack === undefined) throw new Error(`No language ${language}`);
  const { name: _, now = "2026-11-20T12:00", ...given } = situation;
  const [date = "", time = ""] = now.split("T");
  const handlers = [...pack.handlers, ...acts.map(({ name }) => [name, []] as const)].map(
    ([name, phrases]) => ({ name, phrases, proposable: false }),
  );
  return { pack, moment: { date, time }, open: [], correctable: [], handlers, confidence: 1, ...given };
}
