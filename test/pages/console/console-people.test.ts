// People in the console, in a real browser: the owner invites a person, who joins, loses a password and gets another
// one from the owner or by mail, is blocked and let in again, ends a login elsewhere, and leaves; and the views pass
// axe.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import { faultsOf } from "../../support/browser/faults.ts";
import { looks } from "../../support/browser/looks.ts";
import { mailServer } from "../../support/mail-server.ts";
import { newEmail } from "../../support/people.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";

setDefaultTimeout(240_000);

const password = "correct horse battery";
const owner = newEmail();

let directory: string;
let server: PageServer;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "voice-flow-people-"));
  const env = { DATA_DIR: directory, SPEECH: "off", SIGNUP: "invite" };
  [server, browser] = await Promise.all([pageServer(env), launch()]);
  ({ origin } = new URL(server.url));
  const named = Bun.spawnSync([process.execPath, "src/main.ts", "owner", owner], {
    env: { ...process.env, ...env },
  });
  const [, made] = /Its password: (\w+)/.exec(named.stdout.toString()) ?? [];
  const token = await logIn(owner, made);
  const change = { password: made, new_password: password };
  await post("/v1/account/password", change, { authorization: `Bearer ${token}` });
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
  const response = await fetch(`${origin}${path}`, { ...init, body: JSON.stringify(body) });
  return (await response.json()) as Readonly<Record<string, string>>;
}

async function logIn(email: string, word: string | undefined): Promise<string | undefined> {
  return (await post("/auth/login", { email, password: word })).access_token;
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
const go = (page: Page, view: string): Promise<void> =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

async function enter(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(word);
  await press(page, "Sign in");
  await heading(page, "Home").waitFor();
}

/** Link that the page shows once. */
async function shownLink(page: Page): Promise<string> {
  const shown = page.getByText("/console#/");
  await shown.waitFor();
  return (await shown.textContent()) ?? "";
}

async function invited(page: Page, label: string): Promise<string> {
  await go(page, "People");
  await press(page, "Invite a person");
  await page.getByLabel("Name").fill(label);
  await press(page, "Invite a person");
  return await shownLink(page);
}

async function joinWith(address: string, email: string) {
  const watched = await open(browser, address);
  const { page } = watched;
  await heading(page, "Create your account").waitFor();
  expect(page.url()).not.toContain("link=");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Create account");
  await heading(page, "Home").waitFor();
  return watched;
}

test("people: a person is invited, joins, gets a new password, is locked out, admitted again, and leaves", async () => {
  await using owned = await open(browser, `${origin}/console`);
  await owned.page.getByText("by invitation only").waitFor();
  expect(await owned.page.getByRole("button", { name: "Create account" }).count()).toBe(0);
  await enter(owned.page, owner);
  const email = newEmail();
  await using joined = await joinWith(await invited(owned.page, "Bob from support"), email);
  const { page } = joined;
  expect(await page.getByRole("link", { name: "People" }).count()).toBe(0);
  await go(owned.page, "Home");
  await go(owned.page, "People");
  await owned.page.getByText("Bob from support").waitFor();
  await owned.page.getByText("used", { exact: true }).waitFor();

  const spare = await logIn(email, password);
  await go(page, "Account");
  await page.getByText("this browser").waitFor();
  await page.getByRole("button", { name: /^End: / }).click();
  await press(page, "End this login");
  // Its confirmation replaces the button "End" at once, and goes with the login.
  await page.getByRole("button", { name: "End this login" }).waitFor({ state: "detached" });
  const ask = (token: string | undefined) =>
    fetch(`${origin}/v1/account`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask(spare)).status).toBe(401);

  await press(owned.page, `New password: ${email}`);
  await press(owned.page, "Create password link");
  const reset = await shownLink(owned.page);
  await using helped = await open(browser, reset);
  await helped.page.getByRole("textbox", { name: "New password" }).fill("short");
  await press(helped.page, "Set password");
  await helped.page.getByRole("alert").getByText("8").waitFor();
  await helped.page.getByRole("textbox", { name: "New password" }).fill("staple tomorrow orbit");
  await press(helped.page, "Set password");
  await heading(helped.page, "Home").waitFor();

  await press(owned.page, `Close: ${email}`);
  await press(owned.page, "Close account and end its calls");
  await owned.page.getByText("closed", { exact: true }).waitFor();
  expect(await logIn(email, "staple tomorrow orbit")).toBeUndefined();
  await press(owned.page, `Reopen: ${email}`);
  await owned.page.getByText("closed", { exact: true }).waitFor({ state: "detached" });

  await using leaving = await open(browser, `${origin}/console`);
  await enter(leaving.page, email, "staple tomorrow orbit");
  await go(leaving.page, "Account");
  const loaded = leaving.page.waitForEvent("download");
  await press(leaving.page, "Export account");
  expect((await loaded).suggestedFilename()).toBe("account.zip");
  await leaving.page.getByLabel("Confirm with your password").fill("staple tomorrow orbit");
  await press(leaving.page, "Delete account for good");
  await heading(leaving.page, "Sign in to the console").waitFor();
  expect(await logIn(email, "staple tomorrow orbit")).toBeUndefined();
  await owned.page.reload();
  await owned.page.getByText(owner).first().waitFor();
  expect(await owned.page.getByText(email).count()).toBe(0);
  expectQuiet(owned);
});

test("people: the owner sees every open session in System and ends one", async () => {
  const authorization = `Bearer ${await logIn(owner, password)}`;
  const { key = "" } = await post("/auth/api-keys", {}, { authorization });
  const { session_id: id } = await post("/v1/sessions", {}, { "x-service-key": key });
  await using owned = await open(browser, `${origin}/console`);
  await enter(owned.page, owner);
  await go(owned.page, "System");
  const row = owned.page.getByRole("table", { name: "Open sessions" }).getByRole("row", { name: owner });
  await row.getByText("Waiting for client").waitFor();
  await press(owned.page, `End session: ${id}`);
  await press(owned.page, "End session now");
  await row.waitFor({ state: "detached" });
  await owned.page.getByText("No open sessions.").waitFor();
});

test.each(looks)("people: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const look = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true } as const;
  await using watched = await open(browser, `${origin}/console`, look);
  const { page } = watched;
  await page.getByText("by invitation only").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await enter(page, owner);
  const address = await invited(page, "Somebody with an open invitation");
  await page
    .getByRole("button", { name: /^Revoke: / })
    .first()
    .click();
  expect(await faultsOf(page)).toEqual([]);
  await go(page, "Account");
  await page.getByText("this browser").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  for (const way of ["join", "reset"]) {
    await using opened = await open(browser, address.replace("/join?", `/${way}?`), look);
    await opened.page.locator("#password").waitFor();
    expect([way, await faultsOf(opened.page)]).toEqual([way, []]);
  }
  expectQuiet(watched);
});

test.each(looks)(
  "people: a forgotten password is mailed and set by keyboard, %s at %d pixels",
  async (colorScheme, width) => {
    await using mail = await mailServer();
    // The server knows its pages' address only after the pages exist.
    const pages = "https://voice.example";
    const env = { SMTP_URL: mail.url({ tls: "off" }), SMTP_FROM: "voice@example.com", PUBLIC_URL: pages };
    await using mailing = await pageServer({ SPEECH: "off", ...env });
    const own = new URL(mailing.url).origin;
    const email = newEmail();
    const init = { method: "POST", headers: { "content-type": "application/json" } };
    await fetch(`${own}/auth/signup`, { ...init, body: JSON.stringify({ email, password }) });
    const look = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true } as const;
    const mailedAddress = async (number: number): Promise<string> => {
      await mail.got(number);
      const address = /https:\S+/.exec(mail.letters[number - 1]?.text ?? "")?.[0] ?? "";
      return address.replace(pages, own);
    };
    await using confirming = await open(browser, await mailedAddress(1), look);
    await heading(confirming.page, "Confirm your email").waitFor();
    expect(await faultsOf(confirming.page)).toEqual([]);
    await confirming.page.getByRole("button", { name: "Confirm email" }).press("Enter");
    await heading(confirming.page, "Your email is confirmed").waitFor();
    expect(await confirming.page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await faultsOf(confirming.page)).toEqual([]);
    await using watched = await open(browser, `${own}/console`, look);
    const { page } = watched;
    const forgot = page.getByRole("button", { name: "Forgot your password?" });
    await forgot.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel("Email").fill(email);
    await forgot.focus();
    await page.keyboard.press("Enter");
    await heading(page, "Forgot your password?").waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(email);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel("Email").fill("");
    await page.keyboard.press("Enter");
    await page.getByText("Enter your email address.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel("Email").fill(email);
    await page.keyboard.press("Enter");
    await heading(page, "Check your mail").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await heading(page, "Sign in to the console").waitFor();
    await using opened = await open(browser, await mailedAddress(2), look);
    await opened.page.getByRole("textbox", { name: "New password" }).fill("staple tomorrow orbit");
    await opened.page.keyboard.press("Enter");
    await heading(opened.page, "Home").waitFor();
    expectQuiet(watched);
  },
);

test.each(looks)(
  "people: the owner makes a backup by keyboard, %s at %d pixels",
  async (colorScheme, width) => {
    const look = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true } as const;
    await using watched = await open(browser, `${origin}/console`, look);
    const { page } = watched;
    await enter(page, owner);
    await go(page, "System");
    const button = page.getByRole("button", { name: "Back up now" });
    await button.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Backup in progress since").waitFor();
    expect([await button.isDisabled(), await faultsOf(page)]).toEqual([true, []]);
    const copy = page.locator("code", { hasText: join(directory, "backups", "20") });
    await copy.waitFor();
    await page.getByText("Last backup").waitFor();
    expect([await button.isDisabled(), await faultsOf(page)]).toEqual([false, []]);
    expect(await Bun.file((await copy.textContent()) ?? "").exists()).toBe(true);
    expectQuiet(watched);
  },
);
