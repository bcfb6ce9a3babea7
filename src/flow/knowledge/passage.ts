// Passage: the unit of search and speech, a paragraph under its headings or an answer with its questions, and the
// cutting of written texts into such.

/** Plain text, without any mark-up. */
export interface Passage {
  /** Headings of the passage, outermost first; empty if there are none. */
  readonly title: string;
  readonly text: string;
  /** Questions of an answer. */
  readonly questions?: readonly string[];
}

/** Words of a passage: shorter ones are joined with the next, longer ones are cut at a sentence. */
const wordsMin = 20;
const wordsMax = 180;
/** The heading is repeated with each passage below it. */
const headingCharsMax = 300;

/** Cuts Markdown, or text without headings. The text after a question in a heading is its answer. */
export function passagesOf(markdown: string, { headed = true } = {}): readonly Passage[] {
  const headings: string[] = [];
  const passages: Passage[] = [];
  let short: Passage | undefined;
  const close = (): void => {
    if (short !== undefined) passages.push(short);
    short = undefined;
  };
  for (const block of blocksOf(markdown)) {
    const heading = headed ? /^(#{1,6})\s+(.*)$/s.exec(block) : null;
    if (heading !== null) {
      close();
      headings.length = Math.min(headings.length, (heading[1]?.length ?? 1) - 1);
      headings.push(plain(withoutClosing(heading[2] ?? "")).slice(0, headingCharsMax));
      continue;
    }
    const last = headings.at(-1) ?? "";
    const isAnswer = last.endsWith("?");
    const title = headings.slice(0, isAnswer ? -1 : undefined).join(": ");
    for (const text of partsOf(spokenBlock(block))) {
      const joined: Passage = {
        title,
        text: short === undefined ? text : `${short.text} ${text}`,
        ...(isAnswer && { questions: [last] }),
      };
      short = undefined;
      // An answer is one whole, however short its paragraphs are.
      if (wordsIn(joined.text) < (isAnswer ? wordsMax : wordsMin)) short = joined;
      else passages.push(joined);
    }
  }
  close();
  return passages;
}

/** A heading may be closed by as many marks as it was opened with. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === "#") end -= 1;
  return heading.slice(0, end);
}

/** Paragraphs, headings, lists and tables, as they are written. */
function blocksOf(markdown: string): readonly string[] {
  const lines = markdown
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .split("\n");
  const blocks: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    const isHeading = /^#{1,6}\s/.test(line);
    if (line.trim() === "" || isFence || /^\s*(?:[-*_]\s*){3,}$/.test(line)) {
      isOpen = false;
      continue;
    }
    if (!isOpen || isHeading) blocks.push([]);
    blocks.at(-1)?.push(line);
    isOpen = !isHeading;
  }
  return blocks.map((block) => block.join("\n").trim());
}

/** A list is read item by item, and a table row by row, each cell after the name of its column. */
function spokenBlock(block: string): string {
  const lines = block.split("\n");
  if (lines.length > 1 && lines.every((line) => line.includes("|"))) return spokenTable(lines);
  const items = lines.map((line) => ({
    isItem: /^\s*(?:[-*+]|\d+[.)])\s/.test(line),
    text: plain(line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, "")),
  }));
  return items
    .map(({ isItem, text }, at) => {
      const isLast = items[at + 1]?.isItem !== false;
      return (isItem || at === 0 || items[at + 1]?.isItem === true) && isLast ? sentence(text) : text;
    })
    .join(" ");
}

function spokenTable(lines: readonly string[]): string {
  const cells = (line: string): readonly string[] =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => plain(cell.trim()));
  const [head = "", ...rows] = lines.filter((line) => !/^[\s|:-]+$/.test(line));
  const names = cells(head);
  return rows
    .map((row) =>
      cells(row)
        .map((cell, at) => (at === 0 || cell === "" ? cell : `${names[at] ?? ""}: ${cell}`))
        .filter((cell) => cell !== "")
        .join(", "),
    )
    .map(sentence)
    .join(" ");
}

const sentence = (text: string): string => (/[.!?:;,]$/.test(text) || text === "" ? text : `${text}.`);

/** No bracket opens inside another, so that each is not read to the end of a text. */
const link = /!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g;

/** Text of a line without mark-up; links as their words. */
export function plain(text: string): string {
  return text
    .replace(link, "$1")
    .replace(/[*_]{1,3}(?=\S)([^*_]+?)(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])/gu, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
}

function partsOf(text: string): readonly string[] {
  if (wordsIn(text) <= wordsMax) return text === "" ? [] : [text];
  const parts: string[] = [];
  let part = "";
  for (const each of sentencesOf(text)) {
    for (const piece of wordsIn(each) > wordsMax ? inPieces(each) : [each]) {
      if (part !== "" && wordsIn(part) + wordsIn(piece) > wordsMax) {
        parts.push(part);
        part = "";
      }
      part = part === "" ? piece : `${part} ${piece}`;
    }
  }
  return part === "" ? parts : [...parts, part];
}

/** Pieces of a sentence without an end. */
function inPieces(text: string): readonly string[] {
  const words = text.split(" ");
  return Array.from({ length: Math.ceil(words.length / wordsMax) }, (_, at) =>
    words.slice(at * wordsMax, (at + 1) * wordsMax).join(" "),
  );
}

export function sentencesOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "sentence" }).segment(text), ({ segment }) =>
    segment.trim(),
  ).filter((each) => each !== "");
}

const wordsIn = (text: string): number => text.split(" ").length;
