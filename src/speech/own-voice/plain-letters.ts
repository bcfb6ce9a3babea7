// Plain letters: a text in plain ASCII, which is what an English voice reads.

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

/** Letters without their marks, and no marks that a voice would read out or stumble over. */
export function foldToAscii(text: string): string {
  return text
    .replaceAll(/\P{ASCII}/gu, (char) => replaced[char] ?? char)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/g, " ")
    .replaceAll(/[*_#`~^|<>{}[\]\\"]/g, " ");
}
