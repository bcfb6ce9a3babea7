// Spoken answers: texts as a telephone brings them, in voices of espeak-ng, at random speeds, over G.711 and noise.

import { decodeG711, encodeG711 } from "../../../src/audio/g711.ts";
import { frameMs, samplesPerFrame, sampleRate } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { AnswerListener } from "../../../src/phone/answer-listener.ts";
import { joined } from "../../support/callers/callers.ts";
import { random } from "../../support/random.ts";

interface Spoken {
  readonly pcm: Int16Array;
  /** When the last word ends. */
  readonly endMs: number;
}

const voices = {
  en: ["en-us", "en-us+f3", "en-us+m7", "en-gb", "en-gb-scotland+f2"],
  de: ["de", "de+f2", "de+m3"],
} as const;
const isGerman =
  /[äöüß]|\b(?:hallo|ja|hier|der|bitte|guten|Sie|moin|Becker|Schmidt|diese|wir|vielen|leider)\b/;

/** The same for the same seed. `isMachine`: with the tone at its end. */
async function spoken(text: string, seed: number, isMachine: boolean): Promise<Spoken> {
  const from = random(seed);
  const pick = voices[isGerman.test(text) ? "de" : "en"];
  const voice = pick[from.int(0, pick.length - 1)]!;
  const speaking = Bun.spawn(["espeak-ng", "-v", voice, "-s", String(from.int(135, 185)), "--stdout", text], {
    stdout: "pipe",
  });
  const wav = readWav(await new Response(speaking.stdout).bytes());
  const makeResampler = await loadResampler();
  using down = makeResampler(wav.rate, 8_000);
  const gain = 0.15 + 0.3 * from.next();
  const said = joined(down.push(wav.pcm), down.flush()).map((sample) => Math.round(sample * gain));
  let last = said.length - 1;
  while (last > 0 && Math.abs(said[last]!) < 60) last -= 1;
  const before = Math.round(8_000 * (0.1 + 0.9 * from.next()));
  const tone = isMachine ? sine(8_000 * 0.4, 1_000) : new Int16Array(0);
  const all = joined(
    new Int16Array(before),
    joined(said.subarray(0, last + 1), joined(new Int16Array(4_000), tone)),
  );
  const loud = joined(all, new Int16Array(8_000 * 8));
  const noise = 4 + 40 * from.next() ** 2;
  const noisy = loud.map((sample) =>
    Math.max(-32_768, Math.min(32_767, sample + Math.round(noise * (2 * from.next() - 1)))),
  );
  using up = makeResampler(8_000, sampleRate);
  const heard = up.push(decodeG711(encodeG711(noisy, "alaw"), "alaw"));
  return { pcm: heard, endMs: ((before + last) / 8_000) * 1_000 };
}

function sine(samples: number, hertz: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(6_000 * Math.sin((2 * Math.PI * hertz * i) / 8_000)),
  );
}

export interface JudgedAnswer {
  readonly text: string;
  readonly who: "human" | "machine" | undefined;
  /** From the end of the last word. */
  readonly lateMs: number;
}

/** Judgement of the listener, and its time. */
export async function judged(text: string, seed: number, isMachine: boolean): Promise<JudgedAnswer> {
  const { pcm, endMs } = await spoken(text, seed, isMachine);
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
