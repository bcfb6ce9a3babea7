// Call invariants: laws of every call, for any caller and any failure, as far as events and decisions show them. They
// watch simulated and real calls alike, without work or memory per frame of audio.

import { type CallEvent, isForLine } from "../call-event.ts";
import type { TurnDecision } from "../turn-loop.ts";

/** Names for records and metrics. */
export const invariants = [
  "each reply is begun once",
  "one reply speaks at a time",
  "no word follows a cut",
  "no noise cuts the agent",
  "a pause is decided in time",
  "a caller who has spoken gets a reply",
  "one voice speaks at a time",
  "a line that the model does not say is said by the voice",
  "every call ends",
  "nothing follows the end",
] as const;

export type Invariant = (typeof invariants)[number];

export interface CallInvariantsOptions {
  /** `detail` holds numbers and names of events, never words of a speaker. */
  readonly broken: (law: Invariant, atMs: number, detail: string) => void;
  /** An agent that pauses for a caller's sound continues, or is cut, within this time. */
  readonly pauseMsMax: number;
}

/** From a caller's words to the beginning of a reply, in milliseconds; includes a second for a cut reply. */
const replyMsMax = 3_000;

/** Interruptions of the agent other than the caller's sounds and silences. */
function isDeed(on: string): boolean {
  return (
    on === "interrupt" ||
    on === "farewell" ||
    on === "closing" ||
    (on.startsWith("input ") && on !== "input silence")
  );
}

export class CallInvariants {
  readonly #o: CallInvariantsOptions;
  /** Newest reply, and newest cut one. */
  #reply = 0;
  #cut = 0;
  #speaking: number | undefined;
  /** A reply has begun that may still say something. */
  #isPending = false;
  /** The newest reply has a sentence for the voice. */
  #hasSentence = false;
  /** The caller has said something since the reply began, or an action cut it. */
  #isMeant = false;
  #callerSpeaks = false;
  /** The words began over the agent and have not cut it: they may only show that the caller listens. */
  #isAside = false;
  /** The caller pressed keys while speaking, and has answered by them. */
  #isKeyed = false;
  /** Sentence that is being said. */
  #saying: number | undefined;
  /** The voice has to say a line that the model has not. */
  #owesLine = false;
  #pausedAtMs: number | undefined;
  #owedSinceMs: number | undefined;
  #isOver = false;

  constructor(options: CallInvariantsOptions) {
    this.#o = options;
  }

  /** Reply being spoken; undefined: none. */
  get speaking(): number | undefined {
    return this.#speaking;
  }

  /** Start of the agent's pause, on the axis of `atMs`; undefined: none. */
  get pausedAtMs(): number | undefined {
    return this.#pausedAtMs;
  }

  /** True if these words are a turn that must be answered. Called before `event` reports them. */
  owesReply({ text, final, rejected, takenAtMs }: Extract<CallEvent, { type: "user-words" }>): boolean {
    // A model that takes the turn itself may have answered before its words are known.
    const isTurn =
      takenAtMs === undefined && final && text !== "" && !rejected && !this.#callerSpeaks && !this.#isKeyed;
    return isTurn && !this.#isAside && this.#speaking === undefined && !this.#isPending;
  }

  /** Takes an input of the turn step. Call it before the consequences. */
  decided({ on }: Pick<TurnDecision, "on">): void {
    if (isDeed(on)) this.#isMeant = true;
  }

  event(event: CallEvent): void {
    const { atMs } = event;
    this.passed(atMs);
    if (this.#isOver && isForLine(event)) this.#o.broken("nothing follows the end", atMs, event.type);
    switch (event.type) {
      case "reply-started":
        return this.#replyStarted(event);
      case "reply-text":
        return this.#follows(event);
      case "worded":
        this.#owesLine = event.by === "voice";
        return;
      case "sentence":
        this.#sentence(event);
        if (event.status !== "completed") this.#follows(event);
        this.#hasSentence ||= event.spoken;
        return;
      case "reply-written":
        if (this.#owesLine)
          this.#o.broken(
            "a line that the model does not say is said by the voice",
            atMs,
            `reply ${event.reply}`,
          );
        this.#owesLine = false;
        if (!this.#hasSentence) this.#isPending = false;
        return;
      case "agent-speaking":
        return this.#agent(event);
      case "agent-paused":
        this.#pausedAtMs = event.paused ? atMs : undefined;
        return;
      case "interrupted":
        return this.#interrupted(event);
      case "user-speaking":
      case "user-words":
      case "user-keys":
        return this.#caller(event);
      case "failed":
        this.#owedSinceMs = undefined;
        return;
      case "ended":
        this.#isOver = true;
        this.#owedSinceMs = undefined;
        this.#pausedAtMs = undefined;
        return;
      default:
        return;
    }
  }

  /** Advances the time. Breaks overdue laws even without a further event. */
  passed(atMs: number): void {
    const { pauseMsMax, broken } = this.#o;
    if (this.#pausedAtMs !== undefined && atMs - this.#pausedAtMs > pauseMsMax) {
      this.#pausedAtMs = undefined;
      broken("a pause is decided in time", atMs, `nothing for ${pauseMsMax} ms`);
    }
    if (this.#owedSinceMs === undefined || atMs - this.#owedSinceMs <= replyMsMax) return;
    this.#owedSinceMs = undefined;
    broken("a caller who has spoken gets a reply", atMs, `nothing for ${replyMsMax} ms`);
  }

  /** The call has ended completely. */
  over(atMs: number): void {
    if (!this.#isOver) this.#o.broken("every call ends", atMs, "it continues");
  }

  #replyStarted({ reply, atMs }: Extract<CallEvent, { type: "reply-started" }>): void {
    if (reply <= this.#reply) this.#o.broken("each reply is begun once", atMs, `reply ${reply}`);
    this.#reply = reply;
    this.#owesLine = false;
    this.#isPending = true;
    this.#hasSentence = false;
    this.#isMeant = false;
    this.#pausedAtMs = undefined;
    this.#owedSinceMs = undefined;
  }

  #sentence({ status, segment, by, atMs }: Extract<CallEvent, { type: "sentence" }>): void {
    if (status === "new" && by === undefined) this.#owesLine = false;
    if (status === "completed" && this.#saying === segment) this.#saying = undefined;
    if (status !== "started") return;
    if (this.#saying !== undefined)
      this.#o.broken("one voice speaks at a time", atMs, `${segment} while ${this.#saying} is said`);
    this.#saying = segment;
  }

  #follows({ reply, type, atMs }: Extract<CallEvent, { type: "sentence" | "reply-text" }>): void {
    if (reply <= this.#cut) this.#o.broken("no word follows a cut", atMs, `${type} of reply ${reply}`);
  }

  #agent({ speaking, reply, atMs }: Extract<CallEvent, { type: "agent-speaking" }>): void {
    if (speaking && this.#speaking !== undefined)
      this.#o.broken("one reply speaks at a time", atMs, `${reply} while ${this.#speaking} speaks`);
    this.#speaking = speaking ? reply : undefined;
    if (!speaking) {
      this.#isPending = false;
      // A turn that was taken back leaves its sentence without an end.
      this.#saying = undefined;
    }
    this.#pausedAtMs = undefined;
  }

  #interrupted({ reply, atMs }: Extract<CallEvent, { type: "interrupted" }>): void {
    if (!this.#isMeant) this.#o.broken("no noise cuts the agent", atMs, `reply ${reply}`);
    this.#cut = reply;
    this.#saying = undefined;
    this.#isPending = false;
    this.#isAside = false;
    this.#pausedAtMs = undefined;
  }

  #caller(event: Extract<CallEvent, { type: "user-speaking" | "user-words" | "user-keys" }>): void {
    if (event.type === "user-keys") this.#isKeyed = true;
    else if (event.type === "user-speaking") {
      this.#callerSpeaks = event.speaking;
      if (!event.speaking) return;
      // Earlier words are answered with the rest.
      this.#owedSinceMs = undefined;
      this.#isAside ||= this.#speaking !== undefined || this.#isPending;
    } else {
      this.#isMeant ||= event.text !== "";
      if (this.owesReply(event)) this.#owedSinceMs = event.atMs;
      if (!event.final) return;
      this.#isAside = false;
      this.#isKeyed = false;
    }
  }
}
