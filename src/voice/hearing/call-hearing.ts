// Hearing of a call: hears the caller for it. Endpointing with a recogniser, or the front of a model that takes the
// turn itself.

import type { Frame } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import type { Guard } from "../../base/guard.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import type { SttContext } from "../../providers/provider-contract.ts";
import type { CallEvent, WithoutTime } from "../call-event.ts";
import type { EndpointingEvent } from "./endpointing-event.ts";

export interface Hearing {
  hear(frame: Frame): void;
  /** The agent is heard saying this in `inMs` milliseconds. */
  played(frame: Frame, inMs: number): void;
  /** Drops unheard audio of the agent. */
  takenBack(): void;
  /** Expectation from now on; undefined: anything. */
  expect(expectation: Expectation | undefined): void;
  /**
   * Hears until the signal is aborted. Resolves with true if it cannot hear any more, with the reason logged. Never
   * rejects.
   */
  listen(signal: AbortSignal): Promise<boolean>;
  close(): void;
}

export interface HearingParts {
  readonly clock: Clock;
  readonly guard: Guard;
  readonly context: SttContext;
  /** Milliseconds since the call began. */
  readonly atMs: () => number;
  readonly heard: (event: EndpointingEvent) => void;
  readonly tell: (event: WithoutTime<CallEvent>) => void;
  /** The caller begins over the agent, whose model has fallen silent. */
  readonly interrupt: () => void;
  /** The model has taken the turn and begun its answer. */
  readonly begun: () => void;
  /** True if the agent fell silent and waits for the words said over it. */
  readonly isAwaited: () => boolean;
}
