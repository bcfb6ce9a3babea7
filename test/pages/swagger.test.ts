// API page in Chromium: links to the other pages, a dark look, and code samples for each request.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launch, open } from "../support/browser/browser.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { until } from "../support/until.ts";

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

test("api page: a request has samples in three languages, light and dark, and violates no policy", async () => {
  const url = new URL("/swagger#/sessions/postV1Sessions", server.url).href;
  await using watched = await open(browser, url, { colorScheme: "light" });
  const { page, complaints } = watched;
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "API" }).waitFor();
  const samples = page.locator(".samples");
  for (const [label, words] of [
    ["curl", 'curl -fsS -X POST "$VOICE_FLOW_URL/v1/sessions"'],
    ["JavaScript", 'method: "POST"'],
    ["Python", "urlopen(request)"],
  ] as const) {
    await samples.getByText(label, { exact: true }).click();
    await samples.getByText(words).waitFor();
  }
  // One sample is open at a time.
  expect(await samples.locator("details[open]").count()).toBe(1);
  const wordsAre = async (color: string): Promise<void> => {
    const shown = () => samples.evaluate((element) => getComputedStyle(element).color);
    await until(color, async () => (await shown()) === color);
  };
  await wordsAre("rgb(27, 32, 35)");
  await page.emulateMedia({ colorScheme: "dark" });
  await wordsAre("rgb(233, 236, 238)");
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe("rgb(17, 20, 22)");
  expect(complaints).toEqual([]);
});
