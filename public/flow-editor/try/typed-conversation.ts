// Typed conversation: plays the flow in this page with the engine that also runs calls. Mocks or example services stand
// for tools, and the person decides the results of transfers.

import { expectationOf } from "../../../src/flow/engine/guide/expectation-of.ts";
import { listeningPointAt } from "../../../src/flow/engine/run/ask/listening-point.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import type {
  FlowEffect,
  FlowInput,
  ToolOutcome,
  TransferResult,
} from "../../../src/flow/engine/run/step-contract.ts";
import { ToolMocks, outcomeOf } from "../../../src/flow/author/testing/tool-mocks.ts";
import {
  ExampleServices,
  isExampleTool,
} from "../../../src/flow/engine/example-services/example-services.ts";
import type { ToolWork } from "../../../src/flow/engine/outside-work.ts";
import { TextRunner, type TextRunnerOptions } from "../../../src/flow/engine/text-runner.ts";
import { valueOfData } from "../../../src/flow/value/json-value.ts";
import { valueMap } from "../../../src/flow/value/value.ts";
import type { Expectations } from "../../voice/call-state.ts";
import { transferAnswerMs } from "../../voice/transfer.ts";
import type { ConversationEventData } from "./conversation-event.ts";
import type { PreparedConversation } from "./conversation-setup.ts";

/** Speaking rate, to give a typed recording a duration. */
const wordsPerSecond = 2.5;

const networkFailed: ToolOutcome = { ok: false, failure: { kind: "network" } };

export interface TypedConversationOptions {
  readonly prepared: Pick<PreparedConversation, "program" | "test" | "unset">;
  /** Start time, in milliseconds of the Unix epoch. */
  readonly startedAtMs: number;
  readonly clock: TextRunnerOptions["clock"];
  readonly onEvent: (happened: ConversationEventData) => void;
}

/** Reports events through `onEvent`, from `start` until the end or `close`. */
export class TypedConversation {
  readonly #onEvent: TypedConversationOptions["onEvent"];
  readonly #clock: TypedConversationOptions["clock"];
  readonly #program: Program;
  readonly #run: TextRunner;
  readonly #examples: ExampleServices;
  readonly #unset: readonly string[];
  #segment = 0;
  #isOver = false;
  #transfer: { readonly resolve: (what: TransferResult) => void; readonly late: Disposable } | undefined;
  #record: ((seconds: number) => void) | undefined;

  constructor({ prepared, startedAtMs, clock, onEvent }: TypedConversationOptions) {
    this.#onEvent = onEvent;
    this.#clock = clock;
    const { program, test, unset } = prepared;
    this.#unset = unset;
    const mocks = new ToolMocks(test.mocks);
    this.#program = mocks.applied(program);
    this.#examples = new ExampleServices(clock);
    this.#run = new TextRunner({
      program: this.#program,
      facts: {
        id: "try",
        channel: "text",
        direction: "inbound",
        startedAtMs,
        context: test.context,
        metadata: valueMap([]),
        hasModel: false,
        usesExamples: true,
      },
      clock,
      outside: {
        runTool: (work, signal) => this.#answer(work, mocks, signal),
        // The account has the bases, and a typed conversation works without it.
        search: () => Promise.resolve(undefined),
        propose: () => Promise.resolve(undefined),
        utter: () => Promise.resolve(undefined),
        summarise: () => Promise.resolve(undefined),
        press: () => Promise.resolve(),
        transfer: () => this.#putThrough(),
        record: ({ variable }) => this.#begin(variable),
      },
      onEffect: (effect) => this.#take(effect),
      hurries: false,
    });
  }

  start(): void {
    const [frame] = this.#run.state.frames;
    for (const [name, value] of Object.entries(frame?.values ?? {})) {
      const isSensitive = this.#program.variables.get(name)?.sensitive === true;
      const shown = isSensitive ? "•••" : value;
      if (value !== null) this.#onEvent({ what: "initial", flow: this.#program.id, name, value: shown });
    }
    this.#run.send({ type: "start" });
  }

  /** Expected phrases now, in the form of the server's `expecting` message. */
  get expected(): Expectations {
    const { state, listening } = this.#run;
    const hearing = listeningPointAt(this.#program, state, { wallMs: this.#clock.wall() });
    const { anyOf, examples } = expectationOf(hearing, listening);
    const phrases = examples ?? anyOf.flatMap((one) => (one.type === "phrases" ? one.phrases : []));
    const lengths = anyOf.flatMap((one) => (one.type === "digits" ? one.lengths : []));
    return [
      { type: "phrases", phrases: [...phrases] },
      ...(lengths.length === 0 ? [] : [{ type: "digits" as const, lengths: [...lengths] }]),
    ];
  }

  /** Speaks to the agent, or into the recording if one is being made. */
  say(text: string): void {
    const seconds = Math.ceil(text.split(/\s+/u).length / wordsPerSecond);
    if (this.#recorded(seconds)) return;
    this.#onEvent({ what: "words", text, how: "typed", understood: true });
    this.#run.send({ type: "words", text });
  }

  press(keys: string): void {
    this.#give({ what: "keys", keys }, { type: "keys", keys });
  }

  staySilent(): void {
    if (!this.#recorded(0)) this.#give({ what: "silence" }, { type: "silence" });
  }

  transferred(ok: boolean): void {
    const transfer = this.#transfer;
    this.#transfer = undefined;
    if (transfer === undefined) return;
    transfer.late[Symbol.dispose]();
    this.#onEvent({ what: "transferred", ok });
    transfer.resolve({ ok });
  }

  post(name: string, data: unknown): void {
    const value = valueOfData(data) ?? null;
    this.#give({ what: "event", name, data: value }, { type: "event", name, data: value });
  }

  hangUp(): void {
    this.#give({ what: "hangup" }, { type: "hang-up" });
    this.close();
  }

  /** Stops the run; no events are reported afterwards. */
  close(): void {
    this.#isOver = true;
    this.#transfer?.late[Symbol.dispose]();
    this.#transfer = undefined;
    this.#run[Symbol.dispose]();
  }

  #give(happened: ConversationEventData, input: FlowInput): void {
    if (this.#isOver) return;
    this.#onEvent(happened);
    this.#run.send(input);
  }

  /** Ends a recording of the given length. False without a recording. */
  #recorded(seconds: number): boolean {
    const record = this.#record;
    this.#record = undefined;
    if (record === undefined) return false;
    this.#onEvent({ what: "recorded", seconds });
    record(seconds);
    return true;
  }

  #begin(variable: string): Promise<{ readonly id: string; readonly seconds: number }> {
    this.#onEvent({ what: "recording", variable });
    return new Promise((resolve) => {
      this.#record = (seconds) => resolve({ id: "rec_1", seconds });
    });
  }

  /** Silence for a while means an answered transfer. */
  #putThrough(): Promise<TransferResult> {
    return new Promise((resolve) => {
      const late = this.#clock.after(transferAnswerMs, () => this.transferred(true));
      this.#transfer = { resolve, late };
    });
  }

  async #answer(work: ToolWork, mocks: ToolMocks, signal: AbortSignal): Promise<ToolOutcome> {
    const { tool } = work;
    const answer = mocks.take(tool);
    if (answer !== undefined && answer.delayMs > 0) await this.#wait(answer.delayMs, signal);
    const outcome = answer === undefined ? await this.#unmocked(work, signal) : outcomeOf(answer);
    const isUnset = this.#unset.includes(tool);
    if (!signal.aborted) this.#onEvent({ ...answeredBy(tool, outcome), ...(isUnset && { isUnset }) });
    return outcome;
  }

  async #unmocked({ flow, tool: name, ...work }: ToolWork, signal: AbortSignal): Promise<ToolOutcome> {
    const { id, tools, timezone, language } = this.#program;
    const tool = flow === id ? tools.get(name) : undefined;
    if (tool === undefined || !isExampleTool(tool)) return networkFailed;
    const { arguments: args, idempotencyKey } = work;
    return await this.#examples.run({ tool, args, idempotencyKey, timezone, language, signal });
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#clock.after(ms, resolve);
      signal.addEventListener("abort", () => {
        timer[Symbol.dispose]();
        resolve();
      });
    });
  }

  #take(effect: FlowEffect): void {
    if (this.#isOver) return;
    const happened = this.#eventOf(effect);
    if (happened !== undefined) this.#onEvent(happened);
  }

  #eventOf(effect: FlowEffect): ConversationEventData | undefined {
    switch (effect.type) {
      case "say":
        this.#segment += 1;
        return { what: "sentence", segment: this.#segment, text: effect.text };
      case "enter":
        return { what: "node", flow: effect.flow, node: effect.node, by: effect.by };
      case "set":
        return { what: "variable", flow: effect.flow, name: effect.variable, value: effect.logged };
      case "work": {
        const { what } = effect;
        if (what.type === "tool") return { what: "called", tool: what.tool, arguments: what.logged };
        return what.type === "transfer" ? { what: "transfer", address: what.address } : undefined;
      }
      case "emit":
        return { what: "emitted", event: effect.event, data: effect.data };
      case "trace":
        return { what: "why", code: effect.code, detail: effect.detail };
      case "end":
        return { what: "outcome", outcome: effect.outcome };
      default:
        return undefined;
    }
  }
}

function answeredBy(
  tool: string,
  outcome: ToolOutcome,
): Extract<ConversationEventData, { readonly what: "answered" }> {
  const { ok, isExample } = outcome;
  const by = { tool, ok, ...(isExample && { isExample }) };
  if (ok) return { what: "answered", ...by, answer: outcome.body };
  const { kind, status } = outcome.failure;
  return { what: "answered", ...by, answer: kind, ...(status !== undefined && { status }) };
}

/** A clock that starts at a given time (milliseconds of the Unix epoch) and runs in real time. */
export function clockFrom(startedAtMs: number): TypedConversationOptions["clock"] {
  const begun = performance.now();
  return {
    now: () => performance.now() - begun,
    wall: () => startedAtMs + performance.now() - begun,
    after(ms, fire) {
      const timer = setTimeout(fire, ms);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
}
