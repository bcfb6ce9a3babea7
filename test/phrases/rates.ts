// Rates of the corpus by language and type: how many answers are right at once, and how many sentences that answer
// nothing are stored. `rates.jsonl` keeps the last recorded ones.

import { join } from "node:path";
import { isNoAnswer, type Outcome } from "./judge.ts";
import { type Phrase, typeOf } from "./corpus.ts";

/** Counts of phrases. Sentences that answer nothing are counted apart: `stored` and `readBack` should be 0. */
export interface Rate {
  readonly answers: Readonly<Record<Outcome, number>>;
  readonly others: { readonly right: number; readonly readBack: number; readonly stored: number };
}

export type Rates = Readonly<Record<string, Rate>>;
const ratesFile = join(import.meta.dir, "rates.jsonl");

export const sizeOf = (counts: object): number =>
  Object.values(counts as Record<string, number>).reduce((sum, each) => sum + each, 0);

/** The part of the corpus that a short run judges; each language has its own line of rates for it. */
const SAMPLE_STEP = 12;
const sampleName = " sample";

export const isSampled = (_: Phrase, at: number): boolean => at % SAMPLE_STEP === 0;

/** Rates of the sample, under their own names. */
export const sampled = (rates: Rates): Rates =>
  Object.fromEntries(
    Object.entries(rates).flatMap(([name, rate]) =>
      name.includes(" ") ? [] : [[`${name}${sampleName}`, rate] as const],
    ),
  );

/** Rates by `en`, by `en date` …: all judged phrases of a language together, and each type. */
export function ratesOf(judged: readonly { readonly phrase: Phrase; readonly outcome: Outcome }[]): Rates {
  const rates: Record<string, Rate> = {};
  const groups = Map.groupBy(judged, ({ phrase }) => `${phrase.language} ${typeOf(phrase.situation)}`);
  const languages = Map.groupBy(judged, ({ phrase }) => phrase.language);
  for (const [name, own] of [...languages, ...[...groups].sort(([a], [b]) => a.localeCompare(b))])
    rates[name] = rateOf(own);
  return rates;
}

function rateOf(judged: readonly { readonly phrase: Phrase; readonly outcome: Outcome }[]): Rate {
  const answers = { right: 0, readBack: 0, asked: 0, wrongReadBack: 0, wrong: 0 };
  const others = { right: 0, readBack: 0, stored: 0 };
  for (const { phrase, outcome } of judged) {
    if (!isNoAnswer(phrase)) answers[outcome]++;
    else if (outcome === "wrong") others.stored++;
    else if (outcome === "wrongReadBack") others.readBack++;
    else others.right++;
  }
  return { answers, others };
}

/** Shares in percent, by the title of their column. */
const columns: Readonly<Record<string, (rate: Rate) => number>> = {
  "at once": ({ answers }) => percent(answers.right, answers),
  "read back": ({ answers }) => percent(answers.readBack, answers),
  asked: ({ answers }) => percent(answers.asked, answers),
  "wrong rb": ({ answers }) => percent(answers.wrongReadBack, answers),
  silent: ({ answers }) => percent(answers.wrong, answers),
  stored: ({ others }) => percent(others.stored, others),
  "rb none": ({ others }) => percent(others.readBack, others),
};

const percent = (part: number, counts: object): number => {
  const all = sizeOf(counts);
  return all === 0 ? 0 : (100 * part) / all;
};

/** Rows for each language and type, with the changes since `before`. */
export function table(rates: Rates, before: Rates): readonly string[] {
  const names = Object.keys(columns).map((name) => name.padStart(13));
  const lines = [`${"".padEnd(17)}${"answers".padStart(8)}${"others".padStart(8)}${names.join("")}`];
  for (const [name, rate] of Object.entries(rates)) {
    const old = before[name];
    const cells = Object.values(columns).map((column) => {
      const change = old === undefined ? 0 : column(rate) - column(old);
      const told = Math.abs(change) < 0.05 ? "" : ` ${change > 0 ? "+" : ""}${change.toFixed(1)}`;
      return `${column(rate).toFixed(1)}${told.padEnd(6)}`.padStart(13);
    });
    const sizes = [rate.answers, rate.others].map((counts) => String(sizeOf(counts)).padStart(8));
    lines.push(`${name.padEnd(17)}${sizes.join("")}${cells.join("")}`);
  }
  return lines;
}

/** Below this number of answers a single phrase would decide. */
const ANSWERS_MIN = 200;

/** Points by which a rate may fall behind the recorded one: the room that one phrase of a change needs. */
const allowed = { understood: 0.3, wrong: 0.05 };

/** Sentences about rates that fell below the recorded ones, language by language. */
export function worseThan(rates: Rates, before: Rates, isLong = true): readonly string[] {
  return Object.entries(before)
    .filter(([name]) => (isLong ? !name.includes(" ") : name.endsWith(sampleName)))
    .flatMap(([name, old]) => {
      const rate = rates[name];
      if (rate === undefined) return [`${name} is no longer measured`];
      if (sizeOf(old.answers) < ANSWERS_MIN) return [];
      return Object.entries(measures).flatMap(([what, { share, isGood }]) => {
        const change = share(rate) - share(old);
        const isWorse = isGood ? change < -allowed.understood : change > allowed.wrong;
        return isWorse ? [`${name}: ${what} ${share(old).toFixed(2)} → ${share(rate).toFixed(2)} %`] : [];
      });
    });
}

const measures: Readonly<
  Record<string, { readonly share: (rate: Rate) => number; readonly isGood: boolean }>
> = {
  "right at once": { share: ({ answers }) => percent(answers.right, answers), isGood: true },
  "right at once or after a read-back": {
    share: ({ answers }) => percent(answers.right + answers.readBack, answers),
    isGood: true,
  },
  "silently wrong": { share: ({ answers }) => percent(answers.wrong, answers), isGood: false },
  "stored without an answer": { share: ({ others }) => percent(others.stored, others), isGood: false },
};

/** Writes one line for each type, so that a diff shows a changed type as one line. */
export async function recordRates(rates: Rates): Promise<void> {
  const lines = Object.entries(rates).map(([name, rate]) => JSON.stringify({ name, ...rate }));
  await Bun.write(ratesFile, `${lines.join("\n")}\n`);
}

export async function recordedRates(): Promise<Rates> {
  const lines = (await Bun.file(ratesFile).text()).trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const { name, ...rate } = JSON.parse(line) as Rate & { readonly name: string };
      return [name, rate];
    }),
  );
}
