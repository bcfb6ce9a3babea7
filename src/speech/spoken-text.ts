// Text normalisation for speech: turns written text into what the synthesiser can say, which is plain ASCII, digits
// spelled out where people do so, and pieces short enough that the first is heard soon.

/** Characters that mean a word or another character to an English voice. */
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
  "&": " and ",
  "@": " at ",
  "+": " plus ",
  "=": " equals ",
  "°": " degrees ",
  "×": " times ",
  "½": " and a half ",
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

const digitNames = "zero one two three four five six seven eight nine".split(" ");

/** Longer pieces are cut at a pause; the voice takes some 12 ms for each second it speaks. */
const pieceChars = 120;

/** What the voice is given, in order; empty when there is nothing to say. */
export function piecesOf(text: string): string[] {
  return piecesAt(spokenText(text)).filter((piece) => /[a-z0-9]/i.test(piece));
}

/** @internal The text in letters, digits and marks that the voice knows. Other scripts are left out. */
export function spokenText(text: string): string {
  return spellDigits(foldToAscii(spellMoney(text)))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([,.;:!?])/g, "$1")
    .trim();
}

function foldToAscii(text: string): string {
  return (
    text
      .replaceAll(/\P{ASCII}|[&@+=]/gu, (char) => replaced[char] ?? char)
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^\x20-\x7e]/g, " ")
      // Marks that the voice would read out or stumble over.
      .replaceAll(/[*_#`~^|<>{}[\]\\"]/g, " ")
  );
}

function spellMoney(text: string): string {
  return text.replaceAll(
    /([€£])\s?(\d+(?:[.,]\d{3})*)(?:[.,](\d{2}))?(?!\d)/g,
    (_all, ...[sign, whole, cents]: readonly [string, string, string | undefined]) => {
      const [one, small] = sign === "€" ? ["euro", "cents"] : ["pound", "pence"];
      const unit = whole === "1" ? one : `${one}s`;
      return cents === undefined || cents === "00"
        ? `${whole} ${unit}`
        : `${whole} ${unit} ${cents} ${small}`;
    },
  );
}

/**
 * Numbers that people read out digit by digit: those with a leading zero, with five digits or more, and groups
 * that make up a telephone number. Everything else (years, prices, times, counts) the voice reads well itself.
 */
function spellDigits(text: string): string {
  return text.replaceAll(/(?<![\d.,:$])\d+(?:[ -]\d+)*(?![\d]|[.,:]\d|%)/g, (all) => {
    const groups = all.split(/[ -]/);
    const digits = groups.join("");
    const telephone = groups.length > 1 && (digits.length >= 7 || all.startsWith("0"));
    const long = groups.length === 1 && (digits.length >= 5 || (digits.length > 1 && digits.startsWith("0")));
    if (telephone || long) return groups.map(digitByDigit).join(", ");
    // "3 - 12345" and the like: each group for itself.
    return groups.length === 1
      ? all
      : all.replaceAll(/\d+/g, (one) =>
          one.length >= 5 || (one.length > 1 && one.startsWith("0")) ? digitByDigit(one) : one,
        );
  });
}

function digitByDigit(digits: string): string {
  return digits
    .split("")
    .map((digit) => digitNames[Number(digit)])
    .join(" ");
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
