// Call events: a call's reports and its inputs, as plain data, without a protocol.

import type { Aside } from "./barge-in/aside.ts";
import type { EndOfTurnReason } from "./pauses/end-of-turn.ts";
import type { Expectation } from "../flow/engine/expectation.ts";
import type { TransferTo } from "../flow/engine/outside-work.ts";
import type { ToolFailure, TransferResult } from "../flow/engine/run/step-contract.ts";
import type { HearingEvidence, ProviderIncident, ProviderWork } from "../providers/provider-contract.ts";
import type { Value, ValueMap } from "../flow/value/value.ts";

export const endReasons = [
  "completed",
  "caller",
  "idle",
  "max_duration",
  "shutdown",
  "slow_consumer",
  "flood",
  "bad_request",
  "failed",
  /** Speech was not ready in time. */
  "overloaded",
  /** The remaining credits do not pay for another minute. */
  "credits",
  /** The API key that began the session was revoked, or its account was closed or deleted. */
  "revoked",
  /** Its account has ended it, or has transferred the caller. */
  "dismissed",
  /** Another connection carries the session on; only a line ends like this. */
  "replaced",
  /** The session continues at another node: here it is silent and reports nothing more. */
  "moved",
  "lost",
] as const;
export type EndReason = (typeof endReasons)[number];

/** Where the time of one turn went, in milliseconds since the caller's last speech. Absent: did not happen. */
export interface TurnLatency {
  readonly turn: number;
  /** End of turn decided: the silence has lasted long enough. */
  readonly endOfTurnMs?: number;
  /** Reason that the silence sufficed. */
  readonly endedBy?: EndOfTurnReason;
  /** The recogniser's last word. */
  readonly wordsMs?: number;
  /** First text of the answer. */
  readonly textMs?: number;
  /** First audio of the answer handed to the line. */
  readonly audioMs?: number;
}

/** Result of a tool. Neither its arguments nor its address. */
export interface FinishedTool {
  readonly flowId: string;
  readonly tool: string;
  readonly ok: boolean;
  /** Why not; `cancelled`: the call has given it up, so its effect on the other server is unknown. */
  readonly failure?: ToolFailure["kind"] | "cancelled";
  /** Nothing was sent: an example service inside the program answered. */
  readonly isExample?: true;
  /**
   * The JSON of what it answered, for the transcript alone; absent when it is too long, when the flow takes a sensitive
   * value from it, or when it repeats one.
   */
  readonly answer?: string;
  /** How long it took, in milliseconds. */
  readonly tookMs: number;
}

/** Longest answer of a tool in the transcript, in UTF-16 units of its JSON. */
export const answerCharsMax = 4_096;

/** Intervention of the account in a running call. `listened`: hears both sides from now on. */
export type Supervision = "listened" | "said" | "transferred" | "ended";

/** All times are `atMs`, milliseconds since the call began. `ended` is the last, but for what is `ForRecord`. */
export type CallEvent =
  | { readonly type: "user-speaking"; readonly speaking: boolean; readonly atMs: number }
  | {
      readonly type: "user-words";
      readonly text: string;
      readonly final: boolean;
      /** No line of the caller's: nothing was understood, or it is set aside. */
      readonly rejected: boolean;
      /** Why the turn step has set these words aside, of which it is final. */
      readonly aside?: Aside;
      /** Why the recogniser took or rejected them, where it says so. */
      readonly evidence?: HearingEvidence;
      /** Shown to the caller's own client only. */
      readonly sensitive?: boolean;
      /** Said over the agent's last words. */
      readonly unanswered?: true;
      readonly atMs: number;
    }
  /** The turn of a caller who spoke is over; its words are awaited. `silentMs`: how long ago the caller stopped. */
  | {
      readonly type: "turn-ended";
      readonly reason: EndOfTurnReason;
      readonly silentMs: number;
      readonly atMs: number;
    }
  | {
      readonly type: "user-typed";
      readonly text: string;
      readonly sensitive?: boolean;
      readonly unanswered?: true;
      readonly atMs: number;
    }
  | { readonly type: "user-keys"; readonly keys: string; readonly sensitive?: boolean; readonly atMs: number }
  | {
      readonly type: "user-muted";
      readonly muted: boolean;
      readonly source: "client" | "agent";
      readonly atMs: number;
    }
  /** Expected phrases from now on; `undefined` means anything. */
  | { readonly type: "expecting"; readonly expectation: Expectation | undefined; readonly atMs: number }
  | { readonly type: "reply-started"; readonly reply: number; readonly atMs: number }
  | { readonly type: "reply-text"; readonly reply: number; readonly delta: string; readonly atMs: number }
  | { readonly type: "reply-written"; readonly reply: number; readonly atMs: number }
  /** A sentence of a reply. `spoken`: false when the client asked for text only. */
  | {
      readonly type: "sentence";
      readonly reply: number;
      readonly segment: number;
      readonly text: string;
      readonly status: "new" | "started" | "completed";
      readonly spoken: boolean;
      /** The text for all but the caller, where it differs. */
      readonly logged?: string;
      readonly atMs: number;
    }
  | {
      readonly type: "agent-speaking";
      readonly speaking: boolean;
      readonly reply: number;
      readonly atMs: number;
    }
  /**
   * The agent has paused for a sound of the caller's, or continues after a mistaken pause. If it was, `interrupted`
   * follows.
   */
  | {
      readonly type: "agent-paused";
      readonly paused: boolean;
      readonly reply: number;
      readonly atMs: number;
    }
  | {
      readonly type: "interrupted";
      readonly reply: number;
      readonly segment: number;
      /** Heard part of the segment, and of the whole reply. */
      readonly heardText: string;
      readonly heardReplyText: string;
      /** The same for all but the caller, where it differs. */
      readonly logged?: string;
      readonly heardMs: number;
      readonly atMs: number;
    }
  /** Short words begin that are heard while the answer is awaited; they are no part of it. */
  | { readonly type: "filler"; readonly text: string; readonly atMs: number }
  | { readonly type: "latency"; readonly latency: TurnLatency; readonly atMs: number }
  /** The flow is at another node; `previous` is undefined at its start. */
  | {
      readonly type: "flow-state";
      readonly flowId: string;
      readonly state: string;
      readonly previous: string | undefined;
      readonly atMs: number;
    }
  /** A variable of the flow changed; sensitive values are masked already. */
  | {
      readonly type: "flow-variable";
      readonly flowId: string;
      readonly key: string;
      readonly value: unknown;
      readonly atMs: number;
    }
  /** An event of the flow's own, for its hooks. */
  | {
      readonly type: "flow-event";
      readonly flowId: string;
      readonly name: string;
      readonly data: Value;
      readonly atMs: number;
    }
  | {
      readonly type: "flow-ended";
      readonly flowId: string;
      readonly outcome: string;
      readonly outputs?: ValueMap;
      readonly atMs: number;
    }
  /** For the record; may come after `ended`. */
  | ({ readonly type: "tool-finished"; readonly atMs: number } & FinishedTool)
  /** For the record; may come after `ended`. */
  | ({ readonly type: "provider-finished"; readonly atMs: number } & ProviderWork)
  /** For the record: an intervention of the account. */
  | { readonly type: "supervised"; readonly action: Supervision; readonly atMs: number }
  /** The client is to put the caller through. */
  | ({ readonly type: "transfer"; readonly atMs: number } & TransferTo)
  /** For the record: a caller who was put through is back. */
  | { readonly type: "transfer-returned"; readonly atMs: number }
  /** For the record: the answer to the transfer was lost. */
  | { readonly type: "transfer-lost"; readonly atMs: number }
  /** The client is to press these keys. */
  | { readonly type: "press-keys"; readonly keys: string; readonly atMs: number }
  | {
      readonly type: "warning";
      readonly code: string;
      readonly message: string;
      /** For the record: what became of a provider's failure. */
      readonly incident?: ProviderIncident;
      readonly atMs: number;
    }
  | {
      readonly type: "failed";
      readonly code: string;
      readonly message: string;
      readonly fatal: boolean;
      readonly atMs: number;
    }
  | {
      readonly type: "ending";
      readonly reason: EndReason;
      readonly timeLeftMs: number;
      readonly atMs: number;
    }
  | {
      readonly type: "ended";
      readonly reason: EndReason;
      readonly durationMs: number;
      /** The reply that the end cut off, and all that was heard of it. */
      readonly cut?: { readonly reply: number; readonly heardText: string; readonly logged?: string };
      readonly atMs: number;
    };

/** An event before its time is known. */
export type WithoutTime<E> = E extends { readonly atMs: number } ? Omit<E, "atMs"> : never;

/** Events for the record alone. */
const forRecord = [
  "tool-finished",
  "provider-finished",
  "supervised",
  "transfer-returned",
  "transfer-lost",
] as const;
type ForRecord = Extract<CallEvent, { readonly type: (typeof forRecord)[number] }>;
const recordTypes: ReadonlySet<string> = new Set(forRecord);

/** Events for the caller's client, which is gone when the call is over. */
export type LineEvent = Exclude<CallEvent, ForRecord>;

export function isForLine(event: CallEvent): event is LineEvent {
  return !recordTypes.has(event.type);
}

export type CallInput =
  /** Typed words. `interrupt`: act on them now; otherwise after the agent has finished. `speak`: answer aloud. */
  | { readonly type: "text"; readonly text: string; readonly interrupt: boolean; readonly speak: boolean }
  /** Silent context for a language model; `run` asks for an answer to it. */
  | {
      readonly type: "context";
      readonly role: "user" | "assistant";
      readonly text: string;
      readonly run: boolean;
    }
  | { readonly type: "keys"; readonly keys: string }
  | { readonly type: "interrupt" }
  /** Result of a `transfer`. */
  | ({ readonly type: "transferred" } & TransferResult)
  | { readonly type: "mute"; readonly muted: boolean }
  /** Something happened outside of the call that a flow may wait for. */
  | { readonly type: "event"; readonly name: string; readonly data: Value }
  /** The agent says exactly this. */
  | { readonly type: "say"; readonly text: string; readonly interrupt: boolean }
  /** For the record, and nothing for the conversation. */
  | { readonly type: "supervised"; readonly action: Supervision }
  /** By the account: cuts in with `say`, if given, then the client is asked to transfer the caller. */
  | ({ readonly type: "put-through"; readonly say?: string | undefined } & TransferTo)
  /** By the account: the agent cuts in, says this, and the call is over. */
  | { readonly type: "dismiss"; readonly text: string }
  /** The caller is done. `drain`: let the agent finish its sentence. */
  | { readonly type: "end"; readonly drain: boolean };
