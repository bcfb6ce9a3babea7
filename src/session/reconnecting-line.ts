// Reconnecting line: the one line that a call keeps while its client comes and goes. Input from a connection that was
// replaced is dropped. Whether the call goes on without a client is decided by the session.

import type { Frame } from "../audio/frame.ts";
import type { CallInput, EndReason, LineEvent } from "../voice/call-event.ts";
import type { CallLine, CallSide, Line } from "../voice/line.ts";

/** The inputs of a client that reach the call; that it has gone goes to the session instead. */
export type ClientReceiver = Omit<CallSide, "gone">;

export class ReconnectingLine implements CallLine {
  readonly #call: ClientReceiver;
  readonly #gone: (reason: EndReason, connection: Line) => void;
  #line: Line | undefined;
  #leadMs = 0;

  /** `gone`: the connection that has the call broke, or its client left. */
  constructor(call: ClientReceiver, gone: (reason: EndReason, connection: Line) => void) {
    this.#call = call;
    this.#gone = gone;
  }

  /** From now on the client is at this connection; the one before is closed. */
  use(line: Line): void {
    const old = this.#line;
    if (old !== undefined) this.#hush();
    this.#line = undefined;
    old?.close("replaced");
    this.#line = line;
    this.#leadMs = line.leadMs;
    line.attach(this.#sideOf(line));
  }

  /** No client is connected until the next `use`. */
  detach(): void {
    this.#hush();
    this.#line = undefined;
  }

  /** That of the last connection. */
  get leadMs(): number {
    return this.#leadMs;
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

  clear(): boolean {
    return this.#line?.clear() ?? true;
  }

  tell(event: LineEvent): void {
    this.#line?.tell(event);
  }

  /** The call has nothing more to say; the connection is closed when the session's end is written. */
  close(): void {}

  closeConnection(reason: EndReason): void {
    this.#line?.close(reason);
  }

  #sideOf(line: Line): CallSide {
    const isCurrent = (): boolean => this.#line === line;
    return {
      ready: () => {
        if (isCurrent()) this.#call.ready();
      },
      hear: (frame: Frame) => {
        if (isCurrent()) this.#call.hear(frame);
      },
      input: (input: CallInput) => {
        if (isCurrent()) this.#call.input(input);
      },
      gone: (reason: EndReason) => {
        if (isCurrent()) this.#gone(reason, line);
      },
    };
  }

  /** The next connection does not hear the second half of a sentence. */
  #hush(): void {
    this.#call.input({ type: "interrupt" });
  }
}
