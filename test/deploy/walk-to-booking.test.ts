// A newcomer's walk: from the executable in an empty folder to tables that are booked by voice, on the test page and on
// pages of others, at a backend on this machine. The test fails when a step of the walk breaks.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { buildBooking, keepAndCall, tryBooking } from "../support/browser/booking-flow.ts";
import { launch, open, type WatchedPage } from "../support/browser/browser.ts";
import { go, heading, press } from "../support/browser/console-steps.ts";
import { person } from "../support/browser/journey.ts";
import { mouseHands } from "../support/browser/mouse.ts";
import { giveMouth, say } from "../support/browser/mouth.ts";
import { human, joined, ownVoiceSaying } from "../support/callers/callers.ts";
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

/** The bistro's own server: it accepts one booking for each hour, and learns of calls by hooks. */
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

/** Serves a page of the bistro on an origin of its own. */
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

/** Elements of a page that show a call: whose turn it is, the agent's last words, and the whole transcript. */
interface Shown {
  readonly page: Page;
  readonly turn: string;
  readonly agent: string;
}

/** Maximum number of a caller's answers in a call, with some room for repeated questions. */
const answersMax = 16;
const booked = /It is booked, and your reference is B\d/;
const spokenPhone = "zero two zero seven nine four six zero nine one two";

/**
 * Books by voice like a person who answers each question: on a busy machine a word may be heard twice or half. The name
 * is typed, because its spelling cannot be heard. Eight o'clock is taken from the start, so the caller says the second
 * hour when the agent reports that.
 */
async function bookByVoice(shown: Shown, [first, second]: readonly [string, string]): Promise<void> {
  let asked = "";
  let hour = first;
  for (let answers = 0; answers < answersMax; answers++) {
    asked = await nextQuestion(shown, asked);
    if (booked.test(asked)) return;
    if (asked.includes("is taken")) hour = second;
    const spoken = answerTo(asked, hour);
    if (spoken === undefined) {
      await shown.page.getByRole("textbox").fill("Ada Lovelace");
      await shown.page.keyboard.press("Enter");
    } else await say(shown.page, joined(300, await spoken, 300));
  }
  throw new Error(`Not booked: ${await shown.page.locator("[role=log]").innerText()}`);
}

/** Last words of the agent, as soon as they differ from `before` and the agent listens or has booked. */
async function nextQuestion({ page, turn, agent }: Shown, before: string): Promise<string> {
  const said = page.locator(agent).last();
  await until("another question", async () => (await said.innerText()) !== before).catch(
    async (cause: unknown) => {
      const log = await page.locator("[role=log]").allInnerTexts();
      throw new Error(`Nothing was said after "${before}": ${log.join("\n")}`, { cause });
    },
  );
  const listens = page.locator(turn).filter({ hasText: /^Listening/ });
  await listens.or(page.getByText(booked)).first().waitFor();
  return said.innerText();
}

/** Undefined: the caller types the answer. */
function answerTo(asked: string, hour: string): Promise<Int16Array> | undefined {
  const says = (text: string) => ownVoiceSaying("michael", text);
  if (asked.endsWith("name?")) return undefined;
  if (asked.endsWith("day?")) return human("tomorrow");
  if (asked.endsWith("phone number?")) return says(spokenPhone);
  if (asked.endsWith("is that right?"))
    return says(asked.includes("0 2 0, 7 9 4 6, 0 9 1 2") ? "yes please" : "no");
  if (asked.endsWith("Shall I book it?")) return says("yes please");
  return says(hour);
}

const widget = (page: Page): Shown => ({ page, turn: "[role=status]", agent: ".captions .agent" });

test("a newcomer gets from an empty folder to tables booked by voice on foreign pages", async () => {
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
  await bookByVoice(testPage, ["eight in the evening", "nine in the evening"]);
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
    await bookByVoice(widget(visit.page), ["nine in the evening", evening]);
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

/** Prepares, in the console, a hook, an embed for both sites, and the snippet for their pages. */
async function prepareSites({ page }: WatchedPage, origin: string): Promise<void> {
  await page.goto(`${origin}/console`);
  await go(page, "Webhooks");
  await press(page, "Create webhook");
  await page.getByLabel("URL").fill(`http://${bistro.host}/hooks`);
  await press(page, "Create webhook");
  bistro.secret = (await page.getByText(/^whsec_/).textContent()) ?? "";
  await go(page, "Widget");
  await press(page, "Create widget");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Bistro pages");
  await page.getByLabel("Websites").fill(`${plain.origin}/, ${strict.origin}`);
  await press(page, "Create widget");
  snippet = (await page.getByText("<script src=").textContent()) ?? "";
  policy = (await page.getByText(/^script-src /).textContent()) ?? "";
}
