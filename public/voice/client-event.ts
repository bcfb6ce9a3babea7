// Client events: reports of the voice client, as plain data.

import type { ServerMessage } from "./messages.ts";
import type { MicrophoneProblem } from "./microphone.ts";
import type { Refusal } from "./call-refusal.ts";

export type CallEnd =
  /** The server said goodbye; `reason` as in `session_end`. */
  | { readonly type: "ended"; readonly reason: string; readonly durationMs: number }
  /** This side hung up. */
  | { readonly type: "left" }
  /** The server did not accept the call. */
  | { readonly type: "refused"; readonly refusal: Refusal }
  /** The connection broke. */
  | { readonly type: "lost"; readonly code: number }
  | { readonly type: "no-microphone"; readonly problem: MicrophoneProblem };

export type CallEvent =
  | { readonly type: "asking" }
  | { readonly type: "connecting"; readonly microphone: boolean }
  /** The server has accepted the call. */
  | { readonly type: "opened" }
  /** The connection broke. The client tries to come back: `back` or `over` follows. */
  | { readonly type: "away" }
  /** The call continues where it was; messages that were missed follow. */
  | { readonly type: "back" }
  | { readonly type: "message"; readonly message: ServerMessage }
  /** The caller pressed keys. */
  | { readonly type: "keyed"; readonly keys: string }
  /** Answer of this side to a transfer. */
  | { readonly type: "transferred"; readonly ok: boolean }
  /** The microphone was lost during the call. */
  | { readonly type: "microphone-lost" }
  /** The browser blocks the page's sound until a person acts in the page, or no longer blocks it. */
  | { readonly type: "sound-blocked"; readonly isBlocked: boolean }
  /** The microphone is completely silent, or has sound again; `name` is the device's, and may be empty. */
  | { readonly type: "microphone-silent"; readonly isSilent: boolean; readonly name: string }
  /** Response time: from the caller's last sound or key to the first sound of the reply at the loudspeaker. */
  | { readonly type: "answered"; readonly ms: number }
  | { readonly type: "over"; readonly end: CallEnd };
