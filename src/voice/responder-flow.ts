// A flow as a responder: hands each input to the pure step and speaks its effects. Decides nothing itself.

import { unreachable } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Program } from "../flow/document.ts";
import type { Expectation } from "../flow/expectation.ts";
import { expectationAt } from "../flow/expect.ts";
import {
  type FlowEffect,
  initialState,
  silenceMs,
  step,
  type FlowInput,
  type FlowState,
} from "../flow/run.ts";
import type { Responder, ResponderInput, Said } from "./responder.ts";

export interface FlowResponderOptions {
  readonly program: Program;
  readonly clock: Clock;
  readonly log: Log;
}

export function openFlowResponder(options: FlowResponderOptions): Responder {
  return new FlowResponder(options);
}

class FlowResponder implements Responder {
  readonly name = "builtin";
  readonly #program: Program;
  readonly #clock: Clock;
  readonly #log: Log;
  #state: FlowState;

  constructor({ program, clock, log }: FlowResponderOptions) {
    this.#log = log;
    this.#program = program;
    this.#clock = clock;
    this.#state = initialState(program);
  }

  expectation(): Expectation | undefined {
    return expectationAt(this.#program, this.#program.nodes.get(this.#state.node));
  }

  get silenceMs(): number {
    return silenceMs(this.#state);
  }

  /** A transition happens at once and whole: cutting the answer cuts words, never the step. Nothing is waited for. */
  async *answer(input: ResponderInput): AsyncGenerator<Said> {
    const event = { ...toFlow(input), wallMs: this.#clock.wall() };
    const [state, effects] = step(this.#program, this.#state, event);
    this.#state = state;
    this.#log.debug("flow.step", { flow: this.#program.id, input: event.type, node: state.node });
    yield* this.#told(effects);
  }

  *#told(effects: readonly FlowEffect[]): Generator<Said> {
    const flowId = this.#program.id;
    let interruptible = true;
    for (const effect of effects) {
      switch (effect.type) {
        case "enter":
          yield { type: "flow-state", flowId, state: effect.node, previous: effect.previous };
          break;
        case "set":
          yield { type: "flow-variable", flowId, key: effect.variable, value: effect.value };
          break;
        case "end":
          yield { type: "end", flowId, outcome: effect.outcome };
          break;
        case "say":
          if (effect.interruptible !== interruptible) {
            interruptible = effect.interruptible;
            yield { type: "interruptible", value: interruptible };
          }
          // The newline keeps texts apart that do not end in a full stop.
          yield { type: "text", delta: `${effect.text}\n` };
          break;
        default:
          unreachable(effect);
      }
    }
  }

  /** `repeat` speaks the whole last turn again, whatever was heard of it: nothing to remember. */
  interrupted(): void {}

  /** A flow knows only what answers its questions. */
  note(): void {}
}

function toFlow(input: ResponderInput): FlowInput {
  return input.type === "context" || input.type === "event" ? { type: "ask-again" } : input;
}
