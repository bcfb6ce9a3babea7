// Written forms shared by languages: numerals, groups of digits, letters one by one, lists.

/** A number as `1,234.5`, without an exponent for all numbers that occur in speech. */
export function numberText(
  value: number,
  marks: { readonly decimal: string; readonly thousands: string },
): string {
  const fixed = Math.abs(value) < 1e15 ? value.toFixed(6).replace(/\.?0+$/, "") : String(value);
  const [whole = "", fraction] = fixed.split(".");
  // Four digits, such as years and codes, read better without a separator.
  const grouped =
    whole.replace("-", "").length > 4 ? whole.replaceAll(/\B(?=(\d{3})+$)/g, marks.thousands) : whole;
  return fraction === undefined ? grouped : `${grouped}${marks.decimal}${fraction}`;
}

/** Digits with a comma after each group of three; the last group has two to four. */
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

/** Characters as "K, 7, dot": the commas make speech synthesis say them one by one. `signs`: what a voice does not say. */
export function spellOut(value: string, signs: ReadonlyMap<string, string>): string {
  return Array.from(value)
    .filter((char) => char.trim() !== "")
    .map((char) => signs.get(char) ?? char.toUpperCase())
    .join(", ");
}

/** "a, b or c". */
export function listOf(items: readonly string[], word: string, comma: string): string {
  const last = items.at(-1);
  if (last === undefined) return "";
  return items.length === 1 ? last : `${items.slice(0, -1).join(`${comma} `)} ${word} ${last}`;
}

/** A word list from lines of comma-separated entries, which keeps long lists readable in code. */
export const list = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(", "));

/** Word lists by name, each of comma-separated entries. */
export const listsOf = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(lists).map(([name, text]) => [name, text.trim().split(/,\s+/)]));

/** `USD dollar|dollars, EUR euro`: the first word of an entry and what it stands for. */
export const tableOf = (rows: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows
      .trim()
      .split(/,\s+/)
      .map((row) => [row.slice(0, row.indexOf(" ")), row.slice(row.indexOf(" ") + 1)]),
  );

/** Names with one and several of a thing; `plural` makes missing ones. */
export const namesOf = (
  rows: string,
  plural: (one: string) => string = (one) => one,
): ReadonlyMap<string, readonly [one: string, many: string]> =>
  new Map(
    Object.entries(tableOf(rows)).map(([key, names]) => {
      const [one = "", many = plural(one)] = names.split("|");
      return [key, [one, many]];
    }),
  );
