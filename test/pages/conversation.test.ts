// A person talks to the page: a whole conversation by microphone, with a barge-in, measured where audio enters and
// leaves the browser.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleRate } from "../../src/audio/frame.ts";
import { writeWav } from "../../src/audio/wav.ts";
import {
  expectQuiet,
  keepStates,
  launch,
  type MeasuredVisit,
  microphonePlays,
  open,
} from "../support/browser/browser.ts";
import { human, joined, ownVoiceSaying, pinkNoise, synthetic } from "../support/callers/callers.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

let server: PageServer;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-page-"));
  server = await pageServer();
}, 240_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** This time lies within the greeting, even if the connection took a second. */
const bargeInAfterMs = 5_500;
/** Time for the silence that ends a turn, recognition, the voice, and a slow machine. */
const turnMs = 2_500;

const menu = "What else would you like? The time, a table, a number, or a language model?";

/** Sentences of the person, and the agent's replies: the length of a reply is the pause before the next sentence. */
const script: readonly (readonly [says: string, answer: string])[] = [
  ["time", `It is 12:47 p.m. on this server. ${menu}`],
  ["table", "Let us try a booking. For which day?"],
  ["friday", "At what time, between five and ten in the evening?"],
  ["seven", "For how many people?"],
  ["nine", "Friday, December 4th at 7 p.m., a table for 9. Is that correct?"],
  ["no", "Shall we try it once more? Say okay, or no."],
  ["no", `All right. Nothing was booked. ${menu}`],
  ["goodbye", "Thank you for calling. Goodbye."],
];

async function recording(): Promise<string> {
  const parts: (Int16Array | number)[] = [bargeInAfterMs];
  for (const [says, answer] of script) {
    const spoken = await ownVoiceSaying("heart", answer);
    // No recorded person says "table", and the flow would read an option back if it were said by number.
    const caller = says === "table" ? synthetic("rms", says) : human(says);
    parts.push(await caller, (spoken.length * 1000) / sampleRate + turnMs);
  }
  const quiet = joined(...parts);
  // Hum of a room: in perfect silence the browser's gain control rises without end and spoils the next word.
  const room = pinkNoise(quiet.length, 30);
  const path = join(folder, "caller.wav");
  await Bun.write(
    path,
    writeWav({ rate: sampleRate, pcm: quiet.map((sample, i) => sample + (room[i] ?? 0)) }),
  );
  return path;
}

/** Level above the noise of an idle line; quiet speech is ten times as loud. */
const audible = 0.004;

/** The long run tests both transports; `by-url.test.ts` also has a person over WebRTC. */
const transports =
  process.env["LONG"] === undefined ? (["websocket"] as const) : (["webrtc", "websocket"] as const);

test.each(transports)(
  "page: eight turns by %s with a barge-in, and the goodbye is heard",
  async (transport) => {
    await using browser = await launch(microphonePlays(await recording()));
    await using watched = await open(browser, server.url, { permissions: ["microphone"] });
    const { page } = watched;
    await page.getByLabel("Connection").selectOption(transport);
    await page.evaluate(keepStates);
    await page.getByRole("button", { name: "Talk" }).click();
    await page.getByText("The agent said goodbye.").waitFor({ timeout: 90_000 });

    const states = (await page.evaluate(() => globalThis.states)).join(", ");
    expect(states).toMatch(
      /The agent is speaking, You are (both )?speaking, .*Thinking, The agent is speaking/,
    );

    const said = await page.locator(".entry.caller .bubble").allTextContents();
    expect(said.map((text) => text.replace("good bye", "goodbye"))).toEqual(script.map(([says]) => says));
    const answers = await page.locator(".entry.agent:not(.blank) .bubble").allTextContents();
    expect(answers.length).toBe(script.length + 1);
    expect(answers[1]).toMatch(/^It is .* on this server\. What else would you like\?/);
    expect(answers.at(-1)?.trim()).toBe("Thank you for calling. Goodbye.");
    const cut = page.locator(".entry.agent").first();
    expect(await cut.locator(".spoken").first().textContent()).toBe("Hello, this is Voice Flow.");
    expect((await cut.locator("del").allTextContents()).join(" ")).toMatch(/What would you like\?$/);
    expect(await page.locator(".entry.agent del").count()).toBe(await cut.locator("del").count());

    const measured = await watched.measured();
    expectHeard(measured);
    expectSilencedAtOnce(measured, transport);
    expect(await page.locator(".turns-before li").count()).toBe(script.length - 1);
    const total = Number(await page.locator(".total b").textContent());
    expect(total).toBeGreaterThan(0);
    expectQuiet(watched);
  },
  240_000,
);

/** Expects that most of the time from the first to the last sound is speech. */
function expectHeard({ played }: MeasuredVisit): void {
  const loud = played.filter(({ rms }) => rms > 0.02).length;
  expect(loud / played.length).toBeGreaterThan(0.25);
}

/**
 * Expects a short first pause after a barge-in, by three times: when the page learned of it, when the room fell silent,
 * and when the caller had begun.
 */
function expectSilencedAtOnce({ played, spoken, messages }: MeasuredVisit, transport: string): void {
  const told = messages.find(({ data }) => data?.["type"] === "agent_paused")?.at ?? 0;
  expect(messages.some(({ type }) => type === "bot-interrupted")).toBe(true);
  expect(messages.some(({ data }) => data?.["type"] === "audio_clear")).toBe(transport === "websocket");
  const quiet = played.findIndex(
    ({ at }, i) => at >= told && played.slice(i, i + 6).every(({ rms }) => rms < audible),
  );
  const silent = played[quiet]?.at ?? Infinity;
  const before = played.filter(({ at, rms }) => rms > 0.02 && at > told - 1_000 && at < told);
  expect(before.length).toBeGreaterThan(20);
  const began = spoken.find(({ at, rms }) => rms > 0.02 && at > told - 1_500)?.at ?? 0;
  // A browser cannot take back a peer's buffered audio: a tenth of a second, and more on a busy machine. Speech that
  // was not stopped would continue for seconds.
  expect(silent - told).toBeLessThan(1_000);
  expect(silent - began).toBeWithin(0, 2_000);
}
