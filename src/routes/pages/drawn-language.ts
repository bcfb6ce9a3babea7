// Drawn flow language: the manual with its chapters, and the reference behind them. Loaded with the first request.

import { schemaText } from "../../flow/author/language-reference.ts";
import { once } from "../../base/once.ts";
import { chapters, drawnChapter } from "../../manual/manual-book.ts";
import type { Asset } from "./page-asset.ts";
import { type BookPart, bookPage } from "./book-page.ts";
import { keyPlaces, referenceAnchors, referenceSections } from "./language-reference-sections.ts";
import { Html } from "./reference-page.ts";

export const languageSchema = once(schemaText);

export function languagePage(origin: string): Asset {
  const drawn = chapters.map((chapter) => ({ ...chapter, ...drawnChapter(chapter) }));
  const linked = drawn.map(({ id, title, sections }) => ({ id, title, inner: sections }));
  const parts: readonly BookPart[] = [
    { title: "Manual", entries: linked },
    {
      title: "Reference",
      entries: referenceAnchors.map(([id, title]) => ({
        id,
        title,
        inner: id === "keys" ? keyPlaces.map(([place, name]) => ({ id: place, title: name })) : [],
      })),
    },
  ];
  return bookPage({
    path: "/docs",
    title: "Voice Flow language",
    heading: "Flow language",
    subtitle: "How to write the flow of a voice agent. Version 1 of the language.",
    parts,
    body: [...drawn.map(({ html: source }) => new Html(source)), ...referenceSections(origin)],
  });
}
