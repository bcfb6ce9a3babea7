// Call events: a call's reports and inputs, as plain data, without a protocol.

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
  /** The API key of the session was revoked, or its account closed or deleted. */
  "revoked",
  /** The account ended it, or transferred the caller. */
  "dismissed",
  /** Another connection continues the session; only a line ends like this. */
  "replaced",
  /** The session continues at another node: here it is silent and reports nothing more. */
  "moved",
  "lost",
] as const;
export type EndReason = (typeof endReasons)[number];

/** Parts of one turn's time, in milliseconds since the caller's last speech. Absent: did not happen. */
export interface TurnLatency {
  readonly turn: number;
  /** End of turn: the silence was long enough. */
  readonly endOfTurnMs?: number;
  /** Reason why the silence sufficed. */
  readonly endedBy?: EndOfTurnReason;
  /** Last word of the recogniser. */
  readonly wordsMs?: number;
  /** First text of the answer. */
  readonly textMs?: number;
  /** First audio of the answer handed to the line. */
  readonly audioMs?: number;
}

/** Result of a tool, without its arguments and its address. */
export interface FinishedTool {
  readonly flowId: string;
  readonly tool: string;
  readonly ok: boolean;
  /** Reason of the failure; `cancelled`: given up by the call, so its effect on the other server is unknown. */
  readonly failure?: ToolFailure["kind"] | "cancelled";
  /** No request was sent: an example service inside the program answered. */
  readonly isExample?: true;
  /**
   * JSON of its answer, for the transcript alone; absent if too long, if the flow takes a sensitive value from it, or
   * if it repeats one.
   */
  readonly answer?: string;
  /** Duration in milliseconds. */
  readonly tookMs: number;
}

/** How a question of a flow went, as its engine tells it. */
export type FlowNotice = "read_back_yes" | "read_back_no" | "not_understood" | "gave_up";

/** Longest tool answer in the transcript, in UTF-16 units of its JSON. */
export const answerCharsMax = 4_096;

/** Intervention of the account in a running call. `listened`: hears both sides from now on. */
export type Supervision = "listened" | "said" | "transferred" | "ended";

/** All times are `atMs`, milliseconds since the call began. Only `ForRecord` events follow `ended`. */
export type CallEvent =
  | { readonly type: "user-speaking"; readonly speaking: boolean; readonly atMs: number }
  | {
      readonly type: "user-words";
      readonly text: string;
      readonly final: boolean;
      /** Whether the words do not count as the caller's: nothing was understood, or they are set aside. */
      readonly rejected: boolean;
      /** Reason why the turn step set these words aside; final. */
      readonly aside?: Aside;
      /** Evidence of the recogniser for taking or rejecting them, if any. */
      readonly evidence?: HearingEvidence;
      /** Whether the event is for the caller's own client only. */
      readonly sensitive?: boolean;
      /** Said over the agent's last words. */
      readonly unanswered?: true;
      /** When the answering model took the turn itself; the words may come after its answer. */
      readonly takenAtMs?: number;
      readonly atMs: number;
    }
  /** The turn of a caller who spoke has ended; its words are awaited. `silentMs`: time since the caller stopped. */
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
  /** Sentence of a reply. `spoken`: false if the client asked for text only. */
  | {
      readonly type: "sentence";
      readonly reply: number;
      readonly segment: number;
      readonly text: string;
      readonly status: "new" | "started" | "completed";
      readonly spoken: boolean;
      /** Speaker, if not the call's voice. */
      readonly by?: "model";
      /** Text for all but the caller, if different. */
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
   * The agent paused for a sound of the caller, or continues after a mistaken pause. `interrupted` follows if it was
   * meant. `afterMs`: how long after that sound was detected.
   */
  | {
      readonly type: "agent-paused";
      readonly paused: boolean;
      readonly afterMs?: number;
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
      /** The same for all but the caller, if different. */
      readonly logged?: string;
      readonly heardMs: number;
      readonly atMs: number;
    }
  /** A filler begins while the answer is awaited; it is not part of the answer. */
  | { readonly type: "filler"; readonly text: string; readonly atMs: number }
  | { readonly type: "latency"; readonly latency: TurnLatency; readonly atMs: number }
  /** The flow entered another node; `previous` is undefined at its start. */
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
  /** Event of the flow itself, for its hooks. */
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
  /** For the record: how a question of the flow went. */
  | { readonly type: "flow-noticed"; readonly what: FlowNotice; readonly atMs: number }
  /** For the record: a line was offered to a model that speaks; who said it, and why not the model. */
  | {
      readonly type: "worded";
      readonly by: "model" | "voice";
      readonly fault?: "promise" | "ramble" | "lacks" | "late" | "failed";
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
  /** For the record: a transferred caller is back. */
  | { readonly type: "transfer-returned"; readonly atMs: number }
  /** For the record: the answer to the transfer was lost. */
  | { readonly type: "transfer-lost"; readonly atMs: number }
  /** The client is to press these keys. */
  | { readonly type: "press-keys"; readonly keys: string; readonly atMs: number }
  | {
      readonly type: "warning";
      readonly code: string;
      readonly message: string;
      /** For the record: outcome of a provider's failure. */
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
      /** Reply cut off by the end, and its heard part. */
      readonly cut?: { readonly reply: number; readonly heardText: string; readonly logged?: string };
      readonly atMs: number;
    };

/** Event before its time is known. */
export type WithoutTime<E> = E extends { readonly atMs: number } ? Omit<E, "atMs"> : never;

/** Events for the record alone. */
const forRecord = [
  "flow-noticed",
  "worded",
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
  /** Silent context for a language model; `run` requests an answer to it. */
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
  /** Event from outside the call that a flow may wait for. */
  | { readonly type: "event"; readonly name: string; readonly data: Value }
  /** The agent says exactly this. */
  | { readonly type: "say"; readonly text: string; readonly interrupt: boolean }
  /** For the record, without effect on the conversation. */
  | { readonly type: "supervised"; readonly action: Supervision }
  /** By the account: cuts in with `say`, if given, then asks the client to transfer the caller. */
  | ({ readonly type: "put-through"; readonly say?: string | undefined } & TransferTo)
  /** By the account: the agent cuts in, says this, and the call ends. */
  | { readonly type: "dismiss"; readonly text: string }
  /** The caller is done. `drain`: lets the agent finish its sentence. */
  | { readonly type: "end"; readonly drain: boolean };
