// Doctor check of speech: the agent's voice says four digits, a number and a sentence, and the recogniser has to understand
// the digits.

import { sampleRate } from "../../audio/frame.ts";
import { wallClock } from "../../base/clock.ts";
import { openLog } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import type { Voice } from "../../speech/speech-message.ts";
import { openSpeechPool, type SpeechPool } from "../../speech/speech-pool.ts";
import { type Result, mib } from "./doctor-check.ts";
import { hear, numbersExpected, sampleSentence, sampleWords, say } from "./spoken-sample.ts";

const samplesPerMs = sampleRate / 1_000;

const silent = { clock: wallClock, log: openLog({ level: "silent", format: "json" }) };

/**
 * For everything: a slow machine takes a few seconds, an emulated one (a container for another processor) a minute.
 */
const msMax = 180_000;

export async function checkSpeech({ speech: { on }, providers }: Config): Promise<Result> {
  if (!on) return { state: "skipped", says: "Speech is off (SPEECH=off): calls are text only." };
  const gaveUp = new AbortController();
  using _timer = wallClock.after(msMax, () => gaveUp.abort());
  const context = silent;
  const times = new Stopwatch();
  try {
    const idleBytes = process.memoryUsage.rss();
    const { embeddedVoice: voice, earsModel } = providers;
    await using pool = openSpeechPool({
      ...context,
      voice,
      earsModel,
      workers: 1,
      signal: gaveUp.signal,
    });
    await pool.ready;
    const warmUp = times.lap();
    const { pcm, firstAudioMs } = await say(pool.tts(voice), context);
    const synthesis = times.lap();
    const timesReal = (pcm.length / samplesPerMs / Math.max(1, synthesis)).toFixed(0);
    const memory = process.memoryUsage.rss() - idleBytes;
    const { text: heard, finalMs: recognition } = await hear(pool.stt, pcm, {
      ...context,
      signal: gaveUp.signal,
    });
    const more = await heardOthers(pool, { voice, signal: gaveUp.signal });
    const ms = { warm_up: warmUp, synthesis, recognition, ...more };
    if (heard !== sampleWords)
      return {
        state: "problem",
        says: `The test sentence "${sampleWords}" was recognised as "${heard}". This is a bug, please report it.`,
        ms,
      };
    const says =
      `The test sentence "${sampleWords}" was spoken and recognised: warm-up ${warmUp} ms, synthesis ${synthesis} ms ` +
      `(${voice}: first audio ${firstAudioMs} ms, ${timesReal} times real time), ` +
      `four digits heard in ${recognition} ms${inWords(more)}; ${mib(memory)} of memory.`;
    return { state: "ok", says, ms };
  } catch (error) {
    const why = gaveUp.signal.aborted ? `No result within ${msMax / 1_000} s` : (error as Error).message;
    return { state: "problem", says: `${why}. Add memory, use a faster machine, or set SPEECH=off.` };
  }
}

interface MoreTimes {
  readonly number: number;
  readonly sentence: number;
}

const inWords = ({ number, sentence }: MoreTimes): string =>
  `, a number in ${number} ms, a sentence in ${sentence} ms`;

/** Recognition time of a number at its question, and of a sentence. */
async function heardOthers(
  pool: SpeechPool,
  { voice, signal }: { readonly voice: Voice; readonly signal: AbortSignal },
): Promise<MoreTimes> {
  const timed = async (text: string, asked: Expectation | "anything"): Promise<number> => {
    const { pcm } = await say(pool.tts(voice), silent, text);
    return (await hear(pool.stt, pcm, { ...silent, signal, asked })).finalMs;
  };
  const number = await timed("Seven.", numbersExpected);
  return { number, sentence: await timed(sampleSentence, "anything") };
}

/** Whole milliseconds from one call to the next. */
class Stopwatch {
  #from = wallClock.now();

  lap(): number {
    const from = this.#from;
    this.#from = wallClock.now();
    return Math.round(this.#from - from);
  }
}
