// Written ears: a recogniser whose words a test writes while its caller makes sounds.

import type { Clock } from "../../../src/base/clock.ts";
import type { Stt, SttEvent } from "../../../src/providers/provider-contract.ts";

/** Speech that is not understood. */
export const unclear = { text: "", rejected: true } as const;

export interface WrittenEars extends Stt {
  /** Transcript of the open turn so far. */
  write(text: string): void;
  /** Final results of turns, in order; without one, the last written text. */
  readonly finals: (string | typeof unclear)[];
  /** Time for its last words, in milliseconds. */
  lastWordsMs: number;
}

export function writtenEars(clock: Clock, lastWordsMs = 0): WrittenEars {
  let written = "";
  let late: Disposable | undefined;
  let tell: (event: SttEvent) => void = () => undefined;
  const ears: WrittenEars = {
    id: "written",
    lastWordsMs,
    finals: [],
    write(text) {
      written = text;
      tell({ type: "partial", text, complete: false });
    },
    open(sink) {
      tell = sink;
      return Promise.resolve({
        closed: new Promise(() => undefined),
        send: () => undefined,
        finalize(turn) {
          const final = ears.finals.shift() ?? written;
          written = "";
          const said = typeof final === "string" ? { text: final, rejected: false } : final;
          const say = (): void => sink({ type: "end_of_turn", turn, ...said });
          if (ears.lastWordsMs === 0) say();
          else late = clock.after(ears.lastWordsMs, say);
        },
        reset: () => undefined,
        expect: () => undefined,
        close() {
          late?.[Symbol.dispose]();
          tell = () => undefined;
        },
      });
    },
  };
  return ears;
}
