// Page sections: the content of a long page, section by section, for the search.

import type { Section } from "./section-search.ts";

export interface PageSection extends Section {
  readonly id: string;
  readonly element: HTMLElement;
}

/** Sections begin at the headings that have an anchor. */
export function sectionsOf(content: HTMLElement): readonly PageSection[] {
  const headings = [...content.querySelectorAll<HTMLElement>("h2[id], h3[id]")];
  let chapter = "";
  return headings.map((element) => {
    const heading = (element.textContent ?? "").trim();
    const above = element.tagName === "H2" ? "" : chapter;
    if (above === "") chapter = heading;
    return { id: element.id, element, heading, chapter: above, text: textAfter(element) };
  });
}

/** The elements of a section, without its heading. */
function* elementsOf(heading: HTMLElement): Generator<Element> {
  for (let next = heading.nextElementSibling; next !== null; next = next.nextElementSibling) {
    if (/^H[123]$/.test(next.tagName)) return;
    yield next;
  }
}

function textAfter(heading: HTMLElement): string {
  const parts = [...elementsOf(heading)].map((element) => wordsIn(element));
  return parts.join(" ").replaceAll(/\s+/g, " ").trim();
}

/** Cells and lines separate words, even without a space between them. */
function wordsIn(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode() !== null) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (parentElement?.closest("button") === null) texts.push(nodeValue ?? "");
  }
  return texts.join(" ");
}
