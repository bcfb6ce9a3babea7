// Ten people talk freely to the page, one sentence each, on a server with nothing but a model named by one variable:
// the model gets their words, and they get its reply.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleRate } from "../../src/audio/frame.ts";
import { writeWav } from "../../src/audio/wav.ts";
import { expectQuiet, launch, microphonePlays, open } from "../support/browser/browser.ts";
import { human, joined, pinkNoise } from "../support/callers/callers.ts";
import { ChatServer, wellBehaved } from "../support/servers/chat-server.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";

setDefaultTimeout(240_000);

/** Recordings of a person, and their words. */
const sentences: readonly (readonly [recording: string, words: string])[] = [
  ["tt-weasels", "weasels have eaten our phone system"],
  ["tt-somethingwrong", "something is terribly wrong"],
  ["conf-locked", "this conference is locked"],
  ["conf-unlockednow", "the conference is now unlocked"],
  ["confbridge-only-participant", "you are currently the only participant in the conference"],
  ["confbridge-begin-glorious-c", "the conference will begin when our glorious leader arrives"],
  ["demo-echodone", "the echo test has been completed"],
  ["vm-msgsaved", "your message has been saved"],
  ["vm-savefolder", "which folder should i save the message to"],
  ["vm-tempgreeting", "press one to record your temporary greeting"],
];
/** Minimum share of words that must reach the model. */
const shareMin = 0.75;
/** Start of the person's words: after the greeting, also on a slow machine. */
const beginsAfterMs = 9_000;
const endsAfterMs = 60_000;

const misheard: (readonly [said: string, heard: string])[] = [];

let chat: ChatServer;
let server: PageServer;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-free-"));
  chat = await ChatServer.open();
  server = await pageServer({ LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "tiny" });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function microphoneOf(recording: string): Promise<string> {
  const quiet = joined(beginsAfterMs, await human(recording), endsAfterMs);
  // Hum of a room, without which the browser's gain control rises without end.
  const room = pinkNoise(quiet.length, 30);
  const path = join(folder, `${recording}.wav`);
  await Bun.write(path, writeWav({ rate: sampleRate, pcm: quiet.map((each, at) => each + (room[at] ?? 0)) }));
  return path;
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

test.each(sentences)("free talk: %s is heard, and answered by the model", async (recording, words) => {
  const answer = `You said something about ${wordsIn(words).length} words.`;
  chat.script(wellBehaved("Hello."), wellBehaved(answer));
  await using browser = await launch(microphonePlays(await microphoneOf(recording)));
  await using watched = await open(browser, server.url, { permissions: ["microphone"] });
  const { page } = watched;
  await page.getByText("Talk to the agent").waitFor();
  await page.getByLabel("Connection").selectOption("websocket");
  await page.getByRole("button", { name: "Talk" }).click();
  await page.locator(".entry.agent", { hasText: answer }).waitFor({ timeout: 60_000 });
  // Each conversation requests a greeting and a reply.
  const { body } = await chat.request(2 * sentences.findIndex(([each]) => each === recording) + 1);
  const heard = new Set(wordsIn(JSON.stringify(body.messages.at(-1)?.content)));
  const found = wordsIn(words).filter((word) => heard.has(word));
  expect(heard.size).toBeGreaterThan(0);
  if (found.length / wordsIn(words).length < shareMin) misheard.push([words, [...heard].join(" ")]);
  expectQuiet(watched);
});

test("free talk: nine of ten sentences at least are heard in substance", () => {
  expect(misheard.length, JSON.stringify(misheard)).toBeLessThanOrEqual(1);
});
