// Caller sounds: sounds on lines besides answers, made by numbers and by a voice that no part was tuned on. 16 kHz
// PCM16, and the same in each run.

import { sampleRate } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { random } from "../random.ts";
import { joined, pinkNoise } from "./callers.ts";

const made = new Map<string, Int16Array>();

/** The text in the voice of Debian's espeak-ng, at some -20 dB. */
export async function espeak(text: string): Promise<Int16Array> {
  const known = made.get(text);
  if (known !== undefined) return known;
  const speaking = Bun.spawn(["espeak-ng", "-v", "en-us", "-s", "150", "--stdout", text], { stdout: "pipe" });
  const wav = readWav(await new Response(speaking.stdout).bytes());
  const makeResampler = await loadResampler();
  using resampler = makeResampler(wav.rate, sampleRate);
  const pcm = joined(resampler.push(wav.pcm), resampler.flush()).map((sample) => Math.round(sample / 3));
  made.set(text, pcm);
  return pcm;
}

/** Samples as a function of the time in seconds, from -1 to 1. */
const samples = (seconds: number, at: (time: number, index: number) => number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) =>
    Math.round(32_767 * Math.max(-1, Math.min(1, at(i / sampleRate, i)))),
  );

const noiseOf = (seed: number): (() => number) => {
  const { next } = random(seed);
  return () => next() * 2 - 1;
};

/** Two bursts of breath that contain a rough voice. */
export function cough(seed: number): Int16Array {
  const noise = noiseOf(seed);
  return samples(0.7, (time) => {
    const burst = time < 0.3 ? time : time - 0.35;
    if (burst < 0) return 0;
    const voice = Math.sin(2 * Math.PI * (180 + 20 * seed) * time) > 0.3 ? 1 : 0.4;
    return 0.5 * Math.exp(-burst * 12) * noise() * voice;
  });
}

export function noiseBurst(): Int16Array {
  const noise = noiseOf(5);
  return samples(0.4, () => 0.2 * noise());
}

/** Clicks of keys, about eight a second. */
export function typing(): Int16Array {
  const noise = noiseOf(6);
  return samples(2, (time) => 0.4 * Math.exp(-((time * 8) % 1) * 60) * noise());
}

/** Plates: high tones that ring. */
export function dishes(): Int16Array {
  return samples(1.5, (time) => {
    const hit = time % 0.37;
    return 0.25 * Math.exp(-hit * 20) * (Math.sin(13_000 * hit) + Math.sin(19_700 * hit));
  });
}

export function mainsHum(): Int16Array {
  return samples(
    3,
    (time) => 0.05 * (Math.sin(2 * Math.PI * 50 * time) + Math.sin(2 * Math.PI * 150 * time)),
  );
}

/** Pink noise of a room with people far away. */
export const office = (): Int16Array => pinkNoise(3 * sampleRate, 300);

/** Chords of three tones with overtones, at -30 dB. */
export function music(): Int16Array {
  const roots = [220, 277, 330, 247];
  return samples(4, (time) => {
    const root = roots[Math.floor(time * 2) % roots.length] ?? 220;
    const chord = [1, 1.26, 1.5].flatMap((ratio) =>
      [1, 2, 3].map((over) => ({ hz: root * ratio * over, over })),
    );
    const sum = chord.reduce((all, { hz, over }) => all + Math.sin(2 * Math.PI * hz * time) / over, 0);
    return 0.015 * sum * Math.exp(-((time * 2) % 1));
  });
}

/** A voice that glides up and down. */
export function miaow(): Int16Array {
  let phase = 0;
  return samples(0.8, (time) => {
    phase += (2 * Math.PI * (450 + 350 * Math.sin(Math.PI * (time / 0.8)))) / sampleRate;
    const loud = 0.12 * Math.sin(Math.PI * (time / 0.8));
    return loud * [1, 2, 3, 4].reduce((sum, over) => sum + Math.sin(phase * over) / over, 0);
  });
}
