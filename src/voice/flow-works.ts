// Outside work of a flow: runs a flow's tools, models, transfers and recordings in a call, and returns their results.
// Changes of the world outlast the conversation. Decides nothing itself.

import { type Frame, frameMs } from "../audio/frame.ts";
import { aborted } from "../base/abort-promise.ts";
import { type Clock, delay } from "../base/clock.ts";
import type {
  FlowInput,
  ModelReplyRequest,
  Speech,
  TransferResult,
  Work,
} from "../flow/engine/run/step-contract.ts";
import {
  fillerAfterMs,
  type OutsideWorkers,
  type RecordWork,
  type TransferTo,
  type ToolWork,
  runOutsideWork,
} from "../flow/engine/outside-work.ts";
import { transferMsMax } from "./supervision/put-through.ts";
import { answerCharsMax, type FinishedTool } from "./call-event.ts";
import type { KeptWork } from "./flow/flow-memory.ts";
import type { CallService } from "./responder.ts";

/** Work that only the surroundings of a call can do; the call itself transfers and records. */
export interface FlowOutside extends Pick<
  OutsideWorkers,
  "runTool" | "search" | "propose" | "utter" | "summarise"
> {
  /** Stores a recording and returns its id. */
  readonly keep: (frames: readonly Frame[], work: RecordWork) => Promise<string>;
  /** Begins a model's reply that may be needed; undefined: it is not. Absent: not supported. */
  readonly preempt?: (request: ModelReplyRequest | undefined, call: Pick<CallService, "run">) => void;
}

/** Result of work, or words for a waiting caller. */
export type WorkResult = FlowInput | { readonly type: "filler"; readonly speech: Speech };

export interface FlowWorksOptions {
  readonly call: CallService;
  readonly outside: FlowOutside;
  readonly clock: Clock;
  /** True: a tool's answer, as JSON, is stored nowhere. */
  readonly isSecret: (work: ToolWork, answer: string) => boolean;
  readonly came: (what: WorkResult) => void;
}

/** Work that begins when all earlier words have been heard. */
const deferred: ReadonlySet<Work["type"]> = new Set(["transfer", "record", "press"]);
/** Length of a key with the gap after it, and of the pause w. */
const keyMs = 200;
const pauseMs = 500;

interface Numbered {
  readonly work: number;
  readonly what: Work;
}

interface Running extends Numbered {
  readonly stop: AbortController;
}

export class FlowWorks {
  readonly #o: FlowWorksOptions;
  readonly #running = new Map<number, Running>();
  /** Transfers and recordings, begun only when all words have been heard. */
  #deferred: Numbered[] = [];
  #transferred: ((what: TransferResult) => void) | undefined;
  #recording: AbortController | undefined;

  constructor(options: FlowWorksOptions) {
    this.#o = options;
  }

  /** Number of running works that are awaited. */
  get running(): number {
    return this.#running.size;
  }

  /** True while one of them changes the world. */
  get writes(): boolean {
    return [...this.#running.values()].some(({ what }) => what.type === "tool" && what.writes);
  }

  /** All running works. */
  get kept(): readonly KeptWork[] {
    const kept =
      (isBegun: boolean) =>
      ({ work, what }: Numbered): KeptWork => ({ work, what, isBegun });
    return [...Array.from(this.#running.values(), kept(true)), ...this.#deferred.map(kept(false))];
  }

  /** True if some wait for the agent's silence. */
  get waitForSilence(): boolean {
    return this.#deferred.length > 0;
  }

  /** True while the caller is being recorded or transferred. */
  get isElsewhere(): boolean {
    return this.#recording !== undefined || this.#transferred !== undefined;
  }

  begin(work: number, what: Work): void {
    if (deferred.has(what.type)) this.#deferred.push({ work, what });
    else this.#run({ work, what });
  }

  /** All words have been heard. */
  beginDeferred(): void {
    const begun = this.#deferred;
    this.#deferred = [];
    for (const each of begun) this.#run(each);
  }

  /** For the record: it ran in a process that is gone. */
  lost(what: ToolWork): void {
    this.#o.call.finished({ ...outcomeOf(what, undefined), tookMs: 0 });
  }

  cancel(work: number): void {
    this.#running.get(work)?.stop.abort();
    this.#deferred = this.#deferred.filter((one) => one.work !== work);
  }

  /** The client reports the result of the transfer. */
  transferred(what: TransferResult): void {
    this.#transferred?.(what);
  }

  /** True if there was a recording to end. */
  endRecording(): boolean {
    this.#recording?.abort();
    return this.#recording !== undefined;
  }

  #run({ work, what }: Numbered): void {
    const { call, clock, came } = this.#o;
    const stop = new AbortController();
    this.#running.set(work, { work, what, stop });
    call.run(async (abandoned) => {
      const signal = AbortSignal.any([stop.signal, abandoned]);
      const filler = what.type === "tool" ? what.filler : undefined;
      using _filler = filler && clock.after(fillerAfterMs, () => came({ type: "filler", speech: filler }));
      const beganAt = clock.now();
      // Work that does not stop by itself is not awaited.
      const input = await Promise.race([
        runOutsideWork({ work, what }, this.#outside, { signal, meanwhile: came }),
        aborted(signal),
      ]);
      if (what.type === "tool")
        call.finished({
          ...outcomeOf(what, input),
          ...answerIn(input, (answer) => this.#o.isSecret(what, answer)),
          tookMs: Math.round(clock.now() - beganAt),
        });
      this.#running.delete(work);
      if (input !== undefined) came(input);
    });
  }

  get #outside(): OutsideWorkers {
    return {
      ...this.#o.outside,
      record: (asked, signal) => this.#record(asked, signal),
      press: (keys, signal) => this.#press(keys, signal),
      transfer: (to, signal) => this.#putThrough(to, signal),
    };
  }

  async #record(work: RecordWork, signal: AbortSignal) {
    const { maxMs, endSilenceMs } = work;
    const stop = new AbortController();
    this.#recording = stop;
    const frames = await this.#o.call.record({ maxMs, endSilenceMs }, AbortSignal.any([signal, stop.signal]));
    this.#recording = undefined;
    if (frames.length === 0) return { id: "", seconds: 0 };
    const id = await this.#o.outside.keep(frames, work);
    return { id, seconds: (frames.length * frameMs) / 1000 };
  }

  async #press(keys: string, signal: AbortSignal): Promise<void> {
    for (const row of keys.match(/w+|[^w]+/g) ?? []) {
      if (signal.aborted) return;
      const isPause = row.startsWith("w");
      if (!isPause) this.#o.call.tell({ type: "press-keys", keys: row });
      await delay(this.#o.clock, row.length * (isPause ? pauseMs : keyMs), signal);
    }
  }

  /** The client answers with an input; no answer is none. */
  async #putThrough(to: TransferTo, signal: AbortSignal): Promise<TransferResult> {
    this.#o.call.tell({ type: "transfer", ...to });
    const { promise, resolve } = Promise.withResolvers<TransferResult>();
    this.#transferred = resolve;
    using _late = this.#o.clock.after(transferMsMax(to), () => resolve({ ok: false, missed: true }));
    const what = await Promise.race([promise, aborted(signal)]);
    this.#transferred = undefined;
    return what ?? { ok: false };
  }
}

function answerIn(
  input: FlowInput | undefined,
  isSecret: (answer: string) => boolean,
): Pick<FinishedTool, "answer"> {
  if (input?.type !== "tool-done" || !input.outcome.ok) return {};
  const answer = JSON.stringify(input.outcome.body);
  return answer.length > answerCharsMax || isSecret(answer) ? {} : { answer };
}

/** `input` is undefined for abandoned work. */
function outcomeOf({ flow, tool }: ToolWork, input: FlowInput | undefined): Omit<FinishedTool, "tookMs"> {
  const which = { flowId: flow, tool };
  if (input?.type !== "tool-done") return { ...which, ok: false, failure: "cancelled" };
  const { outcome } = input;
  const by = outcome.isExample === undefined ? which : { ...which, isExample: outcome.isExample };
  return outcome.ok ? { ...by, ok: true } : { ...by, ok: false, failure: outcome.failure.kind };
}
