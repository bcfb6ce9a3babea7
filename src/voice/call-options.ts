// Call options: the parts that a call is made of.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Ticker } from "../base/ticker.ts";
import type { ProviderNotice, Stt, Tts, Vad } from "../providers/provider-contract.ts";
import type { CallEvent } from "./call-event.ts";
import type { CallSnapshot } from "./call-snapshot.ts";
import type { Fillers } from "./fillers/filling-in.ts";
import type { CallLine } from "./line.ts";
import type { CallWatcher } from "./recorder.ts";
import type { LoadSound } from "./playout/sound-voice.ts";
import type { Responder } from "./responder.ts";
import type { TurnDecision } from "./turn-loop.ts";

export interface CallOptions {
  readonly line: CallLine;
  readonly responder: Responder;
  readonly stt: Stt;
  readonly tts: Tts;
  /** Absent: there are no recorded sounds, and the voice says their texts. */
  readonly loadSound?: LoadSound | undefined;
  readonly vad: Vad;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly log: Log;
  readonly durationMsMax: number;
  /** Snapshot of an earlier process with this call; `durationMsMax` counts from where it began there. */
  readonly resumes?: CallSnapshot | undefined;
  /** A warning that the caller gets at the beginning. */
  readonly notice?: ProviderNotice | undefined;
  /** Everything that happens, in order, the line's copy included. Does not wait; its errors end the call. */
  readonly emit: (event: CallEvent) => void;
  /** Fillers for a caller who waits for an answer. Absent: silence. */
  readonly fillers?: Fillers;
  readonly recorder?: CallWatcher | undefined;
  /** Sees each decision about turns, before it is carried out. Does not throw. */
  readonly decided?: (decision: TurnDecision) => void;
  /** Hears how long clients had nothing to play in the middle of a sentence, in milliseconds. Does not throw. */
  readonly late?: ((ms: number) => void) | undefined;
}
