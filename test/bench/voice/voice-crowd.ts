// Voice crowd: callers who share one voice on one core, in processor time, so that other work on the machine changes
// nothing: new sentences through the queue of the voice's thread, and lines that were spoken before.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleRate } from "../../../src/audio/frame.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { OwnVoice } from "../../../src/speech/own-voice/own-voice.ts";
import { OwnVoiceQueue } from "../../../src/speech/own-voice/own-voice-queue.ts";
import type { WorkerAnswer } from "../../../src/speech/speech-message.ts";
import { KeptSpeech } from "../../../src/speech/voices/kept-speech.ts";
import { PoolVoices } from "../../../src/speech/voices/pool-tts.ts";

export interface CrowdFigures {
  /** First audio of new sentences, for this many callers on one core, in milliseconds. */
  readonly unique: { readonly callers: number; readonly p50: number; readonly p95: number };
  /** Longest delay of a sentence's next audio while such sentences were played, in milliseconds. */
  readonly gapMs: number;
  /** The processor's time for a known line, in microseconds. */
  readonly known: { readonly fromMemoryUs: number; readonly fromFileUs: number };
}

const callers = 16;
/** Milliseconds in which a caller answers, thinks and pauses between two sentences of the agent. */
const callerMs = 4_600;
const seconds = Number(process.argv[2] ?? 60);

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const things = ["your table", "the parcel", "your ticket", "the blue coat", "the room"];
/** Ten words each, all different. */
const sentenceOf = (n: number): string =>
  `On ${days[n % 5]} ${things[(n >> 2) % 5]} number ${n + 100} will be ready for you.`;

interface Saying {
  readonly caller: number;
  readonly atMs: number;
  firstMs?: number;
  /** Time at which the made audio ends. */
  untilMs: number;
}

async function uniqueSentences(voice: OwnVoice): Promise<Pick<CrowdFigures, "unique" | "gapMs">> {
  let skippedMs = -cpuMs();
  const clock = { now: () => skippedMs + cpuMs() };
  const due = Array.from({ length: callers }, (_, caller) => ({ caller, atMs: (caller * 8_000) / callers }));
  const sayings = new Map<number, Saying>();
  const waits: number[] = [];
  let [id, gapMs] = [0, 0];
  const arrive = (): void => {
    due.sort((a, b) => a.atMs - b.atMs);
    while (due[0] !== undefined && due[0].atMs <= clock.now() && due[0].atMs < seconds * 1_000) {
      const [{ caller, atMs }] = due.splice(0, 1) as [(typeof due)[number]];
      sayings.set(++id, { caller, atMs, untilMs: 0 });
      queue.speak(id, { text: sentenceOf(id), speed: 1, isAhead: false });
    }
  };
  const tell = (answer: WorkerAnswer): void => {
    if (!("id" in answer)) return;
    const saying = sayings.get(answer.id);
    if (saying === undefined) return;
    const now = clock.now();
    if (answer.type === "audio") {
      if (saying.firstMs === undefined) waits.push((saying.firstMs = now - saying.atMs));
      else gapMs = Math.max(gapMs, now - saying.untilMs);
      saying.untilMs = Math.max(now, saying.untilMs) + (answer.pcm.length * 1_000) / sampleRate;
    } else if (answer.type === "spoken") {
      sayings.delete(answer.id);
      due.push({ caller: saying.caller, atMs: saying.untilMs + callerMs });
    } else if (answer.type === "failed") throw new Error(answer.message);
  };
  const pause = async (): Promise<void> => {
    arrive();
    await Promise.resolve();
  };
  const queue = new OwnVoiceQueue({ voice, tell, pause, collect: () => Bun.gc(true), clock });
  for (;;) {
    arrive();
    if (sayings.size === 0) {
      const next = Math.min(...due.map(({ atMs }) => atMs));
      if (next >= seconds * 1_000) break;
      // Skips the silence until the next speech.
      skippedMs += Math.max(0, next - clock.now());
    } else await new Promise((done) => setImmediate(done));
  }
  waits.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(waits[Math.floor(share * (waits.length - 1))] ?? 0);
  return { unique: { callers, p50: at(0.5), p95: at(0.95) }, gapMs: Math.round(gapMs) };
}

async function knownLines(pcm: Int16Array): Promise<CrowdFigures["known"]> {
  const directory = await mkdtemp(join(tmpdir(), "voice-crowd-"));
  const context = { clock: wallClock, log: silentLog };
  const kept = new KeptSpeech({ directory, mibMax: 64, maker: () => Promise.resolve("bench"), ...context });
  const voices = new PoolVoices({
    placesOf: () => {
      throw new Error("A known line asks no thread");
    },
    timed: () => () => undefined,
    clock: wallClock,
    kept,
  });
  const lines = Array.from({ length: 100 }, (_, n) => sentenceOf(n));
  const names = lines.map((line) => voices.ahead("heart").nameOf(line) ?? "");
  await kept.want("bench/flow", names);
  for (const name of names) await kept.put(name, { pcm, words: [] });
  const said = async (): Promise<number> => {
    const from = cpuMs();
    for (const line of lines) await voices.tts("heart").speak(line, () => undefined, context).done;
    return Math.round(((cpuMs() - from) * 1_000) / lines.length);
  };
  const fromFileUs = await said();
  const fromMemoryUs = Math.min(await said(), await said(), await said());
  await rm(directory, { recursive: true });
  return { fromMemoryUs, fromFileUs };
}

const voice = await OwnVoice.open("heart");
const parts: Int16Array[] = [];
for await (const { pcm } of voice.speak("One moment, please. Your table for 4 is booked for 7:45.", 1))
  parts.push(pcm);
const known = await knownLines(parts[0] ?? new Int16Array(0));
const figures: CrowdFigures = { ...(await uniqueSentences(voice)), known };
process.stdout.write(JSON.stringify(figures));
process.exit(0);
