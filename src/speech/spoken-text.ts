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

/** What the voice is given, in order; empty when there is nothing to say. */
export function piecesOf(text: string): string[] {
  return piecesAt(spokenText(text)).filter((piece) => /[a-z0-9]/i.test(piece));
}

/** @internal The text in letters, digits and marks that the voice knows. Other scripts are left out. */
export function spokenText(text: string): string {
  return foldToAscii(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([,.;:!?])/g, "$1")
    .trim();
}

function foldToAscii(text: string): string {
  return (
    text
      .replaceAll(/\P{ASCII}/gu, (char) => replaced[char] ?? char)
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^\x20-\x7e]/g, " ")
      // Marks that the voice would read out or stumble over.
      .replaceAll(/[*_#`~^|<>{}[\]\\"]/g, " ")
  );
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
