// Forms of the console in a real browser: what cannot work is refused at its field, in the words of the page.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { expectQuiet, launch, open } from "../support/browser/browser.ts";
import { enter, go, press } from "../support/browser/console-steps.ts";
import { newEmail } from "../support/people.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(120_000);

let server: PageServer;
let browser: Browser;
let address: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
  address = new URL("/console", server.url).href;
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

test("console: a provider without its key is refused at the key, and Home is red once a key is gone", async () => {
  await using watched = await open(browser, address);
  const { page } = watched;
  await enter(page, "Create account", newEmail());
  await page.locator(".lights li[data-state=ready]").filter({ hasText: "Recognition" }).waitFor();

  await go(page, "Providers");
  const form = page.getByRole("region", { name: "Recognition" });
  const vosk = form.getByRole("option", { name: /Vosk.*STT_URL/ });
  expect(await vosk.isDisabled()).toBe(true);
  await form.getByLabel("Provider").selectOption("deepgram");
  await form.getByText("Required: this server has no key").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  const missing = form.getByRole("alert").filter({ hasText: "Deepgram Nova needs a key of yours" });
  await missing.waitFor();
  expect(await form.getByRole("status").filter({ hasText: "Saved." }).count()).toBe(0);

  await form.getByLabel("Your key").fill("dg-0123456789abcdef");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.").waitFor();
  expect(await missing.count()).toBe(0);
  await form.getByRole("button", { name: "Remove your key" }).click();
  await form.getByText(/^Calls are refused\. Deepgram Nova needs a key/).waitFor();

  await go(page, "Home");
  await page.locator(".lights li[data-state=refused]").filter({ hasText: "deepgram" }).waitFor();
  const hindrance = page.getByRole("listitem").filter({ hasText: "Recognition: calls are refused." });
  await hindrance.getByRole("link", { name: "Change it under Providers" }).click();
  await press(page, "Try the recognition");
  await page.getByText("Deepgram Nova needs a key of yours").last().waitFor();
  expectQuiet(watched);
});
