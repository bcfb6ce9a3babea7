// Client module as apps import it: small, typed, compressed, not sent twice, and readable for the configured origins.

import { expect, test } from "bun:test";
import { bundlePages, clientPackage } from "../../../src/bundle-pages.ts";
import { serveTest } from "../../support/servers/served.ts";

const app = "https://app.example";

/** The widget may have 60 kB; a page that holds a call with its own surface needs less than a third of that. */
const gzipBytesMax = 18_000;

test("client module: it is one small file without imports, and needs nothing that a policy forbids", async () => {
  await using served = await serveTest();
  const text = await (await served.ask("/client.js")).text();
  expect(Bun.gzipSync(text).length).toBeLessThan(gzipBytesMax);
  const { imports, exports } = new Bun.Transpiler({ loader: "js" }).scan(text);
  expect({ imports, exports }).toEqual({ imports: [], exports: ["connect", "noCall"] });
  expect(text).not.toMatch(/new Function|\beval\(|process\.env/);
});

test("client module: the types are those of its source, and the package holds the files that are served", async () => {
  await using served = await serveTest();
  const types = await (await served.ask("/client.d.ts")).text();
  expect(types).toBe(await Bun.file("public/client/client-types.d.ts").text());
  const { files } = await bundlePages();
  const held = clientPackage(files);
  expect([...held.keys()].sort()).toEqual(["client.d.ts", "client.js", "package.json"]);
  const text = (name: string): Promise<string> => new Response(held.get(name)).text();
  expect(await text("client.js")).toBe(await (await served.ask("/client.js")).text());
  expect(await text("client.d.ts")).toBe(types);
  const { exports } = JSON.parse(await text("package.json")) as { exports: object };
  expect(exports).toEqual({ ".": { types: "./client.d.ts", default: "./client.js" } });
});

test("client module: a talking React component with captions is short", async () => {
  const lines = (await Bun.file("public/examples/talk-button.tsx").text()).split("\n");
  expect(lines.filter((line) => line !== "" && !line.startsWith("//")).length).toBeLessThanOrEqual(20);
});

test("client module: it is compressed, cached, and has its media type", async () => {
  await using served = await serveTest();
  for (const [path, type] of [
    ["/client.js", "text/javascript; charset=utf-8"],
    ["/client.d.ts", "application/typescript; charset=utf-8"],
  ] as const) {
    const wire: BunFetchRequestInit = { decompress: false, headers: { "accept-encoding": "gzip" } };
    const { status, headers } = await served.ask(path, wire);
    expect([status, headers.get("content-type"), headers.get("content-encoding")]).toEqual([
      200,
      type,
      "gzip",
    ]);
    expect(headers.get("cache-control")).toBe("no-cache");
    const known = { "accept-encoding": "gzip", "if-none-match": headers.get("etag") ?? "" };
    expect((await served.ask(path, { headers: known })).status).toBe(304);
    const changed = { "accept-encoding": "gzip", "if-none-match": '"another"' };
    expect((await served.ask(path, { headers: changed })).status).toBe(200);
  }
});

test("client module: every page may load it, and only those of named origins make a call", async () => {
  await using served = await serveTest({ CORS_ORIGINS: app });
  const shown = async (path: string, origin: string): Promise<unknown> =>
    (await served.ask(path, { headers: { origin } })).headers.get("access-control-allow-origin");
  const other = "https://other.example";
  for (const path of ["/client.js", "/pages/player-worklet.js", "/pages/microphone-worklet.js", "/live"])
    expect([path, await shown(path, app), await shown(path, other)]).toEqual([path, app, other]);
  for (const path of ["/ice-servers", "/ws"])
    expect([path, await shown(path, app), await shown(path, other)]).toEqual([path, app, null]);
});
