// Digit matcher: reads strings of digits that are said one by one, in pairs ("twelve thirty four"), with "double
// five", or typed.

import { span } from "../claims.ts";
import { isPronoun, type NumberReading, numbersAt, wordReading } from "../spoken-numbers.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import type { Utterance } from "../tokenised-utterance.ts";

export interface DigitLengths {
  readonly lengthMin: number;
  readonly lengthMax: number;
  /** Another length that fits. */
  readonly whole?: number;
}

export const fitsDigits = (value: unknown, { lengthMin, lengthMax, whole }: DigitLengths): value is string =>
  typeof value === "string" &&
  /^[0-9]+$/.test(value) &&
  ((value.length >= lengthMin && value.length <= lengthMax) || value.length === whole);

/** Digits that stand together: nothing but small words between them, and no correction. */
export interface DigitRun {
  readonly from: number;
  readonly to: number;
  /** A plus before them, as of a country's code. */
  readonly plus: boolean;
  /** "Twenty one" as one number, then as 20 and 1: usually the same. */
  readonly spellings: readonly string[];
}

export function readDigits(utterance: Utterance, lengths: DigitLengths): readonly ValueReading[] {
  return digitRuns(utterance, false)
    .filter(({ plus, spellings }) => !plus && (spellings[0] ?? "").length > 0)
    .flatMap(({ from, to, spellings }) => {
      const found = fittingValues(spellings, (value) => fitsDigits(value, lengths));
      if (found === undefined) return [];
      // "Four eighty one ninety two" with six digits: 480 192 or 481 902.
      const isPlain = found.values[0] === spellings[0];
      const values = isPlain ? found.values.slice(0, 1) : found.values;
      return [{ from, to, ...found, values, clear: false }];
    });
}

/** `isLoose`: hundreds may be two zeros, as in phone numbers. */
export function digitRuns(utterance: Utterance, isLoose: boolean): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  const { tokens, neutral, markers, pack } = utterance;
  let run: DigitRun | undefined;
  const close = (): void => {
    if (run !== undefined) runs.push(run);
    run = undefined;
  };
  for (let at = 0; at < tokens.length;) {
    const here = digitsAt(utterance, at, isLoose);
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

interface Digits {
  readonly to: number;
  readonly spellings: readonly string[];
}

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

function digitsAt(utterance: Utterance, at: number, isLoose: boolean): Digits | undefined {
  const { tokens, pack } = utterance;
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.numeral) {
    return token.ordinal ? undefined : { to: at + 1, spellings: [token.word.replaceAll(/[^0-9]/g, "")] };
  }
  const times = pack.numbers.repeats.get(token.word);
  if (times !== undefined) {
    const digit = digitsAt(utterance, at + 1, false);
    const [only] = digit?.spellings ?? [];
    return only?.length === 1 ? { to: at + 2, spellings: [only.repeat(times)] } : undefined;
  }
  const zero = pack.numbers.digits.get(token.word);
  return zero === undefined ? numberDigits(utterance, at, isLoose) : { to: at + 1, spellings: [zero] };
}

/** "Five", "twelve", "twenty one", "seven hundred five". */
function numberDigits(utterance: Utterance, at: number, isLoose: boolean): Digits | undefined {
  const word = wordReading(utterance, at);
  if (word === undefined || word.ordinal || !["unit", "teen", "ten", "whole"].includes(word.rank))
    return undefined;
  const [thousands] = isLoose ? [] : numbersAt(utterance, at);
  if (thousands !== undefined && !thousands.ordinal && isInThousands(utterance, thousands))
    return { to: thousands.to, spellings: [String(thousands.value)] };
  const next = wordReading(utterance, at + 1);
  if (next?.rank === "hundred" && !next.ordinal) return hundreds(utterance, at, isLoose);
  if (word.rank === "ten" && next?.rank === "unit" && next.value > 0 && !next.ordinal) {
    return { to: at + 2, spellings: [String(word.value + next.value), `${word.value}${next.value}`] };
  }
  return isPronoun(utterance, at) ? undefined : { to: at + 1, spellings: [String(word.value)] };
}

/** "Eighty eight thousand three hundred and ninety one". */
const isInThousands = (utterance: Utterance, { from, to, value }: NumberReading): boolean =>
  Number.isInteger(value) && span(from, to).some((at) => wordReading(utterance, at)?.rank === "thousand");

/** "Eight hundred two" is 802, and in a phone number it may be 800 and 2. */
function hundreds(utterance: Utterance, at: number, isLoose: boolean): Digits | undefined {
  const numbers = numbersAt(utterance, at).filter(
    ({ value, ordinal, to }) => !ordinal && value >= 100 && value < 10_000 && to > at + 1,
  );
  const [whole] = numbers;
  if (whole === undefined) return undefined;
  const round = wordReading(utterance, at);
  const apart =
    isLoose && whole.to > at + 2 && round !== undefined ? [`${round.value}00${whole.value % 100}`] : [];
  return { to: whole.to, spellings: [String(whole.value), ...apart] };
}
