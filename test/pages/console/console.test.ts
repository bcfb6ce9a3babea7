// Quiet browser console: a real browser loads every page, on a small and a large screen, in light and dark, without any
// error, warning, failed request or policy violation.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext } from "playwright-core";
import { sitePages } from "../../../src/routes/pages/site-pages.ts";
import { launch } from "../../support/browser/browser.ts";
import { looks } from "../../support/browser/looks.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

/** Marker of each page that is there when the page is complete. */
const complete: Readonly<Record<(typeof sitePages)[number][0], string>> = {
  "/console": ".sign-in form",
  "/test": "#ideas li",
  "/flow-editor": ".react-flow__node",
  "/docs": "main picture",
  "/wire-protocol": "main table",
  "/swagger": ".opblock",
};

const unknownAddress = "/nowhere";
const pages: readonly (readonly [address: string, marker: string])[] = [
  ...sitePages.map(([address]) => [address, complete[address]] as const),
  ["/flow-editor?example=table-booking", ".flow-name:has-text('Table booking')"],
  [unknownAddress, "main dl"],
];

/** Complaints of the browser; it writes violations of a policy to its console, too. */
function complaintsOf(context: BrowserContext): readonly string[] {
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(`script: ${error.error().message}`));
  context.on("console", (message) => {
    const { url } = message.location();
    // This page is missing on purpose.
    if (new URL(url, server.url).pathname === unknownAddress && /\b404\b/.test(message.text())) return;
    if (/^(?:error|warning|assert)$/.test(message.type()))
      complaints.push(`${message.type()}: ${message.text()} (${url})`);
  });
  context.on("requestfailed", (request) => {
    complaints.push(`request: ${request.url()} ${request.failure()?.errorText ?? ""}`);
  });
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && pathname !== unknownAddress)
      complaints.push(`response: ${response.status()} ${response.url()}`);
  });
  return complaints;
}

test.each(looks)("console: no page logs anything, %s at %d pixels", async (colorScheme, width) => {
  for (const [address, marker] of pages) {
    // A fresh browser context: no page profits from what another has loaded.
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    const response = await page.goto(new URL(address, server.url).href, { waitUntil: "load" });
    expect([address, response?.status()]).toEqual([address, address === unknownAddress ? 404 : 200]);
    // The marker is in the page, though perhaps on a view that a small screen does not show at once.
    await page.locator(marker).first().waitFor({ state: "attached" });
    await page.waitForFunction(() => document.fonts.status === "loaded");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([address, over > 0, ...complaints]).toEqual([address, false]);
    await context.close();
  }
});
