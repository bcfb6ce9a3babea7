// Cuts of a knowledge source: passages of a base's texts, pages and tables, and refused sources.

import { describe, expect, test } from "bun:test";
import { Fault } from "../../src/base/fault.ts";
import { csvPairs } from "../../src/documents/sources/csv-pairs.ts";
import { cutSource } from "../../src/documents/sources/cut-source.ts";
import { htmlText } from "../../src/documents/sources/html-text.ts";
import type { SourceForm } from "../../src/flow/knowledge/own-source.ts";

const cut = (kind: SourceForm, text: string) => cutSource({ kind, text, language: "en" });

const page = `<!doctype html><html><head><title>Our &amp; your house</title><style>p {}</style></head><body>
<nav><a href="/">Home</a></nav><main><h1>Opening <b>hours</b></h1><p>We open at&nbsp;nine &ndash; and
close at six.</p><ul><li>Parking</li><li>behind the house</li></ul><script>alert("x")</script>
<form><label>Name</label></form><aside>An advertisement</aside></main><footer>Imprint</footer></body></html>`;

test("html: the readable text of a page is kept with its headings, and nothing else", () => {
  expect(htmlText(page).trim().replace(/\n+/g, "|")).toBe(
    "# Opening hours|We open at nine – and close at six.|- Parking|- behind the house",
  );
  const { title, slices } = cut("html", page);
  expect([title, slices[0]?.passages[0]?.title]).toEqual(["Our & your house", "Opening hours"]);
});

test("html: broken and odd pages are read as far as possible", () => {
  for (const odd of ["<p>One<p>two", "<nav><p>menu", "&#0;&#x110000;&#55296;&unknown;", "a < b > c", "<h1>"])
    expect(typeof htmlText(odd)).toBe("string");
  expect(htmlText("<p>One<p>two").trim().split(/\n+/)).toEqual(["One", "two"]);
  expect(htmlText("<p>a &lt;b&gt; &unknown;</p>").trim()).toBe("a <b> &unknown;");
});

test("csv: pairs may have quotes, either separator, and a row that names the columns", () => {
  const pairs = csvPairs(
    'question,answer\r\n"When, please?","At ""nine"".\nOr ten."\r\n\r\nWhere?,Here.\r\n',
  );
  expect(pairs).toEqual([
    { question: "When, please?", answer: 'At "nine".\nOr ten.' },
    { question: "Where?", answer: "Here." },
  ]);
  expect(csvPairs("Wann?;Um neun, immer.")).toEqual([{ question: "Wann?", answer: "Um neun, immer." }]);
  expect([csvPairs("only one column"), csvPairs("")]).toEqual([undefined, []]);
});

test("slices: they hold a hundred passages each, with the positions of their terms", () => {
  const text = Array.from({ length: 250 }, (_, at) => `Passage ${at} ${"word ".repeat(25)}`).join("\n\n");
  const { slices } = cut("text", text);
  expect(slices.map(({ passages }) => passages.length)).toEqual([100, 100, 50]);
  const postings = new Map(slices[2]?.terms).get("word");
  expect([postings?.length, [...(postings?.slice(0, 4) ?? [])]]).toEqual([200, [0, 0, 25, 27]]);
});

test("text: a line like a heading is plain text", () => {
  expect(cut("text", "# 5 is the number of our bus").slices[0]?.passages).toEqual([
    { title: "", text: "# 5 is the number of our bus." },
  ]);
});

describe("refused", () => {
  test.each([
    ["csv", "no pairs", "question and an answer"],
    ["csv", "question,answer", "no words"],
    ["html", "<script>alert(1)</script>", "no words"],
    ["text", "\n\n  \n", "no words"],
    ["text", `${"word ".repeat(30)}\n\n`.repeat(2_001), "has 2,001 passages"],
  ] as const)("%s %p", (kind, text, why) => {
    let refused: unknown;
    try {
      cut(kind, text);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(Fault);
    expect((refused as Fault).code).toBe("knowledge/invalid");
    expect((refused as Fault).message).toContain(why);
  });
});
