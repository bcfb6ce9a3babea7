// Flow memory: the state of a flow's responder, as a text with which another process continues, and the fate of
// running work.

import type { FlowInput, Work } from "../../flow/engine/run/step-contract.ts";
import type { FlowState } from "../../flow/engine/run/flow-state.ts";
import type { Program } from "../../flow/language/program.ts";
import type { Fact } from "../responder.ts";

/** Running work outside. */
export interface KeptWork {
  readonly work: number;
  readonly what: Work;
  /** False: it waits until all words have been said. */
  readonly isBegun: boolean;
}

export interface FlowMemory {
  readonly state: FlowState;
  readonly works: readonly KeptWork[];
  /** Results that the flow has not taken yet. */
  readonly came: readonly FlowInput[];
  /** Events that the caller could still take back. */
  readonly held: readonly Extract<Fact, { readonly type: "flow-event" }>[];
  /** Its end; undefined: it continues. */
  readonly end?: Extract<Fact, { readonly type: "end" }> | undefined;
}

/** Characters that a model may see; older lines are dropped. */
const historyCharsMax = 64 * 1_024;

/**
 * Memory as JSON. The state before the last answer is omitted: no turn is taken back after a disconnection, and it
 * would be half of the text.
 */
export function textOfMemory(memory: FlowMemory): string {
  const { state } = memory;
  const history = newestLines(state.history, historyCharsMax);
  return JSON.stringify({ ...memory, state: { ...state, history, before: null } });
}

/** `charsMax`: in UTF-16 units. */
export function newestLines(lines: FlowState["history"], charsMax: number): FlowState["history"] {
  let chars = 0;
  const kept = lines.toReversed().findIndex(({ text }) => (chars += text.length) > charsMax);
  return kept < 0 ? lines : lines.slice(lines.length - kept);
}

/** Undefined for another text, or if the flow no longer has such places. */
export function readMemory(text: string, program: Program): FlowMemory | undefined {
  try {
    const memory: unknown = JSON.parse(text, withoutPrototype);
    return isMemory(memory) && standsIn(program, memory.state) ? memory : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Result of work that ran in a dead process. Undefined: it is restarted, because a repetition changes nothing.
 * Changes of the world are not repeated: their result is unknown.
 */
export function lostResult({ work, what, isBegun }: KeptWork, hasSpoken: boolean): FlowInput | undefined {
  if (!isBegun) return undefined;
  switch (what.type) {
    case "tool": {
      const failure = { kind: "network", detail: "the process that waited for the answer is gone" } as const;
      return what.writes ? { type: "tool-done", work, outcome: { ok: false, failure } } : undefined;
    }
    case "utter":
      return hasSpoken ? { type: "uttered", work, utterance: { say: "", brokenOff: true } } : undefined;
    case "transfer":
      return { type: "transferred", work, ok: false };
    case "press":
      return { type: "pressed", work };
    case "record":
      return { type: "recorded", work, id: "", seconds: 0 };
    default:
      return undefined;
  }
}

/** True if part of a model's running reply has come already, and would come again. */
export function hasSpoken({ frames }: FlowState): boolean {
  const phase = frames.at(-1)?.phase;
  if (phase?.type === "wording") return phase.said !== "";
  return (phase?.type === "conversing" || phase?.type === "answering") && phase.hasSpoken;
}

/** Keys come from flows and other servers: none may reach a prototype. */
function withoutPrototype(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.assign(Object.create(null) as object, value);
}

function isMemory(data: unknown): data is FlowMemory {
  if (typeof data !== "object" || data === null) return false;
  const { state, works, came, held } = data as Partial<FlowMemory>;
  const isWhole = Array.isArray(works) && Array.isArray(came) && Array.isArray(held);
  return isWhole && Array.isArray(state?.frames) && Array.isArray(state.works);
}

function standsIn(root: Program, { frames }: FlowState): boolean {
  let program: Program | undefined = root;
  for (const [depth, { flow, node }] of frames.entries()) {
    if (depth > 0) program = program?.calls.get(flow);
    if (program?.nodes.has(node) !== true) return false;
  }
  return frames.length > 0;
}
