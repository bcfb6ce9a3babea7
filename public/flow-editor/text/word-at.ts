// Word lookup: finds the word around an offset of a text.

/** Longer than any name of the language. */
const wordsMax = 64;

/** Undefined between words. Offsets are UTF-16 units. */
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
