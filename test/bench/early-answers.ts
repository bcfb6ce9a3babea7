// Early answers: the time from a caller's last word to the sound of an assistant whose model takes 400 ms to its first
// word, asked at the end of the turn or before. Real voice detection; whole calls in virtual time.

import { sampleRate, toFrames } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { openLlmResponder } from "../../src/voice/responder-llm.ts";
import type { EnginesAtOnce } from "../support/engines-at-once.ts";
import { openWorld } from "../support/fakes/call-script.ts";
import { type LlmScript, type ScriptedLlm, scriptedLlm } from "../support/fakes/scripted-llm.ts";
import { type WrittenEars, writtenEars } from "../support/fakes/written-ears.ts";
import { quantile } from "./pinned.ts";
import { freeLagMs, type Scene, writtenAt } from "./turn-scenes.ts";

const modelMs = 400;
const greetingMs = 1_000;
/** More requests than any scene makes. */
const requestsMax = 30;

interface Answered {
  readonly delayMs: number;
  readonly requests: number;
}

async function answered(scene: Scene, engines: EnginesAtOnce, preempts: boolean): Promise<Answered> {
  let ears: WrittenEars | undefined;
  let llm: ScriptedLlm | undefined;
  const world = openWorld({
    changes: { vad: () => engines.vad, stt: (_, clock) => (ears = writtenEars(clock, freeLagMs)) },
    responder: (clock) => {
      const answer: LlmScript = [modelMs, "Gladly."];
      llm = scriptedLlm(clock, [["Hello."], ...Array.from({ length: requestsMax }, () => answer)]);
      const context = { clock, log: silentLog };
      return openLlmResponder({
        llm,
        systemPrompt: "Be kind.",
        language: "en",
        preempts,
        context,
      });
    },
  });
  world.call.ready();
  await world.pass(greetingMs);
  let at = 0;
  /** Transcript of the ended turns, and of all turns. */
  let [before, written, turns] = ["", "", 0];
  for (const frame of toFrames(scene.pcm)) {
    await world.clock.advance(20);
    at += frame.length;
    world.call.hear(frame);
    const ended = world.events.filter((it) => it.type === "turn-ended").length;
    if (ended > turns) before = written;
    turns = ended;
    const all = writtenAt(scene, at);
    if (all === written) continue;
    written = all;
    ears?.write(all.slice(before.length).trim());
  }
  world.call.gone("caller");
  await world.call.ended;
  const lastMs = greetingMs + ((scene.spoken.at(-1)?.until ?? 0) * 1_000) / sampleRate;
  const heardAt = world.events.findLast((it) => it.type === "agent-speaking" && it.speaking)?.atMs ?? NaN;
  return { delayMs: heardAt - lastMs, requests: (llm?.asked.length ?? 0) - 1 };
}

export interface EarlyAnswers {
  readonly scenes: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly requests: number;
}

/** Scenes with open questions. */
export async function measureAnswers(
  scenes: readonly Scene[],
  engines: EnginesAtOnce,
  preempts: boolean,
): Promise<EarlyAnswers> {
  const all: Answered[] = [];
  for (const scene of scenes) all.push(await answered(scene, engines, preempts));
  const delays = all.map(({ delayMs }) => delayMs).toSorted((a, b) => a - b);
  return {
    scenes: scenes.length,
    p50Ms: Math.round(quantile(delays, 0.5)),
    p95Ms: Math.round(quantile(delays, 0.95)),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
  };
}
