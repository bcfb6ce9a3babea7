// Ears benchmark: recorded people answer a flow's questions, and say sentences and other words that answer nothing, on
// good and bad lines. EARS names the folder, as ears-recordings.ts reads it. LINES limits the conditions
// ("clean,g711"), SPEAKERS the folders of digits, KINDS the figures ("sentences,menus"), and TAKES, STRINGS and CLIPS
// the amount of each. MISSES prints the mistaken utterances.

import { type Figure, FigureList, type Figures } from "../figures.ts";
import { conditions, type Condition, onLine } from "./ears-lines.ts";
import { type Outcome, QuestionedCaller } from "./ears-caller.ts";
import { recordingsIn, type SpokenRecording, type SaidKind } from "./ears-recordings.ts";
import { wordErrors } from "./word-errors.ts";

export { claimsOf as claims } from "../figures.ts";

interface Tally extends Record<Outcome, number> {
  /** Errors in sentences. */
  errors: number;
  words: number;
}

/** Percentages of answers, of utterances that answer nothing, or of the words of sentences. */
interface Measure {
  readonly of: string;
  readonly value: (tally: Tally) => number;
  readonly bound: "atLeast" | "atMost";
  /** Claims for the recogniser. */
  readonly claims: Partial<Readonly<Record<Condition, number>>>;
}

const answers = ({ right, asked, rejected, wrong }: Tally): number => right + asked + rejected + wrong;
const share = (of: (tally: Tally) => number) => (tally: Tally) =>
  (100 * of(tally)) / Math.max(1, answers(tally));
const right = share((tally) => tally.right);
const known = share((tally) => tally.right + tally.asked);
const wrong = share((tally) => tally.wrong);
const onGoodLines = (value: number) => ({ clean: value, mulaw: value, g711: value });
const taken = (claims: Measure["claims"]): readonly Measure[] => [
  { of: "taken for one", value: wrong, bound: "atMost", claims },
];

const measures: Readonly<Record<SaidKind, readonly Measure[]>> = {
  numbers: [
    {
      of: "right",
      value: right,
      bound: "atLeast",
      claims: { ...onGoodLines(90), pink10: 65, babble20: 65 },
    },
    { of: "right or read back", value: known, bound: "atLeast", claims: onGoodLines(96) },
    { of: "wrong", value: wrong, bound: "atMost", claims: onGoodLines(1.5) },
  ],
  strings: [
    { of: "right", value: right, bound: "atLeast", claims: onGoodLines(85) },
    { of: "right or read back", value: known, bound: "atLeast", claims: {} },
    { of: "wrong", value: wrong, bound: "atMost", claims: onGoodLines(0.5) },
  ],
  "yes and no": [
    { of: "right", value: right, bound: "atLeast", claims: {} },
    { of: "wrong", value: wrong, bound: "atMost", claims: onGoodLines(1) },
  ],
  menus: [
    { of: "right", value: right, bound: "atLeast", claims: {} },
    { of: "wrong", value: wrong, bound: "atMost", claims: onGoodLines(0) },
  ],
  sentences: [
    {
      of: "wrong words",
      value: ({ errors, words }) => (100 * errors) / Math.max(1, words),
      bound: "atMost",
      claims: onGoodLines(4),
    },
  ],
  "no number": taken(onGoodLines(3)),
  "no yes or no": taken({}),
  "no option": taken(onGoodLines(0)),
  "no code": taken(onGoodLines(0)),
};

/** Single digits and strings of four are played on all lines, the rest on these. */
const fewLines: readonly Condition[] = ["clean", "g711"];

const chosen = <T extends string>(variable: string, all: readonly T[]): readonly T[] => {
  const wanted = process.env[variable]?.split(",");
  return wanted === undefined ? all : all.filter((name) => wanted.includes(name));
};
const amount = (variable: string, full: number, quick: number, isQuick: boolean): number =>
  Number(process.env[variable] ?? (isQuick ? quick : full));

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const root = process.env.EARS;
  if (root === undefined) {
    tell("needs recordings: EARS=DIR, with a folder for each speaker and DIGIT-TAKE.wav in it");
    return list;
  }
  const amounts = {
    takes: amount("TAKES", 5, 1, isQuick),
    strings: amount("STRINGS", 16, 2, isQuick),
    clips: amount("CLIPS", 120, 8, isQuick),
  };
  const speakers = process.env.SPEAKERS?.split(",");
  const { said: all, digits } = await recordingsIn(root, amounts, (one) => speakers?.includes(one) ?? true);
  const kinds = chosen("KINDS", Object.keys(measures));
  const said = all.filter(({ kind }) => kinds.includes(kind));
  const caller = await QuestionedCaller.open();
  for (const line of chosen("LINES", conditions)) {
    const tallies = await talliesOf(caller, said, { line, others: digits });
    tell(`\n${line}${" ".repeat(36)}right/asked/rejected/wrong`);
    for (const [group, { tally }] of tallies) tell(`    ${group.padEnd(40)} ${shown(tally)}`);
    list.add(...figuresOf(line, Array.from(tallies.values())));
  }
  return list;
}

type Tallies = Map<string, { readonly kind: SaidKind; readonly tally: Tally }>;

async function talliesOf(
  caller: QuestionedCaller,
  said: readonly SpokenRecording[],
  { line, others }: { readonly line: Condition; readonly others: readonly Int16Array[] },
): Promise<Tallies> {
  const tallies: Tallies = new Map();
  let seed = 0;
  for (const one of said) {
    const isOnAll = one.kind === "numbers" || one.kind === "strings";
    if (!isOnAll && !fewLines.includes(line) && process.env.LINES === undefined) continue;
    const known = tallies.get(one.group) ?? { kind: one.kind, tally: emptyTally() };
    tallies.set(one.group, known);
    const pcm = onLine(await one.pcm(), line, { others, seed: ++seed });
    await count(known.tally, caller, one, pcm);
  }
  return tallies;
}

async function count(
  tally: Tally,
  caller: QuestionedCaller,
  said: SpokenRecording,
  pcm: Int16Array,
): Promise<void> {
  const miss = (what: string, heard: object): void => {
    if (process.env.MISSES !== undefined) console.error(`    ${said.name}: ${what} ${JSON.stringify(heard)}`);
  };
  if (said.question === undefined) {
    const heard = await caller.words(pcm);
    const { errors, words } = wordErrors(said.text ?? "", heard.text);
    tally.errors += errors;
    tally.words += words;
    if (errors > 0) miss(`${errors} of ${words} words`, heard);
    return;
  }
  const { outcome, heard } = await caller.answer(said.question, pcm, said.means);
  tally[outcome] += 1;
  if (outcome !== (said.means === undefined ? "rejected" : "right")) miss(outcome, heard);
}

function figuresOf(
  line: Condition,
  tallies: readonly { readonly kind: SaidKind; readonly tally: Tally }[],
): readonly Figure[] {
  const kinds = [...new Set(tallies.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const tally = tallies
      .filter((one) => one.kind === kind)
      .reduce((all, one) => sum(all, one.tally), emptyTally());
    return measures[kind].map(({ of, value, bound, claims }): Figure => {
      const claim = claims[line];
      return {
        of: `${line}: ${kind}, ${of}`,
        value: value(tally),
        unit: "%",
        note: kind === "sentences" ? `of ${tally.words} words` : `of ${answers(tally)}`,
        ...(claim === undefined ? {} : { [bound]: claim }),
      };
    });
  });
}

const emptyTally = (): Tally => ({ right: 0, asked: 0, rejected: 0, wrong: 0, errors: 0, words: 0 });
const sum = (a: Tally, b: Tally): Tally => ({
  right: a.right + b.right,
  asked: a.asked + b.asked,
  rejected: a.rejected + b.rejected,
  wrong: a.wrong + b.wrong,
  errors: a.errors + b.errors,
  words: a.words + b.words,
});
const shown = ({ right, asked, rejected, wrong, errors, words }: Tally): string =>
  words > 0 ? `${errors} of ${words} words wrong` : `${right}/${asked}/${rejected}/${wrong}`;
