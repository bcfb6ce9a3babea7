// Call options: the parts of a call.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/ticker.ts";
import type { ProviderNotice, Stt, Tts, Vad } from "../providers/provider-contract.ts";
import type { CallEvent } from "./call-event.ts";
import type { CallSnapshot } from "./call-snapshot.ts";
import type { CallFront } from "./duplex/call-front.ts";
import type { Fillers } from "./fillers/filling-in.ts";
import type { CallLine } from "./line.ts";
import type { CallWatcher } from "./recorder.ts";
import type { LoadSound } from "./playout/sound-voice.ts";
import type { Responder } from "./responder.ts";
import type { TurnDecision } from "./turn-loop.ts";

export interface CallOptions {
  readonly line: CallLine;
  readonly responder: Responder;
  /** Stands before the responder; absent: it speaks for itself. */
  readonly front?: CallFront | undefined;
  readonly stt: Stt;
  readonly tts: Tts;
  /** Absent: no recorded sounds; the voice says their texts. */
  readonly loadSound?: LoadSound | undefined;
  readonly vad: Vad;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly log: Log;
  readonly durationMsMax: number;
  /** Snapshot of this call in an earlier process; `durationMsMax` counts from its beginning there. */
  readonly resumes?: CallSnapshot | undefined;
  /** Warning for the caller at the beginning. */
  readonly notice?: ProviderNotice | undefined;
  /** All events in order, including those for the line. Does not wait; its errors end the call. */
  readonly emit: (event: CallEvent) => void;
  /** Fillers for a waiting caller. Absent: silence. */
  readonly fillers?: Fillers;
  readonly recorder?: CallWatcher | undefined;
  /** See TurnLoopOptions. */
  readonly bargeInMs?: number | undefined;
  /** Sees each turn decision before it is carried out. Does not throw. */
  readonly decided?: (decision: TurnDecision) => void;
  /**
   * Receives the length of gaps in the middle of a sentence, when a client had nothing to play, in milliseconds. Does
   * not throw.
   */
  readonly late?: ((ms: number) => void) | undefined;
}
