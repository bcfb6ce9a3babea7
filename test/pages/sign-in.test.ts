// Test page of a server that requires accounts: signing in, staying signed in, signing out, and one more request for a
// login, for people with and without eyes or a mouse.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { deriveKey, newMasterKey } from "../../src/cloud/master-key.ts";
import { openTokens, tokenSeconds } from "../../src/cloud/access-tokens.ts";
import { expectQuiet, fakeMicrophone, launch, open } from "../support/browser/browser.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { newEmail } from "../support/people.ts";

setDefaultTimeout(240_000);

const masterKey = newMasterKey();
const password = "correct horse battery";

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  const environment = { ENGINE_AUTH: "required", MASTER_KEY: masterKey.reveal() };
  [server, browser] = await Promise.all([pageServer(environment), launch(fakeMicrophone)]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
const card = (page: Page) => page.getByRole("region", { name: "Sign in to talk" });

async function fill(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(secret);
}

async function createAccount(page: Page, email = newEmail()): Promise<string> {
  await fill(page, email, password);
  await press(page, "Create account");
  await page.getByText(email).waitFor();
  return email;
}

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? "");

/** Description of a field for a screen reader, beside its name. */
function describedAs(page: Page, name: string): Promise<readonly [text: string, invalid: string | null]> {
  return page.getByLabel(name).evaluate((field) => {
    const about = document.getElementById(field.getAttribute("aria-describedby") ?? "");
    return [about?.textContent ?? "", field.getAttribute("aria-invalid")] as const;
  });
}

/** Token of the server itself, from a login that many hours ago. */
function expiredToken(): Promise<string> {
  const wall = (): number => Date.now() - (tokenSeconds + 60) * 1_000;
  return openTokens(deriveKey(masterKey, "access-tokens"), { wall }).forAccount({
    accountId: "acc_1",
    generation: 0,
  });
}

test("sign in: a new person signs up, talks, comes back, leaves and signs in again", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await card(page).waitFor();
  expect(await page.getByRole("button", { name: "Talk" }).isVisible()).toBe(false);
  const email = await createAccount(page);
  expect(await focused(page)).toBe("call");
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  await page.locator("#call", { hasText: "Hang up" }).click();
  await page.getByText("You hung up.").waitFor();

  await page.reload();
  await page.getByText(email).waitFor();
  expect(await card(page).isVisible()).toBe(false);
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  await page.locator("#call", { hasText: "Hang up" }).click();

  await press(page, "Sign out");
  await card(page).waitFor();
  await page.reload();
  await card(page).waitFor();
  await fill(page, `  ${email.toUpperCase()} `, password);
  await press(page, "Sign in");
  await page.getByRole("button", { name: "Talk" }).waitFor();
  expect(await page.getByLabel("Password").inputValue()).toBe("");
  expectQuiet(watched);
});

const mistakes: readonly (readonly [
  email: string,
  secret: string,
  way: string,
  field: string,
  words: RegExp,
])[] = [
  ["", "", "Sign in", "Email", /^Enter your email address\.$/],
  ["ada@example.com", "", "Sign in", "Password", /^Enter your password\.$/],
  ["ada@example.com", "wrong", "Sign in", "Password", /^The email or the password is wrong: check both\.$/],
  ["ada@example.com", "short", "Create account", "Password", /at least 8 characters/],
  ["ada", password, "Create account", "Email", /^Must be an email address/],
];

test.each(mistakes)("sign in: %j with %j, %s: the %s field gives the reason", async (...mistake) => {
  const [email, secret, way, field, words] = mistake;
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await fill(page, email, secret);
  await press(page, way);
  await page.getByText(words).waitFor();
  expect(await describedAs(page, field)).toEqual([expect.stringMatching(words), "true"]);
  const other = field === "Email" ? "Password" : "Email";
  expect(await describedAs(page, other)).toEqual(["", null]);
  expect(await focused(page)).toBe(field.toLowerCase());
  await createAccount(page);
  expectQuiet(watched);
});

test("sign in: a taken email is reported beside it", async () => {
  await using first = await open(browser, server.url);
  const email = await createAccount(first.page);
  await using second = await open(browser, server.url);
  await fill(second.page, email, password);
  await press(second.page, "Create account");
  await second.page.getByText("An account with this email exists: log in instead.").waitFor();
  expect((await describedAs(second.page, "Email"))[1]).toBe("true");
  await press(second.page, "Sign in");
  await second.page.getByText(email).waitFor();
});

test("sign in: too many tries and an absent server are reported under the fields", async () => {
  await using strict = await pageServer({
    ENGINE_AUTH: "required",
    SPEECH: "off",
    LOGIN_FAILURES_PER_MINUTE: "1",
  });
  await using watched = await open(browser, strict.url);
  const { page } = watched;
  await fill(page, "ada@example.com", "wrong");
  await press(page, "Sign in");
  await page.getByText("check both").waitFor();
  await press(page, "Sign in");
  const alert = card(page).getByRole("alert");
  await alert
    .getByText("Too many failed logins with this email from your IP address. Wait a moment.")
    .waitFor();
  expect(await describedAs(page, "Password")).toEqual(["", null]);
  await page.context().setOffline(true);
  await press(page, "Sign in");
  await alert.getByText("The server does not answer").waitFor();
  expectQuiet(watched);
});

test("sign in: early input leads to the card, and is kept", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await card(page).waitFor();
  const line = page.getByRole("textbox", { name: "Type instead of talking" });
  await line.fill("what time is it");
  await line.press("Enter");
  expect([await focused(page), await line.inputValue()]).toEqual(["email", "what time is it"]);
  await createAccount(page);
  await line.press("Enter");
  await page.locator(".entry.agent", { hasText: "on this server" }).waitFor();
  expectQuiet(watched);
});

test("sign in: other tabs and pages are signed in, too, and a reopened browser if the person chose to stay", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await page.getByLabel("Stay signed in").check();
  const email = await createAccount(page);
  const context = page.context();
  const [kept] = await context.cookies(`${server.url}/../auth/session`);
  expect([kept?.httpOnly, kept?.sameSite, (kept?.expires ?? 0) > Date.now() / 1_000 + 86_400]).toEqual([
    true,
    "Strict",
    true,
  ]);
  expect(await page.evaluate(() => document.cookie)).toBe("");

  const tab = await context.newPage();
  for (const [address, place] of [
    ["/test", "#signed-in-as"],
    ["/console", "header #signed-in-as"],
    ["/flow-editor", "header .who"],
  ] as const) {
    await tab.goto(new URL(address, server.url).href);
    await tab.locator(place).filter({ hasText: email }).waitFor();
  }
  // The page replaces a token that the server no longer accepts, without asking.
  await tab.goto(new URL("/console", server.url).href);
  const expired = JSON.stringify({ token: await expiredToken(), email });
  await tab.evaluate((token) => sessionStorage.setItem("voice-flow-access", token), expired);
  await tab.reload();
  await tab.getByRole("heading", { name: "Home", level: 1 }).waitFor();

  await press(page, "Sign out");
  await card(page).waitFor();
  await tab.reload();
  await tab.getByRole("heading", { name: "Sign in to the console" }).waitFor();
  const fresh = await context.newPage();
  await fresh.goto(server.url);
  await card(fresh).waitFor();
  expectQuiet(watched);
});

test("sign in: an expired login asks again, when the page opens", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await createAccount(page);
  await page.context().clearCookies();
  await page.evaluate(
    (token) => {
      for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, JSON.stringify({ token }));
    },
    await expiredToken(),
  );
  await page.reload();
  await card(page).getByText("Sign in again to continue.").waitFor();
  await createAccount(page);
  expectQuiet(watched);
});

test("sign in: a login that expires while the page is open asks again, at the next call", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  const token = await expiredToken();
  await page.route("**/auth/login", (route) => route.fulfill({ json: { access_token: token } }));
  await fill(page, "ada@example.com", password);
  await press(page, "Sign in");
  await press(page, "Start without a microphone");
  await card(page).getByText("Sign in again to continue.").waitFor();
  expect([await focused(page), await page.getByLabel("Email").inputValue()]).toEqual([
    "password",
    "ada@example.com",
  ]);
  await createAccount(page);
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  expectQuiet(watched);
});

test("sign in: an open server asks for nothing, whatever an earlier server left in the browser", async () => {
  await using free = await pageServer();
  await using watched = await open(browser, free.url);
  const { page } = watched;
  await page.evaluate(
    (token) => {
      sessionStorage.setItem("voice-flow-access", JSON.stringify({ token, email: "ada@example.com" }));
    },
    await expiredToken(),
  );
  await page.reload();
  await page.getByText("ada@example.com").waitFor({ state: "hidden" });
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  expect(await card(page).isVisible()).toBe(false);
  expectQuiet(watched);
});

test("sign in: the printed link works without an account, once", async () => {
  await using closed = await pageServer({ ENGINE_AUTH: "required" });
  await using guest = await open(browser, closed.address);
  expect(guest.page.url()).toBe(closed.url);
  for (let visit = 0; visit < 2; visit++) {
    await guest.page.getByText("Guest (printed link)").waitFor();
    await press(guest.page, "Start without a microphone");
    await guest.state("The agent is speaking");
    await guest.page.reload();
  }
  await using late = await open(browser, closed.address);
  await late.page.getByRole("alert").getByText("This link has expired").waitFor();
  await card(late.page).waitFor();
  await createAccount(late.page);
  expect(await late.page.getByText("This link has expired").isVisible()).toBe(false);
  for (const each of [guest, late]) expectQuiet(each);
});

test("sign in: the keyboard alone is enough", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await card(page).waitFor();
  expect(await focused(page)).toBe("email");
  const email = newEmail();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  // Tab moves past "Stay signed in" and "Sign in".
  for (let each = 0; each < 3; each++) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.getByText(email).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await watched.state("The agent is speaking");
  expectQuiet(watched);
});

test.each(looks)("sign in: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const viewport = { width, height: 844 };
  await using watched = await open(browser, server.url, { colorScheme, viewport, bypassCSP: true });
  const { page } = watched;
  await card(page).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const { y = 0, height = 0 } = (await card(page).boundingBox()) ?? {};
  if (width === 1280) expect(viewport.height - (y + height)).toBeWithin(0, 60);
  await fill(page, "ada", "short");
  await press(page, "Create account");
  await page.getByText("at least 8 characters").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await createAccount(page, `${"long".repeat(30)}-${newEmail()}`);
  expect(await faultsOf(page)).toEqual([]);
  const way = await page.getByRole("button", { name: "Sign out" }).boundingBox();
  expect(way?.y ?? Infinity).toBeLessThan(viewport.height / 2);
});
