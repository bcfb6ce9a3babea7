// Written forms shared by languages: numerals, groups of digits, letters one by one, lists.

/** `1,234.5`; no exponent for anything that people say. */
export function numberText(
  value: number,
  marks: { readonly decimal: string; readonly thousands: string },
): string {
  const fixed = Math.abs(value) < 1e15 ? value.toFixed(6).replace(/\.?0+$/, "") : String(value);
  const [whole = "", fraction] = fixed.split(".");
  // Years, codes and other four digits are read better without a mark.
  const grouped =
    whole.replace("-", "").length > 4 ? whole.replaceAll(/\B(?=(\d{3})+$)/g, marks.thousands) : whole;
  return fraction === undefined ? grouped : `${grouped}${marks.decimal}${fraction}`;
}

/** Digit by digit, a comma after each group: three by three, the last group of two to four. */
export function groupDigits(value: string): string {
  const digits = value.split("").filter((char) => /[\dA-Za-z]/.test(char));
  const groups: string[] = [];
  for (let from = 0; from < digits.length;) {
    const left = digits.length - from;
    const size = left <= 4 ? left : 3;
    groups.push(digits.slice(from, from + size).join(" "));
    from += size;
  }
  return groups.join(", ");
}

/** "K, 7": the commas make a voice say them one by one. */
export function spellOut(value: string): string {
  return Array.from(value)
    .filter((char) => char.trim() !== "")
    .map((char) => char.toUpperCase())
    .join(", ");
}

/** "a, b or c". */
export function listOf(items: readonly string[], word: string, comma: string): string {
  const last = items.at(-1);
  if (last === undefined) return "";
  return items.length === 1 ? last : `${items.slice(0, -1).join(`${comma} `)} ${word} ${last}`;
}

/** A long list of words, written to be read: one list a line, its entries separated by commas. */
export const list = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(", "));
