// Routes of pages: serve the pages and their files with an ETag and a Content-Security-Policy that allows nothing
// from outside. The contents come from the page bundler.

import { Elysia, t } from "elysia";
import { Fault } from "../../base/fault.ts";
import type { ListedFlow } from "../../calls/built-in-programs.ts";
import type { EmbeddedAgent } from "../../cloud/account-embeds.ts";
import { operation } from "../http/route-operation.ts";
import { type Asset, page, serve, text } from "./page-asset.ts";
import { type SiteAddress, siteLinksOf } from "./site-pages.ts";
import { swaggerRoutes } from "./swagger-page.ts";

export interface PageOptions {
  /** Bundled pages by file name, read at each request. */
  readonly files: () => Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>>;
  /** The built-in flows that the pages offer. */
  readonly flows: () => readonly ListedFlow[];
  /** The agent to which the public token of an embed leads; undefined: there is none. */
  readonly agentOf: (token: string) => Promise<EmbeddedAgent | undefined>;
}

/**
 * Policy that allows only our own files and our own sockets. `host` and `framers` are already checked, because they go
 * into a header.
 */
function pagePolicy(host: string | undefined, framers: readonly string[] = []): string {
  // Not every browser counts the sockets of a page's own host among 'self'.
  const sockets = host === undefined ? "" : ` ws://${host} wss://${host}`;
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'none'; " +
    `connect-src 'self'${sockets}; worker-src 'self'; media-src 'none'; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors ${framers.length === 0 ? "'none'" : framers.join(" ")}`
  );
}

const pagePermissions = "microphone=(self), camera=(), geolocation=(), display-capture=()";

const iconFile = "icon.svg";
/** A day: it is on every page, and an old one does no harm. */
const iconCaching = "public, max-age=86400";

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  ts: "application/typescript; charset=utf-8",
  // RFC 9512
  yaml: "application/yaml",
};

export function pageRoutes({ files, flows, agentOf }: PageOptions) {
  const bundled = openBundled(files);
  const options = (page: string): string =>
    page.replace("<!-- flows -->", () => flows().map(optionOf).join(""));
  return new Elysia({ name: "pages" })
    .get("/", () => new Response(null, { status: 302, headers: { location: "/test" } }), {
      detail: operation({
        summary: "Start page",
        description: "Redirects to the test page.",
        tag: "pages",
        answer: { status: 302, says: "To /test", headers: { Location: "/test" } },
      }),
    })
    .get(
      "/console",
      async ({ request }) => serve(await bundled.page("/console", { fill: options, request }), request),
      page("Console", "Calls and settings of an account. The console uses only this API."),
    )
    .get(
      "/test",
      async ({ request }) => serve(await bundled.page("/test", { fill: options, request }), request),
      page("Test page", "Talk to the agent in a browser."),
    )
    .get(
      "/flow-editor",
      async ({ request }) => serve(await bundled.page("/flow-editor", { fill: options, request }), request),
      page("Flow editor", "Edit, test and try a flow in a browser. Comments and order of its YAML are kept."),
    )
    .get("/favicon.ico", async ({ request }) => serve(await bundled.file(iconFile), request), {
      detail: operation({
        summary: "Icon",
        description: "Icon for browsers that request it here by default.",
        tag: "pages",
        cached: true,
        answer: { says: "The icon", types: ["image/svg+xml"] },
      }),
    })
    .get("/pages/:file", async ({ request, params }) => serve(await bundled.file(params.file), request), {
      params: t.Object({ file: t.String({ description: "Name of the file" }) }),
      detail: operation({
        summary: "File of a page",
        description:
          "Scripts, styles and pictures of the pages, and the built-in flows, such as `welcome.flow.yaml`.",
        tag: "pages",
        anyOrigin: true,
        problems: ["request/not-found"],
        cached: true,
        answer: {
          says: "The file",
          types: ["text/javascript", "text/css", "image/svg+xml", "image/png", "application/yaml"],
        },
      }),
    })
    .use(clientRoutes(bundled))
    .use(embedPages(bundled, agentOf))
    .use(swaggerRoutes());
}

/** Modules for foreign apps, at permanent addresses. */
function clientRoutes(bundled: ReturnType<typeof openBundled>) {
  return new Elysia({ name: "client" })
    .get("/client.js", async ({ request }) => serve(await bundled.file("client.js"), request), {
      detail: operation({
        summary: "Client module",
        description:
          "ES module for apps: `import { connect }` from it, on a page of any origin. Calls are accepted from pages of this " +
          "server and of the origins in CORS_ORIGINS.",
        tag: "pages",
        anyOrigin: true,
        cached: true,
        answer: { says: "The module", types: ["text/javascript"] },
      }),
    })
    .get("/client.d.ts", async ({ request }) => serve(await bundled.file("client-types.d.ts"), request), {
      detail: operation({
        summary: "Types of the client module",
        description: "TypeScript declarations of `/client.js`.",
        tag: "pages",
        anyOrigin: true,
        cached: true,
        answer: { says: "The declarations", types: ["application/typescript"] },
      }),
    });
}

/** Resources for visitors without an account: a script for pages of any origin, and a page for one agent. */
function embedPages(bundled: ReturnType<typeof openBundled>, agentOf: PageOptions["agentOf"]) {
  return new Elysia({ name: "embed-pages" })
    .get("/widget.js", async ({ request }) => serve(await bundled.file("widget.js"), request), {
      detail: operation({
        summary: "Widget",
        description:
          'For pages of the origins of an embed: `<script src="https://HOST/widget.js" data-token="vfe_…"></script>` puts a ' +
          "button into them that talks. The attributes `data-label`, `data-name`, `data-picture`, `data-greeting`, `data-colour`, " +
          "`data-side` (left or right), `data-language`, `data-context` and `data-texts` (JSON) change it; the same options go to " +
          "`VoiceFlow.add(options)`, which the script brings, as a classic script or a module. A policy of the page has to " +
          "allow https://HOST as `script-src` and both https://HOST and wss://HOST as `connect-src`; styles need nothing.",
        tag: "pages",
        anyOrigin: true,
        cached: true,
        answer: { says: "The script", types: ["text/javascript"] },
      }),
    })
    .get(
      "/talk/:embed",
      async ({ request, params }) => {
        const agent = await agentOf(params.embed);
        if (agent === undefined) throw new Fault("embed/not-found", "There is no agent at this link.");
        // Site of the agent: its first page's, or this server's.
        const [first] = agent.origins;
        const of = (first === undefined ? hostOf(request) : new URL(first).host) ?? "this server";
        const { origins: framers, ...seen } = agent;
        const parts = Object.entries({ ...seen, site: of });
        const filled = (page: string, [part, text]: readonly [string, string | null]): string =>
          page.replaceAll(`<!-- ${part} -->`, () => Bun.escapeHTML(text ?? ""));
        const fill = (page: string): string => parts.reduce(filled, page);
        const shown = { fill, request, key: JSON.stringify([parts, framers]), framers };
        return serve(await bundled.page("/talk", shown), request);
      },
      {
        params: t.Object({ embed: t.String({ description: "The embed's token" }) }),
        detail: operation({
          summary: "Talk to one agent",
          description:
            "Page to share: anyone with the link can talk to the agent, within the limits of the embed. Pages of the " +
            'embed\'s origins may show it in a frame, with `allow="microphone"`.',
          tag: "pages",
          problems: ["embed/not-found"],
          cached: true,
          answer: { says: "The page", types: ["text/html"] },
        }),
      },
    );
}

interface PageRequest {
  readonly fill: (page: string) => string;
  readonly request: Request;
  /** Tells apart what the page is filled with. */
  readonly key?: string;
  /** Origins whose pages may show it in a frame. */
  readonly framers?: readonly string[];
}

/** Files as assets, made again only when their bytes have changed. */
function openBundled(files: PageOptions["files"]) {
  const assets = new WeakMap<Uint8Array, Map<string, Asset>>();
  const find = async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = (await files()).get(name);
    if (bytes !== undefined) return bytes;
    throw new Fault("request/not-found", "There is no such file. Reload the page: it may be outdated.");
  };
  const keep = (bytes: Uint8Array, key: string, make: () => Asset): Asset => {
    const kept = assets.get(bytes) ?? new Map<string, Asset>();
    assets.set(bytes, kept);
    const asset = kept.get(key) ?? make();
    // Host names are the client's to choose: they must not fill the memory.
    if (kept.size < 16) kept.set(key, asset);
    return asset;
  };
  return {
    async file(name: string): Promise<Asset> {
      if (name.endsWith(".html"))
        throw new Fault("request/not-found", "The pages are at /console, /test and /flow-editor.");
      const bytes = await find(name);
      const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
      return keep(bytes, "", () => ({
        headers: {
          "content-type": type,
          ...(name === iconFile && { "cache-control": iconCaching }),
        },
        bytes: () => Promise.resolve(bytes),
      }));
    },
    async page(
      address: SiteAddress | "/talk",
      { fill, request, key = "", framers }: PageRequest,
    ): Promise<Asset> {
      const bytes = await find(`${address.slice(1)}.html`);
      const host = hostOf(request);
      return keep(bytes, `${host ?? ""} ${key}`, () => {
        const filled = fill(new TextDecoder().decode(bytes));
        const content = filled.replace("<!-- pages -->", () => siteLinksOf(address));
        const page = text(content, { type: "text/html; charset=utf-8", policy: pagePolicy(host, framers) });
        return { ...page, headers: { ...page.headers, "permissions-policy": pagePermissions } };
      });
    },
  };
}

function optionOf({ id, name, description }: ListedFlow): string {
  const [value, title, text] = [id, description, name].map((each) => Bun.escapeHTML(each));
  return `<option value="${value}" title="${title}">${text}</option>`;
}

/** Host as the browser wrote it, if it may be part of a header. */
function hostOf(request: Request): string | undefined {
  const host = request.headers.get("host") ?? "";
  return /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i.test(host) ? host.toLowerCase() : undefined;
}
