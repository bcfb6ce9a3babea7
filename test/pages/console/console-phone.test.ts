// Telephone in the console, in a real browser: a person connects a number, sees its state, orders a call, and removes
// the number.

import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import { enter, go, password, post, press } from "../../support/browser/console-steps.ts";
import { smallPbx } from "../../support/callers/small-pbx.ts";
import { newEmail } from "../../support/people.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";

setDefaultTimeout(240_000);

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  const environment = { SPEECH: "off", DATA_DIR: ":memory:", OUTBOUND_ALLOW: "127.0.0.1" };
  [server, browser] = await Promise.all([pageServer(environment), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

/** Schedules a call for tomorrow. */
async function callTomorrow(email: string): Promise<void> {
  const { origin } = new URL(server.url);
  const { access_token: token } = await post(`${origin}/auth/login`, { email, password });
  const login = { authorization: `Bearer ${token}` };
  const listed = await fetch(`${origin}/v1/phone/numbers`, { headers: login });
  const [number] = (await listed.json()) as { number_id: string }[];
  const from = Date.now() / 1_000 + 86_400;
  await post(
    `${origin}/v1/phone/calls`,
    {
      number_id: number?.number_id,
      to: "+49 30 901821",
      window: { from, until: from + 60 },
    },
    login,
  );
}

test("console: a number is connected in its PBX's terms, calls an allowed number, and is disconnected", async () => {
  using pbx = await smallPbx(() => 486);
  await using watched = await open(browser, new URL("/console", server.url).href);
  const { page } = watched;
  const email = newEmail();
  await enter(page, "Create account", email);
  await go(page, "Phone");
  await page.getByText("No numbers").waitFor();
  await press(page, "Connect");
  await page.getByLabel("PBX", { exact: true }).selectOption("3cx");
  await page.getByLabel("SIP server").fill(`127.0.0.1:${pbx.port}`);
  await page.getByLabel("Extension", { exact: true }).fill("620");
  await page.getByLabel("Authentication ID").fill("login");
  await page.getByLabel("Authentication password").fill("secret");
  await page.getByLabel("Name", { exact: true }).fill("Reception");
  await page.getByLabel("Allowed prefixes").fill("+49, x");
  await press(page, "Connect");
  await page.getByRole("alert").filter({ hasText: "+49, 0 or **6" }).waitFor();
  await page.getByLabel("Allowed prefixes").fill("+49");
  await press(page, "Connect");
  await page.getByText("registered", { exact: true }).waitFor();

  await press(page, "Call");
  await page.getByLabel("To", { exact: true }).fill("+1 555");
  await press(page, "Call");
  await page.getByRole("alert").filter({ hasText: "begin with +49." }).waitFor();
  await page.getByLabel("To", { exact: true }).fill("+49 30 901820");
  await press(page, "Call");
  await page.getByText("→ …20").waitFor();

  await callTomorrow(email);
  await press(page, "Cancel call: …21");
  await page.getByRole("button", { name: "Cancel call: …21" }).waitFor({ state: "detached" });

  await go(page, "Calls");
  await page.getByText("More filters").click();
  await page.getByLabel("Direction").selectOption("outbound");
  await page.getByRole("cell", { name: "→ …20" }).waitFor();
  await page.getByLabel("Number or subject").fill("+493012");
  await page.keyboard.press("Enter");
  await page.getByRole("cell", { name: "→ …20" }).waitFor({ state: "detached" });
  await go(page, "Phone");

  await press(page, "Disconnect: Reception");
  await press(page, "Disconnect number");
  await page.getByText("No numbers").waitFor();
  expectQuiet(watched);
});
