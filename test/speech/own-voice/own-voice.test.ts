// Sound of our own voices: loudness, pace, pauses, the times of their words, and texts without words.

import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { sampleRate, silence, toFrames } from "../../../src/audio/frame.ts";
import type { WordTime } from "../../../src/providers/provider-contract.ts";
import { spokenForm } from "../../../src/spoken/spoken-form.ts";
import { OwnVoice } from "../../../src/speech/own-voice/own-voice.ts";
import { type Voice, voices } from "../../../src/speech/speech-message.ts";
import { heardOf } from "../../../src/voice/playout/heard-text.ts";
import { joined } from "../../support/callers/callers.ts";
import { echoOf, openFrames } from "../../support/callers/echo-line.ts";

// The voices are quick, but the machine may be busy.
setDefaultTimeout(240_000);

/** Opening a voice takes a second of the processor's time, so the other one waits for the long run. */
const tried = process.env.LONG === "1" ? voices : (["heart"] as const);
const opened = Object.fromEntries(
  await Promise.all(tried.map(async (name) => [name, await OwnVoice.open(name)] as const)),
) as Readonly<Record<Voice, OwnVoice>>;

const sentences = [
  "Thank you for calling, for how many people is the table?",
  "The parcel from Denver was delivered to the back door.",
  "Would you rather have the chicken or the vegetable soup?",
];

interface Spoken {
  readonly pcm: Int16Array;
  readonly words: readonly WordTime[];
}

async function spoken(voice: Voice, text: string, how: { speed?: number; windows?: number[] } = {}) {
  const parts: Spoken[] = [];
  for await (const part of opened[voice].speak(text, how.speed ?? 1, how.windows)) parts.push(part);
  return { pcm: joined(...parts.map(({ pcm }) => pcm)), words: parts.flatMap(({ words }) => words) };
}

const secondsOf = (pcm: Int16Array): number => pcm.length / sampleRate;

/** Loudness of each 20 ms, in dB of full scale. */
function loudnessOf(pcm: Int16Array): readonly number[] {
  const frames = Math.floor(pcm.length / 320);
  return Array.from({ length: frames }, (_, frame) => {
    const sum = pcm
      .subarray(frame * 320, (frame + 1) * 320)
      .reduce((all, sample) => all + sample * sample, 0);
    return 10 * Math.log10(sum / 320 / 32_768 ** 2 + 1e-12);
  });
}

/** Mean loudness of speech, in dB. */
function speechLevel(pcm: Int16Array): number {
  const levels = loudnessOf(pcm);
  const speech = levels.filter((level) => level > Math.max(...levels) - 30);
  return 10 * Math.log10(speech.reduce((sum, level) => sum + 10 ** (level / 10), 0) / speech.length);
}

test.each(tried)(
  "own voice: %s is as loud as the others, never clips, and says 150 to 175 words a minute",
  async (voice) => {
    const said: Int16Array[] = [];
    for (const text of sentences) said.push((await spoken(voice, text)).pcm);
    const pcm = joined(...said);
    expect(speechLevel(pcm)).toBeWithin(-20, -18);
    expect(pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeWithin(8_000, 32_100);
    expect((sentences.join(" ").split(" ").length * 60) / secondsOf(pcm)).toBeWithin(150, 175);
  },
);

test("own voice: a text sounds equal in windows and as a whole, each time it is said", async () => {
  const text = "Your next visit is on Friday.";
  const { pcm } = await spoken("heart", text);
  for (const windows of [[80], [7]]) {
    const other = (await spoken("heart", text, { windows })).pcm;
    expect(other.length).toBe(pcm.length);
    expect(pcm.findIndex((sample, at) => sample !== other[at])).toBe(-1);
  }
});

test("own voice: it begins at once, pauses after a sentence, and speaks faster on request", async () => {
  const { pcm } = await spoken("heart", "Is that all?");
  const isLoud = (level: number): boolean => level > -45;
  const levels = loudnessOf(pcm);
  expect(levels.findIndex(isLoud) * 20).toBeLessThanOrEqual(80);
  expect((levels.length - 1 - levels.findLastIndex(isLoud)) * 20).toBeWithin(200, 240);
  const fast = await spoken("heart", "Is that all?", { speed: 1.5 });
  expect((secondsOf(pcm) - 0.22) / (secondsOf(fast.pcm) - 0.22)).toBeWithin(1.3, 1.7);
});

test("own voice: steps between samples stay within those of speech, so nothing clicks", async () => {
  const { pcm } = await spoken("heart", "Thank you. Which day?");
  const steps = Array.from(pcm, (sample, at) => Math.abs(sample - (pcm[at - 1] ?? 0)));
  const quiet = loudnessOf(pcm).flatMap((level, frame) => (level < -60 ? [frame] : []));
  expect(quiet.length).toBeGreaterThan(5);
  // In the pauses a click would be audible alone.
  for (const frame of quiet)
    expect(Math.max(...steps.slice(frame * 320 + 1, (frame + 1) * 320))).toBeLessThan(100);
});

test("own voice: each written word has its time, in order, while it is heard", async () => {
  const { pcm, words } = await spoken("heart", "Table 4 is free at 7:45. Café or bar?");
  expect(words.map(({ text }) => text)).toEqual("Table 4 is free at 7:45. Café or bar?".split(" "));
  for (const [at, { startMs, endMs }] of words.entries()) {
    expect(startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? 0);
    expect(endMs).toBeGreaterThan(startMs);
    expect(Math.max(...loudnessOf(pcm.subarray(startMs * 16, endMs * 16)))).toBeGreaterThan(-35);
  }
  expect(words.at(-1)?.endMs).toBeWithin(secondsOf(pcm) * 1_000 - 240, secondsOf(pcm) * 1_000 - 200);
});

test("own voice: its sound from a loudspeaker does not count as a caller", async () => {
  const { pcm } = await spoken("heart", "You can ask for the time. What would you like?");
  const played = toFrames(pcm);
  for (const delayMs of [0, 120, 350]) {
    const comesBack = echoOf(played, -14, delayMs);
    expect(openFrames(played, (at) => comesBack[at] ?? silence)).not.toContain(true);
  }
});

/** Loud stretches of a sound in milliseconds, with silence of 150 ms and more between them. */
function loudStretches(pcm: Int16Array): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (const [frame, level] of loudnessOf(pcm).entries()) {
    if (level < -50) continue;
    const last = found.at(-1);
    if (last !== undefined && frame * 20 - last[1] < 150) last[1] = (frame + 1) * 20;
    else found.push([frame * 20, (frame + 1) * 20]);
  }
  return found;
}

/** A word's sound fades, so its end is not known to the hundredth of a second. */
const fadeMs = 60;

/** Share of the moments, one every 50 ms, whose heard part differs from the sound until then. */
async function misheard(parts: readonly string[]): Promise<{ moments: number; wrong: readonly string[] }> {
  const text = parts.join(" ");
  const said = spokenForm(text, { language: "en", speaks: ["en"] }).text;
  const { pcm, words } = await spoken("heart", said);
  const stretches = loudStretches(pcm);
  expect(stretches).toHaveLength(parts.length);
  const lengthMs = secondsOf(pcm) * 1_000;
  const wrong: string[] = [];
  let moments = 0;
  for (let ms = 50; ms < lengthMs; ms += 50) {
    const played = { segment: 1, text, said, words, sentMs: ms, lengthMs };
    const heard = heardOf([played], ms)?.replyText ?? "";
    const whole = stretches.filter(([, to]) => to <= ms).length;
    const [from = Infinity] = stretches[whole] ?? [];
    const before = parts.slice(0, whole).join(" ");
    const isNear = stretches.some(([, to]) => Math.abs(to - ms) <= fadeMs);
    const isRight =
      // As many words of a part may be heard as have sounded by then: the part is not over, so its last word is not
      // heard.
      ms > from
        ? heard.startsWith(before) && heard.length < parts.slice(0, whole + 1).join(" ").length
        : heard === before;
    moments += 1;
    if (!isRight && !isNear) wrong.push(`${ms} ms: ${heard}`);
  }
  return { moments, wrong };
}

test("own voice: the heard part is right to the word at each moment of an interruption", async () => {
  expect(await misheard(["Red.", "Yellow.", "Green.", "Black."])).toEqual({
    moments: expect.any(Number),
    wrong: [],
  });
  if (process.env.LONG !== "1") return;
  const words =
    "One. Friday. Seven. Denver. Chicken. Kitchen. Blue. Monday. Orange. Water. Paper. Window.".split(" ");
  const all = [
    await misheard(words),
    await misheard(["It costs $5.50.", "Your table is free at 7:45.", "It is 5 km."]),
  ];
  expect(all.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(all.reduce((sum, { moments }) => sum + moments, 0)).toBeGreaterThanOrEqual(200);
});

test("own voice: an unspeakable text is silence, and one of odd letters is spoken as far as possible", async () => {
  for (const text of ["", " ", "…", "?!", "😀", "日本語", "--"])
    expect((await spoken("heart", text)).pcm.length).toBe(0);
  expect(secondsOf((await spoken("heart", "Zażółć 日本 x_y")).pcm)).toBeWithin(0.5, 4);
});

test("own voice: a text that is not heard to its end is abandoned there", async () => {
  const parts = opened.heart.speak("word ".repeat(400), 1);
  expect((await parts.next()).value?.pcm.length).toBeGreaterThan(1_000);
  await parts.return();
  expect((await parts.next()).done).toBe(true);
  expect((await spoken("heart", "Good to know.")).pcm.length).toBeGreaterThan(1_000);
});

const subjects = ["The parcel", "Your table", "Doctor Okafor", "The last train", "A new invoice"];
const verbs = ["arrives", "is booked", "was cancelled", "can be changed", "will be late"];
const times = ["on Monday.", "at 7:45 p.m.", "by the 14th of June.", "in 2027?", "for $86.40!"];
const many = subjects.flatMap((subject) =>
  verbs.flatMap((verb) =>
    times.flatMap((time) => [`${subject} ${verb} ${time}`, `So ${subject}, it ${verb} ${time}`]),
  ),
);
const hostile = [
  "a".repeat(10_000),
  "no ".repeat(500),
  "日本語のテキスト。".repeat(500),
  "😀".repeat(2_000),
  "3.".repeat(200),
  "\u0000\u202e,;:!?-".repeat(300),
  `${"q".repeat(59)} ${"supercalifragilistic".repeat(20)}`,
];

if (process.env.LONG === "1") {
  test("own voice: 250 sentences leave memory unchanged, and each is as long as its words and as loud as others", async () => {
    const memoryMb = (): number => {
      Bun.gc(true);
      return process.memoryUsage().rss / 1_000_000;
    };
    let before = 0;
    for (const [at, text] of many.entries()) {
      if (at === 50) before = memoryMb();
      const { pcm, words } = await spoken("heart", text);
      expect(words.map(({ text }) => text)).toEqual(text.split(" "));
      expect(secondsOf(pcm) / words.length).toBeWithin(0.2, 1.2);
      expect(speechLevel(pcm)).toBeWithin(-22, -16);
    }
    expect(many.length).toBe(250);
    expect(memoryMb() - before).toBeLessThan(20);
  });

  test.each(hostile.map((text) => [text.slice(0, 12), text]))(
    "own voice: a hostile text of %p ends, and the next one is said normally",
    async (_, text) => {
      const { pcm } = await spoken("heart", "Good to know.");
      const { pcm: odd } = await spoken("heart", text);
      expect(odd.every((sample) => Math.abs(sample) <= 32_767)).toBe(true);
      expect(secondsOf(odd)).toBeLessThan(10_000);
      expect((await spoken("heart", "Good to know.")).pcm).toEqual(pcm);
    },
  );
}

if (process.env.LONG === "1")
  test("own voice: thousands of sentences cause neither silence nor leaks", async () => {
    const memoryMb = (): number => {
      Bun.gc(true);
      return process.memoryUsage.rss() / 1e6;
    };
    const count = 2_000;
    let afterSome = 0;
    for (let n = 0; n < count; n++) {
      const { pcm } = await spoken("heart", `Number ${n} for ${["Ada", "Bo", "Cy"][n % 3]}.`);
      expect(speechLevel(pcm)).toBeWithin(-26, -14);
      expect(secondsOf(pcm)).toBeWithin(0.6, 6);
      if (n % 60 === 0) Bun.gc(true);
      if (n === 200) afterSome = memoryMb();
    }
    expect(memoryMb() - afterSome).toBeLessThan(40);
  }, 3_600_000);

test.each(voices)("own voice: the files of %s match the stored sums", async (voice) => {
  const folder = join(import.meta.dir, "../../../src/speech/own-voice", voice);
  const sums = (await Bun.file(join(folder, "SHA256SUMS")).text()).trim().split("\n");
  expect(sums.length).toBe(3);
  for (const line of sums) {
    const [sum, file] = line.split(/ +/) as [string, string];
    expect(Bun.SHA256.hash(await Bun.file(join(folder, file)).bytes(), "hex")).toBe(sum);
  }
});
