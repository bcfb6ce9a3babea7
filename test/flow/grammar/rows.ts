// Rows of the languages: readings of a whole phrase by rules (`phrases`), and the value of each word of a class
// (`words`). They are stored in `rows/`, so that a changed form, word or meaning shows as a changed line; `bun run
// bench phrases --pin` rewrites them.

import { join } from "node:path";
import { parse, type Reading } from "../../../src/flow/grammar/chart.ts";
import type { Language } from "../../../src/flow/grammar/language.ts";
import type { Rule } from "../../../src/flow/grammar/rules.ts";
import { tokenise } from "../../../src/flow/grammar/tokens.ts";

const folder = join(import.meta.dir, "rows");
const parting = " => ";

/** Readings of the chart without a rule. */
const shapes = new Set(["figures", "letter", "letters", "word"]);

/** Words of forms in written spelling: "it's", "12:30". */
export const joined = (said: string): string =>
  said
    .replaceAll(/ (?='|n't)/g, "")
    .replaceAll(/(?<=\d) ([.:/,-]) (?=\d)/g, "$1")
    .replaceAll(/(?<=\d) \.(?= |$)/g, ".");

const written = (value: unknown): string => JSON.stringify(value).replaceAll('"', "");

/** All readings from the first word to the last. */
function wholeReadings(said: string, language: Language): readonly Reading[] {
  const { tokens } = tokenise(said, language);
  return (parse(tokens, language.grammar)[0] ?? []).filter(({ end }) => end === tokens.length);
}

/** `day {k:off,n:1}; vague true` */
export const readIn = (said: string, language: Language): string =>
  wholeReadings(said, language)
    .filter(({ type }) => type !== "word")
    .map(({ type, value }) => `${type} ${written(value)}`)
    .sort()
    .join("; ");

export const isReadBy = ({ type, form }: Rule, said: string, language: Language): boolean =>
  wholeReadings(joined(said), language).some((reading) => reading.type === type && reading.form === form);

/** Whether a rule has one plain wording and one value. */
const isWord = ({ form, value }: Rule): boolean => value?.length === 0 && !/[{[(|]/.test(form);
/**
 * Whether the rule's slots can be filled. Frames of sentences that are only spoken have others, and so have common
 * forms of words that a language lacks.
 */
const isHeard = ({ form }: Rule, language: Language): boolean =>
  Array.from(form.matchAll(/\{(\w+)\}/g)).every(
    ([, type = ""]) => shapes.has(type) || language.grammar.byType.has(type),
  );

const wordsIn = (language: Language): readonly Rule[] => language.grammar.rules.filter(isWord);

/** Whether a word can stand alone; those of `said_…` are only spoken. */
const isWhole = ({ type, form }: Rule): boolean => !form.startsWith("'") && !type.startsWith("said_");

/** Words whose reading is not their value. */
export const lostWords = (language: Language): readonly Rule[] =>
  wordsIn(language).filter((rule) => isWhole(rule) && !isReadBy(rule, rule.form, language));

const formsIn = (language: Language): readonly Rule[] =>
  language.grammar.rules.filter((rule) => !isWord(rule) && isHeard(rule, language));

/** `weekday 1: monday / mon` */
export function wordRows(language: Language): readonly string[] {
  return [...Map.groupBy(wordsIn(language), ({ type, value }) => `${type} ${written(value?.())}`)].map(
    ([meaning, own]) => `${meaning}: ${own.map(({ form }) => form).join(" / ")}`,
  );
}

const linesOf = async (name: string): Promise<readonly string[]> =>
  (await Bun.file(join(folder, name)).text()).trim().split("\n");

export const keptWordRows = (language: Language): Promise<readonly string[]> =>
  linesOf(`${language.code}-words.txt`);

/** Phrase with its readings. */
export const keptRows = async (
  language: Language,
): Promise<readonly (readonly [said: string, read: string])[]> =>
  (await linesOf(`${language.code}-forms.txt`)).map((line) => {
    const [said = "", read = ""] = line.split(parting);
    return [said, read] as const;
  });

/** Stored phrases with their present readings, and `more` phrases. */
export async function recordRows(language: Language, more: readonly string[]): Promise<void> {
  const kept = (await keptRows(language)).map(([said]) => said);
  const rows = [...new Set([...kept, ...more])].map((said) => `${said}${parting}${readIn(said, language)}`);
  await Bun.write(join(folder, `${language.code}-forms.txt`), `${rows.join("\n")}\n`);
  await Bun.write(join(folder, `${language.code}-words.txt`), `${wordRows(language).join("\n")}\n`);
}

/** Forms that read no stored phrase, except those that are only spoken. */
export async function unreadForms(language: Language): Promise<readonly Rule[]> {
  const rows = await keptRows(language);
  const read = new Set(
    rows.flatMap(([said]) => wholeReadings(said, language).map(({ type, form = "" }) => `${type}: ${form}`)),
  );
  return formsIn(language).filter(
    ({ type, form, say }) => say === undefined && !read.has(`${type}: ${form}`),
  );
}
