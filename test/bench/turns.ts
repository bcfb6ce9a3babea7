// Turn benchmark: how long after a caller's last word the turn is over, and how often it is over too soon, by what was
// asked. Real voice detection and the real embedded recogniser; counted in audio, so that a busy machine changes
// nothing. To the open question a recogniser is imagined that hears anything, 200 ms late.

import { type Frame, frameMs, sampleRate, toFrames } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { Guard } from "../../src/base/guard.ts";
import type { SttEvent, SttSession } from "../../src/providers/provider-contract.ts";
import type { EndOfTurnReason } from "../../src/voice/pauses/end-of-turn.ts";
import { Endpointing } from "../../src/voice/endpointing.ts";
import { FlowTalk, programOf } from "../support/fakes/flow-talk.ts";
import { EnginesAtOnce } from "../support/engines-at-once.ts";
import { type EarlyAnswers, measureAnswers } from "./early-answers.ts";
import { quantile } from "./pinned.ts";
import { type Kind, questions, type Scene, scenesOf, writtenAt } from "./turn-scenes.ts";

/** What became of one scene. `delayMs`: from the last word's end to the end of the turn; undefined: it never ended. */
interface Ended {
  readonly scene: Scene;
  readonly delayMs: number | undefined;
  readonly reason: EndOfTurnReason | undefined;
  /** Why turns were ended before the last word. */
  readonly cuts: readonly { readonly reason: EndOfTurnReason; readonly goesOnMs: number }[];
}

/** Hears anything: what is written down comes as the audio goes on, whatever the detector thinks. */
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
  listener.use(free ?? engines.openStt(listener.heardBy));
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
  /** Of those cut off: the caller went on later than a turn can be opened again. */
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

/** Who goes on so soon after the end of the turn is heard as if it had not ended. */
const reopenMs = 700;

const hasPause = ({ said }: Scene): boolean => said.some((part) => typeof part === "number" && part > 150);

interface Measured {
  readonly rows: readonly Row[];
  /** Of open questions: asked when the turn is over, and before. */
  readonly answers: readonly EarlyAnswers[];
}

/** KINDS="yes/no,open" measures these only; MISSES=1 prints each turn that was cut off or late. */
export async function measure(): Promise<Measured> {
  const wanted = process.env.KINDS?.split(",");
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

export async function run(): Promise<void> {
  const { rows, answers } = await measure();
  console.log(`from the last word to the end of the turn, in ms of audio (frames of ${frameMs} ms)`);
  for (const { kind, scenes, p50Ms, p95Ms, cutOff, lost, unended } of rows)
    console.log(
      `${kind.padEnd(26)} ${String(p50Ms).padStart(5)} p50 ${String(p95Ms).padStart(5)} p95   ${cutOff} of ${scenes} cut off, ${lost} for good${unended > 0 ? `, ${unended} never over` : ""}`,
    );
  const sum = (count: (row: Row) => number): number => rows.reduce((all, row) => all + count(row), 0);
  const all = sum(({ scenes }) => scenes);
  const share = (count: number): string => `${count} of ${all} (${((100 * count) / all).toFixed(1)} %)`;
  console.log(`cut off before the last word: ${share(sum(({ cutOff }) => cutOff))}`);
  console.log(`and went on too late to be heard as one turn: ${share(sum(({ lost }) => lost))}`);
  const [late, early] = answers;
  if (late === undefined || early === undefined) return;
  console.log(
    "from the last word to the answer of a model that takes 400 ms to its first, last words taking 200 ms",
  );
  for (const [name, { p50Ms, p95Ms, requests, scenes }] of [
    ["asked after the turn", late],
    ["PREEMPTIVE_GENERATION=on", early],
  ] as const)
    console.log(
      `${name.padEnd(26)} ${String(p50Ms).padStart(5)} p50 ${String(p95Ms).padStart(5)} p95   ${requests} requests for ${scenes} answers`,
    );
}
