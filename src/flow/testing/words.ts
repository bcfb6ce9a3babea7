// Texts of a test, compared as people would: upper case and spaces do not matter.

export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

/** Where a text ends in another, as an index of the other as it is written; undefined when it is not in it. */
export function endOf(part: string, whole: string): number | undefined {
  const wanted = folded(part);
  const units: string[] = [];
  const ends: number[] = [];
  let end = 0;
  for (const char of whole.normalize("NFC")) {
    end += char.length;
    const isSpace = /\s/u.test(char);
    if (isSpace && (units.length === 0 || units.at(-1) === " ")) continue;
    for (const unit of isSpace ? " " : char.toLowerCase()) {
      units.push(unit);
      ends.push(end);
    }
  }
  const at = units.join("").indexOf(wanted);
  return at < 0 ? undefined : ends[[...units.join("").slice(0, at + wanted.length)].length - 1];
}

/** The first text that does not come after those before it; undefined when all do. */
export function missingInOrder(texts: readonly string[], said: string): string | undefined {
  const whole = folded(said);
  let from = 0;
  for (const text of texts) {
    const wanted = folded(text);
    const at = whole.indexOf(wanted, from);
    if (at < 0) return text;
    from = at + wanted.length;
  }
  return undefined;
}
