// Network of a call on the test page: figures during a call, a check of the network without a call, and callers who
// vanish.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, fakeMicrophone, launch, open } from "../support/browser/browser.ts";
import { faultsOf } from "../support/browser/faults.ts";
import { looks } from "../support/browser/looks.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { newEmail } from "../support/people.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(240_000);

let server: PageServer;
/** Server for callers with accounts. */
let closed: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, closed, browser] = await Promise.all([
    pageServer(),
    pageServer({ ENGINE_AUTH: "required" }),
    launch(fakeMicrophone),
  ]);
});

afterAll(async () => {
  await browser.close();
  await Promise.all([server[Symbol.asyncDispose](), closed[Symbol.asyncDispose]()]);
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

test("page: network figures are shown during a call over WebRTC", async () => {
  await using watched = await open(browser, server.url);
  const { page } = watched;
  await page.getByText("Network", { exact: true }).click();
  await press(page, "Start without a microphone");
  const figure = (name: string) => page.locator("#figures div", { hasText: name }).locator("dd");
  await figure("Round trip")
    .filter({ hasText: /^\d+ ms$/ })
    .waitFor();
  // While a browser is still setting up its keys, it loses the first packet.
  expect(Number.parseFloat((await figure("Lost").textContent()) ?? "")).toBeLessThan(10);
  expect(Number.parseInt((await figure("Jitter").textContent()) ?? "")).toBeWithin(0, 60);
  expect(await figure("Concealed").textContent()).toMatch(/^\d+\.\d %$/);
  expect(await figure("Way").textContent()).toMatch(/^udp (host|prflx) → (host|prflx)$/);
  expectQuiet(watched);
});

test.each(looks)(
  "page: the network check lists the working transports, %s at %d pixels",
  async (colorScheme, width) => {
    const viewport = { width, height: 844 };
    await using watched = await open(browser, server.url, { colorScheme, viewport, bypassCSP: true });
    const { page } = watched;
    await page.getByText("Network", { exact: true }).click();
    await press(page, "Check network");
    await page.getByText("Directly: works").waitFor();
    expect(await page.locator(".pairs .works").first().textContent()).toMatch(/^✓ udp \w+ → \w+ [\w.:]+/);
    expect(await faultsOf(page)).toEqual([]);
  },
);

test.concurrent("page: a browser without UDP gets the reason and the remedy", async () => {
  await using fenced = await launch(["--webrtc-ip-handling-policy=disable_non_proxied_udp"]);
  await using watched = await open(fenced, server.url);
  await watched.page.getByText("Network", { exact: true }).click();
  await press(watched.page, "Check network");
  await watched.page.getByText("Directly: does not work").waitFor();
  expect(await watched.page.locator("#ways .hint").textContent()).toMatch(/blocks UDP.*WebSocket.*ICE_TCP/);
});

const gone = [
  ["its tab is closed", (page: Page) => page.close()],
  ["its process dies", (page: Page) => page.goto("chrome://crash").catch(() => undefined)],
] as const;

/** Time until a session ends after its client was lost and missed. */
const endMsMax = 45_000;

test.concurrent.each(gone)(
  "a caller is missed within 8 s, pays no more and is paid up when %s",
  async (_name, vanish) => {
    await using watched = await open(browser, closed.url, { permissions: ["microphone"] });
    const { page } = watched;
    const email = newEmail();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse battery");
    await press(page, "Create account");
    const beganAt = performance.now();
    await press(page, "Talk");
    await watched.state("The agent is speaking");
    const token = await page.evaluate(() => {
      const kept = Object.values(sessionStorage).find((it: string) => it.includes('"token"')) as string;
      return (JSON.parse(kept) as { token: string }).token;
    });
    const sessions = async () => {
      const url = new URL("/v1/sessions", closed.url);
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return (await response.json()) as {
        ended_at: number | null;
        duration_secs: number;
        session_id: string;
      }[];
    };
    expect((await sessions()).map(({ ended_at }) => ended_at)).toEqual([null]);
    const goneAt = performance.now();
    void vanish(page);
    await until("end of the session", async () => (await sessions())[0]?.ended_at !== null, endMsMax);
    const [session] = await sessions();
    expect(session?.ended_at).toBeNumber();
    expect(session?.duration_secs).toBeGreaterThan(0);
    expect((session?.duration_secs ?? 0) * 1_000).toBeLessThan(goneAt - beganAt + 8_000);
    const balance = await fetch(new URL("/v1/credits/balance", closed.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await balance.json()).toMatchObject({ held_usd_cents: 0 });
  },
);
