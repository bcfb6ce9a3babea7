// Search highlight: marks the searched words in the text of the page, without changing the page.

import { hitsIn } from "./section-search.ts";

const name = "found";

/** Marks the words everywhere in `content`; with no words nothing is marked. Browsers without highlights show none. */
export function highlight(content: HTMLElement, words: readonly string[]): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(name);
  // A single letter would match everywhere.
  const wanted = words.filter((word) => word.length > 1);
  if (wanted.length === 0) return;
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    for (const { from, to } of hitsIn(node.nodeValue ?? "", wanted)) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  }
  CSS.highlights.set(name, new Highlight(...ranges));
}
