// Other ways through the test page: words and keys without a microphone, and the texts of the page when something is in
// the way.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, fakeMicrophone, launch, open } from "../support/browser/browser.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer(), launch(fakeMicrophone)]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).click();

/** The agent's n-th answer, counted from the greeting, once it is written completely. */
async function answer(page: Page, n: number, words: RegExp): Promise<void> {
  await page.locator(".entry.agent:not(.blank)").nth(n).filter({ hasText: words }).waitFor();
}

test("page: words and keys make a whole call without a microphone", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  await page.getByText("Answer in your own words").waitFor();
  expect(await page.locator("#says .chip").allTextContents()).toEqual([
    ..."The time,Book a table,Repeat a number,A language model,Repeat,Help,Goodbye".split(","),
    expect.stringMatching(/^\d+ more$/),
  ]);
  expect(await page.getByRole("button", { name: "Mute" }).isVisible()).toBe(false);

  await page.getByRole("button", { name: "Book a table" }).click();
  await answer(page, 1, /For which day\?/);
  expect(await page.locator(".entry.agent").first().textContent()).toContain("cut off here");
  await page.getByRole("textbox").fill("Friday");
  await page.getByRole("textbox").press("Enter");
  await answer(page, 2, /At what time/);
  await page.getByRole("textbox").fill("at seven");
  await page.getByRole("textbox").press("Enter");
  await answer(page, 3, /For how many people\?/);

  await press(page, "Keypad");
  await page.getByRole("button", { name: "4", exact: true }).click();
  await answer(page, 4, /Friday, .* at .*, a table for (4|four)\. Is that correct\?/);
  await page.keyboard.press("2");
  await answer(page, 5, /Shall we try it once more\?/);
  expect(await page.locator(".entry.keyed .bubble").allTextContents()).toEqual(["4", "2"]);
  await page.locator(".waterfall .span-row").first().waitFor();

  await press(page, "Interrupt");
  await watched.state("Your turn");
  await press(page, "Goodbye");
  await page.getByText("The agent said goodbye.").waitFor();
  await watched.state("Call ended");
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save transcript")]);
  expect(download.suggestedFilename()).toMatch(/^ses_\w+\.txt$/);
  const text = await Bun.file(await download.path()).text();
  expect(text).toMatch(/^Agent: .*\nYou: book a table\nAgent: [^]*\nYou: \[keys 4\]\n[^]*Goodbye\.\n$/);
  expectQuiet(watched);
});

test("page: a phrase pressed before the call starts one with it", async () => {
  await using watched = await open(browser, server.url);
  await press(watched.page, /What time is it/);
  await answer(watched.page, 1, /It is .* on this server/);
  await watched.page.locator("#call", { hasText: "Hang up" }).click();
  await watched.page.getByText("You hung up.").waitFor();
  expectQuiet(watched);
});

test("page: a flow is chosen by its name, and mute is confirmed by the server", async () => {
  await using watched = await open(browser, server.url, { permissions: ["microphone"] });
  const { page } = watched;
  await page.getByRole("combobox", { name: "Flow to call" }).selectOption({ label: "Welcome" });
  await page.getByRole("radio", { name: /^Flow/ }).check();
  await press(page, "Talk");
  await watched.state("The agent is speaking");
  const { messages } = await watched.measured();
  const session = messages.find(({ data }) => data?.["type"] === "session");
  expect(session?.data).toMatchObject({ mode: "flow", program_id: "welcome" });
  await press(page, "Mute");
  await page.getByText("you are muted").waitFor();
  expect(await page.getByRole("button", { name: "Unmute" }).getAttribute("aria-pressed")).toBe("true");
  expectQuiet(watched);
});

/** Makes the browser refuse the microphone with this error, as the person or the machine would. */
function refuseMicrophone(page: Page, name: string): Promise<void> {
  return page.evaluate((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No", error));
  }, name);
}

const microphoneProblems: readonly (readonly [error: string, title: string, way: RegExp])[] = [
  ["NotAllowedError", "The microphone is blocked", /Allow it in the site settings/],
  ["NotFoundError", "No microphone found", /Connect a microphone or switch it on/],
  ["NotReadableError", "The microphone is in use", /Close that program/],
];

test.each(microphoneProblems)("page: %s is reported with the remedy", async (error, title, way) => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await refuseMicrophone(page, error);
  await press(page, "Talk");
  const notice = page.getByRole("alert");
  await notice.getByText(title).waitFor();
  expect(await notice.textContent()).toMatch(way);
  await press(page, "Try again");
  await notice.getByText(title).waitFor();
  await press(page, "Continue without a microphone");
  await watched.state("The agent is speaking");
  expect(await notice.isVisible()).toBe(false);
  expectQuiet(watched);
});

test("page: a blocked microphone is reported after a real refusal", async () => {
  await using strict = await launch([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream=deny",
  ]);
  await using watched = await open(strict, server.url);
  await press(watched.page, "Talk");
  await watched.page.getByText("The microphone is blocked").waitFor();
  expectQuiet(watched);
});
