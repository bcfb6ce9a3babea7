// Field run of our own call in virtual time: an assistant whose model and voice take no time, with the real voice detection
// and the real built-in ears. Counted in audio, so that a busy machine changes nothing.

import { frameMs, samplesPerFrame, type Frame } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { Llm, Stt, Tts } from "../../../src/providers/provider-contract.ts";
import { openLlmResponder } from "../../../src/voice/responder-llm.ts";
import type { EnginesAtOnce } from "../../support/engines-at-once.ts";
import { openWorld } from "../../support/fakes/call-script.ts";
import { agentText } from "./agent-words.ts";
import { type CallPlan, FieldCaller } from "./field-caller.ts";
import type { FieldCall } from "./interaction.ts";
import { isAudible } from "./audible.ts";

/** The built-in ears take so long for the last words, in milliseconds: NUMBERS.md. */
const finalMs = 65;
/** Length of a client's buffer, in milliseconds. */
const leadMs = 200;

const instantLlm: Llm = {
  id: "instant",
  model: "instant",
  async *stream() {
    yield { type: "text", delta: agentText };
    yield { type: "done", reason: "stop" };
  },
};

export interface OwnOptions {
  readonly engines: EnginesAtOnce;
  readonly say: (text: string) => Int16Array;
  readonly bargeInMs?: number;
}

export async function callOurs(plan: CallPlan, { engines, say, ...options }: OwnOptions): Promise<FieldCall> {
  const tts: Tts = {
    id: "recorded",
    speak(text, sink) {
      sink({ type: "audio", pcm: say(text) });
      return { cancel() {}, done: Promise.resolve("ended") };
    },
  };
  const world = openWorld({
    leadMs,
    durationMsMax: 3_600_000,
    ...options,
    responder: (clock) =>
      openLlmResponder({
        llm: instantLlm,
        systemPrompt: "Be kind.",
        language: "en",
        context: { clock, log: silentLog },
      }),
    changes: {
      tts: () => tts,
      vad: () => engines.vad,
      stt: (_, clock): Stt => ({
        id: "embedded",
        open: (sink) =>
          engines.openStt((event) => {
            if (event.type === "end_of_turn") clock.after(finalMs, () => sink(event));
            else sink(event);
          }),
      }),
    },
  });
  const { line, clock, call } = world;
  const player: number[][] = [];
  line.drops = true;
  line.play = (frame) => void player.push([...frame]);
  line.clear = () => {
    player.length = 0;
    return true;
  };
  call.ready();
  const caller = new FieldCaller(plan);
  const audibleMs: number[] = [];
  for (let atMs = 0; !caller.isOver; atMs += frameMs) {
    await clock.advance(frameMs);
    const heard = isAudible(player.shift() ?? []);
    if (heard) audibleMs.push(atMs);
    call.hear(withFloor(caller.frame(heard)));
    // The detector answers in a microtask.
    await Promise.resolve();
  }
  call.end("caller");
  await call.ended;
  return { acts: caller.acts, audibleMs, frameMs };
}

/** The floor of a good line. */
export function withFloor(said: Frame | undefined): Frame {
  return Int16Array.from({ length: samplesPerFrame }, (_, i) => (said?.[i] ?? 0) + ((i * 7) % 5) - 2);
}
