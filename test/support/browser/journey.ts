// Journey of a person who designs a flow in the editor: begun empty, saved, tested, typed to and called.

import { expect } from "bun:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { parse } from "yaml";
import { hasFocus, type Look, saveAsNewPerson, showView, startEmpty } from "./file-steps.ts";
import { buildFrontDesk, type DeskTest, writeTests } from "./front-desk.ts";
import { type Hands, nodeOf } from "./hands.ts";

/** A person with a microphone and a large screen. */
export const person = {
  viewport: { width: 1600, height: 1000 },
  reducedMotion: "reduce",
  permissions: ["microphone"],
} satisfies BrowserContextOptions;
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name });
const glowing = (page: Page, id: string): Locator => page.locator(".flow-node.playing", { hasText: id });

/** A list of one wording is that wording. */
function meaningOf(text: string): object {
  return parse(text, (_, value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value));
}

/** The flow as the person downloads it. */
async function downloaded({ page, press }: Hands): Promise<string> {
  await press(button(page, "More"));
  const coming = page.waitForEvent("download");
  await press(button(page, "Download YAML"));
  return Bun.file(await (await coming).path()).text();
}

/** Opens it from the account's list, in a new page. */
async function reopen({ page, press }: Hands): Promise<void> {
  await page.goto(new URL("/flow-editor", page.url()).href);
  await page.locator(".flow-name").getByText("example").waitFor();
  await press(button(page, "Open…"));
  await press(dialog(page, "Open a flow").getByRole("button", { name: /^Front desk .*\d/ }));
  await page.locator(".flow-name").getByText("saved").waitFor();
  expect(await page.locator(".flow-name").textContent()).toBe("Front desk saved");
  await nodeOf(page, "voicemail").waitFor();
}

async function runTests(hands: Hands, count: number): Promise<void> {
  const { page } = hands;
  await showView(hands, "Tests");
  await page.getByText(new RegExp(`^All ${count} pass, in`)).waitFor();
  const coverage = page.getByRole("region", { name: "Coverage" });
  expect(await coverage.innerText()).toMatch(count === 8 ? /11 of 11/ : /\d of 11/);
  await page.getByRole("img", { name: "support from main to number, tested" }).waitFor({ state: "attached" });
}

/** Types with the flow until the dedicated line answers. */
async function typeToIt(hands: Hands): Promise<void> {
  const { page, press, write } = hands;
  const log = page.getByRole("log");
  const say = async (words: string, answer: string): Promise<void> => {
    await write(page.getByLabel("Your words"), words);
    await page.keyboard.press("Enter");
    await log.getByText(answer).waitFor();
  };
  await showView(hands, "Try it");
  await press(button(page, "Start"));
  await log.getByText("for support press two").waitFor();
  await say("I have a problem", "your six digit account number");
  await glowing(page, "number").waitFor({ state: "attached" });
  await say("one two three four five six", "is that right?");
  await say("yes", "You have a dedicated line");
  await press(button(page, "Answered"));
  await log.getByText("The conversation ended: transferred").waitFor();
  await page
    .getByRole("list", { name: "Trace" })
    .getByText('tool lookup answers {"plan":"enterprise"}')
    .waitFor();
}

/** Says the words of the microphone's file, and keys in the rest. */
async function talkToIt({ page, press, pick }: Hands): Promise<void> {
  const log = page.getByRole("log");
  await press(page.getByText("Test setup"));
  await pick(page.getByRole("radio", { name: /^Talk/ }));
  await press(button(page, "Again"));
  await log.getByText("Welcome to Example Corp.").waitFor();
  await glowing(page, "main").waitFor();
  await log.getByText("technical support", { exact: true }).waitFor();
  await log.getByText("your six digit account number").waitFor();
  await glowing(page, "number").waitFor();
  const dept = page.getByRole("table", { name: "Variables" }).getByRole("row", { name: /^dept\b/ });
  expect(await dept.textContent()).toContain("support");
  await press(button(page, "Keypad"));
  for (const key of "123456") await press(button(page, key));
  await log.getByText("is that right?").waitFor();
  await press(button(page, "Hang up"));
  await log.getByText("The conversation ended: hung_up").waitFor();
}

/** Walks the whole journey; `original` is the flow to build, `tests` are the tests to write for it. */
export async function walkJourney(
  hands: Hands,
  { original, tests }: { readonly original: string; readonly tests: readonly DeskTest[] },
  look: Look = async () => undefined,
): Promise<void> {
  await startEmpty(hands, look);
  await buildFrontDesk(hands);
  await hands.edit("find");
  await look();
  await hands.press(button(hands.page, "The flow"));
  await hasFocus(hands.page.getByRole("form", { name: "The flow" }));
  await writeTests(hands, tests);
  const built = await downloaded(hands);
  expect(meaningOf(built)).toEqual({ ...meaningOf(original), tests });
  await saveAsNewPerson(hands, "Front desk", look);
  await reopen(hands);
  expect(await downloaded(hands)).toBe(built);
  await runTests(hands, tests.length);
  await look();
  await typeToIt(hands);
  await talkToIt(hands);
}
