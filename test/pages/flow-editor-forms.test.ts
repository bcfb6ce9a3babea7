// Forms and text of the flow editor, used as by a person: a field changes its own part of the YAML only, a problem is
// shown beside its field, completions offer valid values, and undo takes everything back.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expectQuiet, launch } from "../support/browser/browser.ts";
import { openEditor as openPage } from "../support/browser/editor-page.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;
let original: string;

beforeAll(async () => {
  [server, browser, original] = await Promise.all([
    pageServer({ SPEECH: "off" }),
    launch(),
    Bun.file("public/flows/call-routing.flow.yaml").text(),
  ]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const viewport = { width: 1280, height: 2000 };

const openEditor = (options: BrowserContextOptions = {}) =>
  openPage({ browser, server }, "?example=call-routing", { viewport, ...options });

const form = (page: Page): Locator => page.getByRole("tabpanel", { name: "Form" });
const code = (page: Page): Locator => page.getByRole("textbox", { name: "YAML of the flow" });
const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name, exact: true }).click();

async function selectNode(page: Page, id: string): Promise<void> {
  await page.getByRole("application", { name: "Flow" }).getByText(id, { exact: true }).first().click();
  await form(page)
    .getByRole("form", { name: `Node ${id}` })
    .waitFor();
}

/** Lines that differ from the example's file. */
async function changedLines(page: Page): Promise<readonly string[]> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download YAML" }).click();
  const now = (await Bun.file(await (await coming).path()).text()).split("\n");
  const old = original.split("\n");
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`);
  return [...gone, ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`)];
}

test("forms: a spoken text, a duration and a choice are edited, and undone word by word", async () => {
  await using watched = await openEditor();
  const { page } = watched;
  await selectNode(page, "voicemail");
  await form(page).getByLabel("Say", { exact: true }).fill("Please speak now.");
  const longest = form(page).getByLabel("Max", { exact: true });
  await longest.fill("2");
  await form(page).getByText("It is not written yet.").waitFor();
  expect(await longest.getAttribute("aria-invalid")).toBe("true");
  await longest.fill("2m");
  await form(page).getByText("It is not written yet.").waitFor({ state: "hidden" });
  await form(page).getByLabel("Barge in", { exact: true }).selectOption({ label: "Yes" });
  const before = original.split("\n").find((line) => line.startsWith("  voicemail:")) ?? "";
  const after = before
    .replace("Please leave a message after the tone.", "Please speak now.")
    .replace("90s", "2m")
    .replace("barge_in: false", "barge_in: true");
  expect(await changedLines(page)).toEqual([`- ${before.trim()}`, `+ ${after.trim()}`]);
  await longest.press("Control+z");
  expect(await form(page).getByLabel("Barge in", { exact: true }).inputValue()).toBe("1");
  for (const _ of ["max", "say"]) await longest.press("Control+z");
  expect(await longest.inputValue()).toBe("90s");
  expect(await changedLines(page)).toEqual([]);
  expectQuiet(watched);
});

test("forms: names and expressions are completed by the keyboard alone", async () => {
  await using watched = await openEditor();
  const { page } = watched;
  await selectNode(page, "find");
  const condition = form(page).getByRole("combobox", { name: "If, condition 1" });
  await condition.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" and cou");
  const offered = page.getByRole("listbox", { name: "Suggestions" });
  await offered
    .getByRole("option", { name: /^count/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("pla");
  await page.keyboard.press("Enter");
  await page.keyboard.type(") > 3");
  expect(await condition.inputValue()).toBe('plan == "enterprise" and count(plan) > 3');
  const otherwise = form(page).getByRole("combobox", { name: "Otherwise" });
  await otherwise.focus();
  await page.keyboard.press("ArrowDown");
  expect(await offered.getByRole("option", { selected: true }).innerText()).toContain("hours_check");
  await page.keyboard.press("ArrowUp");
  const chosen = await offered.getByRole("option", { selected: true }).locator(".offer-name").innerText();
  await page.keyboard.press("Enter");
  expect(chosen).not.toBe("hours_check");
  expect(await otherwise.inputValue()).toBe(chosen);
  const [, now = ""] = await changedLines(page);
  expect(now).toBe(
    `+ next: [{if: plan == "enterprise" and count(plan) > 3, goto: priority}, {else: ${chosen}}]`,
  );
  expectQuiet(watched);
});

test("forms: an error appears beside its field, and disappears when corrected", async () => {
  await using watched = await openEditor();
  const { page } = watched;
  await selectNode(page, "find");
  const way = form(page).getByRole("combobox", { name: "On error" });
  await way.fill("nowhere");
  await form(page)
    .getByText(/no node.*nowhere/i)
    .waitFor();
  expect(await way.getAttribute("aria-invalid")).toBe("true");
  const described = await way.evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "none")
      .join(" "),
  );
  expect(described).toMatch(/nowhere.*Next node if it fails/);
  await form(page).getByRole("button", { name: "Create the node nowhere for On error" }).click();
  await form(page).getByRole("form", { name: "Node nowhere" }).waitFor();
  await page.getByRole("button", { name: "find", exact: true }).click();
  await form(page)
    .getByText(/no node.*nowhere/i)
    .waitFor({ state: "hidden" });
  expectQuiet(watched);
});

test("forms: settings are added and removed, items added, moved and deleted", async () => {
  await using watched = await openEditor();
  const { page } = watched;
  await selectNode(page, "main");
  const adder = form(page).getByRole("combobox", { name: "Add setting" });
  await adder.focus();
  await page.keyboard.type("max at");
  await page.keyboard.press("Enter");
  await page.keyboard.type("5");
  expect(await form(page).getByLabel("Max attempts", { exact: true }).inputValue()).toBe("5");
  await form(page).getByRole("button", { name: "Move No match 2 up" }).click();
  const wordings = form(page).getByRole("group", { name: "No match" });
  expect(await changedLines(page)).toEqual([
    '- no_match: ["Sorry, was that sales, support or billing?", "Press one for sales, two for support, three for billing."]',
    '+ no_match: ["Press one for sales, two for support, three for billing.", "Sorry, was that sales, support or billing?"]',
    "+ max_attempts: 5",
  ]);
  await form(page).getByRole("button", { name: "Remove Max attempts" }).click();
  await form(page).getByRole("button", { name: "Remove No match", exact: true }).waitFor();
  await wordings.getByRole("button", { name: "Add wording" }).click();
  await page.keyboard.type("Once more?");
  await form(page).getByRole("button", { name: "Remove No match 2" }).click();
  expect(await changedLines(page)).toEqual([
    '- no_match: ["Sorry, was that sales, support or billing?", "Press one for sales, two for support, three for billing."]',
    '+ no_match: ["Press one for sales, two for support, three for billing.", "Once more?"]',
  ]);
  expectQuiet(watched);
});

test("forms: a variable is created in the flow's own form, renamed everywhere, and given options", async () => {
  await using watched = await openEditor();
  const { page } = watched;
  await form(page)
    .getByRole("button", { name: /^Variables/ })
    .click();
  await form(page).getByRole("button", { name: /^dept/ }).click();
  const name = form(page).getByRole("textbox", { name: "Name of variable dept" });
  await name.fill("open");
  await name.press("Enter");
  await form(page).getByRole("alert").getByText(/open/).waitFor();
  await name.fill("department");
  await name.press("Enter");
  await form(page)
    .getByRole("button", { name: /^sales/ })
    .click();
  await form(page).getByLabel("Synonyms, one per line").first().press("Control+End");
  await page.keyboard.type("\ncheap");
  const add = form(page).getByRole("combobox", { name: "Add variable" });
  await add.fill("mood");
  await add.press("Enter");
  await form(page).getByRole("textbox", { name: "Name of variable mood" }).waitFor();
  expect((await changedLines(page)).filter((line) => line.startsWith("+"))).toEqual([
    "+ department:",
    '+ - {id: sales, dtmf: "1", synonyms: [buy, purchase, new order, pricing, cheap]}',
    "+ mood: {type: text}",
    "+ menu: department",
    expect.stringContaining("Connecting you to {{ department }}."),
    expect.stringContaining("{expect: {department: billing}}"),
  ]);
  expectQuiet(watched);
});

/** Puts the caret behind the first of these words. */
async function caretBehind(page: Page, words: string): Promise<void> {
  await code(page).press("Control+Home");
  await code(page).press("Control+f");
  const search = page.getByRole("textbox", { name: "Find" });
  await search.pressSequentially(words);
  await search.press("Enter");
  await search.press("Escape");
  await code(page).press("ArrowRight");
}

test("text: an error is marked, listed and explained; all views have one history", async () => {
  await using watched = await openEditor();
  const { page } = watched;
  await tab(page, "YAML");
  await caretBehind(page, "next: main");
  await page.keyboard.type("e");
  await page.locator(".cm-lintRange-error", { hasText: "maine" }).waitFor();
  await page.getByRole("button", { name: /^1 error, 6/ }).click();
  await code(page).press("Control+Home");
  await page.getByRole("button", { name: "43:11" }).click();
  // Earlier keys would go to the button.
  await page.locator(".cm-editor.cm-focused").waitFor();
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Backspace");
  await page.locator(".cm-lintRange-error").waitFor({ state: "detached" });
  expect(await changedLines(page)).toEqual([]);
  await code(page).getByText("timezone").hover();
  await page.getByText("Time zone of all dates and times (IANA). Default: UTC.").waitFor();
  await caretBehind(page, "next: find");
  await page.keyboard.type("\nfi");
  await page.keyboard.press("Control+Space");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  for (let step = 0; step < 4; step++) await code(page).press("Control+z");
  await page.getByRole("button", { name: "Undo" }).and(page.locator(":disabled")).waitFor();
  expect(await changedLines(page)).toEqual([]);
  expectQuiet(watched);
});

test("text: a word leads to its node, a form's edit keeps the caret, and completion writes keys", async () => {
  await using watched = await openEditor();
  const { page } = watched;
  await tab(page, "YAML");
  await code(page).getByText("voicemail", { exact: false }).first().waitFor();
  await caretBehind(page, "next: find");
  await page.keyboard.press("F12");
  await tab(page, "Form");
  await form(page).getByRole("form", { name: "Node find" }).waitFor();
  await form(page).getByLabel("On error", { exact: true }).fill("bye");
  await tab(page, "YAML");
  await code(page).focus();
  await page.keyboard.type("# ");
  expect(await changedLines(page)).toEqual([
    "- find:",
    "- on_error: hours_check",
    "+ # find:",
    "+ on_error: bye",
  ]);
  await page.keyboard.press("Control+z");
  expectQuiet(watched);
});

test.each(looks)("forms: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
  await using watched = await openEditor(options);
  const { page } = watched;
  await tab(page, "Form");
  for (const name of [/^Variables/, /^dept/, /^sales/, /^Tests/, /^keypad/, /^Step 1/]) {
    await form(page).getByRole("button", { name }).first().click();
  }
  expect(await faultsOf(page)).toEqual([]);
  await form(page).getByRole("button", { name: "Start: go to welcome" }).click();
  await form(page).getByRole("combobox", { name: "Next" }).fill("nowhere");
  await form(page)
    .getByText(/no node.*nowhere/i)
    .first()
    .waitFor();
  await form(page).getByRole("combobox", { name: "Add setting" }).click();
  await page.getByRole("listbox", { name: "Suggestions" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await tab(page, "YAML");
  await code(page).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});
