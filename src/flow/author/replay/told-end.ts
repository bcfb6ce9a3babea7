// Told end: one sentence for each end of a replayed call.

import type { PlayEnd } from "./replayed-conversation.ts";

export function toldEnd({ kind, about }: PlayEnd, outcome: string | null): string {
  switch (kind) {
    case "ended":
      return `The flow ends: ${outcome ?? "without an outcome"}.`;
    case "hung_up":
      return "The caller hangs up.";
    case "lost":
      return `The caller has nothing to say here: “${about}”`;
    case "masked":
      return `The record masks what the caller said here: “${about}”`;
    case "recording":
      return "The record does not have what was left after the tone.";
    case "transfer":
      return `The record does not tell how a transfer to ${about} went.`;
    case "computing":
      return "The call takes too much computing.";
    case "tool":
      return `The record has no answer of the tool ${about}.`;
    case "model":
      return `The model is not asked at ${about}, and its answer is not kept.`;
    case "knowledge":
      return `The base ${about} is not searched, and what it found is not kept.`;
  }
}
