// Field caller: plays recordings to an agent that it listens to, as a person does: over the agent, in a silence, or as a
// turn. It counts frames of 20 ms and knows no clock, so it calls in virtual time and in real time alike.

import { type Frame, frameMs, samplesPerFrame, toFrames } from "../../../src/audio/frame.ts";
import { isAudible } from "./audible.ts";
import { type Act, type ActKind, spansOf } from "./interaction.ts";

export interface PlannedAct {
  readonly kind: ActKind;
  readonly clip: string;
  readonly pcm: Int16Array;
  /** True if it begins while the agent speaks, else while both are silent. */
  readonly isOver: boolean;
}

/** Acts of one caller, and sentences with which the caller makes a silent agent speak. */
export interface CallPlan {
  readonly name: string;
  readonly acts: readonly PlannedAct[];
  readonly prompts: readonly PlannedAct[];
}

/** Silence of the agent after which it listens, and after which the caller speaks again. Milliseconds. */
const listensMs = 1_000;
const promptMs = 4_000;
/** Between two acts, so that the windows of the first are over. Milliseconds. */
const apartMs = 2_600;
/** The agent has spoken for so long, and will for long enough. Milliseconds. */
const overMs = { from: 1_500, until: 7_000 } as const;
const afterMs = 4_000;
/** An agent is silent from so many silent frames on: a word has none. */
const gapMs = 200;
/** A call that does not end by itself. */
const callMsMax = 900_000;

interface Playing {
  readonly act: PlannedAct;
  readonly frames: readonly Frame[];
  readonly fromMs: number;
}

export class FieldCaller {
  readonly #plan: CallPlan;
  #frames = 0;
  #next = 0;
  #prompts = 0;
  #playing: Playing | undefined;
  #endedMs = -Infinity;
  #speaksFromMs: number | undefined;
  #silentFromMs = 0;
  readonly acts: Act[] = [];

  constructor(plan: CallPlan) {
    this.#plan = plan;
  }

  get isOver(): boolean {
    const isDone = this.#next >= this.#plan.acts.length && this.#playing === undefined;
    return (isDone && this.#nowMs - this.#endedMs >= afterMs) || this.#nowMs >= callMsMax;
  }

  get #nowMs(): number {
    return this.#frames * frameMs;
  }

  /** The next 20 ms of the caller; undefined: silence. `isAudible`: the agent is heard in these. */
  frame(isAudible: boolean): Frame | undefined {
    this.#hear(isAudible);
    this.#playing ??= this.#begun();
    const frame = this.#playing?.frames[(this.#nowMs - this.#playing.fromMs) / frameMs];
    this.#frames += 1;
    this.#end();
    return frame;
  }

  #hear(isAudible: boolean): void {
    if (isAudible) {
      this.#speaksFromMs ??= this.#nowMs;
      this.#silentFromMs = this.#nowMs + frameMs;
    } else if (this.#nowMs - this.#silentFromMs >= gapMs) this.#speaksFromMs = undefined;
  }

  #begun(): Playing | undefined {
    const act = this.#due();
    if (act === undefined) return undefined;
    return { act, frames: toFrames(act.pcm), fromMs: this.#nowMs };
  }

  #due(): PlannedAct | undefined {
    const next = this.#plan.acts[this.#next];
    if (next === undefined || this.#nowMs - this.#endedMs < apartMs) return undefined;
    const silentMs = this.#speaksFromMs === undefined ? this.#nowMs - this.#silentFromMs : 0;
    if (next.isOver) {
      const spokenMs = this.#speaksFromMs === undefined ? 0 : this.#nowMs - this.#speaksFromMs;
      if (spokenMs >= overMs.from && spokenMs <= overMs.until) return this.#taken(next);
      return silentMs >= promptMs
        ? this.#plan.prompts[this.#prompts++ % this.#plan.prompts.length]
        : undefined;
    }
    return silentMs >= listensMs ? this.#taken(next) : undefined;
  }

  #taken(act: PlannedAct): PlannedAct {
    this.#next += 1;
    return act;
  }

  #end(): void {
    if (this.#playing === undefined) return;
    const { act, fromMs } = this.#playing;
    const untilMs = fromMs + (act.pcm.length / samplesPerFrame) * frameMs;
    if (this.#nowMs < untilMs) return;
    const audibleMs = toFrames(act.pcm).flatMap((frame, i) =>
      isAudible(frame) ? [fromMs + i * frameMs] : [],
    );
    this.acts.push({
      kind: act.kind,
      clip: act.clip,
      fromMs,
      untilMs,
      parts: spansOf({ audibleMs, frameMs }),
    });
    this.#playing = undefined;
    this.#endedMs = this.#nowMs;
  }
}
