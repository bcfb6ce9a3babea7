// CSV pairs: questions with their answers in a CSV file (RFC 4180), with commas or semicolons.

export interface Pair {
  readonly question: string;
  readonly answer: string;
}

/** Undefined if a row does not have two columns. A first row with titles is left out. */
export function csvPairs(text: string): readonly Pair[] | undefined {
  const rows = rowsOf(text).filter((row) => row.some((cell) => cell.trim() !== ""));
  if (rows.some((row) => row.length < 2)) return undefined;
  const pairs = rows.map(([question = "", answer = ""]) => ({
    question: question.trim(),
    answer: answer.trim(),
  }));
  const [first] = pairs;
  const isHead = /^(?:questions?|frage)$/i.test(first?.question ?? "");
  return (isHead ? pairs.slice(1) : pairs).filter(({ question, answer }) => question !== "" && answer !== "");
}

function rowsOf(text: string): readonly string[][] {
  const clean = text.replace(/^\uFEFF/, "");
  const [line = ""] = clean.split("\n", 1);
  const separator = line.replace(/"[^"]*"/g, "").includes(";") ? ";" : ",";
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < clean.length; at++) {
    const char = clean.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (clean.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === separator || char === "\n") {
      rows.at(-1)?.push(cell.replace(/\r$/, ""));
      cell = "";
      if (char === "\n") rows.push([]);
    } else cell += char;
  }
  rows.at(-1)?.push(cell);
  return rows;
}
