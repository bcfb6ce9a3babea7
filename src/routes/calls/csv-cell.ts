// CSV cells: text that neither ends its cell nor becomes a formula, for every separator that a spreadsheet may split
// lines at.

/**
 * Characters that a spreadsheet drops before it looks for a formula, and the semicolon, at which a German Excel
 * splits inside quotes.
 */
const gaps = /^[\s\p{C}";]*|[\s\p{C}";]+/gu;
const sign = /^[=+\-@＝＋－＠﹦﹢﹣﹫]/;
/** A cell may begin after them. */
const separators = /[\t\n\v\f\r\u0085\u2028\u2029]/g;

/** An empty cell for null. Text is always quoted, as in RFC 4180, with an apostrophe before a formula. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // Each gap is read once: its length is chosen by callers and accounts.
  const guarded = value.replaceAll(gaps, (gap: string, at: number) =>
    sign.test(value.charAt(at + gap.length)) ? guard(gap, at === 0) : gap,
  );
  const safe = guarded.replace(/^[\t\n\r]/, "'$&");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** An apostrophe wherever a cell may begin in this gap before a formula. */
function guard(gap: string, isAtStart: boolean): string {
  const from = gap.lastIndexOf(";") + 1;
  const begins = isAtStart || from > 0 ? "'" : "";
  return gap.slice(0, from) + begins + gap.slice(from).replaceAll(separators, "$&'");
}
