// Echo estimate: the agent's voice from a loudspeaker in the microphone, and a caller who talks over it.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EchoEstimate } from "../../src/audio/echo-estimate.ts";
import { type Frame, silence, toFrames } from "../../src/audio/frame.ts";
import { SpeechEnergy } from "../../src/audio/speech-energy.ts";
import { human, ownVoiceSaying, synthetic } from "../support/callers/callers.ts";
import { attenuated, echoOf, openFrames } from "../support/callers/echo-line.ts";
import { random } from "../support/random.ts";

// Our own voices are quick, but the machine may be busy.
setDefaultTimeout(240_000);

const question = "You can ask for the time, book a table, or have me repeat a number. What would you like?";

/** Words of the agent, in the voice that takes least processor time; in the long run in our own voices as well. */
const agents: Readonly<Record<string, (text: string) => Promise<Int16Array>>> = {
  slt: (text) => synthetic("slt", text),
  ...(process.env.LONG === "1" && {
    heart: (text) => ownVoiceSaying("heart", text),
    michael: (text) => ownVoiceSaying("michael", text),
  }),
};

for (const [voice, say] of Object.entries(agents)) {
  for (const decibels of [-14, -20, -30])
    for (const delayMs of [0, 60, 120, 240, 350, 700])
      test(`echo: the agent does not trigger on itself as ${voice}, ${decibels} dB and ${delayMs} ms behind`, async () => {
        const played = toFrames(await say(question));
        const comesBack = echoOf(played, decibels, delayMs);
        expect(openFrames(played, (at) => comesBack[at] ?? silence)).not.toContain(true);
      });

  for (const decibels of [0, -10])
    test(`echo: a caller at ${decibels} dB is heard over the agent, who is ${voice}, from the first sound on`, async () => {
      const played = toFrames(await say(question));
      for (const word of ["six", "four", "goodbye"]) {
        const said = toFrames(await human(word));
        const alone = openFrames(
          said.map(() => silence),
          (at) => attenuated(said[at] ?? silence, decibels),
        );
        const over = openFrames(played, (at) => attenuated(said[at - 50] ?? silence, decibels));
        const lateMs = (over.indexOf(true) - 50 - alone.indexOf(true)) * 20;
        // The listener adds 400 ms from before, so that nothing is lost.
        expect(lateMs).toBeLessThanOrEqual(200);
      }
    });
}

const sum = (one: Frame, other: Frame): Frame => one.map((sample, i) => sample + (other[i] ?? 0));
const long = async (): Promise<Frame[]> => {
  const played = toFrames(await synthetic("slt", question));
  return [...played, ...played];
};

for (const [decibels, delayMs] of [
  [-14, 120],
  [-14, 350],
  [-20, 350],
] as const) {
  test(`echo: a caller is heard above an echo of ${decibels} dB that comes after ${delayMs} ms`, async () => {
    const played = await long();
    const comesBack = echoOf(played, decibels, delayMs);
    const said = toFrames(await human("six"));
    const at = 300;
    const over = openFrames(played, (i) => sum(comesBack[i] ?? silence, said[i - at] ?? silence));
    const first = over.indexOf(true);
    expect(first).toBeGreaterThanOrEqual(at);
    // The word begins with a hiss, softer than any echo.
    expect((first - at) * 20).toBeLessThanOrEqual(400);
  });
}

const loud = Int16Array.from({ length: 320 }, (_, i) => (i % 2 === 0 ? 8_000 : -8_000));

test("echo: a line without echo for 1.2 s admits callers that are 6 dB softer", () => {
  const echo = new EchoEstimate();
  const limits = Array.from({ length: 100 }, () => {
    echo.play(loud, 0);
    return echo.next(silence);
  });
  expect(limits[59]! / limits[61]!).toBeCloseTo(4);
  expect(limits[59]).toBe(limits[1]!);
  expect(limits[99]).toBe(limits[61]!);
});

/** Frames as uneven as speech. */
function uneven(seed: number): Frame[] {
  const { next } = random(seed);
  return Array.from({ length: 400 }, () => {
    const gain = next() ** 2;
    return loud.map((sample) => Math.round(sample * gain));
  });
}

/** The highest limit of the last two seconds, as a share of the loudest played frame. */
function shareAfter(played: readonly Frame[], heard: readonly Frame[]): number {
  const [echo, energy] = [new EchoEstimate(), new SpeechEnergy()];
  const loudest = Math.max(...played.map((frame) => energy.of(frame)));
  const limits = played.map((frame, i) => {
    echo.play(frame, 0);
    return echo.next(heard[i] ?? silence);
  });
  return Math.max(...limits.slice(-100)) / loudest;
}

test("echo: the estimate learns level and delay, and ignores the echo of another sound", () => {
  const played = uneven(1);
  // -8 dB is a share of 0.16 of the energy, and two and a half times that may be an echo.
  expect(shareAfter(played, echoOf(played, -8, 120))).toBeWithin(0.33, 0.41);
  expect(shareAfter(played, echoOf(played, -14, 700))).toBeWithin(0.08, 0.11);
  expect(shareAfter(played, echoOf(uneven(2), -8, 120))).toBeWithin(0.05, 0.081);
});

test("echo: a caller who keeps talking over the agent counts as a caller", async () => {
  const played = await long();
  for (const voice of ["rms", "awb"] as const) {
    const other = toFrames(
      await synthetic(voice, "I have a question about my last order, which has not arrived."),
    );
    for (const late of [0, 13, 37]) {
      const heard = [...Array.from({ length: late }, () => silence), ...other, ...other];
      expect(shareAfter(played.slice(0, heard.length), heard)).toBeLessThan(0.081);
    }
  }
});

test("echo: a microphone with an echo as loud as the agent still hears the caller", () => {
  const played = uneven(4);
  expect(shareAfter(played, echoOf(played, 3, 120))).toBeWithin(1, 1.26);
});

test("echo: the estimate follows the agent's voice, so a caller is heard in its gaps", () => {
  const gap = Array.from({ length: 20 }, () => silence);
  const speech = uneven(3);
  const played = [...speech, ...gap, ...speech.slice(0, 60)];
  const echo = new EchoEstimate();
  const comesBack = echoOf(played, -8, 120);
  const limits = played.map((frame, i) => {
    echo.play(frame, 0);
    return echo.next(comesBack[i] ?? silence);
  });
  const [before, within] = [Math.max(...limits.slice(300, 400)), Math.max(...limits.slice(409, 420))];
  expect(within / before).toBeLessThan(0.1);
});

test("echo: an echo that ends is forgotten", async () => {
  const played = [...(await long()), ...(await long())];
  const comesBack = echoOf(played, -8, 120);
  const half = played.length / 2;
  const echo = new EchoEstimate();
  const limits = played.map((frame, i) => {
    echo.play(frame, 0);
    return echo.next(i < half ? (comesBack[i] ?? silence) : silence);
  });
  const most = (from: number, to: number): number => Math.max(...limits.slice(from, to));
  expect(most(half - 200, half)).toBeGreaterThan(4 * most(played.length - 200, played.length));
});

test("echo: audio that was dropped causes no echo", () => {
  const framesOf = (isTakenBack: boolean): number => {
    const echo = new EchoEstimate();
    for (let i = 0; i < 10; i++) echo.play(loud, i * 20);
    if (isTakenBack) echo.takeBack();
    const limits = Array.from({ length: 100 }, () => echo.next(silence));
    return limits.filter((limit) => limit > 0).length;
  };
  expect([framesOf(false), framesOf(true)]).toEqual([69, 60]);
});

test("echo: a known echo alone separates its frames from the caller's", async () => {
  const played = toFrames(await synthetic("slt", `${question} ${question}`));
  const comesBack = echoOf(played, -20, 120);
  const said = toFrames(await human("two"));
  const echo = new EchoEstimate();
  const from = played.length - 2 * said.length;
  const alone = played.map((frame, at) => {
    echo.play(frame, 0);
    const own = said[at - from];
    const back = comesBack[at] ?? silence;
    echo.next(own === undefined ? back : back.map((sample, i) => sample + (own[i] ?? 0)));
    return echo.isAlone;
  });
  expect(alone.slice(0, 120)).not.toContain(true);
  expect(alone.slice(200, from)).not.toContain(false);
  expect(alone.slice(from, from + said.length).filter((isAlone) => !isAlone).length).toBeGreaterThan(10);
  while (played.length < 400) played.push(silence);
  for (let at = 0; at < 90; at++) echo.next(silence);
  // No played audio can return any more.
  expect(echo.isAlone).toBe(false);
});
