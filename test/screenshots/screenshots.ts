// Screenshots of the product's pages for the README, in light and dark, from a server with a month of believable calls,
// one of them recorded. Run: bun test/screenshots/screenshots.ts [page …]

import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { fakeMicrophone, launch, wholeChromium } from "../support/browser/browser.ts";
import { openPageWorld, ownerEmail, type PageWorld, password, recordedCall } from "./page-world.ts";
import { smallPng } from "./small-png.ts";

const pictures = "public/pictures";
const bytesMax = 150_000;
const calls = 1_800;
/** Many screens show pages at twice their size. */
const deviceScaleFactor = 2;
const sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  console: { width: 1280, height: 1_020 },
  calls: { width: 1280, height: 760 },
  call: { width: 1280, height: 960 },
  flows: { width: 1280, height: 800 },
  test: { width: 1280, height: 860 },
  editor: { width: 1440, height: 900 },
  talk: { width: 480, height: 680 },
};
const themes = ["light", "dark"] as const;

interface World extends PageWorld {
  readonly browser: Browser;
  readonly recorded: string;
}

/** Content of the picture, when it is visible. */
type Scene = (page: Page, world: World) => Promise<void>;

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();

async function signedIn(page: Page, { origin }: World, view: string): Promise<void> {
  await page.goto(`${origin}/console#/${view}`);
  await page.getByLabel("Email").fill(ownerEmail);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
  await page.locator("h1").waitFor();
  await page.getByText("Loading…").first().waitFor({ state: "detached" });
}

const scenes: Readonly<Record<string, Scene>> = {
  async console(page, world) {
    await signedIn(page, world, "");
    await page.locator(".calls tbody tr").first().waitFor();
    await page.locator(".hindrances li, .lights li").first().waitFor();
  },
  async calls(page, world) {
    await signedIn(page, world, "calls");
    await page.locator(".calls tbody tr").nth(12).waitFor();
  },
  async call(page, world) {
    await signedIn(page, world, `calls/${world.recorded}`);
    await press(page, "Load recording");
    await page.getByRole("slider").waitFor();
  },
  async flows(page, world) {
    await signedIn(page, world, "flows");
    await page.getByText("Table booking").first().waitFor();
  },
  async test(page, { origin }) {
    await page.goto(`${origin}/test?flow=table-booking`);
    await press(page, "Start without a microphone");
    await said(page, "#text", ["for four people on friday", "half past six"]);
  },
  async editor(page, { origin }) {
    await page.goto(`${origin}/flow-editor?example=table-booking`);
    await page.locator(".react-flow__node").first().waitFor();
    await page.getByRole("tab", { name: "Try it", exact: true }).click();
    await press(page, "Start");
    for (const words of ["a table for four on friday", "half past six"]) {
      await page.getByLabel("Your words").fill(words);
      await page.keyboard.press("Enter");
      await page.getByRole("log").getByText(words).waitFor();
    }
    await press(page, "Fit to view");
  },
  async talk(page, { talkUrl }) {
    await page.goto(talkUrl);
    await press(page, "Talk");
    const line = (words: RegExp) => page.locator(".captions .agent").filter({ hasText: words }).last();
    // The whole greeting: words typed earlier would interrupt it.
    await line(/people\?/).waitFor();
    await page.getByRole("status").filter({ hasText: "Listening" }).waitFor();
    await page.getByRole("textbox").fill("a table for four on friday at half past six");
    await press(page, "Send");
    await line(/under\?/).waitFor();
    await page.getByRole("status").filter({ hasText: "Listening" }).waitFor();
    // The level of the agent's voice has no end that a page reports.
    await page.waitForTimeout(1_000);
  },
};

/** Types one sentence after the other, each once the agent has answered the previous one. */
async function said(page: Page, field: string, sentences: readonly string[]): Promise<void> {
  const answers = page.locator(".entry.agent:not(.blank)");
  for (const [n, sentence] of sentences.entries()) {
    await answers.nth(n).waitFor();
    await page.locator("#state").filter({ hasText: "Your turn" }).waitFor();
    await page.locator(field).fill(sentence);
    await page.keyboard.press("Enter");
  }
  await answers.nth(sentences.length).waitFor();
  await page.waitForTimeout(1_500);
}

async function take(world: World, name: string, scene: Scene): Promise<void> {
  for (const colorScheme of themes) {
    const context = await world.browser.newContext({
      viewport: sizes[name]!,
      deviceScaleFactor,
      colorScheme,
      permissions: ["microphone"],
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await scene(page, world);
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForTimeout(500);
    const png = smallPng(await page.screenshot({ animations: "disabled", caret: "hide" }));
    await Bun.write(`${pictures}/${name}-${colorScheme}.png`, png);
    console.log(`${name}-${colorScheme}.png ${(png.length / 1_000).toFixed(0)} kB`);
    if (png.length > bytesMax) throw new Error(`${name} has more than ${bytesMax / 1_000} kB`);
    await context.close();
  }
}

const given = process.argv.slice(2);
const unknown = given.find((name) => !(name in scenes));
if (unknown !== undefined)
  throw new Error(`There is no page "${unknown}": ${Object.keys(scenes).join(", ")}`);
mkdirSync(pictures, { recursive: true });
await using pageWorld = await openPageWorld(calls);
const names = given.length > 0 ? given : Object.keys(scenes);
const recorded = names.includes("call") || names.includes("console") ? await recordedCall(pageWorld) : "";
const browser = await launch(fakeMicrophone, wholeChromium);
try {
  for (const name of names) await take({ ...pageWorld, browser, recorded }, name, scenes[name]!);
} finally {
  await browser.close();
}
