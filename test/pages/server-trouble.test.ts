// Texts of the test page when its server is far away, full, stopping, gone or without speech.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { expectQuiet, fakeMicrophone, launch, open } from "../support/browser/browser.ts";
import { breakingWire } from "../support/callers/breaking-wire.ts";
import { pageServer } from "../support/servers/page-server.ts";
import { Program } from "../support/servers/program.ts";
import { product } from "../support/servers/product.ts";
import { until } from "../support/until.ts";
import { connect } from "../support/callers/ws-client.ts";

setDefaultTimeout(240_000);

const isLong = process.env["LONG"] !== undefined;

let browser: Browser;

beforeAll(async () => {
  browser = await launch(fakeMicrophone);
});

afterAll(() => browser.close());

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).click();

test("page: it gives the remedy over plain http from another machine, and still plays", async () => {
  await using far = await launch(["--host-resolver-rules=MAP voice.test 127.0.0.1"]);
  await using named = await pageServer({ PUBLIC_URL: "http://voice.test", ENGINE_AUTH: "off" });
  await using watched = await open(far, named.url.replace("127.0.0.1", "voice.test"));
  const { page } = watched;
  const notice = page.getByRole("alert");
  await notice.getByText("The microphone needs HTTPS").waitFor();
  expect(await notice.textContent()).toMatch(/http:\/\/localhost:\d+\/test .* HTTPS proxy/);
  await press(page, "Continue without a microphone");
  await watched.state("The agent is speaking");
  await page.waitForFunction(() => globalThis.measured.played.some(({ rms }) => rms > 0.02));
  expectQuiet(watched);
});

test("page: a server that goes away in the middle of a call is reported", async () => {
  await using mortal = new Program(product, {
    env: { PORT: "0", LOG_FORMAT: "json", DATA_DIR: ":memory:" },
  });
  await using watched = await open(browser, `${await mortal.url()}/test`);
  const { page } = watched;
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  mortal.child.kill("SIGKILL");
  await page.getByRole("alert").getByText("The connection was lost").waitFor();
  await watched.state("Call ended");
  await press(page, "Try again");
  await page.getByRole("alert").getByText("The server does not answer").waitFor();
  expectQuiet(watched);
});

test("page: a call survives a short network failure", async () => {
  await using steady = await pageServer();
  using wire = breakingWire(new URL(steady.url));
  await using watched = await open(browser, `${wire.url}/test`);
  const { page } = watched;
  await page.getByLabel("Connection").selectOption("websocket");
  await press(page, "Start without a microphone");
  await watched.state("The agent is speaking");
  wire.carries = false;
  wire.cut();
  await watched.state("Reconnecting");
  await page.getByText("The connection was lost. Reconnecting…").waitFor();
  wire.carries = true;
  await watched.state("Your turn");
  // The earlier words are still there, cut where the connection broke, and new typed words are answered.
  const before = await page.locator(".entry").count();
  expect(before).toBeGreaterThan(0);
  await page.getByRole("textbox").fill("goodbye");
  await page.keyboard.press("Enter");
  await watched.state("Call ended");
  expect(await page.locator(".entry").count()).toBeGreaterThan(before);
});

const ways = ["websocket", "webrtc"] as const;
test.each(ways)("page: a call by %s survives a reload and a step back", async (way) => {
  await using server = await pageServer();
  await using watched = await open(browser, server.url);
  const { page } = watched;
  const entries = page.locator(".entry.agent");
  await page.getByLabel("Connection").selectOption(way);
  await press(page, "Talk");
  await entries.filter({ hasText: "Voice Flow" }).waitFor();
  await page.getByRole("textbox").fill("book a table");
  await page.keyboard.press("Enter");
  await page.getByText(/which day/i).waitFor();
  for (const leave of [
    () => page.reload(),
    async () => {
      await page.goto(new URL("/wire-protocol", server.url).href);
      const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
      expect(kept).toContain("voice-flow-left-call /test");
      expect(kept).not.toContain("Voice Flow");
      await page.goBack();
    },
  ]) {
    const asked = await entries.filter({ hasText: /which day/i }).count();
    await leave();
    // The whole transcript is there again, and the agent repeats the question.
    await entries.filter({ hasText: "Voice Flow" }).first().waitFor();
    await entries
      .filter({ hasText: /which day/i })
      .nth(asked)
      .waitFor();
    await page.waitForFunction(() => globalThis.measured.played.some(({ rms }) => rms > 0.02));
    await page.waitForFunction(() => globalThis.measured.spoken.length > 0);
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(kept).not.toContain("left-call");
  }
  // The page reports a forgotten call once.
  await page.goto(new URL("/wire-protocol", server.url).href);
  await page.evaluate(() => {
    const [key = "", text = ""] = Object.entries(sessionStorage).find(([name]) => /left/.test(name)) ?? [];
    sessionStorage.setItem(key, String(text).replace(/vst_[\w-]+/, `vst_${"a".repeat(43)}`));
  });
  await page.goBack();
  await page.getByRole("alert").getByText("You were in a call").waitFor();
  await watched.state("Ready when you are");
  await page.reload();
  await watched.state("Ready when you are");
  expect(await page.getByRole("alert").isVisible()).toBe(false);
  expectQuiet(watched);
});

if (isLong)
  test("page: a call whose tab is closed waits for half a minute, and then ends", async () => {
    await using full = await pageServer({ ENGINE_OPEN_SESSIONS_MAX: "1" });
    await using watched = await open(browser, full.url);
    await press(watched.page, "Start without a microphone");
    await watched.state("The agent is speaking");
    await watched.page.close({ runBeforeUnload: true });
    const address = `${full.url.replace("http", "ws").replace("/test", "")}/ws`;
    const isTaken = (): Promise<boolean> =>
      connect(address).then(
        (client) => client.close().then(() => true),
        () => false,
      );
    expect(await isTaken()).toBe(false);
    await until("place for another call", isTaken, 60_000);
  });

test("page: a full server shows its limit of calls, and a stopping one announces its stop", async () => {
  await using full = await pageServer({ ENGINE_OPEN_SESSIONS_MAX: "1" });
  await using first = await open(browser, full.url);
  await press(first.page, "Start without a microphone");
  await first.state("The agent is speaking");
  await using second = await open(browser, full.url);
  await press(second.page, "Start without a microphone");
  await second.page.getByRole("alert").getByText("The server is at capacity").waitFor();
  expect(await second.page.getByRole("alert").textContent()).toContain("All 1 places are taken");
  await first.page.locator("#call", { hasText: "Hang up" }).click();
  await first.page.getByText("You hung up.").waitFor();
  await press(second.page, "Try again");
  await second.state("The agent is speaking");
  const drained = full.stop();
  const alert = second.page.getByRole("alert");
  await alert.getByText("The server is stopping: this call ends in 1 s.").waitFor();
  await alert.getByText("The server ended all calls.").waitFor();
  await drained;
});

test("page: a server without speech says so before the call", async () => {
  await using silent = await pageServer({ SPEECH: "off" });
  await using watched = await open(browser, silent.url);
  await watched.page.getByRole("alert").getByText("Speech is switched off on this server").waitFor();
  await press(watched.page, "Start without a microphone");
  await watched.page.getByRole("alert").getByText("start it with SPEECH=on").waitFor();
  expectQuiet(watched);
});
