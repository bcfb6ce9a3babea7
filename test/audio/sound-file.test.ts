// Sound files: every form that people record is converted to the program's rate and to the loudness of its voices, and
// a false or broken file is an error in words.

import { expect, test } from "bun:test";
import { loudness, sampleRate } from "../../src/audio/frame.ts";
import { encodeG711 } from "../../src/audio/g711.ts";
import { readSound, readSoundHead, SoundError } from "../../src/audio/sound-file.ts";
import { random } from "../support/random.ts";
import { soundFile, tone } from "../support/sound-file.ts";

const db = (pcm: Int16Array): number => 20 * Math.log10(loudness(pcm) / 32_768);

/** Likeness of two recordings, −1 to 1. */
function likeness(one: Int16Array, other: Int16Array): number {
  let [both, a, b] = [0, 0, 0];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const [x, y] = [one[i] ?? 0, other[i] ?? 0];
    both += x * y;
    a += x * x;
    b += y * y;
  }
  return both / Math.sqrt(a * b);
}

const wanted = tone({ rate: sampleRate, seconds: 0.5 });
const toShare = (each: number): number => each / 32_768;
const float = (bits: 32 | 64, pcm: Int16Array): Uint8Array =>
  new Uint8Array(
    bits === 32 ? Float32Array.from(pcm, toShare).buffer : Float64Array.from(pcm, toShare).buffer,
  );

test.each([8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 10_000])(
  "A sound file of %d samples a second comes out at 16 kHz and −19 dB",
  async (rate) => {
    const pcm = await readSound(soundFile({ rate, samples: tone({ rate, seconds: 0.5 }) }));
    expect(pcm.length).toBeCloseTo(sampleRate / 2, -1);
    expect(db(pcm)).toBeCloseTo(-19, 0);
    expect(likeness(pcm, wanted)).toBeGreaterThan(0.99);
  },
);

const rate = 16_000;
const pcm = tone({ rate, seconds: 0.5 });
const forms: readonly (readonly [name: string, file: Uint8Array])[] = [
  [
    "8 bits",
    soundFile({ rate, bits: 8, samples: pcm, bytes: Uint8Array.from(pcm, (each) => (each >> 8) + 128) }),
  ],
  ["24 bits", soundFile({ rate, bits: 24, samples: pcm, bytes: Uint8Array.from(pcm.values().flatMap((each) => [0, each & 255, (each >> 8) & 255])) })], // prettier-ignore
  ["32 bits", soundFile({ rate, bits: 32, samples: pcm, bytes: new Uint8Array(Int32Array.from(pcm, (each) => each * 65_536).buffer) })], // prettier-ignore
  ["float", soundFile({ rate, code: 3, bits: 32, samples: pcm, bytes: float(32, pcm) })],
  ["double", soundFile({ rate, code: 3, bits: 64, samples: pcm, bytes: float(64, pcm) })],
  ["A-law", soundFile({ rate, code: 6, bits: 8, samples: pcm, bytes: encodeG711(pcm, "alaw") })],
  ["µ-law", soundFile({ rate, code: 7, bits: 8, samples: pcm, bytes: encodeG711(pcm, "mulaw") })],
  ["stereo", soundFile({ rate, channels: 2, samples: Int16Array.from(pcm.values().flatMap((each) => [each, each])) })], // prettier-ignore
  ["of unknown length", soundFile({ rate, samples: pcm, claims: 0xffff_ffff })],
  ["of no length", soundFile({ rate, samples: pcm, claims: 0 })],
];

test.each(forms)("A sound file with %s sounds like its recording", async (_, file) => {
  const heard = await readSound(file);
  expect(likeness(heard, wanted)).toBeGreaterThan(0.99);
  expect(db(heard)).toBeCloseTo(-19, 0);
});

test("A sound is levelled by its audible parts, not by its pauses", async () => {
  const samples = new Int16Array(3 * rate);
  samples.set(pcm, rate);
  const heard = await readSound(soundFile({ rate, samples }));
  expect(db(heard.subarray(rate, rate + pcm.length))).toBeCloseTo(-19, 0);
});

test("A sound with one loud click is turned down as a whole, and not cut", async () => {
  const samples = pcm.map((each) => Math.round(each / 30));
  samples[100] = 32_767;
  const heard = await readSound(soundFile({ rate, samples }));
  expect(Math.max(...heard)).toBeLessThanOrEqual(31_000);
});

test("A faint sound gets at most 30 dB louder", async () => {
  const faint = pcm.map((each) => Math.round(each / 600));
  const heard = await readSound(soundFile({ rate, samples: faint }));
  expect(db(heard) - db(faint)).toBeCloseTo(30, 0);
});

test("A sample that is not a number becomes silence", async () => {
  const samples = Float32Array.from(pcm, (each, i) =>
    i % 7 === 0 ? NaN : i % 11 === 0 ? Infinity : each / 32_768,
  );
  const bytes = new Uint8Array(samples.buffer);
  const heard = await readSound(soundFile({ rate, code: 3, bits: 32, samples: pcm, bytes }));
  expect(heard.length).toBe(pcm.length);
});

const whole = soundFile({ rate, samples: pcm });
const broken: readonly (readonly [name: string, file: Uint8Array, says: RegExp])[] = [
  ["is empty", new Uint8Array(), /^it is empty$/],
  ["is an MP3", Uint8Array.of(0xff, 0xfb, 0x90, 0), /^it is MP3, and playable sounds are WAV/],
  ["is a tagged MP3", new TextEncoder().encode("ID3\u0004 and more"), /^it is MP3/],
  ["is Ogg", new TextEncoder().encode("OggS and more"), /^it is Ogg/],
  ["is a text", new TextEncoder().encode("Welcome."), /^it is no sound that is known/],
  ["is cut off in its head", whole.subarray(0, 30), /^it ends before its samples|^it has no format/],
  ["is cut off before its samples", whole.subarray(0, 44), /^it has no samples$/],
  ["has no format", Uint8Array.of(...whole.subarray(0, 12), ...whole.subarray(36)), /^it has no format/],
  ["has 64 channels", soundFile({ rate, channels: 64, samples: pcm }), /^it has 64 channels/],
  ["has no channel", soundFile({ rate, channels: 0, samples: pcm }), /^it has 0 channels/],
  ["has 100 samples a second", soundFile({ rate: 100, samples: pcm }), /^it has 100 samples a second/],
  ["has no rate", soundFile({ rate: 0, samples: pcm }), /^it has 0 samples a second/],
  ["is compressed", soundFile({ rate, code: 85, samples: pcm }), /^it holds format 85/],
  ["has 12 bits", soundFile({ rate, bits: 12, samples: pcm }), /^it holds format 1 with 12 bits/],
  ["lasts five minutes", soundFile({ rate: 8_000, samples: new Int16Array(300 * 8_000) }), /^it lasts 300 s/],
  [
    "lasts an hour",
    soundFile({ rate: 8_000, samples: new Int16Array(3_600 * 8_000) }),
    /^it has more than 16 MiB$/,
  ],
  ["is silent", soundFile({ rate, samples: new Int16Array(rate) }), /^it holds only silence$/],
];

test.each(broken)("A sound file that %s is refused with the reason", async (_, file, says) => {
  const failure = await readSound(file).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SoundError);
  expect((failure as Error).message).toMatch(says);
});

test("Bytes with any change give a sound or an error, never a crash", async () => {
  const { int } = random(7);
  for (let round = 0; round < 300; round++) {
    const bytes = whole.slice(0, int(0, whole.length));
    for (let i = 0; i < 4; i++) bytes[int(0, 60)] = int(0, 255);
    try {
      expect(readSoundHead(bytes).count).toBeLessThanOrEqual(bytes.length);
      await readSound(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(SoundError);
    }
  }
});
