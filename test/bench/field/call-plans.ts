// Call plans: who says which recordings in which order. Each caller is one voice pack; acts over the agent and in silence
// alternate with turns, and every recording of the side is used at least once.

import type { PlannedAct, CallPlan } from "./field-caller.ts";
import type { ActKind } from "./interaction.ts";
import type { VoiceClip } from "./recordings.ts";
import { joined } from "../../support/callers/callers.ts";
import { random } from "../../support/random.ts";

/** Acts of a call, of each kind; tics and other people are heard in silence, too. A call in real time is shorter. */
const sizes = {
  whole: { interruption: 4, backchannel: 6, tic: 5, other: 4, turn: 5 },
  short: { interruption: 3, backchannel: 3, tic: 3, other: 2, turn: 4 },
} as const;
/** Pauses of a caller who has not finished, in milliseconds. */
const pausesMs = [300, 500, 700, 900] as const;

export interface PlanOptions {
  readonly calls: number;
  readonly seed: number;
  readonly size: keyof typeof sizes;
}

/** The same plans for the same options. */
export function plansOf(
  recordings: readonly VoiceClip[],
  { calls, seed, size }: PlanOptions,
): readonly CallPlan[] {
  const { int } = random(seed);
  const shuffled = <T>(all: readonly T[]): readonly T[] => {
    const left = [...all];
    return Array.from(all, () => left.splice(int(0, left.length - 1), 1)[0]!);
  };
  const decks = new Map<string, VoiceClip[]>();
  /** Dealt like cards: none comes twice before all have come. */
  const dealt = (name: string, all: readonly VoiceClip[]): VoiceClip => {
    const deck = decks.get(name) ?? [];
    if (deck.length === 0) deck.push(...shuffled(all));
    decks.set(name, deck);
    return deck.pop()!;
  };
  const ofKind = (kind: ActKind): readonly VoiceClip[] => recordings.filter((one) => one.kind === kind);
  const speakers = Array.from(new Set(ofKind("interruption").map(({ speaker }) => speaker)));
  const readers = ofKind("turn").filter(({ speaker }) => !speakers.includes(speaker));
  return Array.from({ length: calls }, (_, at): CallPlan => {
    const speaker = speakers[at % speakers.length]!;
    const own = (kind: ActKind): VoiceClip =>
      dealt(
        `${kind} ${speaker}`,
        ofKind(kind).filter((one) => one.speaker === speaker),
      );
    const act = (recording: VoiceClip, isOver: boolean): PlannedAct => ({ ...recording, isOver });
    const many = (kind: ActKind, of: (i: number) => PlannedAct): readonly PlannedAct[] =>
      Array.from({ length: sizes[size][kind] }, (__, i) => of(i));
    const paused = (): PlannedAct => {
      const [one, other, ms] = [own("turn"), own("turn"), pausesMs[int(0, pausesMs.length - 1)]!];
      return {
        kind: "turn",
        clip: `${one.clip} (${ms} ms) ${other.clip}`,
        isOver: false,
        pcm: joined(one.pcm, ms, other.pcm),
      };
    };
    const over = shuffled([
      ...many("interruption", () => act(own("interruption"), true)),
      ...many("backchannel", () => act(dealt("backchannel", ofKind("backchannel")), true)),
      ...many("tic", () => act(own("tic"), true)),
      ...many("other", () => act(dealt("other", ofKind("other")), true)),
    ]);
    const silent = shuffled([
      ...many("tic", () => act(own("tic"), false)).slice(0, 2),
      ...many("other", () => act(dealt("other", ofKind("other")), false)).slice(0, 2),
    ]);
    const turns = many("turn", (i) =>
      i === 1 ? act(dealt("reader", readers), false) : i === 3 ? paused() : act(own("turn"), false),
    );
    return {
      name: `${speaker} ${at + 1}`,
      acts: interleaved(over, silent, turns),
      prompts: many("turn", () => act(own("turn"), false)),
    };
  });
}

/** Some acts over the agent, then one in the silence after it, then a turn, and so on. */
function interleaved(
  over: readonly PlannedAct[],
  silent: readonly PlannedAct[],
  turns: readonly PlannedAct[],
): readonly PlannedAct[] {
  return turns.flatMap((turn, i) => {
    const [from, until] = [i, i + 1].map((n) => Math.floor((n * over.length) / turns.length));
    return [...over.slice(from, until), ...silent.slice(i, i + 1), turn];
  });
}
