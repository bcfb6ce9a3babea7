// Unknown addresses: a page for people, a problem document for other clients, and 404 for both.

import { expect, test } from "bun:test";
import { sitePages } from "../../../src/routes/pages/site-pages.ts";
import { serveTest } from "../../support/servers/served.ts";

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

test.each(["/nowhere", "/swagger/nowhere", "/pages/nowhere.js", "/test.html", "//test"])(
  "unknown address: %s shows a browser a page with links to the others",
  async (path) => {
    await using served = await serveTest();
    const response = await served.ask(path, { headers: browser });
    const page = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toStartWith(
      "default-src 'none'; style-src 'self'; script-src 'self'",
    );
    expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    expect(page).toContain("<h1>Page not found</h1>");
    for (const [address, name] of sitePages)
      expect(page).toContain(`<dt><a href="${address}">${name}</a></dt>`);
    expect(page).not.toMatch(/<script>|\son\w+=|\sstyle=|\ssrc="(?!\/pages\/)|https?:/);
  },
);

test("unknown address: an unknown agent shows a customer no page of the operator", async () => {
  await using served = await serveTest();
  const response = await served.ask(`/talk/vfe_${"x".repeat(24)}`, { headers: browser });
  const page = await response.text();
  expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(page).toContain("<h1>This agent is not available</h1>");
  expect(page).toContain("Please ask for a new link where you found it.");
  expect(page).not.toMatch(/<a |Console|Voice Flow/);
});

const documents: readonly [name: string, path: string, init: RequestInit][] = [
  ["to whom anything will do", "/nowhere", { headers: { accept: "*/*" } }],
  ["to whom JSON is dearer", "/nowhere", { headers: { accept: "application/json, text/html;q=0.9" } }],
  ["below /v1, also in a browser", "/v1/nowhere", { headers: browser }],
  ["below /ws, also in a browser", "/ws/nowhere", { headers: browser }],
  ["below /health, also in a browser", "/health/nowhere", { headers: browser }],
  ["to what a form sends", "/nowhere", { method: "POST", headers: browser }],
];

test.each(documents)("unknown address: a problem document %s", async (_name, path, init) => {
  await using served = await serveTest();
  const response = await served.ask(path, init);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  expect(await response.json()).toMatchObject({ code: "request/not-found" });
});
