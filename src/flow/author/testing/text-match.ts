// Text comparison for tests: ignores upper case and spaces, like people.

/** A text for comparison: NFC (Unicode UAX 15), lower case, single spaces. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

/** End of a text within another, as an index of the other's written form; undefined if it is not in it. */
export function endOf(part: string, whole: string): number | undefined {
  const wanted = folded(part);
  let text = "";
  /** For each UTF-16 unit of `text`, the index after it in `whole`. */
  const ends: number[] = [];
  let end = 0;
  for (const char of whole.normalize("NFC")) {
    end += char.length;
    const isSpace = /\s/u.test(char);
    if (isSpace && (text === "" || text.endsWith(" "))) continue;
    const unit = isSpace ? " " : char.toLowerCase();
    text += unit;
    for (let i = 0; i < unit.length; i++) ends.push(end);
  }
  const at = text.indexOf(wanted);
  return at < 0 || wanted === "" ? undefined : ends[at + wanted.length - 1];
}

/** First text out of order; undefined if there is none. */
export function missingInOrder(texts: readonly string[], words: string): string | undefined {
  const whole = folded(words);
  let from = 0;
  for (const text of texts) {
    const wanted = folded(text);
    const at = whole.indexOf(wanted, from);
    if (at < 0) return text;
    from = at + wanted.length;
  }
  return undefined;
}
