// Recorded acts: the caller's acts in a recorded call, each with its predecessor, so that they fit a call with
// another course. A caller answers with the recorded delay after the agent, not at the recorded time.

import type { FlightEntry } from "../../calls/flight/flight-record.ts";

/** Due time of an act. */
export interface Cue {
  /** `agent-ended`: after the agent's last word; `agent-speaks`: over it; `act-ended`: after the act before. */
  readonly after: "agent-ended" | "agent-speaks" | "act-ended";
  readonly ms: number;
  /** Starts of the agent's speech since the previous act. */
  readonly replies: number;
}

/** Confidence of a recogniser in its words. */
export interface Certainty {
  readonly confidence?: number;
  readonly second?: string;
  readonly alternative?: string;
}

export type Act = { readonly cue: Cue } & (
  | {
      readonly type: "said";
      /** Understood text; "": nothing was understood. Undefined: masked. */
      readonly text: string | undefined;
      readonly certainty: Certainty;
      /** Position in the recording, in milliseconds. */
      readonly fromMs: number;
      readonly toMs: number;
    }
  | { readonly type: "typed"; readonly text: string | undefined }
  | { readonly type: "keys"; readonly keys: string | undefined }
  | { readonly type: "hung-up" }
);

/** Delay until the beginning of speech is noticed, and until its end is. */
const noticedMs = { begin: 100, end: 200 };
/** A soft first consonant lies before the noticed beginning of speech. */
const preRollMs = 400;
const masked = "•••";

interface Course {
  /** Last change of the agent, and whether it speaks. */
  agent: { readonly speaks: boolean; readonly atMs: number };
  /** The end of the act before. */
  actMs: number;
  /** Starts of the agent's speech since then. */
  replies: number;
}

/** In their order. */
export function actsOf(entries: readonly FlightEntry[]): readonly Act[] {
  const acts: Act[] = [];
  const course: Course = { agent: { speaks: false, atMs: 0 }, actMs: 0, replies: 0 };
  let begun: { readonly atMs: number; readonly cue: Cue } | undefined;
  let silentMs = 0;
  const done = (act: Act, atMs: number): void => {
    acts.push(act);
    course.actMs = atMs;
    course.replies = course.agent.speaks ? 1 : 0;
    begun = undefined;
  };
  for (const [i, entry] of entries.entries()) {
    const { atMs } = entry;
    switch (entry.type) {
      case "agent-speaking":
        course.agent = { speaks: entry["speaking"] === true, atMs };
        if (course.agent.speaks) course.replies += 1;
        break;
      case "user-speaking":
        if (entry["speaking"] === true) begun ??= { atMs, cue: cueAt(course, atMs - noticedMs.begin) };
        else silentMs = atMs - noticedMs.end;
        break;
      case "user-words": {
        if (entry["final"] !== true) break;
        const { cue, atMs: from } = begun ?? { cue: cueAt(course, atMs), atMs };
        const toMs = Math.max(silentMs, from);
        const certainty = certaintyAfter(entries, i);
        done(
          {
            type: "said",
            cue,
            text: open(entry["text"]),
            certainty,
            fromMs: from - preRollMs,
            toMs: toMs + noticedMs.end,
          },
          toMs,
        );
        break;
      }
      case "user-typed":
        done({ type: "typed", cue: cueAt(course, atMs), text: open(entry["text"]) }, atMs);
        break;
      case "user-keys":
        done({ type: "keys", cue: cueAt(course, atMs), keys: open(entry["keys"]) }, atMs);
        break;
      case "ended":
        if (entry["reason"] === "caller") done({ type: "hung-up", cue: cueAt(course, atMs) }, atMs);
        break;
      default:
        break;
    }
  }
  return acts;
}

function cueAt({ agent, actMs, replies }: Course, atMs: number): Cue {
  const after = agent.speaks ? "agent-speaks" : replies > 0 ? "agent-ended" : "act-ended";
  return { after, ms: Math.max(0, atMs - (after === "act-ended" ? actMs : agent.atMs)), replies };
}

const open = (text: unknown): string | undefined =>
  typeof text === "string" && !text.includes(masked) ? text : undefined;

/** The decision about the words follows them. */
function certaintyAfter(entries: readonly FlightEntry[], at: number): Certainty {
  const next = entries.slice(at + 1).find(({ type }) => type === "turn" || type === "user-words");
  if (next?.type !== "turn" || next["on"] !== "words") return {};
  const { confidence, second, alternative } = next;
  return {
    ...(typeof confidence === "number" ? { confidence } : {}),
    ...(typeof second === "string" ? { second } : {}),
    ...(typeof alternative === "string" ? { alternative } : {}),
  };
}
