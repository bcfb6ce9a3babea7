// Recorded calls: form of the file, both directions on one time axis, and masked and silent parts.

import { describe, expect, test } from "bun:test";
import { type Frame, samplesPerFrame } from "../../src/audio/frame.ts";
import {
  audioPart,
  entriesPart,
  type FlightHead,
  headPart,
  magic,
  partsIn,
  readEntries,
  readHead,
  secondSamples,
  wavBytes,
  wavSlice,
} from "../../src/calls/flight/flight-record.ts";
import { RecordedAudio } from "../../src/cli/replay/recorded-audio.ts";
import { FlightRecorder } from "../../src/calls/flight/flight-recorder.ts";
import { entryOf } from "../../src/calls/flight/masked-entry.ts";
import { StereoTrack } from "../../src/calls/flight/stereo-track.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { fakeLine } from "../support/fakes/fake-line.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const head: FlightHead = { session: "ses_1", startedAtMs: 5, flow: null, context: {}, usesExamples: true };
const frameOf = (level: number): Frame => new Int16Array(samplesPerFrame).fill(level);
const second = (level: number): Int16Array => new Int16Array(secondSamples).fill(level);

const bytesOf = (...parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat([magic, ...parts]));
const readerOf = (bytes: Uint8Array) => (from: number, count: number) =>
  Promise.resolve(bytes.slice(from, from + count));

describe("file of a recorded call", () => {
  const whole = bytesOf(
    headPart(head),
    entriesPart([{ type: "one", atMs: 1 }]),
    audioPart(second(1)),
    audioPart(second(2)),
    entriesPart([
      { type: "two", atMs: 2, text: "a\nb" },
      { type: "three", atMs: 3 },
    ]),
  );

  test("flight file: parts come back in their order", async () => {
    const read = readerOf(whole);
    const parts = await partsIn(read);
    expect(parts.map(({ kind }) => kind)).toEqual(["head", "entries", "audio", "audio", "entries"]);
    expect(await readHead(parts, read)).toEqual(head);
    expect(await readEntries(parts, read)).toEqual([
      { type: "one", atMs: 1 },
      { type: "two", atMs: 2, text: "a\nb" },
      { type: "three", atMs: 3 },
    ]);
  });

  test("flight file: cut anywhere, it keeps every complete part", async () => {
    const places = await partsIn(readerOf(whole));
    for (let cut = magic.length; cut < whole.length; cut += 997) {
      const parts = await partsIn(readerOf(whole.slice(0, cut)));
      expect(parts).toEqual(places.filter(({ from, bytes }) => from + bytes <= cut));
    }
    expect(readHead([], readerOf(whole))).rejects.toThrow("it ends before its head does");
  });

  test("flight file: another format is refused, and later kinds of parts are skipped", async () => {
    expect(partsIn(readerOf(new TextEncoder().encode("RIFF....WAVE")))).rejects.toThrow("not a recording");
    expect(partsIn(readerOf(new Uint8Array()))).rejects.toThrow("not a recording");
    const later = headPart(head);
    later[0] = 0x5a;
    const parts = await partsIn(readerOf(bytesOf(later, audioPart(second(1)))));
    expect(parts.map(({ kind }) => kind)).toEqual(["audio"]);
  });

  test("flight file: every slice of the WAV file is that part of the whole", async () => {
    const read = readerOf(whole);
    const parts = await partsIn(read);
    const slice = async (from: number, to: number): Promise<Buffer> =>
      Buffer.concat(await Array.fromAsync(wavSlice(parts, { read, from, to })));
    const all = await slice(0, wavBytes(parts));
    expect(all.length).toBe(44 + 2 * secondSamples * 2);
    expect([all.readUInt16LE(22), all.readUInt32LE(24), all.readUInt32LE(40)]).toEqual([2, 16_000, 128_000]);
    expect([all.readInt16LE(44), all.readInt16LE(44 + 64_000), all.readUInt32LE(4)]).toEqual([1, 2, 128_036]);
    for (const [from, to] of [
      [0, 1],
      [0, 44],
      [10, 60],
      [44, 45],
      [64_043, 64_046],
      [64_044, 64_045],
      [5, 128_044],
    ])
      expect((await slice(from!, to!)).equals(all.subarray(from, to)), `${from} to ${to}`).toBe(true);
  });
});

describe("both directions on one axis", () => {
  const sideOf = (seconds: Iterable<Int16Array>, side: 0 | 1): number[] => {
    const samples = [...seconds].flatMap((each) => [...each]);
    return Array.from({ length: samples.length / 640 }, (_, i) => samples[i * 640 + side]!);
  };
  /** Levels of the frames (20 ms each) that are not silent, by their position. */
  const heard = (levels: readonly number[]): Record<number, number> =>
    Object.fromEntries(levels.flatMap((level, i) => (level === 0 ? [] : [[i * 20, level]])));

  test("track: a caller's frames join despite jitter, and a gap stays a gap", () => {
    const track = new StereoTrack();
    for (const [i, at] of [20, 75, 76, 80, 600, 620].entries()) track.caller(frameOf(i + 1), at);
    expect(heard(sideOf(track.rest(700), 0))).toEqual({ 0: 1, 20: 2, 40: 3, 60: 4, 580: 5, 600: 6 });
  });

  test("track: arrival times do not change the frames that are read", async () => {
    const track = new StereoTrack();
    const levels = Array.from({ length: 90 }, (_, i) => i + 1);
    for (const level of levels) track.caller(frameOf(level), 213.7 + level * 20 + (level % 3) * 7.3);
    const bytes = bytesOf(headPart(head), ...[...track.rest(3_000)].map(audioPart));
    const audio = await RecordedAudio.read(await partsIn(readerOf(bytes)), readerOf(bytes));
    for (const fromMs of [0, 407, 733.4, 1_000]) {
      const frames = audio.frames(fromMs, fromMs + 411).map((frame) => [...new Set(frame)]);
      expect(frames.length).toBeGreaterThanOrEqual(21);
      for (const frame of frames) expect(frame).toHaveLength(1);
    }
    const all = audio.frames(0, 3_000).map((frame) => frame[0]!);
    expect(all.filter((level) => level > 0)).toEqual(levels);
  });

  test("track: audio sent ahead is placed in sequence, and dropped audio is left out", () => {
    const track = new StereoTrack();
    for (let i = 1; i <= 10; i++) track.agent(frameOf(i), 100);
    track.cut(160);
    track.agent(frameOf(98), 180);
    track.agent(frameOf(99), 400);
    expect(heard(sideOf(track.rest(700), 1))).toEqual({ 100: 1, 120: 2, 140: 3, 180: 98, 400: 99 });
  });

  test("track: seconds are returned once they are final, and keep their place", () => {
    const track = new StereoTrack();
    track.caller(frameOf(7), 20);
    expect([...track.take(1_999)]).toEqual([]);
    const [first, ...more] = [...track.take(2_000)];
    expect([first?.[0], more]).toEqual([7, []]);
    track.caller(frameOf(8), 20);
    track.caller(frameOf(9), 2_020);
    expect(heard(sideOf(track.rest(2_100), 0))).toEqual({ 1_000: 9 });
  });
});

test("masked entry: sensitive values are missing from it", () => {
  const at = { atMs: 1 };
  const words = { type: "user-words", text: "four two", final: true, rejected: false, ...at } as const;
  const secrets: CallEvent[] = [
    { ...words, sensitive: true },
    { type: "user-typed", text: "four two", sensitive: true, ...at },
    { type: "user-keys", keys: "42", sensitive: true, ...at },
    { type: "reply-text", reply: 1, delta: "four two", ...at },
    {
      type: "sentence",
      reply: 1,
      segment: 1,
      text: "four two",
      logged: "•••",
      status: "new",
      spoken: true,
      ...at,
    },
    {
      type: "interrupted",
      reply: 1,
      segment: 1,
      heardText: "four two",
      heardReplyText: "four two",
      logged: "•••",
      heardMs: 3,
      ...at,
    },
    {
      type: "ended",
      reason: "caller",
      durationMs: 1,
      cut: { reply: 1, heardText: "four two", logged: "•••" },
      ...at,
    },
    {
      type: "expecting",
      expectation: { anyOf: [{ type: "phrases", phrases: ["four two"] }], endSilenceMs: 7 },
      ...at,
    },
  ];
  const entries = secrets.map(entryOf);
  expect(JSON.stringify(entries)).not.toMatch(/four|42/);
  expect(entries[0]).toMatchObject({ text: "•••" });
  expect(entries[3]).toBeUndefined();
  expect(entries[4]).toEqual({
    type: "sentence",
    reply: 1,
    segment: 1,
    text: "•••",
    masked: true,
    status: "new",
    spoken: true,
    ...at,
  });
  expect(entries[6]).toMatchObject({ reason: "caller", cut: { reply: 1, heardText: "•••" } });
  expect(entries[7]).toMatchObject({ endSilenceMs: 7 });
  expect(entryOf(words)).toEqual({ ...words });
  expect(entryOf({ ...words, text: "", sensitive: true })).toMatchObject({ text: "" });
});

function recorded(redactText?: (text: string) => string) {
  const clock = new VirtualClock();
  const parts: Uint8Array[] = [];
  const it = { sensitive: false, ends: 0 };
  const says = { isSensitive: () => it.sensitive, isUnrecorded: () => false };
  const file = { add: (part: Uint8Array) => void parts.push(part), end: () => void (it.ends += 1) };
  const recorder = new FlightRecorder({ clock, head, file, ...says, redactText });
  const bytes = () => new Uint8Array(Buffer.concat(parts));
  const audio = async () => {
    const read = readerOf(bytes());
    const all = Buffer.concat(
      await Array.fromAsync(wavSlice(await partsIn(read), { read, from: 44, to: 1e9 })),
    );
    return (ms: number) => [all.readInt16LE(ms * 64), all.readInt16LE(ms * 64 + 2)];
  };
  return { clock, recorder, it, bytes, audio };
}

describe("recorder of a call", () => {
  test("flight recorder: it writes the final part each second, and the rest at the end", async () => {
    const { clock, recorder, it, bytes } = recorded();
    const counts: number[] = [];
    for (let i = 0; i < 150; i++) {
      await clock.advance(20);
      recorder.hear(frameOf(i + 1));
      if (i % 50 === 49)
        counts.push((await partsIn(readerOf(bytes()))).filter(({ kind }) => kind === "audio").length);
    }
    expect(counts).toEqual([0, 1, 2]);
    recorder.decided({ on: "speech-started", effects: ["arm barge-in"] });
    recorder.told({ type: "ended", reason: "caller", durationMs: 3_000, atMs: 3_000 });
    recorder.end();
    recorder.end();
    recorder.hear(frameOf(1));
    recorder.told({ type: "user-typed", text: "late", atMs: 3_000 });
    const read = readerOf(bytes());
    const parts = await partsIn(read);
    expect(parts.filter(({ kind }) => kind === "audio")).toHaveLength(3);
    expect(await readEntries(parts, read)).toEqual([
      { type: "turn", atMs: 3_000, on: "speech-started", effects: ["arm barge-in"] },
      { type: "ended", reason: "caller", durationMs: 3_000, atMs: 3_000 },
    ]);
    expect(it.ends).toBe(1);
  });

  test("flight recorder: a sensitive answer is silent on the caller's side, a masked sentence on the agent's", async () => {
    const { clock, recorder, it, audio } = recorded();
    const line = recorder.around(fakeLine(() => clock.now()));
    const sentence = (status: "started" | "completed", logged?: string): void =>
      recorder.told({
        type: "sentence",
        reply: 1,
        segment: 1,
        text: "Four two.",
        status,
        spoken: true,
        atMs: 0,
        ...(logged === undefined ? {} : { logged }),
      });
    // From the start: 100 ms open, 100 ms sensitive, 100 ms open.
    for (let i = 0; i < 15; i++) {
      it.sensitive = i >= 5 && i < 10;
      await clock.advance(20);
      recorder.hear(frameOf(5));
    }
    it.sensitive = false;
    // At 300 ms, sent ahead: 100 ms that the caller hears before the mask is known.
    for (let i = 0; i < 5; i++) line.play(frameOf(6));
    await clock.advance(20);
    sentence("started", "•••");
    line.play(frameOf(6));
    await clock.advance(100);
    sentence("completed", "•••");
    line.play(frameOf(7));
    await clock.advance(100);
    recorder.end();
    const at = await audio();
    expect([0, 80, 100, 180, 200, 280].map((ms) => at(ms)[0])).toEqual([5, 5, 0, 0, 5, 5]);
    expect([300, 320, 340, 380, 420].map((ms) => at(ms)[1])).toEqual([6, 0, 0, 0, 7]);
  });

  const redacted = () => {
    const made = recorded((text) => text.replaceAll("4111", "[card]"));
    const { clock, recorder } = made;
    const speak = async (ms: number): Promise<void> => {
      for (let i = 0; i < ms; i += 20) {
        await clock.advance(20);
        recorder.hear(frameOf(5));
      }
    };
    const speaking = (isSpeaking: boolean): void =>
      recorder.told({ type: "user-speaking", speaking: isSpeaking, atMs: 0 });
    const over = (): void => {
      speaking(false);
      recorder.told({ type: "turn-ended", reason: "complete", silentMs: 0, atMs: 0 });
    };
    const words = (text: string): void =>
      recorder.told({ type: "user-words", text, final: true, rejected: false, atMs: 0 });
    const written = async () =>
      (await partsIn(readerOf(made.bytes()))).filter(({ kind }) => kind === "audio").length;
    return { ...made, speak, speaking, over, words, written };
  };

  test("flight recorder: replaced words of the caller are silent, however late they are known", async () => {
    const { recorder, audio, speak, speaking, over, words, written } = redacted();
    await speak(4_000);
    speaking(true);
    await speak(5_000);
    over();
    await speak(1_000);
    // Nothing of the recording is on the disk before.
    expect(await written()).toBe(2);
    words("it is 4111");
    await speak(4_000);
    speaking(true);
    await speak(1_000);
    over();
    words("yes");
    await speak(3_000);
    expect(await written()).toBe(16);
    recorder.end();
    const at = await audio();
    expect([0, 1_980, 2_000, 9_980, 10_000, 17_900].map((ms) => at(ms)[0])).toEqual([5, 5, 0, 0, 5, 5]);
  });

  test("flight recorder: audio without a transcript is silent at the end, and after too long a wait", async () => {
    const { recorder, audio, speak, speaking, over, written } = redacted();
    await speak(4_000);
    speaking(true);
    over();
    await speak(47_000);
    expect(await written()).toBe(2);
    await speak(13_000);
    expect(await written()).toBeGreaterThan(50);
    speaking(true);
    await speak(1_000);
    recorder.end();
    const at = await audio();
    expect([1_980, 2_000, 51_900, 53_100, 61_900, 62_100, 64_900].map((ms) => at(ms)[0])).toEqual([
      5, 0, 0, 5, 5, 0, 0,
    ]);
  });

  test("flight recorder: a sentence with a replaced part is silent while it is heard", async () => {
    const { clock, recorder, audio } = redacted();
    const line = recorder.around(fakeLine(() => clock.now()));
    const sentence = (segment: number, text: string, status: "new" | "started" | "completed"): void =>
      recorder.told({ type: "sentence", reply: 1, segment, text, status, spoken: true, atMs: 0 });
    const play = async (level: number): Promise<void> => {
      line.play(frameOf(level));
      await clock.advance(20);
    };
    sentence(1, "It is 4111.", "started");
    await play(6);
    sentence(2, "Is that right?", "new");
    await play(6);
    sentence(1, "It is 4111.", "completed");
    sentence(2, "Is that right?", "started");
    await play(7);
    recorder.end();
    const at = await audio();
    expect([0, 20, 40].map((ms) => at(ms)[1])).toEqual([0, 0, 7]);
  });

  test("flight recorder: its line is the call's, and audio dropped by the client was not heard", async () => {
    const { clock, recorder, audio } = recorded();
    const fake = fakeLine(() => clock.now(), 180);
    const line = recorder.around(fake);
    expect([line.leadMs, line.writable]).toEqual([180, true]);
    fake.writable = false;
    expect(line.writable).toBe(false);
    for (let i = 0; i < 6; i++) line.play(frameOf(4));
    expect(line.clear()).toBe(false);
    await clock.advance(60);
    fake.drops = true;
    expect(line.clear()).toBe(true);
    line.flush();
    line.tell({ type: "user-speaking", speaking: true, atMs: 1 });
    line.close("caller");
    expect([fake.played.length, fake.clears, fake.flushes, fake.closed]).toEqual([6, 2, [6], "caller"]);
    expect(fake.events).toHaveLength(1);
    await clock.advance(100);
    recorder.end();
    const at = await audio();
    expect([0, 40, 60, 100].map((ms) => at(ms)[1])).toEqual([4, 4, 0, 0]);
  });
});
