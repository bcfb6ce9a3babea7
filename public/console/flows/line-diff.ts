// Line diff: changes between two texts, line by line, with a few lines around each. Pure.

import { diffIndices } from "node-diff3";

export type DiffRow =
  /** `before` and `after`: its numbers in both texts. */
  | { readonly kind: "same"; readonly text: string; readonly before: number; readonly after: number }
  | { readonly kind: "gone"; readonly text: string; readonly before: number }
  | { readonly kind: "added"; readonly text: string; readonly after: number }
  /** Number of equal lines that are hidden. */
  | { readonly kind: "rest"; readonly lines: number; readonly before: number };

/** Shown lines around each change. */
const contextLines = 3;

/** Empty if the texts are equal. */
export function lineDiff(before: string, after: string): readonly DiffRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const rows: DiffRow[] = [];
  let [at, to] = [0, 0];
  const changes = diffIndices(old, now).map(({ buffer1, buffer2 }) => ({
    from: Number(buffer1[0]),
    gone: Number(buffer1[1]),
    into: Number(buffer2[0]),
    added: Number(buffer2[1]),
  }));
  if (changes.length === 0) return [];
  const same = (until: number, isFirst: boolean, isLast: boolean): void => {
    const count = until - at;
    const head = isFirst ? 0 : contextLines;
    const tail = isLast ? 0 : contextLines;
    const isShort = count <= head + tail + 1;
    for (let n = 0; n < count; n++) {
      const isShown = isShort || n < head || n >= count - tail;
      if (isShown)
        rows.push({ kind: "same", text: old[at + n] ?? "", before: at + n + 1, after: to + n + 1 });
      else if (n === head) rows.push({ kind: "rest", lines: count - head - tail, before: at + n + 1 });
    }
    at += count;
    to += count;
  };
  changes.forEach(({ from, gone, into, added }, index) => {
    same(from, index === 0, false);
    for (let n = 0; n < gone; n++)
      rows.push({ kind: "gone", text: old[from + n] ?? "", before: from + n + 1 });
    for (let n = 0; n < added; n++)
      rows.push({ kind: "added", text: now[into + n] ?? "", after: into + n + 1 });
    at = from + gone;
    to = into + added;
  });
  same(old.length, false, true);
  return rows;
}

/** The last line ends, as in files, with a line break. */
function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}
