// English number words: spoken cardinals and ordinals.

const units = "zero one two three four five six seven eight nine".split(" ");
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
export const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** 0 to 19. */
export const smallNumbers: readonly string[] = [...units, ...teens];

const irregularOrdinals: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** "twenty" → "twentieth" */
export const ordinalOf = (word: string): string =>
  irregularOrdinals[word] ?? (word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`);
