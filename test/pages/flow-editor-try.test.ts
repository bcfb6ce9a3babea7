// Trying a flow in the editor: a person types to it, talks to it, and tests it.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { newMasterKey } from "../../src/cloud/master-key.ts";
import { expectQuiet, launch, microphonePlays, open, type WatchedPage } from "../support/browser/browser.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { recordCaller } from "../support/callers/microphone.ts";
import { tooled } from "../support/small-flows.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    pageServer({ SPEECH: "off", OUTBOUND_ALLOW: "127.0.0.1:33500" }),
    launch(),
  ]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const editorOf = ({ url }: PageServer): string => `${new URL("/flow-editor", url).href}?example=call-routing`;
const panel = (page: Page, name: string): Locator => page.getByRole("tabpanel", { name });
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: true });
const variable = (page: Page, name: string): Locator =>
  page.getByRole("table", { name: "Variables" }).getByRole("row", { name: new RegExp(`^${name}\\b`) });
const glowing = (page: Page, name: string): Locator => page.locator(".flow-node.playing", { hasText: name });

async function show(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await panel(page, name).waitFor();
}

async function say(page: Page, words: string, answer: string): Promise<void> {
  await page.getByLabel("Your words").fill(words);
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText(answer).waitFor();
}

/** Talks until a person at the dedicated line answers. */
async function talk(page: Page): Promise<void> {
  await show(page, "Try it");
  await page.getByLabel(/^Date and time/).fill("2026-11-20T10:00");
  await button(page, "Start").click();
  await page.getByRole("log").getByText("for support press two").waitFor();
  await page
    .getByRole("group", { name: "For example" })
    .getByRole("button", { name: "Support" })
    .press("Enter");
  await page.getByRole("log").getByText("your six digit account number").waitFor();
  await page
    .locator(":focus")
    .and(page.getByRole("group", { name: "Your actions" }))
    .waitFor();
  await glowing(page, "number").waitFor({ state: "attached" });
  expect(await variable(page, "dept").textContent()).toContain("support");
  await button(page, "Stay silent").click();
  await page.getByRole("log").getByText("(says nothing)").waitFor();
  await button(page, "Keypad").click();
  for (const key of "123456") await button(page, key).click();
  await page.getByRole("log").getByText("is that right?").waitFor();
  await say(page, "yes", "You have a dedicated line");
  await glowing(page, "priority").waitFor({ state: "attached" });
  await button(page, "Answered").click();
  await page.getByRole("log").getByText("The conversation ended: transferred").waitFor();
}

async function replaceText(page: Page, text: string): Promise<void> {
  await show(page, "YAML");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("try: a typed conversation becomes a test that passes, and one undo takes it back", async () => {
  await using watched = await open(browser, editorOf(server));
  const { page } = watched;
  await talk(page);
  expect(await glowing(page, "").count()).toBe(0);
  const trace = page.getByRole("list", { name: "Trace" });
  await trace.getByText('tool lookup answers {"plan":"enterprise"}').waitFor();
  await trace.getByText("understood: confirmed").waitFor();

  await button(page, "Create test from this conversation").click();
  const passes = panel(page, "Try it").getByText("The test passes.");
  await passes.waitFor();
  await page.waitForFunction(isInView, await passes.elementHandle());
  expect(await page.getByText("The flow has changed").count()).toBe(0);
  await button(page, "Show in YAML").click();
  await page.locator(".cm-content").getByText("support, 123456, yes").waitFor();
  await show(page, "Tests");
  await page.getByText(/^All 9 pass, in/).waitFor();
  await button(page, "Undo").click();
  await button(page, "Run 8 tests").waitFor();
  expect(await button(page, "Undo").isDisabled()).toBe(true);
  expectQuiet(watched);
});

/** Runs in the page. */
function isInView(element: Node | null): boolean {
  if (!(element instanceof Element)) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

test("try: a variable can be given beforehand, and its question is skipped", async () => {
  await using watched = await open(browser, editorOf(server));
  const { page } = watched;
  await show(page, "Try it");
  await panel(page, "Try it").getByText("Other variables").click();
  const dept = page.getByRole("textbox", { name: /^dept\b/ });
  await dept.fill("kitchen");
  await button(page, "Start").click();
  await panel(page, "Try it")
    .getByText(/The context dept must be one of .*support/)
    .waitFor();
  await dept.fill("support");
  await button(page, "Start").click();
  await page.getByRole("log").getByText("your six digit account number").waitFor();
  expect(await variable(page, "dept").textContent()).toContain("support");
  expectQuiet(watched);
});

test("try: parts of the page that fail to load are reported, and the rest stays", async () => {
  await using watched = await open(browser, editorOf(server));
  const { page } = watched;
  await page.route("**/pages/chunk-*.js", (route) => route.abort());
  for (const name of ["Try it", "Tests"]) {
    await show(page, name);
    await panel(page, name).getByText("could not be loaded").waitFor();
  }
  await page.getByRole("group", { name: /^Say welcome/ }).waitFor();
  expectQuiet(watched);
});

const hostile = "Hello <img src=x onerror=alert(1)> hello.";

test("try: a changed flow is tried after a restart, and a broken one names the place", async () => {
  await using watched = await open(browser, editorOf(server));
  const { page } = watched;
  const text = await Bun.file("public/flows/call-routing.flow.yaml").text();
  await show(page, "Try it");
  await button(page, "Start").click();
  await page.getByRole("log").getByText("Welcome to Example Corp.").waitFor();
  await replaceText(page, text.replace("Welcome to Example Corp.", "Hello, hello."));
  await show(page, "Try it");
  await button(page, "Restart with changes").click();
  await page.getByRole("log").getByText("Hello, hello.").waitFor();
  await say(page, hostile, hostile);
  await page.getByRole("list", { name: "Trace" }).getByText(hostile).waitFor();
  await button(page, "Hang up").click();
  await page.getByRole("log").getByText("The conversation ended: hung_up").waitFor();

  await replaceText(page, text.replace("next: main", "next: nowhere"));
  await show(page, "Try it");
  await button(page, "Again").click();
  const alert = panel(page, "Try it").getByRole("alert");
  await alert.getByText("The flow has errors").waitFor();
  await alert.getByRole("button", { name: /^Line \d+$/ }).click();
  await panel(page, "YAML").waitFor();

  // This server has no voice.
  await replaceText(page, text);
  await show(page, "Try it");
  await page.getByRole("radio", { name: /^Talk/ }).check();
  await page.getByRole("checkbox", { name: /microphone/ }).uncheck();
  await button(page, "Call").click();
  await alert.getByText("Speech is switched off").waitFor();
  await button(page, "Type instead").click();
  await page.getByRole("log").getByText("Welcome to Example Corp.").waitFor();
  expectQuiet(watched);
});

test("try: a tool at an address that the operator allows is tried and tested, and one at another address is refused", async () => {
  await using watched = await open(browser, editorOf(server));
  const { page } = watched;
  const text = tooled("POST http://127.0.0.1:33500/bookings");
  const tests = "tests:\n  - {name: books, mocks: {book: {}}, script: [{user: '12'}, {ends: done}]}\n";
  await replaceText(page, text + tests);
  await show(page, "Tests");
  await button(page, "Run test").click();
  await page.getByText(/^It passes|^All 1 pass|^The test passes/).waitFor();
  await show(page, "Try it");
  await button(page, "Start").click();
  await say(page, "12", "Goodbye");
  await page
    .locator(".problems")
    .getByText(/^No problems$|^1 remark$/)
    .waitFor();

  await replaceText(page, text.replace("33500", "33501"));
  await page
    .locator(".problems")
    .getByText(/^1 error\b/)
    .waitFor();
  await show(page, "Try it");
  await button(page, "Again").click();
  await panel(page, "Try it")
    .getByRole("alert")
    .getByText("requests to '127.0.0.1' are not allowed")
    .waitFor();
  expectQuiet(watched);
});

const endless = `onmessage = () => {
  postMessage({ type: "progress", progress: { done: 0, all: 1 } });
  for (;;);
};`;

test("tests: a broken test shows its step, line and node; coverage is on the edges; an endless test is ended", async () => {
  await using watched = await open(browser, editorOf(server));
  const { page } = watched;
  const text = await Bun.file("public/flows/call-routing.flow.yaml").text();
  const broken = "  - name: is broken\n    script: [{user: support}, {says: tomatoes}]\n";
  await replaceText(page, text.slice(0, text.indexOf("tests:")) + "tests:\n" + broken);
  await show(page, "Tests");
  await page.getByText(/^1 of 1 failed, in/).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: "is broken" });
  await row.getByText("tomatoes").first().waitFor();
  await row.getByRole("button", { name: "number" }).click();
  await page.getByRole("group", { name: /^Ask number/ }).waitFor();
  expect(await page.locator(".way-tested").count()).toBe(2);
  expect(await page.locator(".way-untested").count()).toBe(14);
  await page.getByRole("button", { name: "find, on_error → hours_check", exact: true }).waitFor();
  await row.getByRole("button", { name: /^Step 2, line \d+/ }).click();
  await panel(page, "YAML").waitFor();
  await page.locator(".cm-activeLine", { hasText: "says: tomatoes" }).waitFor();

  await show(page, "Tests");
  await row.getByText("Transcript").click();
  await row.getByText(/^Nodes: welcome → main → number$/).waitFor();
  await page.route("**/flow-test-worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: endless }),
  );
  await page.clock.install();
  await row.getByRole("button", { name: "Run is broken alone" }).click();
  await button(page, "Stop").click();
  await page.getByText("Stopped.", { exact: true }).waitFor();
  await button(page, "Run test").click();
  await page.getByText("Running, 0 of 1 done").waitFor();
  await page.clock.fastForward(10_500);
  await page.getByText("A test never ends").waitFor();
  expectQuiet(watched);
});

test.each(looks)("try: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const viewport = { width, height: 844 };
  await using watched = await open(browser, editorOf(server), { colorScheme, viewport, bypassCSP: true });
  const { page } = watched;
  await show(page, "Try it");
  expect(await faultsOf(page)).toEqual([]);
  await talk(page);
  await button(page, "Create test from this conversation").click();
  await panel(page, "Try it").getByText("The test passes.").waitFor();
  await panel(page, "Try it").getByText("Test setup").click();
  expect(await faultsOf(page)).toEqual([]);
  await show(page, "Tests");
  await page.getByText(/^All 9 pass, in/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

async function signUp({ page }: WatchedPage): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Sign in/ });
  await dialog.getByLabel("Email").fill("ada@example.com");
  await dialog.getByLabel("Password").fill("correct horse battery");
  await dialog.getByRole("button", { name: "Create account" }).click();
}

test("try: a signed-out caller is asked to sign in, is heard by microphone, and makes a test of the call", async () => {
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-try-"));
  const environment = { ENGINE_AUTH: "required", MASTER_KEY: newMasterKey().reveal() };
  await using closed = await pageServer(environment);
  const wav = join(folder, "caller.wav");
  await recordCaller(wav, "technical support");
  await using talking = await launch(microphonePlays(wav));
  await using watched = await open(talking, editorOf(closed), { permissions: ["microphone"] });
  const { page } = watched;
  await show(page, "Try it");
  await page.getByRole("radio", { name: /^Talk/ }).check();
  await button(page, "Call").click();
  await signUp(watched);
  const log = page.getByRole("log");
  await log.getByText("Welcome to Example Corp.").waitFor();
  await glowing(page, "main").waitFor();
  await log.getByText("technical support", { exact: true }).waitFor();
  await log.getByText("your six digit account number").waitFor();
  await glowing(page, "number").waitFor();
  expect(await variable(page, "dept").textContent()).toContain("support");
  await button(page, "Keypad").click();
  for (const key of "123456") await button(page, key).click();
  await log.getByText("is that right?").waitFor();
  await button(page, "Hang up").click();
  await log.getByText("The conversation ended: hung_up").waitFor();
  await button(page, "Create test from this conversation").click();
  await panel(page, "Try it").getByText("The test passes.").waitFor();
  expectQuiet(watched);
  await rm(folder, { recursive: true });
});
