// Text pieces: cuts a text for vendors that limit the characters of a message. Joined, the pieces are the text.

/** Pieces of at most `charsMax` UTF-16 units, cut after a space if there is one, never within a character. */
export function textPieces(text: string, charsMax: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > charsMax) {
    const space = rest.lastIndexOf(" ", charsMax - 1) + 1;
    const at = space > 0 ? space : wholeCharacters(rest, charsMax);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

function wholeCharacters(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return isHalf ? at - 1 : at;
}
