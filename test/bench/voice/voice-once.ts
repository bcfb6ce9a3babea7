// One voice in a process of its own: says the bench's sentences, and prints what they cost.

import { sampleRate } from "../../../src/audio/frame.ts";
import { OwnVoice } from "../../../src/speech/own-voice/own-voice.ts";
import { ownVoices } from "../../../src/speech/speech-message.ts";
import { spokenForm } from "../../../src/spoken/spoken-form.ts";

export interface VoiceFigures {
  /** Seconds of the processor's time for each second of speech. */
  readonly realTimeFactor: number;
  /** The processor's time until the first audio of a sentence. */
  readonly firstAudioMs: { readonly p50: number; readonly p95: number };
  /** The processor's time until it has been opened and has said its first sentence, when its thread says that it is ready. */
  readonly readyMs: number;
  /** Over an idle process: once it is ready, and when all has been said. */
  readonly memoryMb: number;
  readonly memoryAfterMb: number;
  readonly wordsPerMinute: number;
  /** Mean loudness of its speech, of full scale. */
  readonly levelDb: number;
}

/** Said so often. */
const rounds = Number(process.argv[3] ?? 4);
const sentences = [
  "Good morning, you have reached Harbour Dental. How can I help you today?",
  "I can offer you Tuesday the 14th at 3:45 p.m., or Thursday at noon.",
  "Could you spell your last name for me, please?",
  "I have noted down flat 3B, 27 Willow Lane, is that right?",
  "Your order 4 8 0 2 left our warehouse yesterday evening.",
  "The total comes to $86.40, which you can pay by card.",
  "One moment, please.",
  "Sorry, I did not catch that.",
  "Would you like to hear the opening hours, or speak with a colleague?",
  "Thank you for calling, and have a lovely afternoon.",
];

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function memoryMb(): number {
  Bun.gc(true);
  return Math.round(process.memoryUsage().rss / 1_000_000);
}

const name = ownVoices.find((each) => each === process.argv[2]);
if (name === undefined) throw new Error(`Name one of ${ownVoices.join(", ")}`);
const idleMb = memoryMb();
const beforeMs = cpuMs();
const voice = await OwnVoice.open(name);
for await (const _ of voice.speak("One moment, please. Compiled code gets fast only after it has run.", 1));
const readyMs = Math.round(cpuMs() - beforeMs);
const readyMb = memoryMb();

const firsts: number[] = [];
const levels: number[] = [];
let [samples, spentMs, words] = [0, 0, 0];
for (let round = 0; round < rounds; round++) {
  for (const sentence of sentences) {
    const text = spokenForm(sentence, { language: "en", speaks: ["en"] }).text;
    words += text.split(" ").length;
    const from = cpuMs();
    let first = 0;
    for await (const { pcm } of voice.speak(text, 1)) {
      first ||= cpuMs() - from;
      samples += pcm.length;
      levels.push(...powersOf(pcm));
    }
    firsts.push(first);
    spentMs += cpuMs() - from;
  }
}
const sorted = firsts.toSorted((a, b) => a - b);
const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
const seconds = samples / sampleRate;
const loud = levels.filter((power) => power > Math.max(...levels.slice(0, 10_000)) / 1_000);
const figures: VoiceFigures = {
  realTimeFactor: Number((spentMs / 1_000 / seconds).toFixed(3)),
  firstAudioMs: { p50: at(0.5), p95: at(0.95) },
  readyMs,
  memoryMb: readyMb - idleMb,
  memoryAfterMb: memoryMb() - idleMb,
  wordsPerMinute: Math.round((words * 60) / seconds),
  levelDb: Number((10 * Math.log10(loud.reduce((sum, power) => sum + power, 0) / loud.length)).toFixed(1)),
};
console.log(JSON.stringify(figures));

/** Mean square of each 20 ms, of full scale. */
function powersOf(pcm: Int16Array): number[] {
  return Array.from({ length: Math.floor(pcm.length / 320) }, (_, frame) => {
    const part = pcm.subarray(frame * 320, (frame + 1) * 320);
    return part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / part.length;
  });
}
