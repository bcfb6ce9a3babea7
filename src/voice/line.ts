// Line contract: a transport's duties towards a call, and a call's towards a transport. Types only, so neither side
// imports the other.

import type { Frame } from "../audio/frame.ts";
import type { CallInput, EndReason, LineEvent } from "./call-event.ts";

/** The call's side of a line. Nothing here throws; after the end everything is ignored. */
export interface CallSide {
  /** The client is there and can hear: the agent may begin. Further calls have no effect. */
  ready(): void;
  /** One frame from the caller, in the order of the audio. */
  hear(frame: Frame): void;
  input(input: CallInput): void;
  /** The transport is gone or has to go; the call ends with this reason. */
  gone(reason: EndReason): void;
}

/** Kind of a line's network. */
export type Transport = "websocket" | "webrtc" | "sip" | "asterisk";

/** Person or machine that answered a call of ours, as far as known. */
export type AnsweredBy = "human" | "machine";

/** The transport's side. Nothing here throws or waits. */
export interface Line {
  readonly transport: Transport;
  /** For a call of ours. */
  readonly answeredBy?: AnsweredBy | undefined;
  /** How far ahead of real time audio is sent, in milliseconds; it is what barge-in cannot take back. */
  readonly leadMs: number;
  /** How much later than sent the client is known to play, in milliseconds; absent: it does not say. */
  readonly lagMs?: number | undefined;
  /** Called once, before anything else. */
  attach(call: CallSide): void;
  /** Whether the client reads what it is sent. While false, the call keeps its audio. */
  readonly writable: boolean;
  play(frame: Frame): void;
  /** The reply's audio is complete: send what is gathered. */
  flush(): void;
  /**
   * Forget audio that is gathered but not sent, and ask the client to drop what it has not played. Answers whether it
   * knows how to: if not, what comes next is heard after all that was sent. `last` is what would be heard now, faded to
   * silence, for lines that play by themselves; a client that drops audio fades it itself.
   */
  clear(last?: Frame): boolean;
  tell(event: LineEvent): void;
  /** The call is over. The last thing called. `to`: new address of a session that has `moved`, if known. */
  close(reason: EndReason, to?: string): void;
}

/** Line from a call's view: other parts attach the two. */
export type CallLine = Omit<Line, "attach" | "transport">;
