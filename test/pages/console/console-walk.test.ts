// Walk through the console in a real browser: from a new account to a call that is found by its words, inspected,
// played, annotated and deleted, by keyboard where it matters, with axe.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import {
  called,
  calling,
  enter,
  flow,
  go,
  heading,
  password,
  post,
  press,
} from "../../support/browser/console-steps.ts";
import { faultsOf } from "../../support/browser/faults.ts";
import { looks } from "../../support/browser/looks.ts";
import { product } from "../../support/servers/product.ts";
import { newEmail } from "../../support/people.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";

setDefaultTimeout(240_000);

const gzipBytesMax = 300_000;

/** Flow that ends normally, although its tool is unreachable. */
const broken = `voice_flow: 1
id: vet
language: en
start: look
variables:
  hour: {type: text}
tools:
  free_hours: {description: Hours of the vet, returns: {hour: text}, http: "GET https://vet.invalid/hours"}
nodes:
  look: {tool: free_hours, save: {hour: result.hour}, on_error: bye, next: bye}
  bye: {say: Goodbye., end: done}
`;

let directory: string;
let server: PageServer;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "voice-flow-console-"));
  [server, browser] = await Promise.all([pageServer({ DATA_DIR: directory }), launch()]);
  ({ origin } = new URL(server.url));
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

test("console: a call is found by its words, explained, played, annotated and deleted", async () => {
  await using watched = await open(browser, `${origin}/console`);
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  await page.getByRole("heading", { name: "No calls yet" }).waitFor();
  await page.getByText("No flow yet").waitFor();
  const id = await called(origin, email);

  await go(page, "Calls");
  await page.getByRole("status").getByText("1 call").waitFor();
  await page.getByLabel("Words in the transcript").fill("giraffe");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No calls match these filters" }).waitFor();
  await page.getByLabel("Words in the transcript").fill("zebra");
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: /Zoo line.*Completed noted/ });
  await row.waitFor();
  expect(page.url()).toEndWith("#/calls?q=zebra");
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "CSV")]);
  expect(await Bun.file(await file.path()).text()).toContain(id);

  await row.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await heading(page, /^Zoo line/).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.getByText("a striped zebra", { exact: false }).first().waitFor();
  await page.getByRole("row", { name: /^1 / }).getByRole("img", { name: /ms/ }).waitFor();
  await page.locator(".nodes li").first().waitFor();
  expect(await page.locator(".nodes li").allTextContents()).toEqual(["ask", "bye"]);
  await page.locator(".picture img").waitFor();
  await page.getByText("Released").waitFor();
  await press(page, "Create test from this call");
  await page.getByRole("region", { name: "Text of the test" }).getByText("a striped zebra").waitFor();

  await press(page, "Load recording");
  await page.getByRole("slider", { name: "Position" }).fill("1");
  await press(page, "Play");
  await press(page, "Pause");
  expect(Number(await page.getByRole("slider", { name: "Position" }).inputValue())).toBeGreaterThanOrEqual(1);

  await page.getByRole("textbox", { name: "Note" }).fill("Call the vet back.");
  await page.getByLabel("Tags").fill("vet, urgent");
  await press(page, "Save");
  await page.getByRole("status").getByText("Saved.").waitFor();
  await page.reload();
  expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Call the vet back.");
  await page.goto(`${origin}/console#/calls?tag=vet`);
  await page
    .getByRole("row", { name: /urgent.*Zoo line/ })
    .getByRole("link")
    .click();

  await press(page, "Delete");
  await press(page, "Delete for good");
  await page.getByRole("heading", { name: "No calls yet" }).waitFor();
  expectQuiet(watched);
});

test("console: a running call appears by itself, is heard, talked into, transferred in vain and ended", async () => {
  await using watched = await open(browser, `${origin}/console`);
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  await go(page, "Live");
  await page.getByRole("heading", { name: "No calls in progress" }).waitFor();
  const { caller } = await calling(origin, email);
  const row = page.getByRole("row", { name: /Zoo line.*Live/ });
  await row.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Which animal is it").waitFor();
  await press(page, "Listen in");
  await page.getByText("Caller on the left").waitFor();
  await page.getByLabel("Words for the agent to say").fill("A person is here, too.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("The agent says it as soon as it can.").waitFor();
  await page.getByText("A person is here, too.").waitFor();
  await page.getByLabel("Transfer to").fill("the front desk");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Request failed").waitFor();
  await page.getByLabel("Transfer to").fill("tel:+4930123456");
  await page.keyboard.press("Enter");
  await caller.message(({ data }) => data?.["type"] === "transfer");
  await press(page, "Hang up");
  await press(page, "Hang up now");
  expect((await caller.closed).code).toBe(1000);
  await page.getByRole("link", { name: "Open call" }).click();
  await page.getByText("Ended by a supervisor").waitFor();
});

test("console: today's trouble is named on Home, and explained one click from there", async () => {
  await using watched = await open(browser, `${origin}/console`);
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  await called(origin, email, broken);
  await page.reload();
  await page.getByText("A tool failed in 1 call today.").waitFor();
  await page.getByRole("link", { name: "Show calls" }).click();
  await page.getByRole("region", { name: "Problem" }).getByText("The tool free_hours failed").waitFor();

  await called(origin, email, broken);
  await go(page, "Home");
  await page.reload();
  await page.getByText("A tool failed in 2 calls today.").waitFor();
  await page.getByRole("link", { name: "Show calls" }).click();
  await page.getByRole("status").getByText("2 calls").waitFor();
  expect(await page.getByRole("row", { name: /Completed done tool failed/ }).count()).toBe(2);
  expectQuiet(watched);
});

test("console: a view's request works when copied", async () => {
  await using watched = await open(browser, `${origin}/console`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  await go(page, "Flows");
  await page.getByRole("heading", { name: "No flows yet" }).waitFor();
  await press(page, "Copy as curl");
  await page.getByRole("status").getByText("Copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { access_token: token = "" } = await post(`${origin}/auth/login`, { email, password });
  const shell = Bun.spawn(["sh", "-c", `${copied} -s`], { env: { ...process.env, VOICE_FLOW_TOKEN: token } });
  expect(await new Response(shell.stdout).json()).toEqual([]);
  expectQuiet(watched);
});

test("console: a page gets an embed, whose refusals are shown, and a new password ends other logins", async () => {
  await using watched = await open(browser, `${origin}/console`);
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  const { access_token: other } = await post(`${origin}/auth/login`, { email, password });
  await post(
    `${origin}/v1/flows`,
    { name: "Zoo line", yaml_content: flow },
    { authorization: `Bearer ${other}` },
  );

  await go(page, "Widget");
  await page.getByRole("heading", { name: "No widgets" }).waitFor();
  await press(page, "Create widget");
  await page.getByLabel("Name", { exact: true }).fill("Shop");
  await page.getByLabel("Websites").fill("https://shop.example");
  await page.getByLabel("Minutes per day").fill("many");
  await page.getByRole("combobox").selectOption("Zoo line");
  await press(page, "Create widget");
  await page.getByRole("alert").getByText("Must be a whole number from 1 to").waitFor();
  await page.getByLabel("Minutes per day").fill("5");
  await press(page, "Create widget");
  const snippet = page.getByText("<script src=");
  const [, token] = /data-token="(\w+)"/.exec((await snippet.textContent()) ?? "") ?? [];
  const visit = { method: "POST", headers: { origin: "https://thief.example" } };
  expect((await fetch(`${origin}/v1/embeds/${token}/sessions`, visit)).status).toBe(403);
  await page.reload();
  await page.getByText("1 refused: website not listed").waitFor();
  await press(page, "Revoke: Shop");
  await press(page, "Revoke widget");
  await page.getByText("revoked", { exact: false }).first().waitFor();

  await go(page, "Account");
  await page.getByLabel("Current password").fill("wrong horse battery");
  await page.getByLabel("New password").fill("staple tomorrow orbit");
  await press(page, "Change password");
  await page.getByRole("alert").filter({ hasText: "password" }).waitFor();
  await page.getByLabel("Current password").fill(password);
  await press(page, "Change password");
  await page.getByText("All other logins have ended.").waitFor();
  const ask = { headers: { authorization: `Bearer ${other}` } };
  expect((await fetch(`${origin}/v1/account`, ask)).status).toBe(401);
  await page.reload();
  await page.getByText("password.changed").waitFor();
  await press(page, "Sign out everywhere");
  await press(page, "Sign out everywhere, including here");
  await page.getByRole("heading", { name: "Sign in to the console" }).waitFor();
});

test("console: a flow's revisions are compared, published and restored, and its tests are run", async () => {
  await using watched = await open(browser, `${origin}/console`);
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  const { access_token: token } = await post(`${origin}/auth/login`, { email, password });
  const login = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { id = "" } = await post(`${origin}/v1/flows`, { name: "Zoo line", yaml_content: flow }, login);
  const tested = `${flow}tests:\n  - {name: a zebra, script: [{user: a zebra}, {says: zebra}, {ends: noted}]}\n`;
  await fetch(`${origin}/v1/flows/${id}`, {
    method: "PUT",
    headers: login,
    body: JSON.stringify({ yaml_content: tested }),
  });
  await go(page, "Flows");
  await page.getByRole("link", { name: "Zoo line", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Revision 2, the newest.").waitFor();
  await press(page, "Compare: revision 2");
  await page.getByRole("region", { name: "Changed lines" }).getByText("a zebra").first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await press(page, "Run tests");
  await page.getByText("The test passed.").waitFor();
  await press(page, "Restore: 1");
  await press(page, "Restore revision");
  await page.getByText("Revision 1. Revision 2 is the newest").waitFor();
  await press(page, "Publish: revision 2");
  await page.getByText("Revision 2. Newer ones wait").waitFor();
  await press(page, "Publish automatically");
  await page.getByText("Revision 2, the newest.").waitFor();
  expectQuiet(watched);
});

test("console: a budget is set, a hook is changed and tested, and a voice is tried", async () => {
  await using watched = await open(browser, `${origin}/console`);
  const { page } = watched;
  await enter(page, "Create account", newEmail());
  await go(page, "Usage");
  await page.getByRole("table", { name: "Ledger" }).getByText("Granted").waitFor();
  await page.getByLabel("US dollars per month").fill("much");
  await press(page, "Save");
  await page.getByRole("alert").getByText("Must be an amount in US dollars").waitFor();
  await page.getByLabel("US dollars per month").fill("12.50");
  await page.getByLabel("Refuse new calls").check();
  await press(page, "Save");
  await page.getByText("0 % of $12.50").waitFor();

  await go(page, "Webhooks");
  await press(page, "Create webhook");
  await page.getByLabel("URL").fill("https://crm.invalid/hooks");
  await page.getByLabel("Node entered").uncheck();
  await page.getByLabel("Your own events").fill("plan.chosen");
  await press(page, "Create webhook");
  await page.getByText("session.started, turn.completed, session.ended, plan.chosen").waitFor();
  await press(page, "Send test event: https://crm.invalid/hooks");
  await page.getByText("No answer:").waitFor();
  await press(page, "Edit: https://crm.invalid/hooks");
  const form = page.getByRole("region", { name: "Edit webhook" });
  expect(await form.getByLabel("Node entered").isChecked()).toBe(false);
  expect(await form.getByLabel("Your own events").inputValue()).toBe("plan.chosen");
  await form.getByLabel("URL").fill("https://crm.invalid/others");
  await form.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("https://crm.invalid/others").waitFor();

  await go(page, "Providers");
  await press(page, "Test voice");
  await page.getByText("Works: answered after").waitFor();
  await page.getByRole("button", { name: "Play voice", exact: true }).waitFor();
  await press(page, "Test model");
  await page.getByText("There is no language model").waitFor();
});

test("console: the first load is small", async () => {
  await using served = await browser.newContext();
  const page = await served.newPage();
  await page.goto(`${origin}/console`, { waitUntil: "networkidle" });
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)
      .reduce((sum, each) => sum + each, 0),
  );
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(gzipBytesMax);
});

const views = [
  "Home",
  "Calls",
  "Live",
  "Flows",
  "Assistants",
  "API keys",
  "Providers",
  "Widget",
  "Webhooks",
  "Secrets",
  "Usage",
  "Account",
  "System",
];

test.each(looks)("console: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const email = newEmail();
  await post(`${origin}/auth/signup`, { email, password });
  const id = await called(origin, email);
  await using watched = await open(browser, `${origin}/console`, {
    colorScheme,
    viewport: { width, height: 844 },
    bypassCSP: true,
  });
  const { page } = watched;
  expect(await faultsOf(page)).toEqual([]);
  expect(
    Bun.spawnSync([...product, "owner", email], { env: { ...process.env, DATA_DIR: directory } }).exitCode,
  ).toBe(0);
  await enter(page, "Sign in", email);
  for (const view of views) {
    await go(page, view);
    await heading(page, view).waitFor();
    await page.getByText("Loading…").first().waitFor({ state: "detached" });
    expect([view, await faultsOf(page)]).toEqual([view, []]);
  }
  const { id: live, caller } = await calling(origin, email);
  await page.goto(`${origin}/console#/live/${live}`);
  await page.getByRole("button", { name: "Listen in" }).waitFor();
  expect(["Live call", await faultsOf(page)]).toEqual(["Live call", []]);
  await caller.close();
  await page.goto(`${origin}/console#/calls/${id}`);
  await press(page, "Load recording");
  await page.getByRole("slider").waitFor();
  await press(page, "Delete");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
  expect(await faultsOf(page)).toEqual([]);
  expectQuiet(watched);
});
