// Search in the manual: the found sections, their order, and their excerpts.

import { expect, test } from "bun:test";
import { findSections, hitsIn, resultsMax } from "../../../public/manual/section-search.ts";

const sections = [
  {
    heading: "Silence, no match, and giving up",
    chapter: "",
    text: "no_match is said when words were not understood.",
  },
  { heading: "Corrections", chapter: "", text: "Callers may change an earlier answer. It is already there." },
  { heading: "A node", chapter: "Keys", text: "no_match a text. confirm one of auto. read back." },
];
const headings = (query: string): readonly string[] =>
  findSections(sections, query).found.map(({ section }) => section.heading);

test("search: every word must occur, in the heading, the text or the chapter", () => {
  expect(headings("match understood")).toEqual(["Silence, no match, and giving up"]);
  expect(headings("keys confirm")).toEqual(["A node"]);
  expect(headings("match nowhere")).toEqual([]);
  expect(headings("  ")).toEqual([]);
});

test("search: a heading counts more than a text, and capitals do not count", () => {
  expect(headings("MATCH")).toEqual(["Silence, no match, and giving up", "A node"]);
  expect(headings("correct")).toEqual(["Corrections"]);
});

test("search: words are found from their beginning, also within a name", () => {
  expect(headings("read")).toEqual(["A node"]);
  expect(headings("no_m")).toEqual(["Silence, no match, and giving up", "A node"]);
  expect(hitsIn("read already read_back", ["read"])).toEqual([
    { from: 0, to: 4 },
    { from: 13, to: 17 },
  ]);
});

test("search: signs are looked for as they are", () => {
  expect(findSections([{ heading: "x", chapter: "", text: "a ?? b (c" }], "?? (c").total).toBe(1);
  expect(findSections([{ heading: "x", chapter: "", text: "abc" }], ".*").total).toBe(0);
});

test("search: an excerpt surrounds the first hit, and marks all of them", () => {
  const text = `${"before ".repeat(40)}the needle stands here, a needle ${"after ".repeat(60)}`;
  const [found] = findSections([{ heading: "Long", chapter: "", text }], "needle").found;
  const shown = found!.excerpt.map((piece) => piece.text).join("");
  expect(shown).toStartWith("… before");
  expect(shown).toEndWith("after …");
  expect(shown.length).toBeLessThan(170);
  expect(found!.excerpt.filter(({ isHit }) => isHit).map((piece) => piece.text)).toEqual([
    "needle",
    "needle",
  ]);
});

test("search: the best results are shown, and all are counted", () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ heading: `Part ${at}`, chapter: "", text: "same" }));
  const { found, total } = findSections(many, "same");
  expect([found.length, total]).toEqual([resultsMax, 100]);
});
