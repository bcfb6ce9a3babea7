// A newcomer's walk: from the executable in an empty folder to tables that are booked by voice, on the test page and on
// pages of others, at a backend on this machine. It fails when a step of the way breaks.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { buildBooking, keepAndCall, tryBooking } from "../support/browser/booking-flow.ts";
import { launch, open, type WatchedPage } from "../support/browser/browser.ts";
import { go, heading, press } from "../support/browser/console-steps.ts";
import { person } from "../support/browser/journey.ts";
import { mouseHands } from "../support/browser/mouse.ts";
import { giveMouth, say } from "../support/browser/mouth.ts";
import { human, joined, synthetic } from "../support/callers/callers.ts";
import { Binary } from "../support/servers/binary.ts";
import { signed } from "../support/servers/hook-receiver.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(600_000);

interface Booking {
  readonly day: string;
  readonly hour: string;
  readonly guest: string;
  readonly phone: string;
}

/** The bistro's own server: it takes each hour once, and hears of calls by hooks. */
class Bistro implements Disposable {
  readonly booked: Booking[] = [];
  readonly heard: { readonly type: string; readonly isSigned: boolean }[] = [];
  readonly host: string;
  secret = "";
  readonly #taken = new Set(["20:00"]);
  readonly #server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/bookings": async (asked) => this.#book((await asked.json()) as Booking),
      "/hooks": async (asked) => this.#hear(asked.headers, await asked.text()),
    },
  });

  constructor() {
    this.host = `127.0.0.1:${this.#server.port}`;
  }

  #book(booking: Booking): Response {
    if (this.#taken.has(booking.hour)) return Response.json({ why: "taken" }, { status: 409 });
    this.#taken.add(booking.hour);
    this.booked.push(booking);
    return Response.json({ reference: `B${this.booked.length}` }, { status: 201 });
  }

  #hear(headers: Headers, body: string): Response {
    const { type } = JSON.parse(body) as { readonly type: string };
    this.heard.push({ type, isSigned: signed(headers, body, this.secret) });
    return new Response(null, { status: 204 });
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }
}

/** A page of the bistro's, on an origin of its own. */
function site(html: () => string, policy: () => string | undefined) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      const headers = new Headers({ "content-type": "text/html" });
      const only = policy();
      if (only !== undefined) headers.set("content-security-policy", `default-src 'none'; ${only}`);
      const page = `<!doctype html><html lang="en"><title>Bistro</title><h1>Bistro</h1>${html()}</html>`;
      return new Response(page, { headers });
    },
  });
  return {
    origin: `http://localhost:${server.port}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

const bistro = new Bistro();
let binary: Binary;
let browser: Browser;
let snippet = "";
let policy = "";
const plain = site(
  () => snippet,
  () => undefined,
);
const strict = site(
  () => snippet,
  () => policy,
);

beforeAll(async () => {
  [binary, browser] = await Promise.all([Binary.open(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await binary[Symbol.asyncDispose]();
  bistro[Symbol.dispose]();
  for (const each of [plain, strict]) await each[Symbol.asyncDispose]();
});

/** How a page shows a call: whose turn it is, and what the agent has said. */
interface Shown {
  readonly page: Page;
  readonly turn: string;
  readonly agent: string;
}

/** Says it when the agent listens, and waits for an answer with these words. */
async function answer({ page, turn, agent }: Shown, said: Int16Array | string, words: RegExp): Promise<void> {
  await page
    .locator(turn)
    .filter({ hasText: /^Listening/ })
    .waitFor();
  if (typeof said === "string") {
    await page.getByRole("textbox").fill(said);
    await page.keyboard.press("Enter");
  } else await say(page, joined(300, said, 300));
  await page.locator(agent).filter({ hasText: words }).last().waitFor();
}

/** Books by voice: eight o'clock is taken from the start. A name is typed, because the built-in recogniser hears none. */
async function bookByVoice(shown: Shown, [first, hour, spoken]: readonly [string, string, RegExp]) {
  const slt = (text: string) => synthetic("slt", text);
  await answer(shown, await human("tomorrow"), /At what time\?/);
  await answer(shown, await slt(first), /What is your name\?/);
  await answer(shown, "Ada Lovelace", /And your phone number\?/);
  await answer(
    shown,
    await slt("zero two zero, seven nine four six, zero nine one two"),
    /for Ada Lovelace.*Shall I/,
  );
  await answer(shown, await slt("yes please"), /is taken\. At what time\?/);
  await answer(shown, await slt(hour), spoken);
  await answer(shown, await slt("yes please"), /It is booked, and your reference is B\d/);
}

const widget = (page: Page): Shown => ({ page, turn: "[role=status]", agent: ".captions .agent" });

test("a newcomer comes from an empty folder to tables that are booked by voice on the pages of others", async () => {
  await using server = binary.serve({ LOG_LEVEL: "info", OUTBOUND_ALLOW: bistro.host, RECORD: "on" });
  const origin = await server.url();
  await server.says(/speech\.ready/);
  await using watched = await open(browser, `${origin}/flow-editor`, person, giveMouth);
  const { page } = watched;
  const hands = mouseHands(page);

  await buildBooking(hands, `http://${bistro.host}/bookings`);
  await tryBooking(hands);
  expect(bistro.booked).toEqual([]);
  await keepAndCall(hands);

  await press(page, "Talk");
  const testPage = { page, turn: "#state", agent: ".entry.agent" };
  await bookByVoice(testPage, [
    "eight in the evening",
    "nine in the evening",
    /9 p\.m\. for Ada Lovelace.*Shall I/,
  ]);
  await page.getByText("The agent said goodbye.").waitFor();
  expect(bistro.booked.map(({ hour, guest, phone }) => [hour, guest, phone])).toEqual([
    ["21:00", "Ada Lovelace", "+442079460912"],
  ]);

  await prepareSites(watched, origin);
  for (const [at, { origin: foreign }, evening] of [
    [0, plain, "seven in the evening"],
    [1, strict, "half past six in the evening"],
  ] as const) {
    await using visit = await open(browser, foreign, { permissions: ["microphone"] }, giveMouth);
    await press(visit.page, "Talk to us");
    await visit.page.getByRole("note").filter({ hasText: "This call is recorded." }).waitFor();
    await bookByVoice(widget(visit.page), [
      "nine in the evening",
      evening,
      /p\.m\. for Ada Lovelace.*Shall I/,
    ]);
    await visit.page.getByRole("status").filter({ hasText: "Call ended" }).waitFor();
    expect(bistro.booked).toHaveLength(at + 2);
    expect(visit.complaints.filter((each) => !each.startsWith("request: "))).toEqual([]);
  }

  await until(
    "the ends of both calls",
    () => bistro.heard.filter(({ type }) => type === "session.ended").length === 2,
  );
  expect(bistro.heard.filter(({ isSigned }) => !isSigned)).toEqual([]);
  await go(page, "Calls");
  const rows = page.getByRole("row", { name: /Bistro table.*booked/ });
  await rows.nth(2).waitFor();
  await rows.first().getByRole("link").click();
  await heading(page, /^Bistro table/).waitFor();
  await page.getByText("your reference is B3").first().waitFor();
});

/** In the console: a hook, an embed for both sites, and what stands in their pages. */
async function prepareSites({ page }: WatchedPage, origin: string): Promise<void> {
  await page.goto(`${origin}/console`);
  await go(page, "Hooks");
  await page.getByLabel("Address (https)").fill(`http://${bistro.host}/hooks`);
  await press(page, "Create hook");
  bistro.secret = (await page.getByText(/^whsec_/).textContent()) ?? "";
  await go(page, "Pages");
  await page.getByLabel("What it is for").fill("Bistro pages");
  await page.getByLabel("Allowed websites").fill(`${plain.origin}/, ${strict.origin}`);
  await press(page, "Create embed");
  snippet = (await page.getByText("<script src=").textContent()) ?? "";
  policy = (await page.getByText(/^script-src /).textContent()) ?? "";
}
