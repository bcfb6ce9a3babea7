// A quiet console: every page, on a small screen and a large one, in light and dark, is loaded in a real browser that
// then has nothing to say: no error, no warning, no failed request, nothing that a policy forbade.

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

/** Content of the page once all of it is there. */
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

/** Everything that the browser complains about; it writes what a policy forbade to the console, too. */
function complaintsOf(context: BrowserContext): readonly string[] {
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(`script: ${error.error().message}`));
  context.on("console", (message) => {
    const { url } = message.location();
    // The one that is meant to be missing.
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
    // A browser that has seen nothing yet: no page is helped by what another has loaded.
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    const response = await page.goto(new URL(address, server.url).href, { waitUntil: "load" });
    expect([address, response?.status()]).toEqual([address, address === unknownAddress ? 404 : 200]);
    // In the page, though perhaps on a view that a small screen does not show at once.
    await page.locator(marker).first().waitFor({ state: "attached" });
    await page.waitForFunction(() => document.fonts.status === "loaded");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([address, over > 0, ...complaints]).toEqual([address, false]);
    await context.close();
  }
});
