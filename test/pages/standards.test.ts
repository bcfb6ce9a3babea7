// Web standards: contrast and names, the keyboard alone, a small screen, a content security policy, and a browser
// console without complaints.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, fakeMicrophone, launch, open, type WatchedPage } from "../support/browser/browser.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
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

/** Talks until the page is in the middle of a call, with an interruption, chips, keys and times. */
async function talk({ page, state }: WatchedPage): Promise<void> {
  await page.getByRole("button", { name: "Start without a microphone" }).click();
  await state("The agent is speaking");
  await page.getByRole("button", { name: "Repeat a number" }).click();
  await page.locator(".entry.agent", { hasText: "four digits" }).waitFor();
  await page.getByRole("button", { name: "Keypad" }).click();
  await page.getByRole("button", { name: "1", exact: true }).click();
  await page.locator(".entry.keyed").waitFor();
  await page.getByRole("button", { name: /more$/ }).click();
  await page.locator(".waterfall").waitFor();
}

test.each(looks)("page: it passes axe, %s at %d pixels", async (colorScheme, width) => {
  await using watched = await open(browser, server.url, {
    colorScheme,
    viewport: { width, height: 844 },
    bypassCSP: true,
  });
  const { page } = watched;
  expect(await faultsOf(page)).toEqual([]);
  await talk(watched);
  expect(await faultsOf(page)).toEqual([]);
  await page.locator("#call", { hasText: "Hang up" }).click();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No", "NotFoundError"));
  });
  await page.getByRole("button", { name: "Call again" }).click();
  await page.getByRole("alert").getByText("No microphone found").waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test("page: the theme can be chosen, and the choice stays", async () => {
  await using watched = await open(browser, server.url, { colorScheme: "light" });
  const { page } = watched;
  const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Theme: auto" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await page.getByRole("button", { name: "Theme: dark" }).waitFor();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await paper()).toBe(dark);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Theme: dark" }).click();
  await page.getByRole("button", { name: "Theme: auto" }).waitFor();
  expect(await paper()).toBe(dark);
  expectQuiet(watched);
});

test("page: the keyboard alone is enough", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  const reached: string[] = [];
  const tab = async (): Promise<void> => {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement?.id ?? ""));
  };
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  for (let i = 0; i < 10; i++) await tab();
  expect(reached.slice(-4)).toEqual(["sign-in-ask", "theme", "call", "listen-only"]);
  await page.keyboard.press("Enter");
  await watched.state("The agent is speaking");
  await page.locator("#text").focus();
  await page.keyboard.type("what time is it");
  await page.keyboard.press("Enter");
  await page.locator(".entry.agent", { hasText: "on this server" }).waitFor();
  await page.keyboard.type("book a table");
  await page.keyboard.press("Enter");
  await page.locator(".entry.agent", { hasText: "For which day" }).waitFor();
  await page.locator("#call").focus();
  await page.keyboard.press("Space");
  await page.getByText("You hung up.").waitFor();
  expectQuiet(watched);
});

test("page: reduced motion shows no animation", async () => {
  await using watched = await open(browser, server.url, { reducedMotion: "reduce" });
  await talk(watched);
  const moving = await watched.page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

/** Responses that a browser writes to its console in red. */
function refusals(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400)
      refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return refused;
}

test.each(["WebRTC", "WebSocket"])(
  "page: a call over %s is hung up, without an error of the server",
  async (way) => {
    await using watched = await open(browser, server.url);
    const { page } = watched;
    const refused = refusals(page);
    await page.getByLabel("Connection").selectOption({ label: way });
    await page.getByRole("button", { name: "Start without a microphone" }).click();
    await watched.state("The agent is speaking");
    // Over WebRTC a separate request reports the end of the call; over a socket its own message does.
    const told =
      way === "WebRTC" ? page.waitForResponse((it) => it.request().method() === "DELETE") : undefined;
    await page.locator("#call", { hasText: "Hang up" }).click();
    await page.getByText("You hung up.").waitFor();
    await told;
    expect(refused).toEqual([]);
    expectQuiet(watched);
  },
);

test.each(looks)("reference pages: they pass axe, %s at %d pixels", async (colorScheme, width) => {
  await using watched = await open(browser, new URL("/flow-language", server.url).href, {
    colorScheme,
    viewport: { width, height: 844 },
    bypassCSP: true,
  });
  const { page } = watched;
  const refused = refusals(page);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Protocol" }).click();
  await page.getByRole("heading", { name: "Wire protocol" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "API", exact: true }).click();
  await page.locator(".opblock").first().waitFor();
  const dark = await page.evaluate(() => document.documentElement.classList.contains("dark-mode"));
  expect(dark).toBe(colorScheme === "dark");
  await page.getByRole("link", { name: "Test page" }).click();
  await page.getByRole("button", { name: "Talk" }).waitFor();
  expect(refused).toEqual([]);
  expectQuiet(watched);
});
