// CSV cells: text that neither ends its cell nor becomes a formula, by whatever separator a spreadsheet splits lines.

/**
 * Where a cell may begin: at the start, and behind a separator or the end of a line. A German Excel splits at semicolons,
 * inside quotes as well, because these then stand in the middle of a cell.
 */
const beginnings = /(?<=^|[;\t\n\v\f\r\u0085\u2028\u2029])(?=[\s\p{C}"]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

/** An empty cell for null. Text is always quoted, as in RFC 4180, with an apostrophe before a formula. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = value.replaceAll(beginnings, "'").replace(/^[\t\n\r]/, "'$&");
  return `"${safe.replaceAll('"', '""')}"`;
}
