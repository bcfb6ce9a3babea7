// Line contract: duties of a transport towards a call, and of a call towards a transport. Types only, so neither side
// imports the other.

import type { Frame } from "../audio/frame.ts";
import type { CallInput, EndReason, LineEvent } from "./call-event.ts";

/** The call's side of a line. Nothing here throws; after the end everything is ignored. */
export interface CallSide {
  /** The client is connected and can hear: the agent may begin. Further calls have no effect. */
  ready(): void;
  /** Takes one frame of the caller, in the order of the audio. */
  hear(frame: Frame): void;
  input(input: CallInput): void;
  /** The transport is gone or must close; the call ends with this reason. */
  gone(reason: EndReason): void;
}

/** Kind of a line's network. */
export type Transport = "websocket" | "webrtc" | "sip" | "asterisk";

/** Person or machine that answered an outgoing call, as far as known. */
export type AnsweredBy = "human" | "machine";

/** The transport's side. Nothing here throws or waits. */
export interface Line {
  readonly transport: Transport;
  /** For an outgoing call. */
  readonly answeredBy?: AnsweredBy | undefined;
  /** Audio sent ahead of real time, in milliseconds; barge-in cannot take it back. */
  readonly leadMs: number;
  /** Known delay of the client's playing, in milliseconds; absent: unknown. */
  readonly lagMs?: number | undefined;
  /** Called once, first. */
  attach(call: CallSide): void;
  /** True if the client reads its messages. While false, the call keeps its audio. */
  readonly writable: boolean;
  play(frame: Frame): void;
  /** The reply's audio is complete: sends the buffered part. */
  flush(): void;
  /**
   * Drops buffered audio, and asks the client to drop its unplayed audio. Returns true if the client can: if not,
   * later audio is heard after all sent audio. `last`: the present audio faded to silence, for lines that play by
   * themselves; a client that drops audio fades it itself.
   */
  clear(last?: Frame): boolean;
  tell(event: LineEvent): void;
  /** The call is over. Called last. `to`: new address of a session that has `moved`, if known. */
  close(reason: EndReason, to?: string): void;
}

/** Line from a call's view: other parts attach the two. */
export type CallLine = Omit<Line, "attach" | "transport">;
