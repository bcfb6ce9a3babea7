// A language model behind a recogniser that understands set phrases only: the page says before and in a call that words
// are typed, and never that anything can be said.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expectQuiet, launch, microphonePlays, open } from "../support/browser/browser.ts";
import { ChatServer, wellBehaved } from "../support/servers/chat-server.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let chat: ChatServer;
let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  chat = await ChatServer.open();
  const environment = { STT: "guided", LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "llama3.2" };
  const question = join(import.meta.dir, "../../public/question.wav");
  [server, browser] = await Promise.all([pageServer(environment), launch(microphonePlays(question))]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
});

test("guided: the page says that words are typed, and tells what was not understood", async () => {
  chat.script(wellBehaved("Hello."), wellBehaved("A fine day to you, too."));
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await page.getByText("Answers what you type, with llama3.2. Free speech is not understood").waitFor();
  await page.getByText("Write something. It answers.").waitFor();
  await page.getByRole("radio", { name: /^Flow/ }).check();
  await page.getByText("Say something. It answers.").waitFor();
  await page.getByRole("radio", { name: /^Assistant/ }).check();
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.body.innerText.includes("You can say anything")) document.body.dataset["lied"] = "true";
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole("button", { name: "Talk" }).click();
  await page.getByText("Type anything: free speech is not understood.").waitFor();
  await page.getByText("type to be understood").waitFor();
  // The question of the recording.
  await page.locator(".waterfall .said", { hasText: /^Not understood$/ }).waitFor();
  await page.locator("#text").fill("good day");
  await page.keyboard.press("Enter");
  await page.locator(".entry.agent", { hasText: "A fine day to you, too." }).waitFor();
  await page.locator(".waterfall .said", { hasText: /^“good day”$/ }).waitFor();
  expect(await page.evaluate(() => document.body.dataset["lied"])).toBeUndefined();
  expectQuiet(watched);
});
