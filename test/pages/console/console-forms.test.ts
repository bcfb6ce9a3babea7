// Forms of the console in a real browser: an impossible value is refused at its field, in the words of the page.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import { enter, flow, go, password, post, press } from "../../support/browser/console-steps.ts";
import { newEmail } from "../../support/people.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;
let address: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off" }), launch()]);
  address = new URL("/console", server.url).href;
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

test("console: a provider without its key is refused at the key field, and Home is red once a key is gone", async () => {
  await using watched = await open(browser, address);
  const { page } = watched;
  await page.getByText("This server sends no mail").waitFor();
  await enter(page, "Create account", newEmail());
  await page.locator(".lights li[data-state=ready]").filter({ hasText: "Recognition" }).waitFor();

  await go(page, "Providers");
  const form = page.getByRole("region", { name: "Recognition" });
  const vosk = form.getByRole("option", { name: /Vosk.*STT_URL/ });
  expect(await vosk.isDisabled()).toBe(true);
  await form.getByLabel("Provider").selectOption("deepgram");
  await form.getByText("Required: this server has no key").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  const missing = form.getByRole("alert").filter({ hasText: "Deepgram Nova needs a key of yours" });
  await missing.waitFor();
  expect(await form.getByRole("status").filter({ hasText: "Saved." }).count()).toBe(0);

  await form.getByLabel("Your key").fill("dg-0123456789abcdef");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Saved.").waitFor();
  expect(await missing.count()).toBe(0);
  await form.getByRole("button", { name: "Remove your key" }).click();
  await form.getByText(/^Calls are refused\. Deepgram Nova needs a key/).waitFor();

  await go(page, "Home");
  await page.locator(".lights li[data-state=refused]").filter({ hasText: "deepgram" }).waitFor();
  const hindrance = page.getByRole("listitem").filter({ hasText: "Recognition: calls are refused." });
  await hindrance.getByRole("link", { name: "Open Providers" }).click();
  await press(page, "Test recognition");
  await page.getByText("Deepgram Nova needs a key of yours").last().waitFor();
  expectQuiet(watched);
});

test("console: a form reports errors at the field, corrects an address and copies secrets", async () => {
  await using watched = await open(browser, address, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  const at = (name: string) => page.getByLabel(name, { exact: true });
  const faultAt = async (name: string): Promise<string | null> => {
    await at(name).and(page.locator("[aria-invalid=true]")).waitFor();
    const [, id = ""] = ((await at(name).getAttribute("aria-describedby")) ?? "").split(" ");
    return page.locator(`[id="${id}"]`).textContent();
  };

  await go(page, "Webhooks");
  await press(page, "Create webhook");
  // A required field has a visible sign, hidden from screen readers.
  await page.locator(".entry-form label").first().waitFor();
  const marks = await page.evaluate(() =>
    [...document.querySelectorAll(".entry-form .field > label")].map(
      (each) => getComputedStyle(each, "::after").content,
    ),
  );
  expect(marks).toEqual(['" *" / ""', "none"]);
  await at("URL").fill("{{ host }}.example");
  await press(page, "Create webhook");
  expect(await faultAt("URL")).toContain("The URL of a hook cannot contain {{ }}");
  await at("URL").fill("hooks.example.com/calls");
  await at("Your own events").fill("session.began");
  await press(page, "Create webhook");
  expect(await faultAt("Your own events")).toMatch(/^Must be one of session\.started/);
  expect(await page.getByText("does not fit its schema").count()).toBe(0);
  await at("Your own events").fill("");
  await press(page, "Create webhook");
  await page.getByText("https://hooks.example.com/calls").first().waitFor();
  const secret = await page.locator(".once code").textContent();
  await page.getByRole("button", { name: /^Copy: Copy this secret/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret ?? "none");

  await press(page, "Create webhook");
  await at("URL").fill("https://me:secret@hooks.example.com");
  await press(page, "Create webhook");
  expect(await faultAt("URL")).toMatch(/password/);

  await go(page, "Secrets");
  await press(page, "Set secret");
  await at("Name").fill("my-key");
  await at("Value").fill("s");
  await press(page, "Set secret");
  expect(await faultAt("Name")).toMatch(/letters.*digits|MY_KEY/);

  await go(page, "Account");
  await at("Current password").fill("wrong horse battery");
  await at("New password").fill("staple tomorrow orbit");
  await press(page, "Change password");
  expect(await faultAt("Current password")).toContain("password");
  await at("Current password").fill(password);
  await at("New password").fill("short");
  await press(page, "Change password");
  expect(await faultAt("New password")).toBe("Must have at least 8 characters.");

  const { access_token: token } = await post(new URL("/auth/login", address).href, { email, password });
  const login = { authorization: `Bearer ${token}` };
  await post(new URL("/v1/flows", address).href, { name: "Zoo line", yaml_content: flow }, login);
  await go(page, "Widget");
  await press(page, "Create widget");
  await at("Name").fill("Contact page");
  await at("Websites").fill("127.0.0.1:33400/, https://*.example");
  await at("Minutes per day").fill("a few");
  await press(page, "Create widget");
  expect(await faultAt("Minutes per day")).toMatch(/^Must be a whole number from 1 to [\d,]+\.$/);
  await at("Minutes per day").fill("30");
  await press(page, "Create widget");
  expect(await faultAt("Websites")).toMatch(/^Must be the address of a website/);
  await at("Websites").fill("127.0.0.1:33400/");
  await press(page, "Create widget");
  await page.getByText("http://127.0.0.1:33400", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "Copy: Code for a page" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^<script src="http.*data-token="vfe_/,
  );
  await page.getByText("script-src http://", { exact: false }).waitFor();
  await press(page, "Edit: Contact page");
  const change = page.getByRole("region", { name: "Edit Contact page" });
  expect(await change.getByLabel("Minutes per day").inputValue()).toBe("30");
  await change.getByLabel("Minutes per day").fill("45 or so");
  await press(page, "Save changes");
  await change.getByText(/^Must be a whole number from 1 to/).waitFor();
  await change.getByLabel("Minutes per day").fill("45");
  await change.getByLabel("Last day").fill("2027-03-05");
  // An embed for the link alone has no website, so there is no page for the line of script.
  await change.getByLabel("Websites").fill("");
  await press(page, "Save changes");
  await page.getByText("link only").waitFor();
  await page.getByText("<script src=").waitFor({ state: "detached" });
  await press(page, "Edit: Contact page");
  expect(await change.getByLabel("Minutes per day").inputValue()).toBe("45");
  expect(await change.getByLabel("Last day").inputValue()).toBe("2027-03-05");
  const embed = page.getByRole("listitem").filter({ hasText: "Contact page" }).first();
  expect(await embed.innerText()).toMatch(/Last day\s+5 Mar/);
  await change.getByLabel("Last day").fill("2026-01-31");
  await press(page, "Save changes");
  await embed.getByText("31 Jan").waitFor();
  expect(await embed.innerText()).toMatch(/Ended on\s+31 Jan/);
  expectQuiet(watched);
});

test("console: keys, secrets and hooks are created and deleted, and refusals give the reason", async () => {
  await using watched = await open(browser, address);
  const { page } = watched;
  await enter(page, "Create account", newEmail());
  await go(page, "API keys");
  await press(page, "Create key");
  await page.getByLabel("Name").fill("Shop");
  await press(page, "Create key");
  await page.getByText("Copy this key now").waitFor();
  await press(page, "Revoke: Shop");
  await press(page, "Revoke key");
  await page.getByRole("heading", { name: "No API keys" }).waitFor();

  await go(page, "Secrets");
  await press(page, "Set secret");
  await page.getByLabel("Name").fill("BOOKING_KEY");
  await page.getByLabel("Value").fill("not to be read");
  await press(page, "Set secret");
  await page.getByText("no host, only for webhook signatures").waitFor();

  await go(page, "Webhooks");
  await press(page, "Create webhook");
  await page.getByLabel("URL").fill("http://127.0.0.1/hook");
  await press(page, "Create webhook");
  await page.getByRole("alert").filter({ hasText: "address" }).waitFor();

  await go(page, "Account");
  await page.getByText("secret.set").waitFor();
  await press(page, "Sign out");
  await page.getByRole("heading", { name: "Sign in to the console" }).waitFor();
  expectQuiet(watched);
});

test("console: an answer of another version asks for a reload, and the other views stay", async () => {
  await using watched = await open(browser, address);
  const { page } = watched;
  await enter(page, "Create account", newEmail());
  await page.route("**/v1/hooks", (route) => route.fulfill({ json: [{ another: "shape" }] }));
  await go(page, "Webhooks");
  await page.getByRole("alert").filter({ hasText: "This view cannot be shown" }).waitFor();
  await go(page, "Secrets");
  await page.getByText("No secrets").waitFor();
  await page.clock.install();
  await Promise.all([page.waitForResponse("**/health"), page.reload()]);
  await page.getByText("No secrets").waitFor();
  await page.route("**/health", (route) => route.fulfill({ json: { status: "ok", version: "9.9.9" } }));
  await page.clock.fastForward(61_000);
  await page.getByRole("alert").filter({ hasText: "The server was updated" }).waitFor();
  await page.unrouteAll();
  await go(page, "Webhooks");
  await press(page, "Reload page");
  await page.getByText("No webhooks").waitFor();
  expect(await page.getByRole("alert").filter({ hasText: "updated" }).count()).toBe(0);
});
