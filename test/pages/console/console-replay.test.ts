// Replays in the console: recorded calls on another revision of their flow, with changed and lost calls, both versions
// side by side, and a test made of one call.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { openStoreBeside } from "../../../db/sqlite/file-store.ts";
import { expectQuiet, launch, open } from "../../support/browser/browser.ts";
import { enter, password, post, press } from "../../support/browser/console-steps.ts";
import { faultsOf } from "../../support/browser/faults.ts";
import { looks } from "../../support/browser/looks.ts";
import { newEmail } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { pageServer, type PageServer } from "../../support/servers/page-server.ts";
import { type Folder, migrations, tempFolder } from "../../support/servers/store.ts";
import { ended } from "../../support/stores/ended-calls.ts";
import { agent, bookedLines, caller, tableFlow } from "../../support/stores/replayed-calls.ts";

setDefaultTimeout(240_000);

let folder: Folder;
let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  folder = tempFolder();
  [server, browser] = await Promise.all([pageServer({ SPEECH: "off", DATA_DIR: folder.path }), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Creates an account with calls on the first of two revisions of a flow; the second revision takes three guests. */
async function called(email: string): Promise<string> {
  const { origin } = new URL(server.url);
  const { access_token: token } = await post(`${origin}/auth/signup`, { email, password });
  const login = { authorization: `Bearer ${token}` };
  const { id: flowId = "" } = await post(
    `${origin}/v1/flows`,
    { name: "Table", yaml_content: tableFlow() },
    login,
  );
  const put = (path: string, body: object) => fetch(`${origin}${path}`, json("PUT", body, login));
  expect((await put(`/v1/flows/${flowId}/live`, { revision: 1 })).status).toBe(200);
  expect((await put(`/v1/flows/${flowId}`, { yaml_content: tableFlow({ guestsMax: 3 }) })).status).toBe(200);
  const { id: accountId = "" } = (await (await fetch(`${origin}/v1/account`, { headers: login })).json()) as {
    id?: string;
  };
  using store = openStoreBeside({ directory: folder.path, migrations });
  const of = { account: accountId, row: { flowId, flowRevision: 1 } };
  const patch = { outcome: "booked", endReason: "completed" };
  const two = [bookedLines[0]!, caller("two"), ...bookedLines.slice(2)];
  const other = [agent(1, "How many of you?"), ...bookedLines.slice(1)];
  const at = Date.now() - 3_600_000;
  for (const [n, said] of [bookedLines, two, other, []].entries())
    await ended(store, { id: `ses_${accountId.slice(-8)}_${n}`, at: at - n * 60_000, said, patch, ...of });
  return flowId;
}

test.each(looks)(
  "console: a revision is tried on recorded calls, %s at %d pixels",
  async (colorScheme, width) => {
    const email = newEmail();
    const flowId = await called(email);
    const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
    await using watched = await open(browser, new URL("/console", server.url).href, options);
    const { page } = watched;
    await enter(page, "Sign in", email);
    await page.goto(new URL(`/console#/flows/${flowId}`, server.url).href);
    const card = page.getByRole("region", { name: "Try on recorded calls" });
    await card.getByLabel("Revision").selectOption("2");
    await press(page, "Try it");
    await card.getByRole("status").getByText("4 calls tried.").waitFor();
    const counts = await card.getByRole("group").getByRole("button").allInnerTexts();
    expect(counts.filter((text) => !text.startsWith("0"))).toEqual([
      "1 Lost callers",
      "1 Differ already",
      "1 The same",
      "1 Not replayed",
    ]);
    await card.getByText("The flow ends: booked. → The caller has nothing to say here").first().waitFor();
    await card.getByRole("button", { name: /^Compare/ }).click();
    await card.getByText("first difference").first().waitFor();
    await card.getByText("the 24th of November").first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await card.getByRole("button", { name: "Create test from this call" }).click();
    await card.getByText("- {user: four}").waitFor();
    await card.getByRole("button", { name: /Differ already/ }).click();
    await card.getByRole("button", { name: /^Compare/ }).click();
    await card.getByText(/In the record: How many of you\? Replayed: For how many people\?/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expectQuiet(watched);
  },
);
