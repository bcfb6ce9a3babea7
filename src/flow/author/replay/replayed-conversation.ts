// Replayed conversation: the real engine in virtual time with a recorded caller, one act after the other.

import { returnedEvent } from "../../engine/run/outside/transfer-record-wait.ts";
import type { ListeningPoint } from "../../engine/understand/understanding.ts";
import { listeningPointAt } from "../../engine/run/ask/listening-point.ts";
import type { Program } from "../../language/program.ts";
import { valueOfData } from "../../value/json-value.ts";
import { isValueMap, type Value, type ValueMap, valueMap } from "../../value/value.ts";
import { TestScriptError, VirtualConversation } from "../testing/virtual-conversation.ts";
import { type KeptAct, type KeptCall, type KeptEvent, maskedWords, shownAct } from "./kept-call.ts";
import { openPointAt, type OpenPoint } from "./asked-point.ts";
import type { AskedTool, RecordedAnswers } from "./recorded-answers.ts";

/**
 * `ended`: by the flow. `hung_up`: by the caller. `lost`: the caller has no answer. Others: missing in the record.
 * `computing`: too much of it.
 */
export const replayEnds = [
  "ended",
  "hung_up",
  "lost",
  "masked",
  "recording",
  "transfer",
  "tool",
  "model",
  "knowledge",
  "computing",
] as const;
export type EndKind = (typeof replayEnds)[number];

export interface PlayEnd {
  readonly kind: EndKind;
  /** Question, tool, base or address that the end is about; empty: none. */
  readonly about: string;
}

export interface PlayedTurn {
  /** Null: the agent spoke first. */
  readonly caller: string | null;
  readonly agent: string;
}

export interface Play {
  readonly turns: readonly PlayedTurn[];
  /** Values of the session's own flow, sensitive ones unmasked. */
  readonly values: Readonly<Record<string, Value>>;
  readonly outcome: string | null;
  readonly end: PlayEnd;
  readonly asked: readonly AskedTool[];
  /** Tools that got the answer to other arguments. */
  readonly otherwise: readonly string[];
  /** Number of requests to an absent model for the caller's meaning. */
  readonly modelsMissed: number;
  /** Number of fitting words in place of masked ones. */
  readonly standIns: number;
  /** Caller's lines in the record without a question. */
  readonly unsaid: readonly string[];
}

/** Within the range of read-backs. */
const unsureConfidence = 0.6;
/** Steps of the engine in one call: a turn takes a few. */
const stepsMax = 2_000;

/** Means of a replay. */
export interface ReplayDoing {
  /** Called before each step: false ends the call for too much computing. */
  readonly goesOn: () => boolean;
  /** Fitting words in place of masked ones; empty: none. */
  readonly standIn: (point: ListeningPoint | undefined) => string;
}

export interface ReplayOptions {
  readonly program: Program;
  readonly call: KeptCall;
  /** True if there is a model, which is not asked. */
  readonly hasModel: boolean;
  readonly answers: RecordedAnswers;
  readonly doing: ReplayDoing;
}

export class ReplayedConversation {
  readonly #conversation: VirtualConversation;
  readonly #o: ReplayOptions;
  readonly #turns: PlayedTurn[] = [];
  #caller: string | null = null;
  #end: PlayEnd | undefined;
  #steps = 0;
  #standIns = 0;

  constructor(options: ReplayOptions) {
    this.#o = options;
    const { program, call, answers, hasModel } = options;
    const { id, startedAtMs, direction } = call;
    const [context, metadata] = [mapOf(call.context), mapOf(call.metadata)];
    const facts = { id, startedAtMs, direction, hasModel, context, metadata, usesExamples: false };
    const testFacts = {
      now: "",
      context,
      metadata,
      direction,
      mocks: new Map(),
      knowledge: new Map(),
      hasModel,
    };
    this.#conversation = new VirtualConversation(program, testFacts, { facts, answers });
  }

  /** The end of the call, if it is over. */
  get end(): PlayEnd | undefined {
    return this.#end;
  }

  /** Words of the agent since the last act. */
  get said(): string {
    return this.#conversation.since.speeches.map(({ logged }) => logged).join(" ");
  }

  /** Undefined: the caller is not heard. */
  get point(): OpenPoint | undefined {
    return openPointAt(this.#conversation.state, this.said);
  }

  get transferAddress(): string | undefined {
    return this.#conversation.transferAddress;
  }

  get isRecording(): boolean {
    return this.#conversation.isRecording;
  }

  start(next: KeptEvent | undefined): void {
    this.#attempt(() => {
      this.#conversation.feed({ type: "start" });
      this.#settle(next);
    });
  }

  /** `next`: following act, if nothing was said in between. */
  act({ event, heard }: Pick<KeptAct, "event" | "heard">, next: KeptEvent | undefined): void {
    const acted = isMasked(event) ? this.#standIn() : event;
    if (acted === undefined) return this.stop("masked", this.#question());
    this.#turns.push({ caller: this.#caller, agent: this.said });
    this.#caller = shownAct(event);
    this.#attempt(() => {
      this.#conversation.begin(shownAct(event));
      this.#feed(acted, heard);
      this.#settle(next);
    });
    if (event.what === "hangup" && this.#end?.kind !== "computing")
      this.#end = { kind: "hung_up", about: "" };
  }

  /** The call cannot go on from here. Does nothing when the call is over. */
  stop(kind: EndKind, about: string): void {
    this.#end ??= { kind, about };
  }

  /** The caller has nothing to say, or nothing more. */
  lose(): void {
    this.stop("lost", this.#question());
  }

  played(unsaid: readonly string[]): Play {
    const conversation = this.#conversation;
    const { answers } = this.#o;
    return {
      turns: [...this.#turns, { caller: this.#caller, agent: this.said }],
      values: { ...conversation.state.frames[0]?.values },
      outcome: conversation.state.outcome,
      end: this.#end ?? { kind: "lost", about: this.#question() },
      asked: answers.asked,
      otherwise: [...answers.otherwise],
      modelsMissed: conversation.modelsMissed,
      standIns: this.#standIns,
      unsaid,
    };
  }

  /** Undefined: nothing fits. */
  #standIn(): KeptEvent | undefined {
    const { state, nowMs, listening } = this.#conversation;
    const text = this.#o.doing.standIn(listeningPointAt(this.#o.program, state, { wallMs: nowMs }));
    if (text === "") return undefined;
    this.#standIns += 1;
    return listening.accepts === "dtmf"
      ? { what: "keys", keys: text.replaceAll(/\D/g, "") }
      : { what: "words", text, how: "said", understood: true };
  }

  #question(): string {
    const { point } = this;
    return point === undefined || point.question !== "" ? (point?.question ?? "") : point.node;
  }

  #feed(event: KeptEvent, heard: KeptAct["heard"]): void {
    const conversation = this.#conversation;
    if (heard === "not_understood") return conversation.feed({ type: "no-match" });
    switch (event.what) {
      case "words":
        return conversation.feed({
          type: "words",
          text: event.text,
          confidence: heard === "unsure" ? unsureConfidence : 1,
        });
      case "keys":
        return conversation.feed({ type: "keys", keys: event.keys });
      case "silence": {
        const { silenceDueMs } = conversation;
        return silenceDueMs === undefined ? undefined : conversation.silence(silenceDueMs);
      }
      case "hangup":
        return conversation.feed({ type: "hang-up" });
      case "transferred":
        return conversation.transferred({ ok: event.ok });
      default:
        return conversation.feed({ type: "event", name: returnedEvent, data: null });
    }
  }

  /** Timers, pauses and finished keys, until the caller or the other side has to act. */
  #settle(next: KeptEvent | undefined): void {
    const conversation = this.#conversation;
    while (this.#end === undefined) {
      if (this.#steps++ >= stepsMax || !this.#o.doing.goesOn()) return this.stop("computing", "");
      const timer = conversation.next();
      const { silenceDueMs } = conversation;
      if (timer !== undefined) conversation.pass(timer);
      else if (silenceDueMs !== undefined && this.#passesAlone(next)) conversation.silence(silenceDueMs);
      else break;
    }
    if (conversation.state.outcome !== null) this.stop("ended", "");
  }

  #passesAlone(next: KeptEvent | undefined): boolean {
    const { listening, state } = this.#conversation;
    const isPause = listening.mode === "waiting" && listening.accepts === "nothing";
    return isPause || (state.keys.keys !== "" && next?.what !== "keys" && next?.what !== "silence");
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof TestScriptError) || error.lacks === undefined) throw error;
      this.stop(error.lacks.part, error.lacks.name);
    }
  }
}

const isMasked = (event: KeptEvent): boolean => event.what === "words" && event.text === maskedWords;

function mapOf(data: KeptCall["context"]): ValueMap {
  const value = valueOfData(data) ?? null;
  return isValueMap(value) ? value : valueMap([]);
}
