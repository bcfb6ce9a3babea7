// Word lookup: finds the word around an offset of a text.

/** Longer than any name of the language. */
const wordsMax = 64;

/** Range of the word at an offset, in UTF-16 units. Undefined between words. */
export function wordAt(
  text: string,
  offset: number,
): { readonly from: number; readonly to: number } | undefined {
  const isPart = (at: number): boolean => /\w/.test(text[at] ?? " ");
  let from = offset;
  while (from > 0 && offset - from < wordsMax && isPart(from - 1)) from -= 1;
  let to = offset;
  while (to < text.length && to - offset < wordsMax && isPart(to)) to += 1;
  return from === to ? undefined : { from, to };
}
