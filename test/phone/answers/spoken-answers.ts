// Spoken answers: texts as a telephone brings them, in voices of programs and of a recorded person, over G.711 and
// noise.

import { decodeG711, encodeG711 } from "../../../src/audio/g711.ts";
import { frameMs, samplesPerFrame, sampleRate } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { AnswerListener } from "../../../src/phone/answer-listener.ts";
import { human, joined, ownVoiceSaying, synthetic } from "../../support/callers/callers.ts";
import { ownSpeed } from "../../support/flite/flite.ts";
import { type Random, random } from "../../support/random.ts";

interface Spoken {
  readonly pcm: Int16Array;
  /** End of the last word. */
  readonly endMs: number;
}

const voices = {
  en: ["en-us", "en-us+f3", "en-us+m7", "en-gb", "en-gb-scotland+f2"],
  de: ["de", "de+f2", "de+m3"],
} as const;
const isGerman =
  /[äöüß]|\b(?:hallo|ja|hier|der|bitte|guten|Sie|moin|Becker|Schmidt|diese|wir|vielen|leider)\b/;

/** Says a text in one of its voices. */
export type Speaker = (
  text: string,
  chance: Random,
) => Promise<{ readonly rate: number; readonly pcm: Int16Array }>;

export const espeaking: Speaker = async (text, chance) => {
  const voice = chance.pick(voices[isGerman.test(text) ? "de" : "en"]);
  const speaking = Bun.spawn(
    ["espeak-ng", "-v", voice, "-s", String(chance.int(135, 185)), "--stdout", text],
    { stdout: "pipe" },
  );
  return readWav(await new Response(speaking.stdout).bytes());
};

const ownVoices = ["heart", "michael"] as const;
/** Speaker with one of our own voices. */
export const speaking: Speaker = async (text, chance) => ({
  rate: sampleRate,
  pcm: await ownVoiceSaying(chance.pick(ownVoices), text),
});

const flites = ["slt", "rms", "awb"] as const;
export const fliting: Speaker = async (text, chance) => {
  const voice = chance.pick(flites);
  return {
    rate: sampleRate,
    pcm: await synthetic(voice, text, ownSpeed(voice) * (0.9 + 0.3 * chance.next())),
  };
};

/** Speaker with a recorded person; `text`: names of recordings, one after the other. */
export const recorded: Speaker = async (text, chance) => {
  const parts: (Int16Array | number)[] = [];
  for (const name of text.split(" ")) parts.push(await human(name), chance.int(80, 400));
  return { rate: sampleRate, pcm: joined(...parts) };
};

/** Speaks a text, equally for equal seeds. `isMachine`: mostly with a tone at the end. */
async function spoken(text: string, seed: number, { isMachine, speaker }: HowSpoken): Promise<Spoken> {
  const from = random(seed);
  const sound = await speaker(text, from);
  const makeResampler = await loadResampler();
  using down = makeResampler(sound.rate, 8_000);
  const gain = 0.15 + 0.3 * from.next();
  const said = joined(down.push(sound.pcm), down.flush()).map((sample) => Math.round(sample * gain));
  let last = said.length - 1;
  while (last > 0 && Math.abs(said[last]!) < 60) last -= 1;
  const before = Math.round(8_000 * (0.1 + 0.9 * from.next()));
  const hasTone = isMachine && from.chance(0.8);
  const tone = hasTone ? sine(8_000 * (0.2 + 0.6 * from.next()), from.int(400, 1_400)) : new Int16Array(0);
  const wait = new Int16Array(8 * from.int(200, 1_500));
  const all = joined(new Int16Array(before), said.subarray(0, last + 1), wait, tone);
  const loud = joined(all, new Int16Array(8_000 * 8));
  const noise = 4 + 40 * from.next() ** 2;
  const noisy = loud.map((sample) =>
    Math.max(-32_768, Math.min(32_767, sample + Math.round(noise * (2 * from.next() - 1)))),
  );
  using up = makeResampler(8_000, sampleRate);
  const law = from.pick(["alaw", "mulaw"] as const);
  const heard = up.push(decodeG711(encodeG711(noisy, law), law));
  return { pcm: heard, endMs: ((before + last) / 8_000) * 1_000 };
}

interface HowSpoken {
  readonly isMachine: boolean;
  readonly speaker: Speaker;
}

function sine(samples: number, hertz: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(6_000 * Math.sin((2 * Math.PI * hertz * i) / 8_000)),
  );
}

export interface JudgedAnswer {
  readonly text: string;
  readonly who: "human" | "machine" | undefined;
  /** Delay of the decision from the end of the last word. */
  readonly lateMs: number;
}

/** Decision of the detector, and its time. */
export async function judged(text: string, seed: number, how: HowSpoken): Promise<JudgedAnswer> {
  const { pcm, endMs } = await spoken(text, seed, how);
  const listener = new AnswerListener();
  let who: JudgedAnswer["who"];
  void listener.decided.then((known) => (who = known));
  let at = 0;
  for (; at + samplesPerFrame <= pcm.length && who === undefined; at += samplesPerFrame) {
    const frame = pcm.slice(at, at + samplesPerFrame);
    listener.hear(new Uint8Array(frame.buffer));
    listener.beat();
    await Promise.resolve();
  }
  return { text, who, lateMs: (at / samplesPerFrame) * frameMs - endMs };
}
