// New flow: a person who begins on the empty canvas sees no error at any step, with a mouse and with the keyboard
// alone, then saves the flow in a new account and talks to it.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { problemsOf } from "../../src/flow/language/find-problems.ts";
import { expectQuiet, launch, microphonePlays } from "../support/browser/browser.ts";
import { openEditor } from "../support/browser/editor-page.ts";
import { saveAsNewPerson, showView, startEmpty } from "../support/browser/file-steps.ts";
import { FormDriver } from "../support/browser/form-hand.ts";
import { canvasOf, type Hands, type KindName, nodeOf } from "../support/browser/hands.ts";
import { keyboardHands } from "../support/browser/keyboard.ts";
import { mouseHands } from "../support/browser/mouse.ts";
import { recordCaller } from "../support/callers/microphone.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-new-"));
  const wav = join(folder, "caller.wav");
  await recordCaller(wav, "yes please");
  [server, browser] = await Promise.all([pageServer(), launch(microphonePlays(wav))]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const person = {
  viewport: { width: 1600, height: 1000 },
  reducedMotion: "reduce",
  permissions: ["microphone"],
} satisfies BrowserContextOptions;

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

interface Watch {
  /** Waits until the flow holds these words, and expects no errors then. */
  readonly expectRight: (words: string) => Promise<void>;
  /** Errors that the page has shown since the flow was begun. */
  readonly shown: () => Promise<readonly string[]>;
}

/**
 * Watches for errors by the unsaved work that the editor keeps in the browser, so that a test can check every step
 * without touching the page.
 */
async function watchErrors(page: Page): Promise<Watch> {
  await page.evaluate(() => {
    const footer = document.querySelector("footer.problems");
    const seen: string[] = [];
    const note = (): void => {
      const text = footer?.textContent ?? "";
      if (/\berrors?\b/.test(text)) seen.push(text);
    };
    if (footer !== null)
      new MutationObserver(note).observe(footer, { childList: true, characterData: true, subtree: true });
    Object.assign(globalThis, { errorsSeen: seen });
  });
  return {
    async expectRight(words) {
      const held = await page.waitForFunction((wanted) => {
        const draft = sessionStorage.getItem("voice-flow-editor-draft") ?? "{}";
        const { document: kept } = JSON.parse(draft) as { document?: { text: string } };
        return kept?.text.includes(wanted) === true ? kept.text : undefined;
      }, words);
      const problems = problemsOf((await held.jsonValue()) ?? "");
      // The page shows a flow without nodes as empty, not as wrong.
      const errors = problems.filter(({ severity, pointer }) => severity === "error" && pointer !== "");
      expect([words, ...errors.map(({ message }) => message)]).toEqual([words]);
      await page
        .locator("footer.problems")
        .getByText(/^(?:No problems|[^e]*remarks?)$/)
        .waitFor();
    },
    shown: () => page.evaluate(() => Reflect.get(globalThis, "errorsSeen") as string[]),
  };
}

/** Adds a node after the selected one. */
type Add = (kind: KindName) => Promise<void>;

const byClick =
  ({ page }: Hands): Add =>
  (kind) =>
    page.getByRole("button", { name: new RegExp(`^Add ${kind}:`) }).click();

/** The canvas has the focus, and its hint says that N adds a node. */
const byKeys =
  ({ page }: Hands): Add =>
  async (kind) => {
    const form = page.getByRole("tabpanel", { name: "Form" });
    if ((await form.locator(":focus").count()) > 0) await page.keyboard.press("Escape");
    await canvasOf(page).locator(":focus").waitFor();
    await page.keyboard.press("n");
    const menu = page.getByRole("menu", { name: /^New node/ });
    await menu.waitFor();
    const item = menu.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).and(page.locator(":focus"));
    // Several kinds may begin with the same letter.
    for (let i = 0; i < 4 && (await item.count()) === 0; i++) await page.keyboard.press(kind.slice(0, 1));
    await page.keyboard.press("Enter");
  };

async function build(hands: Hands, add: Add, { expectRight }: Watch): Promise<void> {
  const { page } = hands;
  const form = new FormDriver(hands);
  const node = async (kind: KindName, id: string): Promise<void> => {
    await add(kind);
    await nodeOf(page, id).and(page.locator(":focus")).waitFor();
    await expectRight(`\n  ${id}:`);
  };
  await node("Say", "say");
  await form.write("Say", "Welcome to Pizza line.");
  await expectRight("Welcome to Pizza line.");
  await node("Ask", "ask");
  await form.write("Say", "Would you like to order a pizza?");
  await expectRight("Would you like to order a pizza?");
  await node("Menu", "menu");
  await form.write("Say", "Would you like the first or the second pizza of the card?");
  await expectRight("of the card?");
  await node("Branch", "branch");
  await form.write("If, condition 1", "answer");
  await expectRight("if: answer");
  await node("Transfer", "transfer");
  await form.write("Say", "Our cook will take the order.");
  await expectRight("Our cook will take the order.");
  await node("End", "end_2");
  await form.write("Say", "Our cook is out. Goodbye.");
  await expectRight("Our cook is out.");
}

/** Says "yes please", which the microphone plays, and types the rest. */
async function talkToIt(hands: Hands): Promise<void> {
  const { page, press, pick, write } = hands;
  const log = page.getByRole("log");
  await showView(hands, "Try it");
  await pick(page.getByRole("radio", { name: /^Talk/ }));
  await press(button(page, "Call"));
  await log.getByText("Would you like to order a pizza?").waitFor();
  await log.getByText("yes please", { exact: true }).waitFor();
  await log.getByText("the first or the second pizza").waitFor();
  await write(page.getByLabel("Your words"), "the first pizza");
  await page.keyboard.press("Enter");
  await log.getByText("Our cook will take the order.").waitFor();
  await press(button(page, "Not answered"));
  await log.getByText("Our cook is out. Goodbye.").waitFor();
  await log.getByText("The conversation ended: done").waitFor();
}

async function begin(hands: Hands, add: Add): Promise<void> {
  const { page, press } = hands;
  await startEmpty(hands, async () => undefined);
  const watch = await watchErrors(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: /keys/i });
  await help.waitFor();
  await press(help.getByRole("button", { name: "Close" }));
  await new FormDriver(hands).write("Name", "Pizza line");
  await watch.expectRight("id: pizza-line\nname: Pizza line\n");
  await build(hands, add, watch);
  await saveAsNewPerson(hands, "Pizza line", async () => undefined);
  await talkToIt(hands);
  expect(await watch.shown()).toEqual([]);
  await openOnTestPage(page);
}

/** Follows the link in the editor's bar to the flow that was just saved. */
async function openOnTestPage(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: "Test page" });
  expect(await link.getAttribute("href")).toMatch(/^\/test\?flow=flow_\w+$/);
  await page.goto(new URL((await link.getAttribute("href")) ?? "", server.url).href);
  const chosen = page.locator("#flow option:checked");
  await chosen.filter({ hasText: "Pizza line" }).waitFor({ state: "attached" });
}

test("new flow: begun by clicks, it is valid at every step, saved and called", async () => {
  await using watched = await openEditor({ browser, server }, "", person);
  const hands = mouseHands(watched.page);
  await begin(hands, byClick(hands));
  expectQuiet(watched);
});

test("new flow: begun with the keyboard alone, it works the same", async () => {
  await using watched = await openEditor({ browser, server }, "", person);
  const hands = keyboardHands(watched.page);
  await begin(hands, byKeys(hands));
  expectQuiet(watched);
});
