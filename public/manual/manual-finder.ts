// Manual search: its field and its results, for keyboard, pointer and screen reader.

import { highlight } from "./search-highlight.ts";
import { sectionsOf } from "./page-sections.ts";
import {
  findSections,
  type SearchHit,
  type Piece,
  resultsMax,
  type Section,
  wordsOf,
} from "./section-search.ts";

/** A section with its address, on this page or another one. */
interface LinkedSection extends Section {
  readonly address: string;
}

interface FinderElements {
  readonly content: HTMLElement;
  readonly words: HTMLInputElement;
  readonly found: HTMLElement;
  readonly results: HTMLOListElement;
  readonly contents: HTMLElement;
  /** Address of the sections of all pages; undefined: only this page is searched. */
  readonly allSections: string | undefined;
}

export function openFinder({ content, words, found, results, contents, allSections }: FinderElements): void {
  let sections: readonly LinkedSection[] | undefined;
  const links = (): readonly HTMLAnchorElement[] => [...results.querySelectorAll("a")];

  const show = (): void => {
    const query = words.value.trim();
    sections ??= sectionsOf(content).map(({ id, ...section }) => ({ ...section, address: `#${id}` }));
    const { found: best, total } = findSections(sections, query);
    results.replaceChildren(...best.map(entryOf));
    results.hidden = best.length === 0;
    results.classList.remove("chosen");
    contents.classList.toggle("behind", query !== "");
    found.textContent = query === "" ? "" : countOf(total);
    highlight(content, wordsOf(query));
  };

  const clear = (): void => {
    words.value = "";
    show();
  };

  // Until the sections of all pages have arrived, only this page is searched.
  const loadAll = (): void => {
    if (allSections === undefined) return;
    void fetch(allSections)
      .then(async (response) => {
        if (!response.ok) return;
        sections = (await response.json()) as readonly LinkedSection[];
        if (words.value !== "") show();
      })
      .catch(() => undefined);
  };

  words.addEventListener("focus", loadAll, { once: true });
  words.addEventListener("input", show);
  words.addEventListener("keydown", (event) => {
    if (event.key === "Enter") links()[0]?.click();
    else if (event.key === "ArrowDown") links()[0]?.focus();
    else return;
    event.preventDefault();
  });
  results.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    if (event.key === "ArrowDown") all[at + 1]?.focus();
    else if (event.key === "ArrowUp") (all[at - 1] ?? words).focus();
    else return;
    event.preventDefault();
  });
  // On small screens the results close when one was chosen.
  results.addEventListener("click", () => results.classList.add("chosen"));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && words.value !== "") {
      if (results.contains(document.activeElement)) words.focus();
      clear();
      return;
    }
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    words.focus();
    words.select();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

function countOf(total: number): string {
  if (total === 0) return "Nothing found. Try fewer words.";
  const sections = total === 1 ? "1 section" : `${total} sections`;
  return total > resultsMax ? `${sections}, the first ${resultsMax} are shown` : sections;
}

function entryOf({ section, heading, excerpt }: SearchHit<LinkedSection>): HTMLLIElement {
  const link = document.createElement("a");
  link.href = section.address;
  link.append(line("b", heading));
  if (section.chapter !== "") link.append(line("small", [{ text: section.chapter, isHit: false }]));
  link.append(line("span", excerpt));
  const entry = document.createElement("li");
  entry.append(link);
  return entry;
}

function line(tag: "b" | "small" | "span", pieces: readonly Piece[]): HTMLElement {
  const element = document.createElement(tag);
  for (const { text, isHit } of pieces) {
    const piece = isHit ? document.createElement("mark") : document.createElement("span");
    piece.textContent = text;
    element.append(piece);
  }
  return element;
}
