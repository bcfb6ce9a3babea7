// Whole conversations with the built-in agent at real pace over a real socket: the words of a real person, of the
// built-in voices, and of a person on a noisy line. Each ends with a spoken goodbye that arrives completely.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { loudness } from "../../src/audio/frame.ts";
import { openLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { human, joined, ownVoiceSaying, pinkNoise, synthetic } from "../support/callers/callers.ts";
import { dial, type Phone } from "../support/callers/phone.ts";

let server: App;
let url: string;

beforeAll(async () => {
  server = await openApp(readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:" }), {
    log: openLog({ level: "error", format: "json" }),
  });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  url = `ws://127.0.0.1:${server.app.server?.port}/ws`;
  await server.deps.speech?.ready;
}, 240_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

type Speaker = (words: string) => Promise<Int16Array>;

/**
 * Each word is a recording of its own, with the pauses of someone who dictates. No recorded person says "a table", and
 * the flow would read an option back if it were said by number.
 */
const person: Speaker = async (words) => {
  if (words === "a table") return synthetic("rms", words);
  const parts = await Promise.all(words.split(" ").map((word) => human(word)));
  return joined(...parts.flatMap((part) => [part, 150]));
};

const voice =
  (name: "slt" | "rms" | "awb"): Speaker =>
  (words) =>
    synthetic(name, words);

/** Caller's words after the agent's, and the agent's next words, which show its understanding. */
const script: readonly (readonly [says: string, answer: RegExp])[] = [
  ["time", /^It is .* on this server\. What else/],
  ["a table", /For which day/],
  ["friday", /At what time/],
  ["seven", /how many people/],
  ["three", /^Friday, .* at (7|seven) p\.?m\.?, a table for (3|three)\. Is that correct/],
  ["no", /once more/],
  ["no", /Nothing was booked/],
  ["number", /four digits/],
  ["two one four three", /I heard .*2 1 4 3.* correct/i],
  ["no", /once more/],
  ["no", /All right/],
  ["goodbye", /Thank you for calling\. Goodbye\./],
];

/** Without the four digits: on so bad a line half of such strings are misheard, as `bun run bench ears` shows. */
const noisyScript = [...script.slice(0, 6), ...script.slice(-1)];

/** Number of times that the agent itself asks before it gives up. */
const triesMax = 3;

async function converse(speaker: Speaker, noise?: Int16Array): Promise<void> {
  await using phone = await dial(url, noise);
  await phone.client.message("bot-stopped-speaking");
  for (const [says, answer] of noise === undefined ? script : noisyScript) {
    await phone.say(await speaker(says));
    let said = await answerOf(phone);
    // On a bad line a person repeats an answer when asked; on a good one no caller has to.
    for (let again = 1; noise !== undefined && again < triesMax && !answer.test(said); again++) {
      if (said !== "") await phone.say(await speaker(says));
      said = await answerOf(phone);
    }
    expect(said, `after "${says}"`).toMatch(answer);
  }
  const end = await phone.client.message("session_end");
  expect(end.data).toMatchObject({ reason: "completed", code: 1000 });
  expect(await phone.client.closed).toMatchObject({ code: 1000 });
  // The goodbye is complete: the voice is deterministic, so its end equals the recording's end.
  const goodbye = trimmed(await ownVoiceSaying("heart", "Goodbye."));
  const received = trimmed(phone.client.recording);
  expect(received.subarray(-goodbye.length)).toEqual(goodbye);
}

async function answerOf(phone: Phone): Promise<string> {
  const sentences: string[] = [];
  for (;;) {
    const next = await phone.client.message(
      (it) => it.type === "bot-output" || it.type === "bot-stopped-speaking",
    );
    if (next.type === "bot-stopped-speaking") return sentences.join(" ");
    if (next.data?.spoken_status === "completed") sentences.push(String(next.data.text));
  }
}

/** Samples without the zeros of the last frame. */
function trimmed(pcm: Int16Array): Int16Array {
  let end = pcm.length;
  while (end > 0 && pcm[end - 1] === 0) end -= 1;
  return pcm.subarray(0, end);
}

const minutes = 60_000;

test.concurrent(
  "conversation: a person is understood through eleven turns to a goodbye that is heard whole",
  () => converse(person),
  2 * minutes,
);

/** Only in the long run: these are the slowest tests of speech. A noisy call goes through a whole flow in each. */
if (process.env["LONG"] !== undefined) {
  test.concurrent(
    "conversation: a person on a line with pink noise at 20 dB is understood too",
    async () => {
      const speech = await person("two one four three");
      await converse(person, pinkNoise(16_000 * 20, loudness(speech) / 10, 7));
    },
    2 * minutes,
  );
  for (const name of ["slt", "rms", "awb"] as const)
    test.concurrent(
      `conversation: the built-in voice ${name} is understood by its own ear`,
      () => converse(voice(name)),
      2 * minutes,
    );
}

test.concurrent(
  "conversation: speech over the agent stops it and is answered",
  async () => {
    await using phone = await dial(url);
    await phone.client.message("bot-started-speaking");
    await phone.client.audioBytes(16_000 * 2 * 4);
    await phone.say(await person("time"));
    // The agent falls silent at the sound, and the words cut it.
    const paused = await phone.client.message((it) => it.data?.type === "agent_paused");
    expect(paused.data).toMatchObject({ paused: true });
    const words = await phone.client.message(
      (it) => it.type === "user-transcription" && it.data?.final === true,
    );
    expect(words.data?.text).toBe("time");
    const cut = await phone.client.message("truncated");
    expect(cut.data?.heard_text).toMatch(/^You can ask/);
    expect(await answerOf(phone)).toMatch(/on this server/);
  },
  minutes,
);
