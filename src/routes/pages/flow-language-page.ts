// Page of the flow language: the manual with its chapters, the reference behind them, and the JSON Schema.

import { Elysia } from "elysia";
import { operation } from "../http/route-operation.ts";
import { type Asset, serve } from "./page-asset.ts";

/** `publicUrl` is how clients reach the server when it is not by its own address. */
export function flowLanguageRoutes(publicUrl: URL | undefined) {
  let page: Asset | undefined;
  return new Elysia({ name: "flow-language" })
    .get(
      "/flow-language",
      async ({ request, server }) => {
        const { origin } = publicUrl ?? server?.url ?? new URL(request.url);
        const { languagePage } = await import("./drawn-language.ts");
        return serve((page ??= languagePage(origin)), request);
      },
      {
        detail: operation({
          summary: "Flow language",
          description:
            "Manual with examples, and all keys, verbs, types, functions and checks of the language.",
          tag: "pages",
          cached: true,
          answer: { says: "The page", types: ["text/html"] },
        }),
      },
    )
    .get(
      "/flow-language/schema.json",
      async () => {
        const { languageSchema } = await import("./drawn-language.ts");
        return new Response(languageSchema(), { headers: { "content-type": "application/json" } });
      },
      {
        detail: operation({
          summary: "JSON Schema of the flow language",
          description: "Lets YAML editors complete and explain keys.",
          tag: "pages",
          answer: { says: "The schema", types: ["application/json"] },
        }),
      },
    );
}
