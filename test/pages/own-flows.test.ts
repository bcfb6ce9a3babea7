// An account's own flows on the test page: saved in the editor, listed, called, and shared as an address.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, fakeMicrophone, launch, open, type WatchedPage } from "../support/browser/browser.ts";
import { openEditor } from "../support/browser/editor-page.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { newEmail } from "../support/people.ts";

setDefaultTimeout(240_000);

const password = "correct horse battery";

let server: PageServer;
let closed: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, closed, browser] = await Promise.all([
    pageServer(),
    pageServer({ ENGINE_AUTH: "required", SPEECH: "off" }),
    launch(fakeMicrophone),
  ]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await closed[Symbol.asyncDispose]();
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const alert = (page: Page, words: string | RegExp) => page.getByRole("alert").getByText(words);
/** Name of the flow that is chosen to answer; undefined while the assistant is. */
const chosen = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const flow = document.querySelector<HTMLSelectElement>("#flow");
    const byFlow = document.querySelector<HTMLInputElement>("#mode-flow")?.checked === true;
    return byFlow ? flow?.selectedOptions[0]?.text : undefined;
  });
const groups = (page: Page): Promise<readonly string[]> =>
  page.locator("#flow optgroup").evaluateAll((all) => all.map((each) => each.getAttribute("label") ?? ""));

async function enter(page: Page, way: "Sign in" | "Create account", email = newEmail()): Promise<string> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, way);
  return email;
}

const enough =
  "voice_flow: 1\nid: pizza\nlanguage: en\nstart: a\nnodes:\n  a:\n    say: Hello from the oven.\n    end: done\n";

/** Creates an account with a stored flow. */
async function stored(at: PageServer, name = "Pizza line"): Promise<{ email: string; flowId: string }> {
  const { origin } = new URL(at.url);
  const email = newEmail();
  const send = async (path: string, body: object, token = ""): Promise<Record<string, string>> => {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as Record<string, string>;
  };
  const { access_token: token } = await send("/auth/signup", { email, password });
  const { id = "" } = await send("/v1/flows", { name, yaml_content: enough }, token);
  return { email, flowId: id };
}

/** Program that the server runs in this call. */
async function program({ measured }: WatchedPage): Promise<unknown> {
  const { messages } = await measured();
  return messages.findLast(({ data }) => data?.["type"] === "session")?.data?.["program_id"];
}

test("your flows: a flow saved in the editor is called from there, by typed words", async () => {
  await using editor = await openEditor({ browser, server }, "?example=call-routing");
  const { page, says } = editor;
  const testPage = page.getByRole("link", { name: "Test page", includeHidden: true });
  expect(await testPage.getAttribute("href")).toBe("/test?flow=call-routing");
  await editor.press("Save");
  const email = await enter(page, "Create account");
  await page.getByRole("dialog", { name: "Name of the flow" }).getByLabel("Name").fill("My desk");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await says("Saved as revision 1.");
  const flowId = new URL(page.url()).searchParams.get("flow");
  expect(await testPage.getAttribute("href")).toBe(`/test?flow=${flowId}`);

  const callIt = page.getByRole("link", { name: "Call flow" });
  // The message has its own style, although a class of the conversation beside it has the same name.
  expect((await page.locator(".toast").boundingBox())?.height).toBeLessThan(80);
  await callIt.click();
  await page.getByText(email).waitFor();
  await page.locator("#flow optgroup[label='Your agents']").waitFor({ state: "attached" });
  expect(new URL(page.url()).search).toBe(`?flow=${flowId}`);
  expect([await chosen(page), await groups(page)]).toEqual(["My desk", ["Your agents", "Built-in flows"]]);
  await press(page, "Start without a microphone");
  await editor.state("The agent is speaking");
  await page.locator("#text").fill("help");
  await page.keyboard.press("Enter");
  await page.locator(".entry.agent:not(.blank)").nth(1).waitFor();
  expect(await program(editor)).toBe(flowId);
  expectQuiet(editor);
});

test("your flows: an address names a built-in flow, and follows the choice", async () => {
  await using watched = await open(browser, `${server.url}?flow=table-booking`);
  const { page } = watched;
  expect(await chosen(page)).toBe("Table booking");
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  expect(await program(watched)).toBe("table-booking");
  await page.locator("#call", { hasText: "Hang up" }).click();
  await page.getByText("You hung up.").waitFor();
  await page.getByRole("radio", { name: /^Assistant/ }).check();
  expect(page.url()).toBe(server.url);
  await page.getByLabel("Flow to call").selectOption({ label: "Help desk" });
  expect([page.url(), await chosen(page)]).toEqual([`${server.url}?flow=help-desk`, "Help desk"]);
  await page.reload();
  expect(await chosen(page)).toBe("Help desk");
  expectQuiet(watched);
});

test("your flows: the address of an account's flow asks for a sign-in, and continues afterwards", async () => {
  const { email, flowId } = await stored(server);
  await using watched = await open(browser, `${server.url}?flow=${flowId}`);
  const { page } = watched;
  await card(page, "Sign in to call this flow").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("email");
  await enter(page, "Sign in", email);
  await page.getByRole("button", { name: "Talk" }).waitFor();
  await page.locator("#flow optgroup[label='Your agents']").waitFor({ state: "attached" });
  expect([await chosen(page), page.url()]).toEqual(["Pizza line", `${server.url}?flow=${flowId}`]);
  await press(page, "Start without a microphone");
  await page.locator(".entry.agent", { hasText: "Hello from the oven." }).waitFor();
  expect(await program(watched)).toBe(flowId);
  await page.getByText("The agent said goodbye.").waitFor();

  await press(page, "Sign out");
  await press(page, "Sign in");
  expect([await chosen(page), await groups(page), page.url()]).toEqual([
    undefined,
    ["Built-in flows"],
    server.url,
  ]);
  await card(page, "Sign in").waitFor();
  expectQuiet(watched);
});

test("your flows: a signed-out person can choose another flow", async () => {
  await using watched = await open(browser, `${server.url}?flow=flow_somebody`);
  const { page } = watched;
  await card(page, "Sign in to call this flow").waitFor();
  await press(page, "Choose another flow");
  await page.getByRole("button", { name: "Talk" }).waitFor();
  expect([page.url(), await page.evaluate(() => document.activeElement?.id)]).toEqual([server.url, "call"]);
  await press(page, "Sign in");
  await press(page, "Not now");
  await press(page, "Sign in");
  await enter(page, "Create account");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(await groups(page)).toEqual(["Built-in flows"]);
  expectQuiet(watched);
});

test("your flows: an unknown flow in the address is reported, until another one is chosen", async () => {
  await using watched = await open(browser, `${server.url}?flow=pizza`);
  const { page } = watched;
  await alert(page, "There is no built-in flow “pizza”.").waitFor();
  await page.getByLabel("Flow to call").selectOption({ label: "Welcome" });
  await alert(page, "pizza").waitFor({ state: "detached" });
  await page.goto(`${server.url}?flow=flow_of_nobody`);
  const email = await enter(page, "Create account");
  await alert(page, `${email} has no flow “flow_of_nobody”`).waitFor();
  await page.getByRole("radio", { name: /^Flow/ }).check();
  await page.getByRole("alert").waitFor({ state: "hidden" });
  expectQuiet(watched);
});

test("your flows: a server that requires credentials asks once, and the flow is there", async () => {
  const { email, flowId } = await stored(closed);
  await using watched = await open(browser, `${closed.url}?flow=${flowId}`);
  const { page } = watched;
  await card(page, "Sign in to call this flow").waitFor();
  expect(await page.getByRole("button", { name: "Choose another flow" }).isVisible()).toBe(false);
  await enter(page, "Sign in", email);
  await page.locator("#flow optgroup[label='Your agents']").waitFor({ state: "attached" });
  expect(await chosen(page)).toBe("Pizza line");
  expectQuiet(watched);
});

/** Complaints of the browser while the page loads, and the responses that its console shows in red. */
async function heldAgainst(page: Page, ready: () => Promise<void>): Promise<readonly string[]> {
  const held: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") held.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) held.push(`${response.status()} ${response.url()}`);
  });
  await page.reload();
  await ready();
  return held;
}

test("your flows: the browser's console has no errors, signed in or not, on an open server or another", async () => {
  for (const at of [server, closed]) {
    await using watched = await open(browser, at.url);
    const { page } = watched;
    const listed = (): Promise<void> =>
      page.locator("#flow optgroup[label='Your agents']").waitFor({ state: "attached" });
    const signIn = page.getByRole("button", { name: "Sign in", exact: true });
    expect(await heldAgainst(page, () => signIn.waitFor())).toEqual([]);
    const { email } = await stored(at);
    if (at === server) await signIn.click();
    await enter(page, "Sign in", email);
    await listed();
    expect(await heldAgainst(page, listed)).toEqual([]);
    await page.evaluate(() => {
      sessionStorage.setItem(
        "voice-flow-access",
        JSON.stringify({ token: "a.b.c", email: "ada@example.com" }),
      );
    });
    expect(await heldAgainst(page, () => signIn.waitFor())).toEqual([]);
  }
});

test.each(looks)("your flows: the page passes axe, %s at %d pixels", async (colorScheme, width) => {
  const { email, flowId } = await stored(server, "A flow with a name that goes on and on ".repeat(3));
  const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true };
  await using watched = await open(browser, `${server.url}?flow=${flowId}`, options);
  const { page } = watched;
  await card(page, "Sign in to call this flow").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await enter(page, "Sign in", email);
  await page.locator("#flow optgroup[label='Your agents']").waitFor({ state: "attached" });
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(`${server.url}?flow=pizza`);
  await alert(page, "No built-in flow").waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test("page: all settings fit on a screen of 1280 by 800 pixels", async () => {
  await using watched = await open(browser, server.url, { permissions: ["microphone"] });
  const { page } = watched;
  await page.locator("#device").waitFor();
  const hidden = await page.locator("#stage").evaluate((card) => card.scrollHeight - card.clientHeight);
  expect(hidden).toBe(0);
  const last = await page.locator("#device").boundingBox();
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThan(800);
});

test("your flows: a draft with errors is refused with the remedy, and the assistant's phrases are not a flow's", async () => {
  const { email, flowId } = await stored(server, "Half a flow");
  const { origin } = new URL(server.url);
  const login = await fetch(`${origin}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = (await login.json()) as { readonly access_token: string };
  const broken = enough.replace("start: a", "start: nowhere");
  const put = await fetch(`${origin}/v1/flows/${flowId}?draft=true`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "if-match": "*" },
    body: JSON.stringify({ yaml_content: broken }),
  });
  expect(put.status).toBe(200);
  await using watched = await open(browser, `${server.url}?flow=${flowId}`);
  const { page } = watched;
  await enter(page, "Sign in", email);
  await page.getByText("The flow asks its questions").waitFor();
  expect(await page.getByRole("button", { name: /Book a table/ }).isVisible()).toBe(false);
  await press(page, "Talk");
  await alert(page, /Correct the errors in the flow editor/).waitFor();
  await page.getByRole("link", { name: "Open in the editor" }).click();
  await page
    .getByRole("button", { name: /1 error/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get("flow")).toBe(flowId ?? "");
});
