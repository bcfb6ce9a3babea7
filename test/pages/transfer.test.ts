// Transfers on the test page, which has no telephone: the page asks at once, takes an answer by mouse or by keyboard,
// and continues by itself.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, launch, open } from "../support/browser/browser.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

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

/** Talks until the flow transfers the caller. */
async function askForPerson(page: Page): Promise<void> {
  await page.getByLabel("Flow to call").selectOption({ label: "Table booking" });
  await page.getByRole("radio", { name: /^Flow/ }).check();
  await page.getByRole("button", { name: "Start without a microphone" }).click();
  await page.locator(".entry.agent", { hasText: "For how many people?" }).waitFor();
  await page.locator("#text").fill("let me speak to a person");
  await page.keyboard.press("Enter");
  const card = page.getByRole("group", { name: "Transfer" });
  await card.getByRole("alert").getByText("Put through to tel:+33140000000.").waitFor();
  await page.locator("#state", { hasText: "Transferring" }).waitFor();
}

test.each(looks)(
  "page: an unanswered transfer is reported by keyboard, %s at %d pixels",
  async (colorScheme, width) => {
    const viewport = { width, height: 844 };
    await using watched = await open(browser, server.url, { colorScheme, viewport, bypassCSP: true });
    const { page } = watched;
    await askForPerson(page);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Not answered" }).press("Enter");
    await page.locator(".entry.agent", { hasText: "Nobody can answer right now." }).waitFor();
    expect(await page.locator("#transfer").isHidden()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("text");
  },
);

test("page: without a report the transfer counts as answered after a while", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await askForPerson(page);
  await page.getByText("You were transferred to tel:+33140000000.").waitFor();
  expect(await page.locator("#transfer").isHidden()).toBe(true);
  expectQuiet(watched);
});
