// Strings of digits, said one by one, in pairs ("twelve thirty four"), with "double five", or typed.

import { wordReading } from "../numerals.ts";
import { type Reading, sifted } from "../reading.ts";
import type { Utterance } from "../utterance.ts";

export interface DigitLengths {
  readonly lengthMin: number;
  readonly lengthMax: number;
}

export const fitsDigits = (value: unknown, { lengthMin, lengthMax }: DigitLengths): value is string =>
  typeof value === "string" &&
  /^[0-9]+$/.test(value) &&
  value.length >= lengthMin &&
  value.length <= lengthMax;

/** Digits that stand together: nothing but small words between them, and no correction. */
export interface DigitRun {
  readonly from: number;
  readonly to: number;
  /** A plus before them, as of a country's code. */
  readonly plus: boolean;
  /** "Twenty one" as one number, then as 20 and 1: usually the same. */
  readonly spellings: readonly string[];
}

export function readDigits(utterance: Utterance, lengths: DigitLengths): readonly Reading[] {
  return digitRuns(utterance)
    .filter(({ plus, spellings }) => !plus && (spellings[0] ?? "").length > 0)
    .flatMap(({ from, to, spellings }) => {
      const found = sifted(spellings, (value) => fitsDigits(value, lengths));
      return found === undefined
        ? []
        : [{ from, to, ...found, values: found.values.slice(0, 1), clear: false }];
    });
}

export function digitRuns(utterance: Utterance): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  const { tokens, neutral, markers, pack } = utterance;
  let run: DigitRun | undefined;
  const close = (): void => {
    if (run !== undefined) runs.push(run);
    run = undefined;
  };
  for (let at = 0; at < tokens.length;) {
    const here = digitsAt(utterance, at);
    const marked = markers.find(({ from }) => from === at);
    if (marked !== undefined) {
      close();
      at = marked.to;
    } else if (here !== undefined) {
      run =
        run === undefined
          ? { from: at, to: here.to, plus: false, spellings: here.spellings }
          : joined(run, here);
      at = here.to;
    } else if (pack.numbers.plus.has(tokens[at]?.word ?? "")) {
      close();
      run = { from: at, to: at + 1, plus: true, spellings: [""] };
      at++;
    } else {
      if (neutral[at] !== true && !isDash(utterance, at)) close();
      at++;
    }
  }
  close();
  return runs;
}

const isDash = ({ pack, keys }: Utterance, at: number): boolean => pack.signs.get(keys[at] ?? "") === "-";

const spellingsMax = 8;

function joined(
  run: DigitRun,
  more: { readonly to: number; readonly spellings: readonly string[] },
): DigitRun {
  const spellings = run.spellings
    .flatMap((before) => more.spellings.map((after) => before + after))
    .slice(0, spellingsMax);
  return { ...run, to: more.to, spellings };
}

function digitsAt(
  utterance: Utterance,
  at: number,
): { readonly to: number; readonly spellings: readonly string[] } | undefined {
  const { tokens, pack } = utterance;
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.numeral) {
    return token.ordinal ? undefined : { to: at + 1, spellings: [token.word.replaceAll(/[^0-9]/g, "")] };
  }
  const times = pack.numbers.repeats.get(token.word);
  if (times !== undefined) {
    const digit = digitsAt(utterance, at + 1);
    const [only] = digit?.spellings ?? [];
    return only?.length === 1 ? { to: at + 2, spellings: [only.repeat(times)] } : undefined;
  }
  const zero = pack.numbers.digits.get(token.word);
  return zero === undefined ? numberDigits(utterance, at) : { to: at + 1, spellings: [zero] };
}

/** "Five", "twelve", "twenty one", "five hundred". */
function numberDigits(utterance: Utterance, at: number) {
  const word = wordReading(utterance, at);
  if (word === undefined || word.ordinal || word.rank === "thousand" || word.rank === "million")
    return undefined;
  if (word.rank === "hundred") return { to: at + 1, spellings: ["00"] };
  const next = wordReading(utterance, at + 1);
  if (word.rank === "ten" && next?.rank === "unit" && next.value > 0 && !next.ordinal) {
    return { to: at + 2, spellings: [String(word.value + next.value), `${word.value}${next.value}`] };
  }
  return { to: at + 1, spellings: [String(word.value)] };
}
