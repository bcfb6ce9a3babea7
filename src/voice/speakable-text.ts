// Speakable text: one written sentence without mark-up and pictures, and with short addresses, as in transcripts.
// `src/spoken` decides how numbers, signs and abbreviations are said. Cuts nothing.

/** Empty if a voice could say nothing of it. `lineStart`: the text begins a line. */
export function sayable(written: string, lineStart: boolean): string {
  let text = written;
  if (lineStart) {
    if (/^\s*(?:[-=*_]\s*){3,}$/.test(text) || /^[\s|:-]+$/.test(text)) return "";
    text = text
      .replace(/^\s*(?:>\s*)+/, "")
      .replace(/^\s*#{1,6}\s+/, "")
      .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, "");
  }
  if (lineStart && text.trimStart().startsWith("|")) {
    const cells = text.split("|").map((cell) => cell.trim());
    text = cells.filter((cell) => cell !== "").join(", ");
  }
  text = text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<?\bhttps?:\/\/(?:www\.)?([^\s/?#>)]+)([^\s>)]*)>?/g, shortAddress)
    .replaceAll(/<\/?[a-z][^<>]*>/gi, " ")
    .replaceAll(/`+/g, "")
    .replaceAll(/\*\*|__|~~/g, "")
    // A lone * or _ is emphasis where it touches a word's outside; within "snake_case" or "3 * 4" it is not.
    .replaceAll(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, "")
    .replaceAll(pictures, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,!?;:])/g, "$1")
    .trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
}

/** A longer path is left out: a listener could not write it down. */
const pathCharsMax = 40;

/** Host and path: a query is for machines. Trailing punctuation belongs to the sentence. */
function shortAddress(_all: string, host: string, rest: string): string {
  const end = /[.,;:!?]*$/.exec(rest)?.[0] ?? "";
  const path = /^\/[^?#]*/.exec(rest.slice(0, rest.length - end.length))?.[0].replace(/\/$/, "") ?? "";
  return `${host}${path.length > pathCharsMax ? "" : path}${end}`;
}

/** Emoji with everything that modifies and joins them, and flags. */
const pictures =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{1F3FB}-\u{1F3FF}]|\u{FE0F}|\u{200D}|\u{20E3})+/gu;
