// Pages and their files: served from the binary with an ETag and a policy that lets nothing in from outside.

import { Elysia } from "elysia";
import swaggerCss from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerJs from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { operation } from "./operation.ts";

/** Scripts and styles of our own origin only; Swagger UI styles elements in place and draws `data:` icons. */
const swaggerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const swaggerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voice Flow API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/swagger/swagger-ui.css">
</head>
<body>
<div id="ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/swagger/start.js"></script>
</body>
</html>
`;

const swaggerStart = `SwaggerUIBundle({ url: "/swagger/json", dom_id: "#ui", deepLinking: true, validatorUrl: null });
`;

const file = (summary: string, type: string) => ({
  detail: operation({
    summary,
    description: "A file of the API page.",
    tag: "pages",
    answer: { says: "The file", type },
  }),
});

export function pageRoutes() {
  const page = text(swaggerPage, { type: "text/html; charset=utf-8", policy: swaggerPolicy });
  const start = text(swaggerStart, { type: "text/javascript; charset=utf-8" });
  const script = embedded(swaggerJs, "text/javascript; charset=utf-8");
  const style = embedded(swaggerCss, "text/css; charset=utf-8");
  return new Elysia({ name: "pages" })
    .get("/", () => new Response(null, { status: 302, headers: { location: "/swagger" } }), {
      detail: operation({
        summary: "Start page",
        description: "Leads to the API page.",
        tag: "pages",
        answer: { status: 302, says: "To /swagger" },
      }),
    })
    .get("/swagger", ({ request }) => serve(page, request), {
      detail: operation({
        summary: "API page",
        description: "This document, to read and to try. Everything it loads comes from this server.",
        tag: "pages",
        answer: { says: "The page", type: "text/html" },
      }),
    })
    .get(
      "/swagger/start.js",
      ({ request }) => serve(start, request),
      file("API page: start", "text/javascript"),
    )
    .get(
      "/swagger/swagger-ui-bundle.js",
      ({ request }) => serve(script, request),
      file("API page: script", "text/javascript"),
    )
    .get(
      "/swagger/swagger-ui.css",
      ({ request }) => serve(style, request),
      file("API page: style", "text/css"),
    );
}

export interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

interface TextOptions {
  readonly type: string;
  /** Content-Security-Policy; only pages have one. */
  readonly policy?: string;
}

/** A page or file that is made by the program. */
export function text(content: string, { type, policy }: TextOptions): Asset {
  const bytes = new TextEncoder().encode(content);
  const headers = {
    "content-type": type,
    ...(policy === undefined ? {} : { "content-security-policy": policy }),
  };
  return { headers, bytes: () => Promise.resolve(bytes) };
}

function embedded(path: string, type: string): Asset {
  return { headers: { "content-type": type }, bytes: () => Bun.file(path).bytes() };
}

const etags = new WeakMap<Asset, string>();

/** Answers with the asset, or with 304 when the client has it. Always asked again: a new binary has new files. */
export async function serve(asset: Asset, request: Request): Promise<Response> {
  const bytes = await asset.bytes();
  const etag = etags.get(asset) ?? `"${Bun.hash(bytes).toString(36)}"`;
  etags.set(asset, etag);
  const headers = { ...asset.headers, etag, "cache-control": "no-cache" };
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*"))
    return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers });
}
