// Conversation of a session: the call with all its records and messages, possibly continued from another node's state.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { ReplayRing } from "../base/replay-ring.ts";
import type { CallOrder, Calls } from "../calls/live-calls.ts";
import type { MadeOutcome } from "../calls/made-outcome.ts";
import type { MeasuredCall } from "../flow/value/contract-terms.ts";
import type { HookEvent } from "../hooks/hook-event.ts";
import type { Call } from "../voice/call.ts";
import { type CallEvent, type EndReason, isForLine, type LineEvent } from "../voice/call-event.ts";
import type { CallSnapshot } from "../voice/call-snapshot.ts";
import type { CallLine, Line } from "../voice/line.ts";
import { CallMeasure } from "../voice/flow/call-measure.ts";
import type { Timers } from "../voice/named-timers.ts";
import type { LeftSession } from "./session-facts.ts";
import { CallHooks, noTurns, type TellHooks } from "../hooks/call-hooks.ts";
import { openWhenWarm } from "./session-opening.ts";
import type { SessionRecord } from "./session-record.ts";
import { numbersSkipped, resumedFrom, type TalkSnapshot } from "./session-snapshot.ts";
import type { SessionEndReason } from "./session-step.ts";
import { type Redaction, redactionBy } from "./redaction.ts";
import { isSaid, Transcript } from "./transcript.ts";
import { WarmUpQueue } from "./warm-up-queue.ts";

export interface ConversationOptions {
  readonly sessionId: string;
  readonly order: Pick<CallOrder, "plan" | "usesExamples" | "record" | "noted">;
  readonly clock: Clock;
  readonly log: Log;
  readonly calls: Pick<Calls, "open" | "ready" | "warm">;
  readonly record: Pick<SessionRecord, "add">;
  readonly timers: Pick<Timers<"warm-up">, "arm" | "disarm">;
  /** State left by another node; undefined: it begins here. */
  readonly adopted: LeftSession | undefined;
  /** The session's event receivers. `from`: number of the last event sent before. */
  readonly hooksOf: (from: number) => TellHooks | undefined;
  readonly opened: (call: Call) => void;
  readonly ended: (reason: EndReason) => void;
  readonly stop: (reason: "overloaded" | "failed") => void;
  /** The snapshot for another node has changed. */
  readonly changed: () => void;
  readonly isOver: () => boolean;
}

/** Events after which the snapshot differs. */
const turnEvents: ReadonlySet<CallEvent["type"]> = new Set([
  "user-words",
  "user-typed",
  "user-keys",
  "reply-started",
  "reply-written",
  "sentence",
  "interrupted",
  "flow-state",
  "flow-variable",
  "flow-event",
  "flow-ended",
  "tool-finished",
]);

export class Conversation {
  /** Messages to the session's clients, for a returning one. */
  readonly said = new ReplayRing();
  /** Queues client input, even before there is a call. */
  readonly queue = new WarmUpQueue();
  readonly #o: ConversationOptions;
  readonly #transcript: Transcript;
  readonly #redaction: Redaction;
  /** Undefined: the flow has no contract. */
  readonly #measure: CallMeasure | undefined;
  readonly #resumes: CallSnapshot | undefined;
  #hooks: CallHooks | undefined;
  #call: Call | undefined;
  /** Last event of the call, with the reason of its end. */
  #last: LineEvent | undefined;
  /** True if the session continues at another node: later events here have no effect. */
  #isGone = false;

  constructor(options: ConversationOptions) {
    const { sessionId, record, adopted, clock } = options;
    this.#o = options;
    const talk = adopted?.talk;
    const { kept, redactText, program } = options.order.plan;
    this.#measure = program?.contract && new CallMeasure(talk?.measured);
    this.#redaction = redactionBy(redactText);
    this.#transcript = new Transcript((transcriptLine) => {
      const line = this.#redaction.line(transcriptLine);
      if (kept.words || !isSaid(line)) record.add({ sessionId, ...line });
      this.#hooks?.line(line);
    }, talk?.transcript);
    if (adopted?.row.status !== "running") return;
    const { seq = 0 } = talk ?? {};
    this.said.goOn(seq, seq + numbersSkipped);
    this.#resumes = talk && resumedFrom(talk, clock.wall());
    this.#openHooks(adopted);
  }

  get call(): Call | undefined {
    return this.#call;
  }

  get last(): LineEvent | undefined {
    return this.#last;
  }

  get facts(): Pick<Transcript, "outcome" | "usage"> {
    return this.#transcript;
  }

  /** Figures of the call for the contract of its flow. */
  get measured(): MeasuredCall | undefined {
    return this.#measure?.soFar;
  }

  /** State for another node. */
  get soFar(): Omit<TalkSnapshot, "paidMs"> {
    return {
      at: this.#o.clock.wall(),
      seq: this.said.last,
      transcript: this.#transcript.soFar,
      hooks: this.#hooks?.soFar,
      ...(this.#measure && { measured: this.#measure.soFar }),
      call: this.#call?.snapshot ?? this.#resumes,
    };
  }

  /** The first client is connected. */
  begin(): void {
    this.#openHooks(undefined);
  }

  /** `by`: its connection; undefined: it closed before the call began. */
  open(line: CallLine, by: Pick<Line, "transport" | "answeredBy"> | undefined): void {
    const { sessionId, order, calls, timers, log, opened, isOver, stop } = this.#o;
    openWhenWarm({
      calls,
      timers,
      log,
      order: () => ({
        ...order,
        sessionId,
        line,
        transport: by?.transport,
        answeredBy: by?.answeredBy,
        resumes: this.#resumes,
        emit: (event) => this.#told(line, event),
      }),
      opened: (call) => {
        this.#call = call;
        opened(call);
        this.queue.hand(call);
      },
      isOver,
      stop,
    });
  }

  /** From now on no event is stored or sent. */
  gone(): void {
    this.#isGone = true;
  }

  tellEnded(reason: SessionEndReason, durationMs: number): void {
    this.#hooks?.ended({ outcome: this.#transcript.outcome, reason, durationMs });
  }

  /** Stores the outcome that was made after the end; `tellMade` sends it to hooks after the write. */
  keepMade(made: MadeOutcome, atMs: number): void {
    const { order, record, sessionId } = this.#o;
    if (!order.plan.kept.words && made.state === "done") return;
    record.add({ sessionId, ...this.#redaction.line({ type: "outcome", atMs, data: { ...made } }) });
  }

  tellMade(made: MadeOutcome): void {
    if (!this.#isGone) this.#hooks?.summarised(made);
  }

  #openHooks(adopted: LeftSession | undefined): void {
    const hookSeq = adopted?.row.hookSeq ?? null;
    const told = this.#o.hooksOf(adopted === undefined ? 0 : (hookSeq ?? 0) + numbersSkipped);
    const tell = told && ((event: HookEvent) => told(this.#redaction.event(event)));
    const before = adopted?.talk?.hooks ?? (hookSeq === null ? undefined : noTurns);
    this.#hooks = tell && new CallHooks(tell, before);
  }

  /** Handles events of the call. Neither throws nor waits. */
  #told(line: CallLine, event: CallEvent): void {
    if (this.#isGone) return;
    if (turnEvents.has(event.type)) this.#o.changed();
    try {
      if (event.type === "ended") this.#last = event;
      else if (isForLine(event)) line.tell(event);
      this.#measure?.take(event);
      this.#transcript.take(event);
      this.#hooks?.take(event);
    } catch (error) {
      this.#o.log.error("session.bug", { event: event.type, error });
    }
    if (event.type === "ended") this.#o.ended(event.reason);
  }
}
