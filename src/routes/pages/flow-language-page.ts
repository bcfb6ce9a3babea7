// Page of the flow language: the manual with its chapters, the reference behind them, and the JSON Schema.

import { Elysia } from "elysia";
import { schemaText } from "../../flow/author/language-reference.ts";
import { chapters, drawnChapter } from "../../manual/manual-book.ts";
import { operation } from "../http/route-operation.ts";
import { type Asset, serve } from "./page-asset.ts";
import { type BookPart, bookPage } from "./book-page.ts";
import { keyPlaces, referenceAnchors, referenceSections } from "./language-reference-sections.ts";
import { Html } from "./reference-page.ts";

/** `publicUrl` is how clients reach the server when it is not by its own address. */
export function flowLanguageRoutes(publicUrl: URL | undefined) {
  let page: Asset | undefined;
  let schema: string | undefined;
  return new Elysia({ name: "flow-language" })
    .get(
      "/flow-language",
      ({ request, server }) => {
        const { origin } = publicUrl ?? server?.url ?? new URL(request.url);
        return serve((page ??= render(origin)), request);
      },
      {
        detail: operation({
          summary: "Flow language",
          description:
            "A manual with examples, and every key, verb, type, function and check of the language.",
          tag: "pages",
          cached: true,
          answer: { says: "The page", types: ["text/html"] },
        }),
      },
    )
    .get(
      "/flow-language/schema.json",
      () => new Response((schema ??= schemaText()), { headers: { "content-type": "application/json" } }),
      {
        detail: operation({
          summary: "JSON Schema of the flow language",
          description: "For editors of YAML: completes keys and explains them.",
          tag: "pages",
          answer: { says: "The schema", types: ["application/json"] },
        }),
      },
    );
}

function render(origin: string): Asset {
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
    subtitle: "How to write a flow that people can talk to. Version 1 of the language.",
    parts,
    body: [...drawn.map(({ html: source }) => new Html(source)), ...referenceSections(origin)],
  });
}
