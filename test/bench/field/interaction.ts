// Interaction metrics: how an agent takes turns in a call, by the definitions of the public voice benchmark (τ²-bench of
// Sierra Research, docs/interaction-metrics.md of August 2026). Pure: acts of the caller and audible audio of the agent in,
// counts out. The agent speaks until it is silent for a tick of 200 ms, so a pause that it resumes from is a silence, too.

/** `turn`: words for a listening agent. `interruption`: words that are meant to stop it. The other kinds are not for it. */
export const actKinds = ["turn", "interruption", "backchannel", "tic", "other"] as const;
export type ActKind = (typeof actKinds)[number];
export type IgnorableKind = Exclude<ActKind, "turn" | "interruption">;

/** Milliseconds of the call. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Something that the caller utters. */
export interface Act extends Span {
  readonly kind: ActKind;
  /** Its stretches of sound; between them the caller pauses for a tick or longer, and is not done. */
  readonly parts: readonly Span[];
  /** Name of the recording. */
  readonly clip: string;
}

/** Times in milliseconds of the call. */
export interface FieldCall {
  readonly acts: readonly Act[];
  /** Frames in which the agent is audible, each as long as `frameMs`, in order. */
  readonly audibleMs: readonly number[];
  readonly frameMs: number;
}

/** Windows of the public benchmark, in milliseconds. */
const tickMs = 200;
const yieldMs = 2_000;
const keptOnMs = 1_000;
const unansweredMs = 2_000;

/** Stretches of sound; a gap of less than a tick ends none. */
export function spansOf({ audibleMs, frameMs }: Pick<FieldCall, "audibleMs" | "frameMs">): readonly Span[] {
  const spans: Span[] = [];
  for (const fromMs of audibleMs) {
    const last = spans.at(-1);
    const untilMs = fromMs + frameMs;
    if (last !== undefined && fromMs - last.untilMs < tickMs) spans[spans.length - 1] = { ...last, untilMs };
    else spans.push({ fromMs, untilMs });
  }
  return spans;
}

/** Right of all, such as 9 of 10. */
export interface Share {
  readonly right: number;
  readonly all: number;
}

export interface Interaction {
  readonly answers: Share;
  readonly answerMs: readonly number[];
  readonly yields: Share;
  readonly yieldMs: readonly number[];
  /** Stretches of the agent that begin while the caller is heard. `all`: turns of the caller. */
  readonly interrupts: Count;
  /** Stretches that begin in a pause of the caller; the public benchmark counts them as answers. */
  readonly pauses: Count;
  readonly ignores: Readonly<Record<IgnorableKind, Share>>;
  /** Descriptions of all that was not right. */
  readonly misses: readonly string[];
}

interface Count {
  readonly count: number;
  readonly all: number;
}

interface Judged {
  readonly act: Act;
  readonly isRight: boolean;
  readonly ms: number | undefined;
}

export function interactionOf(call: FieldCall): Interaction {
  const spans = spansOf(call);
  const acts = call.acts.toSorted((a, b) => a.fromMs - b.fromMs);
  const turns = acts.flatMap((act, i) => answerTo(act, acts.slice(i + 1), spans));
  const yields = acts.flatMap((act) => interruptionsOf(act).flatMap((part) => yieldTo(part, spans)));
  const ignored = (wanted: IgnorableKind): readonly Judged[] =>
    acts.filter(({ kind }) => kind === wanted).map((act) => ignoranceOf(act, spans));
  const [backchannel, tic, other] = [ignored("backchannel"), ignored("tic"), ignored("other")];
  const begun = spans.flatMap(({ fromMs }) => {
    const act = acts.find((one) => isWithin(fromMs, one));
    return act === undefined ? [] : [{ act, isHeard: act.parts.some((part) => isWithin(fromMs, part)) }];
  });
  const interrupting = begun.filter(({ isHeard }) => isHeard);
  const wrong = [...turns, ...yields, ...backchannel, ...tic, ...other].filter(({ isRight }) => !isRight);
  return {
    answers: shareOf(turns),
    answerMs: timesOf(turns),
    yields: shareOf(yields),
    yieldMs: timesOf(yields),
    interrupts: { count: interrupting.length, all: turns.length },
    pauses: { count: begun.length - interrupting.length, all: turns.length },
    ignores: { backchannel: shareOf(backchannel), tic: shareOf(tic), other: shareOf(other) },
    misses: [
      ...wrong.map(({ act: { kind, clip, fromMs } }) => `${kind} ${clip} at ${Math.round(fromMs)}`),
      ...begun.map(
        ({ act: { kind, clip }, isHeard }) => `talked into ${isHeard ? "" : "a pause of "}${kind} ${clip}`,
      ),
    ],
  };
}

/**
 * Judged answers; none if the agent speaks at the end of the act, or if nothing shows whether it would have answered.
 */
function answerTo(act: Act, later: readonly Act[], spans: readonly Span[]): readonly Judged[] {
  if (act.kind !== "turn" && act.kind !== "interruption") return [];
  if (isSpeaking(spans, act.untilMs)) return [];
  const answer = spans.find(({ fromMs }) => fromMs >= act.untilMs);
  const again = later.find(({ kind }) => kind === "turn" || kind === "interruption");
  if (answer === undefined && again === undefined) return [];
  const isRight = answer !== undefined && (again === undefined || answer.fromMs <= again.fromMs);
  return [{ act, isRight, ms: isRight ? answer.fromMs - act.untilMs : undefined }];
}

/** Interruptions, and parts of a turn over an agent who took a pause for its end. */
function interruptionsOf(act: Act): readonly Act[] {
  if (act.kind === "interruption") return [act];
  return act.kind === "turn" ? act.parts.slice(1).map((part) => ({ ...act, ...part })) : [];
}

/** Judged yields; none if the agent is silent when the act begins. */
function yieldTo(act: Act, spans: readonly Span[]): readonly Judged[] {
  const span = spanAt(spans, act.fromMs);
  if (span === undefined) return [];
  const ms = span.untilMs - act.fromMs;
  const isRight = ms < yieldMs;
  return [{ act, isRight, ms: isRight ? ms : undefined }];
}

/** A speaking agent speaks on, and a silent one says nothing. */
function ignoranceOf(act: Act, spans: readonly Span[]): Judged {
  const span = spanAt(spans, act.fromMs);
  if (span !== undefined) return { act, isRight: span.untilMs - act.fromMs >= keptOnMs, ms: undefined };
  const isRight = spans.every(({ fromMs }) => fromMs < act.fromMs || fromMs > act.untilMs + unansweredMs);
  return { act, isRight, ms: undefined };
}

const isWithin = (ms: number, { fromMs, untilMs }: Span): boolean => fromMs < ms && ms < untilMs;
const spanAt = (spans: readonly Span[], ms: number): Span | undefined =>
  spans.find(({ fromMs, untilMs }) => fromMs <= ms && ms < untilMs);
const isSpeaking = (spans: readonly Span[], ms: number): boolean => spanAt(spans, ms) !== undefined;

const shareOf = (all: readonly Judged[]): Share => ({
  right: all.filter(({ isRight }) => isRight).length,
  all: all.length,
});
const timesOf = (all: readonly Judged[]): readonly number[] =>
  all.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));

/** Figures of many calls are those of all their acts together. */
export function allOf(calls: readonly Interaction[]): Interaction {
  const sum = (share: (call: Interaction) => Share): Share => ({
    right: calls.reduce((all, call) => all + share(call).right, 0),
    all: calls.reduce((all, call) => all + share(call).all, 0),
  });
  const count = (of: (call: Interaction) => Count): Count => ({
    count: calls.reduce((all, call) => all + of(call).count, 0),
    all: calls.reduce((all, call) => all + of(call).all, 0),
  });
  return {
    answers: sum(({ answers }) => answers),
    answerMs: calls.flatMap(({ answerMs }) => answerMs),
    yields: sum(({ yields }) => yields),
    yieldMs: calls.flatMap((call) => call.yieldMs),
    interrupts: count(({ interrupts }) => interrupts),
    pauses: count(({ pauses }) => pauses),
    ignores: {
      backchannel: sum(({ ignores }) => ignores.backchannel),
      tic: sum(({ ignores }) => ignores.tic),
      other: sum(({ ignores }) => ignores.other),
    },
    misses: calls.flatMap(({ misses }) => misses),
  };
}
