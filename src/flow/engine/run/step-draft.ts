// Step draft: the mutable copy of the state during one step, with the effects so far.

import { assert } from "../../../base/assert.ts";
import type { FlowNode, Program } from "../../language/program.ts";
import type { FlowEffect } from "./step-contract.ts";
import { type OpenQuestion, type FlowState, type FlowFrame, put } from "./flow-state.ts";

/**
 * Where the flow continues: a transition to a node, or `rest`, because the flow listens, waits, works or has ended.
 */
export type Continuation = Transition | "rest";

export interface Transition {
  /** A node of the running flow, or `RESUME`. */
  readonly to: string;
  /** Exit that leads there, as in the effect `enter`. */
  readonly by: string;
}

export const rest = "rest" satisfies Continuation;

export class StepDraft {
  readonly root: Program;
  readonly wallMs: number;
  readonly effects: FlowEffect[] = [];
  state: FlowState;
  /** The last turn is being repeated, so `said` is unchanged. */
  repeats = false;

  constructor(root: Program, state: FlowState, wallMs: number) {
    this.root = root;
    this.state = state;
    this.wallMs = wallMs;
  }

  /** The flow that runs. */
  get frame(): FlowFrame {
    const frame = this.state.frames.at(-1);
    assert(frame !== undefined, "a flow always has a frame");
    return frame;
  }

  get program(): Program {
    return this.programAt(this.state.frames.length - 1);
  }

  get node(): FlowNode {
    return this.nodeAt(this.state.frames.length - 1);
  }

  get hasEnded(): boolean {
    return this.state.outcome !== null;
  }

  programAt(depth: number): Program {
    return programAt(this.root, this.state, depth);
  }

  nodeAt(depth: number): FlowNode {
    const node = this.programAt(depth).nodes.get(this.state.frames[depth]?.node ?? "");
    assert(node !== undefined, "a frame stands in a node of its flow");
    return node;
  }

  /** Open question, if any. */
  get asking(): OpenQuestion | undefined {
    const { phase } = this.frame;
    return phase.type === "asking" ? phase : undefined;
  }

  change(part: Partial<FlowState>): void {
    this.state = { ...this.state, ...part };
  }

  changeFrame(part: Partial<FlowFrame>): void {
    const { frames } = this.state;
    this.change({ frames: [...frames.slice(0, -1), { ...this.frame, ...part }] });
  }

  changeAsking(part: Partial<OpenQuestion>): void {
    const { asking } = this;
    if (asking !== undefined) this.changeFrame({ phase: { ...asking, ...part } });
  }

  /** The next number in the order of answers and visits. */
  nextOrder(): number {
    const order = this.frame.order + 1;
    this.changeFrame({ order });
    return order;
  }

  /** Adds to what the latest visit of the current node did. */
  recordVisit(part: Partial<FlowFrame["trail"][string]>): void {
    const { trail, node } = this.frame;
    const before = Object.hasOwn(trail, node) ? trail[node] : undefined;
    const passage = {
      order: 0,
      said: null,
      asked: {},
      emitted: [],
      done: null,
      ...before,
      ...part,
    };
    this.changeFrame({ trail: put(trail, node, { ...passage, order: this.nextOrder() }) });
  }

  emit(effect: FlowEffect): void {
    this.effects.push(effect);
  }

  /** `detail` never holds a word or value of the caller. */
  trace(code: string, detail: string): void {
    this.effects.push({ type: "trace", code, detail });
  }
}

/** Program of the frame at a depth: the root calls the first, that one the second, and so on. */
function programAt(root: Program, state: FlowState, depth: number): Program {
  let program = root;
  for (const { flow } of state.frames.slice(1, depth + 1)) {
    const called = program.calls.get(flow);
    assert(called !== undefined, "a frame's flow is one that the flow below it calls");
    program = called;
  }
  return program;
}
