// Voice scripts: the letters that a voice can speak, by its languages (scripts of Unicode Standard Annex 24).

/** Languages that are not written in Latin letters, with their scripts. Every voice can speak Latin letters. */
const scriptsOf: ReadonlyMap<string, string> = new Map([
  ["ru", "Cyrillic"],
  ["uk", "Cyrillic"],
  ["be", "Cyrillic"],
  ["bg", "Cyrillic"],
  ["mk", "Cyrillic"],
  ["kk", "Cyrillic"],
  ["mn", "Cyrillic"],
  ["sr", "Cyrillic"],
  ["el", "Greek"],
  ["he", "Hebrew"],
  ["ar", "Arabic"],
  ["fa", "Arabic"],
  ["ur", "Arabic"],
  ["hi", "Devanagari"],
  ["mr", "Devanagari"],
  ["ne", "Devanagari"],
  ["bn", "Bengali"],
  ["ta", "Tamil"],
  ["te", "Telugu"],
  ["kn", "Kannada"],
  ["ml", "Malayalam"],
  ["gu", "Gujarati"],
  ["pa", "Gurmukhi"],
  ["th", "Thai"],
  ["ka", "Georgian"],
  ["hy", "Armenian"],
  ["zh", "Han Bopomofo"],
  ["yue", "Han Bopomofo"],
  ["ja", "Han Hiragana Katakana"],
  ["ko", "Hangul Han"],
]);

const formsOf = new Map<string, RegExp>();

/** Runs of letters of other scripts. */
function unspeakableOf(speaks: readonly string[]): RegExp {
  const names = speaks.flatMap(
    (tag) => scriptsOf.get(tag.split("-")[0]?.toLowerCase() ?? "")?.split(" ") ?? [],
  );
  const key = [...new Set(names)].toSorted().join(" ");
  const cached = formsOf.get(key);
  if (cached !== undefined) return cached;
  // Common and inherited letters, such as the sign for micro, belong to no script of their own.
  const scripts = ["Latin", "Common", "Inherited", ...key.split(" ").filter((name) => name !== "")];
  const form = new RegExp(
    `(?:(?=[\\p{L}\\p{M}])[^${scripts.map((name) => `\\p{Script=${name}}`).join("")}])+`,
    "gu",
  );
  formsOf.set(key, form);
  return form;
}

/** Greek letters that stand for a quantity are read by their names. */
const quantities = /(?<!\p{L})[μπΩ](?!\p{Script=Greek})/gu;
const quantityMark = "\u{F0000}";

/**
 * The text without the letters that a voice cannot speak, and whether there were any. Empty if nothing
 * speakable is left.
 */
export function withoutUnspeakable(
  text: string,
  speaks: readonly string[] | undefined,
): { readonly text: string; readonly isCut: boolean } {
  if (speaks === undefined || !/[\u{370}-\u{10FFFF}]/u.test(text)) return { text, isCut: false };
  const kept: string[] = [];
  const marked = text.replaceAll(quantities, (letter) => {
    kept.push(letter);
    return quantityMark;
  });
  const without = marked.replaceAll(unspeakableOf(speaks), " ");
  const isCut = without !== marked;
  const restored = without.replaceAll(quantityMark, () => kept.shift() ?? "");
  if (!isCut) return { text, isCut };
  const tidy = restored
    .replaceAll(/\s+/g, " ")
    // Brackets and commas around removed text.
    .replaceAll(/\(\s?\)|"\s?"|«\s?»|“\s?”/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([,.;:!?])/g, "$1")
    .trim();
  return { text: /[\p{L}\p{N}]/u.test(tidy) ? tidy : "", isCut };
}
