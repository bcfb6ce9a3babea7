// Knowledge of an account in the console: a person adds a source, gets an answer from it, and deletes it.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import { enter, go, press } from "../../support/browser/console-steps.ts";
import { faultsOf } from "../../support/browser/faults.ts";
import { looks } from "../../support/browser/looks.ts";
import { newEmail } from "../../support/people.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";

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

test.each(looks)("console: knowledge answers a question, %s at %d pixels", async (colorScheme, width) => {
  const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
  await using watched = await open(browser, new URL("/console", server.url).href, options);
  const { page } = watched;
  await enter(page, "Create account", newEmail());
  await go(page, "Knowledge");
  await page.getByRole("heading", { name: "No knowledge yet" }).waitFor();
  await press(page, "Add source");
  await page.getByLabel("Knowledge base").fill("faq");
  await page.getByLabel("Format of the text").selectOption("csv");
  await page.getByLabel("Text", { exact: true }).fill("When are you open?,From five to eleven.");
  expect(await faultsOf(page)).toEqual([]);
  await press(page, "Add source");
  await page.getByRole("heading", { name: "faq", level: 2 }).waitFor();
  await page.getByRole("textbox", { name: "Question" }).fill("when are you open");
  await press(page, "Ask");
  await page.getByRole("status").getByText("From five to eleven.").first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Question" }).fill("is there a pool");
  await press(page, "Ask");
  await page.getByText("No matching passage.").waitFor();
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: /^Delete for good/ }).click();
  await page.getByRole("heading", { name: "No knowledge yet" }).waitFor();
  expectQuiet(watched);
});
