// Turn benchmark: the time from a caller's last word to the end of the turn, and how often the turn ends too soon, by
// kind of question. Real voice detection and the real embedded recogniser; counted in audio, so that a busy machine
// changes nothing. The open question has an imaginary recogniser of free speech, 200 ms late.

import { type Frame, sampleRate, toFrames } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { Guard } from "../../src/base/guard.ts";
import type { SttEvent, SttSession } from "../../src/providers/provider-contract.ts";
import type { EndOfTurnReason } from "../../src/voice/pauses/end-of-turn.ts";
import { Endpointing } from "../../src/voice/endpointing.ts";
import { FlowTalk, programOf } from "../support/fakes/flow-talk.ts";
import { EnginesAtOnce } from "../support/engines-at-once.ts";
import { type EarlyAnswers, measureAnswers } from "./early-answers.ts";
import { FigureList, type Figures } from "./figures.ts";
import { quantile } from "./pinned.ts";
import { type Kind, questions, type Scene, scenesOf, writtenAt } from "./turn-scenes.ts";

/** Result of one scene. `delayMs`: from the last word's end to the end of the turn; undefined: it never ended. */
interface Ended {
  readonly scene: Scene;
  readonly delayMs: number | undefined;
  readonly reason: EndOfTurnReason | undefined;
  /** Reasons for ends of turns before the last word. */
  readonly cuts: readonly { readonly reason: EndOfTurnReason; readonly goesOnMs: number }[];
}

/** Hears all words: the transcript grows with the audio, independently of the detector. */
function freeStt(sink: (event: SttEvent) => void): SttSession & { write(text: string): void } {
  let written = "";
  let finalised = "";
  const rest = (): string => written.slice(finalised.length).trim();
  return {
    closed: new Promise(() => undefined),
    write(text) {
      if (text === written) return;
      written = text;
      sink({ type: "partial", text: rest(), complete: false });
    },
    send: () => undefined,
    finalize(turn) {
      sink({ type: "end_of_turn", turn, text: rest(), rejected: false });
      finalised = written;
    },
    reset: () => undefined,
    expect: () => undefined,
    close: () => undefined,
  };
}

const programs = new Map<Kind, ReturnType<typeof programOf>>();

function asked(kind: Kind): FlowTalk {
  const program =
    programs.get(kind) ??
    programOf(`voice_flow: 1
id: turns
language: en
start: ask
defaults: {give_up: bye}
variables:
  it: {${questions[kind]}}
nodes:
  ask: {ask: it, next: bye}
  bye: {say: "Goodbye.", end: done}
`);
  programs.set(kind, program);
  const talk = new FlowTalk(program);
  talk.start();
  return talk;
}

async function play(scene: Scene, engines: EnginesAtOnce): Promise<Ended> {
  const guard = new Guard((error) => {
    throw error;
  });
  const talk = asked(scene.kind);
  let at = 0;
  const ends: { readonly at: number; readonly reason: EndOfTurnReason }[] = [];
  const listener = new Endpointing({
    clock: wallClock,
    guard,
    openVad: (sink) => engines.vad.open(sink),
    tell: (event) => {
      if (event.type === "turn-ended") ends.push({ at, reason: event.reason });
    },
    saidSoFar: (text) => talk.saidSoFar(text),
  });
  const free = scene.kind === "open" ? freeStt(listener.heardBy) : undefined;
  listener.expect(talk.expectation);
  listener.use(free ?? (await engines.openStt(listener.heardBy)));
  for (const frame of toFrames(scene.pcm) as Frame[]) {
    at += frame.length;
    listener.hear(frame);
    free?.write(writtenAt(scene, at));
    // The detector answers in a microtask.
    await Promise.resolve();
  }
  listener.close();
  const last = scene.spoken.at(-1)?.until ?? 0;
  const end = ends.find((one) => one.at >= last);
  return {
    scene,
    delayMs: end === undefined ? undefined : ((end.at - last) * 1000) / sampleRate,
    reason: end?.reason,
    cuts: ends
      .filter((one) => one.at < last)
      .map((one) => ({ reason: one.reason, goesOnMs: msUntilNextWord(scene, one.at) })),
  };
}

function msUntilNextWord({ spoken }: Scene, at: number): number {
  const next = spoken.find(({ until }) => until > at);
  return (Math.max(0, (next?.from ?? at) - at) * 1000) / sampleRate;
}

interface Row {
  readonly kind: string;
  readonly scenes: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly cutOff: number;
  /** Cut turns whose caller continued too late to reopen them. */
  readonly lost: number;
  readonly unended: number;
}

function rowOf(kind: string, ended: readonly Ended[]): Row {
  const delays = ended
    .flatMap(({ delayMs }) => (delayMs === undefined ? [] : [delayMs]))
    .toSorted((a, b) => a - b);
  return {
    kind,
    scenes: ended.length,
    p50Ms: Math.round(quantile(delays, 0.5)),
    p95Ms: Math.round(quantile(delays, 0.95)),
    cutOff: ended.filter(({ cuts }) => cuts.length > 0).length,
    lost: ended.filter(({ cuts }) => cuts.some(({ goesOnMs }) => goesOnMs > reopenMs)).length,
    unended: ended.length - delays.length,
  };
}

/** A caller who continues within this time after the end of the turn is heard as if it had not ended. */
const reopenMs = 700;

const answerClaims = [
  { of: "PREEMPTIVE_GENERATION=off", atMost: 1_050 },
  { of: "asked before the turn is over", atMost: 650 },
];

const hasPause = ({ said }: Scene): boolean => said.some((part) => typeof part === "number" && part > 150);

interface Measured {
  readonly rows: readonly Row[];
  /** Open questions: asked at the end of the turn, and before. */
  readonly answers: readonly EarlyAnswers[];
}

export { claimsOf as claims } from "./figures.ts";

/** KINDS="yes/no,open" measures these only; MISSES=1 prints each turn that was cut off or late. */
export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  add(list, await measured((process.env.KINDS ?? (isQuick ? "yes/no" : undefined))?.split(",")));
  return list;
}

async function measured(wanted: readonly string[] | undefined): Promise<Measured> {
  const kinds = (Object.keys(questions) as Kind[]).filter((kind) => wanted?.includes(kind) ?? true);
  const engines = await EnginesAtOnce.open();
  const rows: Row[] = [];
  for (const kind of kinds) {
    const ended: Ended[] = [];
    for (const scene of await scenesOf([kind])) ended.push(await play(scene, engines));
    const [fluent, paused] = [
      ended.filter(({ scene }) => !hasPause(scene)),
      ended.filter(({ scene }) => hasPause(scene)),
    ];
    if (fluent.length > 0) rows.push(rowOf(kind, fluent));
    if (paused.length > 0) rows.push(rowOf(`${kind}, with pauses`, paused));
    if (process.env.MISSES !== undefined) for (const one of ended) tellMiss(one);
  }
  const open = kinds.includes("open") ? await scenesOf(["open"]) : [];
  const answers: EarlyAnswers[] = [];
  for (const preempts of open.length > 0 ? [false, true] : [])
    answers.push(await measureAnswers(open, engines, preempts));
  return { rows, answers };
}

function tellMiss({ scene: { kind, speaker, said }, delayMs, reason, cuts }: Ended): void {
  const what =
    cuts.length > 0
      ? `cut off (${cuts.map(({ reason: why }) => why).join(", ")})`
      : delayMs === undefined
        ? "never over"
        : delayMs > 350
          ? "late"
          : undefined;
  if (what !== undefined)
    console.log(
      `  ${what} ${kind} ${speaker}: ${said.join(" ")} (${Math.round(delayMs ?? 0)} ms, ${reason ?? "-"})`,
    );
}

/** A cut-off turn ended before the last word; a lost one continued too late to be heard as one turn. */
function add(list: FigureList, { rows, answers }: Measured): void {
  for (const { kind, scenes, p50Ms, p95Ms, cutOff, lost, unended } of rows)
    list.add(
      {
        of: `${kind}: last word to end of turn`,
        value: p50Ms,
        unit: "ms of audio",
        note: `p95 ${p95Ms} ms, ${cutOff} of ${scenes} cut off`,
      },
      { of: `${kind}: turns that are never over`, value: unended, unit: "", note: `${lost} lost`, atMost: 0 },
    );
  const sum = (count: (row: Row) => number): number => rows.reduce((all, row) => all + count(row), 0);
  const share = (count: (row: Row) => number): number => (100 * sum(count)) / sum(({ scenes }) => scenes);
  list.add(
    { of: "turns cut off", value: share(({ cutOff }) => cutOff), unit: "in 100", atMost: 6 },
    { of: "turns lost", value: share(({ lost }) => lost), unit: "in 100", atMost: 0 },
  );
  for (const [i, { p50Ms, p95Ms, requests, scenes }] of answers.entries()) {
    const { of, atMost } = answerClaims[i]!;
    list.add(
      {
        of: `${of}: last word to answer`,
        value: p50Ms,
        unit: "ms of audio",
        note: `p95 ${p95Ms} ms`,
        atMost,
      },
      { of: `${of}: requests for ${scenes} answers`, value: requests, unit: "", atMost: scenes * 1.1 },
    );
  }
}
