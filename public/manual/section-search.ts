// Section search: finds the sections of a page that contain all words of the query, the best first, with the positions
// of the words. Pure.

/** A heading and the text up to the next one. */
export interface Section {
  readonly heading: string;
  /** The chapter that it belongs to; empty for a chapter itself. */
  readonly chapter: string;
  readonly text: string;
}

/** A part of a text; `isHit` parts match the query. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

export interface SearchHit<S extends Section> {
  readonly section: S;
  readonly heading: readonly Piece[];
  readonly excerpt: readonly Piece[];
}

export const resultsMax = 30;
/** UTF-16 units around the first hit of an excerpt. */
const before = 45;
const excerptChars = 150;

export const wordsOf = (query: string): readonly string[] =>
  [...new Set(query.toLowerCase().split(/[\s,;]+/))].filter((word) => word !== "").slice(0, 8);

/** Each word may be the beginning of a word in the section, or of a part of a name such as `no_match`. */
export function findSections<S extends Section>(
  sections: readonly S[],
  query: string,
): { readonly found: readonly SearchHit<S>[]; readonly total: number } {
  const words = wordsOf(query);
  if (words.length === 0) return { found: [], total: 0 };
  const scored = sections
    .map((section) => ({ section, points: pointsOf(section, words) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points);
  const matches = scored.slice(0, resultsMax).map(({ section }) => ({
    section,
    heading: piecesOf(section.heading, words),
    excerpt: piecesOf(excerptOf(section.text, words), words),
  }));
  return { found: matches, total: scored.length };
}

/** 0 where a word is missing. A heading counts most. */
function pointsOf({ heading, text, chapter }: Section, words: readonly string[]): number {
  const [title, body, above] = [heading.toLowerCase(), text.toLowerCase(), chapter.toLowerCase()];
  const points = words.map((word) => {
    const count = (place: string): number => hitsIn(place, [word]).length;
    const inTitle = title === word ? 20 : count(title) * 6;
    return inTitle + Math.min(count(body), 4) + Math.min(count(above), 1);
  });
  return points.every((each) => each > 0) ? points.reduce((sum, each) => sum + each, 0) : 0;
}

function excerptOf(text: string, words: readonly string[]): string {
  const first = hitsIn(text, words)[0]?.from ?? 0;
  const from = first <= before ? 0 : text.indexOf(" ", first - before) + 1;
  const cut = text.slice(from, from + excerptChars);
  const to = from + excerptChars >= text.length ? cut : cut.slice(0, Math.max(cut.lastIndexOf(" "), 1));
  return `${from === 0 ? "" : "… "}${to}${to.length < text.length - from ? " …" : ""}`;
}

function piecesOf(text: string, words: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { from, to } of hitsIn(text, words)) {
    if (from > end) pieces.push({ text: text.slice(end, from), isHit: false });
    pieces.push({ text: text.slice(from, to), isHit: true });
    end = to;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** Positions of the words in a text, each at the beginning of a word, in order and without overlaps; UTF-16 units. */
export function hitsIn(
  text: string,
  words: readonly string[],
): readonly { readonly from: number; readonly to: number }[] {
  const lower = text.toLowerCase();
  // A text whose length changes in lower case cannot be marked at the right positions.
  if (lower.length !== text.length || words.length === 0) return [];
  const longestFirst = words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => RegExp.escape(word));
  return [...lower.matchAll(new RegExp(`(?<![\\p{L}\\d])(?:${longestFirst.join("|")})`, "gu"))].map(
    ({ index, 0: hit }) => ({
      from: index,
      to: index + hit.length,
    }),
  );
}
