// Doctor check of speech: the agent's voice says four digits, and the recogniser has to understand them.

import { toFrames } from "../../audio/frame.ts";
import { wallClock } from "../../base/clock.ts";
import { openLog } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import type { ProviderContext, Stt, Tts } from "../../providers/provider-contract.ts";
import { openSpeechPool } from "../../speech/speech-pool.ts";
import type { Result } from "./doctor-check.ts";

const words = "three one four two";
const expectation = { anyOf: [{ type: "digits", lengths: [4] }], endSilenceMs: 700 } as const;
/** For all of it: a slow machine takes a few seconds, an emulated one (a container for another processor) a minute. */
const msMax = 180_000;

export async function checkSpeech({ speech: { on }, providers }: Config): Promise<Result> {
  if (!on)
    return { state: "skipped", says: "It is switched off (SPEECH=off): nobody is heard or spoken to." };
  const gaveUp = new AbortController();
  using _timer = wallClock.after(msMax, () => gaveUp.abort());
  const context = { clock: wallClock, log: openLog({ level: "silent", format: "json" }) };
  const times = new Stopwatch();
  try {
    await using pool = openSpeechPool({ ...context, workers: 1, signal: gaveUp.signal });
    await pool.ready;
    const warmUp = times.lap();
    const pcm = await say(pool.tts(providers.embeddedVoice), context);
    const synthesis = times.lap();
    const heard = await hear(pool.stt, pcm, { ...context, signal: gaveUp.signal });
    const recognition = times.lap();
    const ms = { warm_up: warmUp, synthesis, recognition };
    if (heard !== words)
      return {
        state: "problem",
        says: `It said "${words}" and heard "${heard}": this is a bug, report it.`,
        ms,
      };
    const says =
      `It said "${words}" and understood itself: warm-up ${warmUp} ms, synthesis ${synthesis} ms, ` +
      `recognition ${recognition} ms.`;
    return { state: "ok", says, ms };
  } catch (error) {
    const why = gaveUp.signal.aborted ? `It took longer than ${msMax / 1_000} s` : (error as Error).message;
    return { state: "problem", says: `${why}: give it more memory or a faster machine, or set SPEECH=off.` };
  }
}

async function say(tts: Tts, context: ProviderContext): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  const sink = (event: Parameters<Parameters<Tts["speak"]>[1]>[0]): void => {
    if (event.type === "audio") pieces.push(event.pcm);
  };
  await tts.speak(`${words}.`, sink, context).done;
  const pcm = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (pcm.set(piece, at), at + piece.length), 0);
  return pcm;
}

async function hear(
  stt: Stt,
  pcm: Int16Array,
  { signal, ...context }: ProviderContext & { readonly signal: AbortSignal },
): Promise<string> {
  const heard = Promise.withResolvers<string>();
  const session = await stt.open(
    (event) => {
      if (event.type === "end_of_turn") heard.resolve(event.text);
    },
    context,
    signal,
  );
  void session.closed.then(() => heard.reject(new Error("The recogniser ended")));
  session.expect(expectation);
  for (const frame of toFrames(pcm)) session.send(frame);
  session.finalize(1);
  const text = await heard.promise;
  session.close();
  return text;
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
