// Tokens: words, figures and the signs between them, in the spelling of the rules.

import type { Language } from "./language.ts";

export interface Token {
  readonly text: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** Whether a pause or a comma precedes the token. */
  readonly isAfterBreak: boolean;
  /** Whether the token was changed by one letter to a known word. */
  readonly fuzzy?: boolean;
  /** Whether a hyphen joins the token to the previous word. */
  readonly isJoined?: boolean;
}

interface Piece {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

const PIECE =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?:[.'’]\d{3})+(?!\d|\.\d)|\d+|[\p{L}\p{M}]+(?:['’][\p{L}]+)*|[^\s]/gu;

/** At most `tokensMax` tokens, including the parts of split words. */
export function tokenise(
  words: string,
  language: Language,
  tokensMax = Infinity,
): { tokens: readonly Token[]; isQuestion: boolean } {
  const text = language.respell.reduce((so, [from, to]) => so.replace(from, to), words.slice(0, 2_000));
  const tokens: Token[] = [];
  let isAfterBreak = false;
  let isJoined = false;
  const push = (word: string, { raw, start, end }: Piece): void => {
    const pieces = language.split(word);
    for (const each of pieces) {
      const closest = language.nearest(each);
      tokens.push({
        text: closest ?? each,
        raw: pieces.length > 1 ? each : raw,
        start,
        end,
        isAfterBreak,
        ...(isJoined && { isJoined }),
        ...(closest === undefined ? {} : { fuzzy: true }),
      });
      isAfterBreak = false;
      isJoined = false;
    }
  };
  for (const match of text.matchAll(PIECE)) {
    if (tokens.length >= tokensMax) break;
    const raw = match[0];
    const start = match.index;
    const end = start + raw.length;
    const before = text[start - 1] ?? " ";
    const after = text[end] ?? " ";
    const piece: Piece = { raw, start, end };
    const plain = raw.toLowerCase().replaceAll("’", "'");
    if (/^\d/.test(raw) && /[,.'’]/.test(raw)) push(thousands(plain, language.decimal), piece);
    else if (/^[\p{L}\d]/u.test(raw)) push(plain, piece);
    else if (/[€$£%@+&#°_]/.test(raw)) push(plain, piece);
    else if (raw === "-" && /\s/.test(before) && /\d/.test(after)) push("minus", piece);
    else if (raw === "-" && /\S/.test(before) && /\S/.test(after)) {
      if (/\d/.test(before) || /\d/.test(after)) push("-", piece);
      else isJoined = true;
    } else if (/[.:/,]/.test(raw) && /\S/.test(before) && /[\p{L}\d]/u.test(after)) push(raw, piece);
    else if (raw === "." && language.hasOrdinalDot && /\d/.test(before)) push(".", piece);
    else if (raw !== "'") {
      isAfterBreak = true;
    }
  }
  return { tokens, isQuestion: text.includes("?") };
}

/** `1,500` is a thousand and five hundred where a comma parts thousands; else the sign stays for the rules of decimals. */
const thousands = (figures: string, decimal: "." | ","): string =>
  figures.includes(decimal) ? figures : figures.replace(/\D/g, "");
