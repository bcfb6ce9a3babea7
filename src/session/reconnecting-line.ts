// Reconnecting line: the one line of a call while its client comes and goes. Drops input from a replaced connection.
// The session decides whether the call continues without a client.

import type { Frame } from "../audio/frame.ts";
import type { CallInput, EndReason, LineEvent } from "../voice/call-event.ts";
import type { CallLine, CallSide, Line } from "../voice/line.ts";

/** Client inputs that reach the call; `gone` goes to the session instead. */
export interface ClientReceiver extends Omit<CallSide, "gone"> {
  /** No client is connected before the next `ready`. */
  away(): void;
}

/** Events of the connection with the call. */
export interface ConnectionEvents {
  /** The client can hear, and was greeted. */
  readonly ready: () => void;
  /** The connection broke, or its client left. */
  readonly gone: (reason: EndReason) => void;
}

export class ReconnectingLine implements CallLine {
  readonly #call: ClientReceiver;
  readonly #events: ConnectionEvents;
  #line: Line | undefined;
  /** Lost connection: its events are sent again on the next one. */
  #lost: Line | undefined;
  #leadMs = 0;

  constructor(call: ClientReceiver, events: ConnectionEvents) {
    this.#call = call;
    this.#events = events;
  }

  /** Switches to this connection and closes the previous one. */
  use(line: Line): void {
    const old = this.#line;
    if (old !== undefined) this.#call.away();
    this.#line = undefined;
    old?.close("replaced");
    this.#lost = undefined;
    this.#line = line;
    this.#leadMs = line.leadMs;
    line.attach(this.#sideOf(line));
  }

  /** No client is connected before the next `use`. */
  detach(): void {
    this.#call.away();
    this.#lost = this.#line;
    this.#line = undefined;
  }

  /** Lead of the last connection, in milliseconds. */
  get leadMs(): number {
    return this.#leadMs;
  }

  get lagMs(): number | undefined {
    return this.#line?.lagMs;
  }

  get writable(): boolean {
    return this.#line?.writable ?? false;
  }

  play(frame: Frame): void {
    this.#line?.play(frame);
  }

  flush(): void {
    this.#line?.flush();
  }

  clear(last?: Frame): boolean {
    return this.#line?.clear(last) ?? true;
  }

  tell(event: LineEvent): void {
    (this.#line ?? this.#lost)?.tell(event);
  }

  /** The call has nothing more to say; the connection closes when the session's end is written. */
  close(): void {}

  /** `to`: new home of a moved session, if known. */
  closeConnection(reason: EndReason, to?: string): void {
    this.#line?.close(reason, to);
  }

  #sideOf(line: Line): CallSide {
    const isCurrent = (): boolean => this.#line === line;
    return {
      ready: () => {
        if (!isCurrent()) return;
        this.#call.ready();
        this.#events.ready();
      },
      hear: (frame: Frame) => {
        if (isCurrent()) this.#call.hear(frame);
      },
      input: (input: CallInput) => {
        if (isCurrent()) this.#call.input(input);
      },
      gone: (reason: EndReason) => {
        if (isCurrent()) this.#events.gone(reason);
      },
    };
  }
}
