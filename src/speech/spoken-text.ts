// Synthesiser's text: a spoken form in what the embedded voice can say, which is plain ASCII, and in pieces short
// enough that the first is heard soon. How numbers and signs are said is decided before, in `src/spoken`.

/** Characters that mean another to an English voice. */
const replaced: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": ",",
  "“": '"',
  "”": '"',
  "„": '"',
  "–": ", ",
  "—": ", ",
  "…": ". ",
  "•": ", ",
  ß: "ss",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  Œ: "Oe",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
};

/** Longer pieces are cut at a pause; the voice takes some 12 ms for each second it speaks. */
const pieceChars = 120;

/** A question that begins with one of these words, or goes on so after a comma, falls at its end as a statement does. */
const asking = "what|which|when|where|who|whom|whose|why|how|what's|when's|where's|who's|how's";
const before = "and|but|so|then|well|now|okay|sorry|at|for|on|in|by|from|to|with|of|about|until|since";
const fallingQuestion = new RegExp(`(?:^|[,;:-] *)(?:(?:${before})[, ]+){0,3}(?:${asking})\\b`, "i");

/**
 * What the voice is given, in order; empty when there is nothing to say. A piece ends with "?" where the voice rises:
 * where a yes or no is the answer.
 */
export function piecesOf(text: string): string[] {
  return risingOnly(spokenText(text))
    .split(/(?<=\?) +/)
    .flatMap(piecesAt)
    .filter((piece) => /[a-z0-9]/i.test(piece));
}

/** Questions that fall end like statements: those for a word ("which day?"), and for one of several ("tea or coffee?"). */
function risingOnly(text: string): string {
  return text.replaceAll(/[^.!?]*\?/g, (question) =>
    fallingQuestion.test(question.trim()) || / or /i.test(question) ? `${question.slice(0, -1)}.` : question,
  );
}

/** @internal The text in letters, digits and marks that the voice knows. Other scripts are left out. */
export function spokenText(text: string): string {
  return (
    foldToAscii(text)
      .replaceAll(/\s+/g, " ")
      .replaceAll(/ ([,.;:!?])/g, "$1")
      // It would be spelled.
      .replaceAll(/\b([Hh])m+\b/g, "$1um")
      .trim()
  );
}

/** The text in plain ASCII: letters without their marks, and no marks that a voice would read out or stumble over. */
export function foldToAscii(text: string): string {
  return text
    .replaceAll(/\P{ASCII}/gu, (char) => replaced[char] ?? char)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/g, " ")
    .replaceAll(/[*_#`~^|<>{}[\]\\"]/g, " ");
}

/** Cuts at the end of sentences, and in long sentences at commas, at last between words. */
function piecesAt(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > pieceChars) {
    const cut = cutOf(rest);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  pieces.push(rest);
  return pieces;
}

function cutOf(text: string): number {
  const start = text.slice(0, pieceChars);
  for (const mark of [/[.!?] (?=[A-Z"'(]|$)/g, /[,;:] /g, / /g]) {
    const last = [...start.matchAll(mark)].findLast((match) => match.index >= pieceChars / 4);
    if (last !== undefined) return last.index + last[0].length;
  }
  return pieceChars;
}
