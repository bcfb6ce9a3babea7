// Timed finals: measures how long a recogniser takes to the final words of each turn, from the request for them. The
// session is otherwise unchanged, and all its events are passed on, including its last reports of use.

import type { Stt, SttContext, SttEvent, SttSession } from "./provider-contract.ts";

export interface TimedFinals {
  readonly sink: (event: SttEvent) => void;
  readonly context: SttContext;
  readonly signal: AbortSignal;
  /** Receives the time of each turn, in milliseconds, before the sink receives its words. */
  readonly took: (ms: number, text: string) => void;
}

/** Rejects like `stt.open`. */
export async function openTimed(stt: Stt, { sink, context, signal, took }: TimedFinals): Promise<SttSession> {
  const { clock } = context;
  const askedAt = new Map<number, number>();
  const answered = ({ turn, text }: Extract<SttEvent, { readonly type: "end_of_turn" }>): void => {
    const from = askedAt.get(turn);
    askedAt.delete(turn);
    if (from !== undefined) took(clock.now() - from, text);
  };
  const session = await stt.open(
    (event) => {
      if (event.type === "end_of_turn") answered(event);
      sink(event);
    },
    context,
    signal,
  );
  return {
    send: (frame) => session.send(frame),
    finalize(turn) {
      askedAt.set(turn, clock.now());
      session.finalize(turn);
    },
    reset: () => session.reset(),
    expect: (expectation) => session.expect(expectation),
    close: () => session.close(),
    get rest() {
      return session.rest;
    },
    get heardAt() {
      return session.heardAt;
    },
    closed: session.closed,
  };
}
