// Text measuring: valid characters of a picture, and the width and wrapping of a text. Widths come from a table,
// because a server has no fonts to measure with.

/** Widths in thousandths of the font size, of a wide sans serif, so that narrower fonts fit too. */
const widths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      [290, "ijlI'|"],
      [350, " .,:;!/()[]f-J`"],
      [430, 'rt"'],
      [540, "sczLF_*"],
      [600, "vxykTYPE?"],
      [640, "abdeghnopqu0123456789{}$SKARXZVB"],
      [760, "CDGHNOQUw&"],
      [850, "+=<>~#^M→"],
      [990, "mW@%…"],
    ] as const
  ).flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, width])),
);
const otherWidth = 640;
const wideWidth = 1_000;
const boldFactor = 1.1;

/** UTF-16 units of a text that are read. */
const lookedAtMax = 400;

/**
 * One line of valid text. Controls are shown as their symbols; direction changes and characters invalid in XML as
 * U+FFFD.
 */
export function shown(text: string): string {
  return text
    .slice(0, lookedAtMax)
    .toWellFormed()
    .replaceAll(/[\t\n\r ]+/g, " ")
    .replaceAll(/\p{Cc}/gu, signOf)
    .replaceAll(/[\u2028\u2029\ufffe\uffff]|\p{Bidi_Control}/gu, "\ufffd")
    .trim();
}

function signOf(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421" : "\ufffd";
}

export interface Font {
  /** Pixels. */
  readonly size: number;
  readonly isBold?: boolean;
}

/** Pixels. */
export function widthOf(text: string, { size, isBold = false }: Font): number {
  let sum = 0;
  for (const letter of text) sum += widthOfLetter(letter);
  return (sum * size * (isBold ? boldFactor : 1)) / 1_000;
}

function widthOfLetter(letter: string): number {
  const width = widths[letter];
  if (width !== undefined) return width;
  if (/\p{M}/u.test(letter)) return 0;
  return (letter.codePointAt(0) ?? 0) >= 0x1100 ? wideWidth : otherWidth;
}

/** The text cut to a width in pixels, with … where something was cut. */
export function cut(text: string, font: Font, width: number): string {
  if (widthOf(text, font) <= width) return text;
  const room = width - widthOf("…", font);
  let kept = "";
  let used = 0;
  for (const letter of text) {
    used += widthOf(letter, font);
    if (used > room) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** Spaces between words; quotes in {{ }} are part of one. */
const outsideHoles = / (?![^{]*\}\})/;

/** At most two lines, broken between words if possible; the rest is cut. No line for no text. */
export function wrapped(text: string, font: Font, width: number): readonly string[] {
  if (text === "") return [];
  if (widthOf(text, font) <= width) return [text];
  let first = "";
  for (const word of text.split(outsideHoles)) {
    const longer = first === "" ? word : `${first} ${word}`;
    if (widthOf(longer, font) > width) break;
    first = longer;
  }
  if (first === "") first = cut(text, font, width + widthOf("…", font)).slice(0, -1);
  const rest = text.slice(first.length).trim();
  return rest === "" ? [first] : [first, cut(rest, font, width)];
}
