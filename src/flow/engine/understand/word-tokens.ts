// Tokeniser: cuts an utterance into tokens that keep their offsets in the transcript. Nothing is rewritten beyond
// lower case and the pack's own respellings; the matchers decide later what a word means.

import type { Spelling, WordToken } from "../../locale/language-pack.ts";

/**
 * Words, numerals with their inner marks, and the few signs that matter. Linear time: no part can match in two ways.
 */
const pieces = /\p{L}(?:[\p{L}\p{M}]|['’](?=\p{L}))*|[0-9０-９]+(?:[:.,/-][0-9０-９]+)*|[@+€$£¥%#*&_]/gu;

/** Some 40 seconds of speech. Only free text uses what comes after it. */
const tokensMax = 120;
const textUnitsMax = 8_000;

const isNumeral = (word: string): boolean => /^[0-9]/.test(word);
const isLetter = (word: string): boolean => /^\p{L}$/u.test(word);

/** The tokens of a transcript, at most 120; offsets are UTF-16 units of the transcript. */
export function tokenise(text: string, spelling: Spelling): readonly WordToken[] {
  const seen = text.length > textUnitsMax ? text.slice(0, textUnitsMax) : text;
  const tokens: WordToken[] = [];
  for (const match of seen.matchAll(pieces)) {
    if (tokens.length >= tokensMax) break;
    const word = match[0].normalize("NFKC").toLowerCase().replaceAll("’", "'");
    const token = {
      word,
      from: match.index,
      to: match.index + match[0].length,
      numeral: isNumeral(word),
      ordinal: false,
    };
    const last = tokens.at(-1);
    const grown = last === undefined ? undefined : grownBy(last, token, { text: seen, spelling });
    if (grown === undefined) tokens.push({ ...token, ordinal: isDotted(token, { text: seen, spelling }) });
    else tokens[tokens.length - 1] = grown;
  }
  return tokens.flatMap((token) => respell(token, spelling));
}

interface TranscriptContext {
  readonly text: string;
  readonly spelling: Spelling;
}

/** "p.m." is one word, and so is "A.B.C."; "24th" is one numeral. */
function grownBy(
  last: WordToken,
  next: WordToken,
  { text, spelling }: TranscriptContext,
): WordToken | undefined {
  if (last.numeral && last.to === next.from && spelling.ordinalSuffixes.includes(next.word)) {
    return { ...last, ordinal: true, to: next.to };
  }
  const isInitial = isLetter(next.word) && text[last.to] === "." && next.from === last.to + 1;
  if (!isInitial || !(isLetter(last.word) || (text[last.to - 2] === "." && !last.numeral))) return undefined;
  return { ...last, word: last.word + next.word, to: next.to };
}

/** "Am 24. um acht": a full stop after a numeral makes an ordinal, except at the end of the utterance. */
function isDotted({ numeral, to }: WordToken, { text, spelling }: TranscriptContext): boolean {
  return (
    numeral &&
    spelling.ordinalSuffixes.includes(".") &&
    text[to] === "." &&
    text.slice(to + 1, to + 40).trim() !== ""
  );
}

function respell(token: WordToken, { respelt }: Spelling): readonly WordToken[] {
  const other = token.numeral ? undefined : respelt.get(token.word);
  return other === undefined ? [token] : other.split(" ").map((word) => ({ ...token, word }));
}
