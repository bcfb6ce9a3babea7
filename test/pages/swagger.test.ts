// The API page in Chromium: it has the ways to the other pages, a dark face, and samples of code for each request.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launch, open } from "../support/browser/browser.ts";
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

test("api page: a request has samples in three languages, light and dark, and nothing breaks its policy", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const url = new URL("/swagger#/sessions/postV1Sessions", server.url).href;
    await using watched = await open(browser, url, { colorScheme });
    watched.page.setDefaultTimeout(10_000);
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
    // One at a time.
    expect(await samples.locator("details[open]").count()).toBe(1);
    const shades = await samples.evaluate((element) => ({
      text: getComputedStyle(element).color,
      page: getComputedStyle(document.body).backgroundColor,
    }));
    expect(shades.text).toBe(colorScheme === "dark" ? "rgb(228, 230, 230)" : "rgb(28, 32, 34)");
    if (colorScheme === "dark") expect(shades.page).toBe("rgb(28, 32, 34)");
    expect(complaints).toEqual([]);
  }
});
