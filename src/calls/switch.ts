// A line that outlives its connections: the call keeps one line while the client comes and goes. A connection that is lost
// leaves the call waiting for a while; a newer one takes the place of the older.

import type { Clock } from "../base/clock.ts";
import type { Frame } from "../audio/frame.ts";
import type { CallInput, EndReason, LineEvent } from "../voice/event.ts";
import type { CallSide, Line } from "../voice/line.ts";

export interface SwitchOptions {
  readonly clock: Clock;
  /** Somebody is there, or nobody is: what time is charged by. */
  readonly connected: (yes: boolean) => void;
}

/** How long a client may take to come back. */
const graceMs = 30_000;

export class SwitchLine implements Line {
  readonly leadMs: number;
  readonly #o: SwitchOptions;
  #call: CallSide | undefined;
  #line: Line | undefined;
  #grace: Disposable | undefined;

  constructor(first: Line, options: SwitchOptions) {
    this.#o = options;
    this.leadMs = first.leadMs;
    this.#line = first;
  }

  /** From now on the client is at this line; the one before is closed. */
  use(line: Line): void {
    const old = this.#line;
    if (old === undefined) this.#o.connected(true);
    else this.#hush();
    this.#line = undefined;
    old?.close("replaced");
    this.#grace?.[Symbol.dispose]();
    this.#line = line;
    line.attach(this.#sideOf(line));
  }

  attach(call: CallSide): void {
    this.#call = call;
    const line = this.#line;
    line?.attach(this.#sideOf(line));
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

  close(reason: EndReason): void {
    this.#grace?.[Symbol.dispose]();
    this.#line?.close(reason);
  }

  /** What a line says after another took its place is nobody's word. */
  #sideOf(line: Line): CallSide {
    const current = (): CallSide | undefined => (this.#line === line ? this.#call : undefined);
    return {
      ready: () => current()?.ready(),
      hear: (frame: Frame) => current()?.hear(frame),
      input: (input: CallInput) => current()?.input(input),
      gone: (reason: EndReason) => {
        if (current() === undefined) return;
        if (reason === "lost") this.#detach();
        else this.#call?.gone(reason);
      },
    };
  }

  #detach(): void {
    this.#hush();
    this.#line = undefined;
    this.#o.connected(false);
    this.#grace = this.#o.clock.after(graceMs, () => this.#call?.gone("lost"));
  }

  /** Whoever comes next does not hear the second half of a sentence. */
  #hush(): void {
    this.#call?.input({ type: "interrupt" });
  }
}
