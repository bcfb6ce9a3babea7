// Manual in a real browser: search by keyboard, the table of contents, copies of an example, a small screen, and paper.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { expectQuiet, launch, open } from "../support/browser/browser.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const address = (): string => new URL("/flow-language", server.url).href;
/** Number of marked places in the text. */
const marked = (page: Page): Promise<number> => page.evaluate(() => CSS.highlights.get("found")?.size ?? 0);
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? "");

test("manual: a slash begins a search, arrows and Enter lead to a section, Escape ends it", async () => {
  await using watched = await open(browser, address());
  const { page } = watched;
  await page.keyboard.press("/");
  await page.keyboard.type("lock out");
  await page
    .getByRole("status")
    .filter({ hasText: /^\d+ sections?$/ })
    .waitFor();
  expect(await marked(page)).toBeGreaterThan(2);
  const first = page.locator("#results a").first();
  expect(await first.textContent()).toContain("Lock out after three wrong PINs");
  expect(await first.locator("mark").count()).toBeGreaterThan(1);
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toContain("Lock out after three wrong PINs");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#recipes-lock-out-after-three-wrong-pins$/);
  expect(await page.getByRole("navigation", { name: "Contents" }).isVisible()).toBe(false);
  await page.keyboard.press("Escape");
  expect([await page.locator("#words").inputValue(), await marked(page)]).toEqual(["", 0]);
  await page.getByRole("navigation", { name: "Contents" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("no such thing anywhere");
  await page.getByText("Nothing found.").waitFor();
  expectQuiet(watched);
});

test("manual: the contents mark the reader's place", async () => {
  await using watched = await open(browser, `${address()}#silence`);
  const { page } = watched;
  const here = page.locator('#contents [aria-current="location"]');
  await here.filter({ hasText: "Silence, no match, and giving up" }).waitFor();
  await page.getByRole("link", { name: "Which rule holds" }).click();
  await here.filter({ hasText: "Which rule holds" }).waitFor();
  expectQuiet(watched);
});

test("manual: a copied example is a whole flow", async () => {
  await using watched = await open(browser, address(), {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page } = watched;
  await page.locator(".example", { hasText: "check_pin" }).getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(loadFlow(copied).problems.filter(({ severity }) => severity !== "info")).toEqual([]);
  expect(copied).toContain("start: ask_pin");
  expectQuiet(watched);
});

test.each(looks)("manual: search and contents pass axe, %s at %d pixels", async (colorScheme, width) => {
  await using watched = await open(browser, address(), {
    colorScheme,
    viewport: { width, height: 844 },
    bypassCSP: true,
  });
  const { page } = watched;
  await page.locator("#words").fill("no match");
  await page.locator("#results a").first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.locator("#words").fill("");
  const toggle = page.getByRole("button", { name: "Contents" });
  if (await toggle.isVisible()) {
    await page.locator("#words").fill("no match");
    await page.locator("#results a").first().click();
    await page.locator("#results").waitFor({ state: "hidden" });
    expect(await marked(page)).toBeGreaterThan(2);
    await page.locator("#words").fill("");
    await toggle.click();
    await page.getByRole("link", { name: "Corrections", exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Corrections", exact: true }).click();
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
  } else {
    await page.getByRole("link", { name: "Corrections", exact: true }).click();
  }
  await page.waitForURL(/#corrections$/);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test("manual: it is complete without a script, and prints only the text", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address());
  expect(await page.getByRole("link", { name: "Which rule holds" }).isVisible()).toBe(true);
  expect(await page.locator("#words").isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#contents").isVisible()).toBe(false);
  expect(await page.getByRole("heading", { name: "Corrections" }).isVisible()).toBe(true);
  await context.close();
});

test("documentation: a search on one page leads to a section of another", async () => {
  await using watched = await open(browser, new URL("/docs/deploy", server.url).href);
  const { page } = watched;
  const all = page.waitForResponse(/search\.json$/);
  await page.keyboard.press("/");
  await all;
  await page.keyboard.type("registrar");
  await page.locator("#results a", { hasText: "Connect a number" }).click();
  await page.waitForURL(/\/docs\/telephone#telephone-connect-a-number$/);
  await page.getByRole("heading", { name: "On the telephone" }).waitFor();
  expect(await page.locator('#contents [aria-current="location"]').textContent()).toBe("Connect a number");
  expectQuiet(watched);
});

test.each(looks)("documentation: each page passes axe, %s at %d pixels", async (colorScheme, width) => {
  await using watched = await open(browser, new URL("/docs", server.url).href, {
    colorScheme,
    viewport: { width, height: 844 },
    bypassCSP: true,
  });
  const { page } = watched;
  for (const address of ["/docs", "/docs/deploy", "/docs/configuration"]) {
    await page.goto(new URL(address, server.url).href);
    expect([address, await faultsOf(page)]).toEqual([address, []]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([address, overflow]).toEqual([address, 0]);
  }
});
