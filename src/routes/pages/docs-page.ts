// Pages of the documentation: each as HTML and as Markdown, one index of all their sections for the search, and a list
// of them for coding agents.

import { Elysia, t } from "elysia";
import { operation } from "../http/route-operation.ts";
import { type Asset, page, serve } from "./page-asset.ts";

export function docsRoutes() {
  return new Elysia({ name: "docs" })
    .get("/docs", async ({ request }) => serve(await pageOf("overview"), request), {
      ...page("Documentation", "Overview with links to all guides, chapters and references."),
    })
    .get("/docs/:page", async ({ request, params }) => serve(await pageOf(params.page), request), {
      params: t.Object({ page: t.String({ description: "Name of the page; with .md as Markdown" }) }),
      detail: operation({
        summary: "Page of the documentation",
        description: "A guide, a chapter about flows, or a reference. `search.json` is the search index.",
        tag: "pages",
        cached: true,
        problems: ["request/not-found"],
        answer: { says: "The page", types: ["text/html", "text/markdown"] },
      }),
    })
    .get("/llms.txt", async ({ request }) => serve((await import("./drawn-docs.ts")).agentsList(), request), {
      detail: operation({
        summary: "Documentation for coding agents",
        description: "All pages with their Markdown address and a one-line summary.",
        tag: "pages",
        cached: true,
        answer: { says: "The list", types: ["text/markdown"] },
      }),
    });
}

async function pageOf(name: string): Promise<Asset> {
  return (await import("./drawn-docs.ts")).docsAsset(name);
}
