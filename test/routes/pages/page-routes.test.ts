// Test page as served: bundled for browsers, under a policy that lets nothing in, sent once and compressed.

import { expect, test } from "bun:test";
import { sitePages } from "../../../src/routes/pages/site-pages.ts";
import { serveTest } from "../../support/servers/served.ts";

const filesOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/pages\/[^"]+)"/g)].map((match) => match[1]!);

test("test page: everything it loads is ours, small, and works in plain browsers", async () => {
  await using served = await serveTest();
  const page = await (await served.ask("/test")).text();
  const files = new Set([...filesOf(page), "/pages/player-worklet.js", "/pages/microphone-worklet.js"]);
  expect(files.size).toBe(5);
  let bytes = page.length;
  for (const path of files) {
    const file = await served.ask(path);
    const text = await file.text();
    bytes += Bun.gzipSync(text).length;
    expect([path, file.status]).toEqual([path, 200]);
    expect([path, text.match(/["'](?:node|bun):|new Function|\beval\(/)]).toEqual([path, null]);
  }
  expect(bytes).toBeLessThan(80_000);
  expect(/<style|style=|<script>|\son[a-z]+="/.exec(page)).toBeNull();
  expect(page).toContain(
    '<option value="welcome" title="Shows the features that need no key, and the next steps.">Welcome</option>',
  );
});

test("test page: its policy names our own files and sockets only, and allows the microphone", async () => {
  await using served = await serveTest();
  const { headers } = await served.ask("/test", { headers: { host: "voice.example:8443" } });
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).toContain("connect-src 'self' ws://voice.example:8443 wss://voice.example:8443;");
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(headers.get("permissions-policy")).toStartWith("microphone=(self), ");
  const odd = await served.ask("/test", { headers: { host: "a_b" } });
  expect(odd.headers.get("content-security-policy")).toContain("connect-src 'self';");
});

test("test page: it is compressed where possible, and cached", async () => {
  await using served = await serveTest();
  for (const path of ["/test", "/pages/test-page.js"]) {
    const plain = await served.ask(path, { headers: { "accept-encoding": "identity" } });
    // The body stays as on the wire: a real fetch, which the executable needs, would decompress it.
    const wire: BunFetchRequestInit = { decompress: false, headers: { "accept-encoding": "br, gzip" } };
    const packed = await served.ask(path, wire);
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toBe("Accept-Encoding");
    const unpacked = new TextDecoder().decode(Bun.gunzipSync(await packed.bytes()));
    expect(unpacked).toBe(await plain.text());
    const etag = packed.headers.get("etag") ?? "";
    expect(etag).not.toBe(plain.headers.get("etag") ?? "");
    const again = { "accept-encoding": "gzip", "if-none-match": etag };
    expect((await served.ask(path, { headers: again })).status).toBe(304);
  }
});

test("test page: an unknown file is a problem, and pages have one address only", async () => {
  await using served = await serveTest();
  for (const path of ["/pages/nope.js", "/pages/test.html", "/pages/..%2fpackage.json"]) {
    const response = await served.ask(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }
});

test("icon: every page names it, and it is small, cached for a day and also at the browsers' default address", async () => {
  await using served = await serveTest();
  const addresses = [...sitePages.map(([address]) => address), "/nowhere"];
  for (const address of addresses) {
    const page = await served.ask(address, { headers: { accept: "text/html" } });
    expect([address, /<link rel="icon" href="([^"]*)"/.exec(await page.text())?.[1]]).toEqual([
      address,
      "/pages/icon.svg",
    ]);
    expect(page.headers.get("content-security-policy")).toContain("img-src 'self'");
  }
  for (const path of ["/pages/icon.svg", "/favicon.ico"]) {
    const { status, headers } = await served.ask(path);
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, "image/svg+xml"]);
    expect(headers.get("cache-control")).toBe("public, max-age=86400");
  }
  expect(await (await served.ask("/favicon.ico")).text()).toBe(await Bun.file("public/icon.svg").text());
});

test("test page: the reason of a refused call is available", async () => {
  await using served = await serveTest();
  const problem = async (query: string): Promise<unknown> => await (await served.ask(`/ws?${query}`)).json();
  expect(await problem("mode=assistant")).toMatchObject({ code: "speech/unavailable" });
  expect(await problem("mode=flow&program_id=nope")).toMatchObject({ code: "flow/not-found" });
});
