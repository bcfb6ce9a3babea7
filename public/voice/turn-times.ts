// Turn latency: splits the response time of each turn into stages, from the server's and the client's measurements.

/** Times in milliseconds since the caller's last sound or key; absent stages did not happen. */
export interface TurnTimes {
  readonly number: number;
  /** Words of the caller. */
  readonly said: string;
  /** The end of the caller's speech was detected. */
  readonly silenceMs?: number;
  /** The last word was recognised. */
  readonly wordsMs?: number;
  /** The answer's first text arrived. */
  readonly textMs?: number;
  /** The answer's first audio left the server. */
  readonly audioMs?: number;
  /** The answer's first sound was played here. */
  readonly heardMs?: number;
}

interface Measurement {
  readonly processor: string;
  /** Seconds. */
  readonly value: number;
}

export interface TurnMetrics {
  readonly ttfb?: readonly Measurement[];
  readonly processing?: readonly Measurement[];
  readonly said: string;
}

/** Appends the server's measurements of a turn. */
export function addTurn(
  turns: readonly TurnTimes[],
  { ttfb = [], processing = [], said }: TurnMetrics,
): readonly TurnTimes[] {
  const ms = (list: readonly Measurement[], name: string): number | undefined => {
    const measurement = list.find(({ processor }) => processor === name);
    return measurement === undefined ? undefined : Math.round(measurement.value * 1000);
  };
  const silenceMs = ms(processing, "turn-end");
  const wordsMs = ms(processing, "stt");
  const audioMs = ms(ttfb, "turn");
  const thoughtMs = ms(ttfb, "llm");
  const textMs = thoughtMs === undefined ? undefined : Math.max(silenceMs ?? 0, wordsMs ?? 0) + thoughtMs;
  const turn = {
    number: turns.length + 1,
    said,
    ...(silenceMs !== undefined && { silenceMs }),
    ...(wordsMs !== undefined && { wordsMs }),
    ...(textMs !== undefined && { textMs }),
    ...(audioMs !== undefined && { audioMs }),
  };
  return [...turns, turn];
}

/** Sets the time of the first sound of the last reply, unless it is set already. */
export function addHeardTime(turns: readonly TurnTimes[], heardMs: number): readonly TurnTimes[] {
  const last = turns.at(-1);
  if (last === undefined || last.heardMs !== undefined) return turns;
  return turns.with(-1, { ...last, heardMs });
}

export interface TurnSpan {
  readonly kind: "silence" | "words" | "text" | "audio" | "way";
  readonly fromMs: number;
  readonly toMs: number;
}

/** The turn's response time as consecutive spans; stages that took no time are left out. */
export function spansOf({ silenceMs, wordsMs, textMs, audioMs, heardMs }: TurnTimes): readonly TurnSpan[] {
  const ends = [
    ["silence", silenceMs],
    ["words", wordsMs],
    ["text", textMs],
    ["audio", audioMs],
    ["way", heardMs],
  ] as const;
  let at = 0;
  return ends.flatMap(([kind, toMs]) => {
    if (toMs === undefined || toMs <= at) return [];
    const span = { kind, fromMs: at, toMs };
    at = toMs;
    return [span];
  });
}
