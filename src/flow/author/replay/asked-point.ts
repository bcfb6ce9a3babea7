// Asked point: the open question when the caller acts. A replay repeats recorded words only at the same question.

import type { FlowState, Phase } from "../../engine/run/flow-state.ts";
import type { Program } from "../../language/program.ts";

export interface OpenPoint {
  readonly kind: "answer" | "confirm" | "change" | "either" | "talk" | "hello" | "away" | "wait";
  /** Nodes of called flows as `flow/node`. */
  readonly node: string;
  /** Asked variable, of called flows as `flow.variable`. */
  readonly variable?: string;
  /** Last sentence said before. */
  readonly question: string;
}

/** Undefined: the caller is not heard. `said`: the agent's words since the caller's last act. */
export function openPointAt({ frames }: FlowState, said: string): OpenPoint | undefined {
  const frame = frames.at(-1);
  const kind = frame && kindOf(frame.phase);
  if (frame === undefined || kind === undefined) return undefined;
  const flow = frames.length > 1 ? frame.flow : undefined;
  const { phase } = frame;
  return {
    kind,
    node: flow === undefined ? frame.node : `${flow}/${frame.node}`,
    ...(phase.type === "asking" && {
      variable: flow === undefined ? phase.variable : `${flow}.${phase.variable}`,
    }),
    question: lastSentence(said),
  };
}

function kindOf(phase: Phase): OpenPoint["kind"] | undefined {
  switch (phase.type) {
    case "asking":
      if (phase.pending === null) return "answer";
      if (phase.pending.type === "either") return "either";
      return phase.pending.isChanging ? "change" : "confirm";
    case "conversing":
      return "talk";
    case "hello":
      return "hello";
    case "away":
      return "away";
    case "waiting":
      return "wait";
    default:
      return undefined;
  }
}

/**
 * Whether two points ask for the same variable; a variable that the flow no longer has, and points without one, are
 * compared by node or by words.
 */
export function isSamePoint(before: OpenPoint, after: OpenPoint, now: Program): boolean {
  if (before.kind !== after.kind) return false;
  const isKnown = (name: string): boolean => name.includes(".") || now.variables.has(name);
  if (before.variable !== undefined && after.variable !== undefined && isKnown(before.variable))
    return before.variable === after.variable;
  return before.node === after.node || (before.question !== "" && before.question === after.question);
}

const sentenceCharsMax = 300;

function lastSentence(said: string): string {
  const sentences = said.split(/(?<=[.!?…])\s+/u).filter((sentence) => sentence.trim() !== "");
  return (sentences.at(-1) ?? "").trim().slice(0, sentenceCharsMax);
}
