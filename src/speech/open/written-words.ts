// Written words: the open recogniser's spellings of expected words. Numbers are written as words or figures, and
// short words as homophones ("For." is four). Each written word means one or several spoken ones.

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ordinals: ReadonlyMap<string, string> = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"],
]);

/** Homophones by spelling. */
const alike: ReadonlyMap<string, readonly string[]> = new Map([
  ["won", ["one"]],
  ["to", ["two"]],
  ["too", ["two"]],
  ["for", ["four"]],
  ["fore", ["four"]],
  ["ate", ["eight"]],
  ["o", ["oh"]],
  ["am", ["a m"]],
  ["pm", ["p m"]],
  ["ok", ["okay"]],
  ["alright", ["all right"]],
]);

const numberWords: ReadonlySet<string> = new Set(
  [...small, ...tens].flatMap((word) => [word, ordinalOf(word)]),
);
export const isNumberWord = (word: string): boolean => numberWords.has(word);

/** Figures beyond are read digit by digit only. */
const cardinalFiguresMax = 4;

/** The words of a phrase: lower case, without punctuation but for the mark within "o'clock"; "a.m." is two. */
export function wordsOf(phrase: string): string[] {
  return phrase
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .split(/[^a-z0-9']+/)
    .map((word) => word.replaceAll(/^'+|'+$/g, ""))
    .filter((word) => word !== "");
}

/** In the flow's form. */
export const asPhrase = (words: readonly string[]): string =>
  words.join(" ").replaceAll(/\b([ap]) m\b/g, "$1.m.");

/** All meanings of a written word, each as words separated by blanks. */
export function readingsOf(written: string): readonly string[] {
  const [, figures, suffix] = /^(\d+)(st|nd|rd|th)?$/.exec(written) ?? [];
  if (figures === undefined) return [written, ...(alike.get(written) ?? [])];
  if (suffix !== undefined) return cardinalsOf(figures).map(ordinalOf);
  return [...new Set([...digitsOf(figures), ...cardinalsOf(figures)])];
}

/** Beginnings of spellings with other spoken words. */
export function spellingsOf(word: string): readonly string[] {
  const others = Array.from(alike).flatMap(([written, words]) =>
    words.some((one) => one.split(" ")[0] === word) ? [written] : [],
  );
  return [word, ...others];
}

/** Digit by digit; a nought has two names. */
function digitsOf(figures: string): readonly string[] {
  const words = Array.from(figures, (figure) => small[Number(figure)] ?? "").join(" ");
  return figures.includes("0") ? [words, words.replaceAll("zero", "oh")] : [words];
}

/** Figures as one number; none with a leading nought. */
export function cardinalsOf(figures: string): readonly string[] {
  if (figures.length > cardinalFiguresMax || (figures.length > 1 && figures.startsWith("0"))) return [];
  const value = Number(figures);
  if (value < 100) return [belowHundred(value)];
  // "nineteen oh five", "one twenty": the last two figures separately.
  const [ahead, last] = [Math.floor(value / 100), value % 100];
  const behind = last === 0 ? [] : last < 10 ? [`oh ${small[last]}`] : [belowHundred(last)];
  const pairs = behind.map((text) => `${belowHundred(ahead)} ${text}`);
  const [thousands, hundreds] = [Math.floor(value / 1000), Math.floor(value / 100) % 10];
  const whole = [
    ...(thousands === 0 ? [] : [`${small[thousands]} thousand`]),
    ...(hundreds === 0 ? [] : [`${small[hundreds]} hundred`]),
  ].join(" ");
  const joined = last === 0 ? [whole] : [" ", " and "].map((and) => whole + and + belowHundred(last));
  const many = ahead % 10 === 0 ? [] : [`${belowHundred(ahead)} hundred`];
  return [...joined, ...pairs, ...(last === 0 ? many : [])];
}

function belowHundred(value: number): string {
  const word = small[value];
  if (word !== undefined) return word;
  const ten = tens[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? ten : `${ten} ${small[value % 10]}`;
}

function ordinalOf(cardinal: string): string {
  const words = cardinal.split(" ");
  const last = words.pop() ?? "";
  const ordinal = ordinals.get(last) ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(" ");
}

/** Single digits by their words. */
export const digitOf: ReadonlyMap<string, string> = new Map([
  ...small.slice(0, 10).map((word, digit) => [word, String(digit)] as const),
  ["oh", "0"],
]);
