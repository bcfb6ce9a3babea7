// Crowd benchmark: a caller's wait for the recognised words of an answer, alone and while televisions talk on four
// other lines, all in one speech Worker; and the cost of a television. Audio arrives in real time, as in calls.

import { toFrames } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import type { Expectation } from "../../src/flow/engine/expectation.ts";
import type { SttSession } from "../../src/providers/provider-contract.ts";
import { openSpeechPool, type SpeechPool } from "../../src/speech/speech-pool.ts";
import { digitWords, human, joined } from "../support/callers/callers.ts";
import { FlowTalk, programOf } from "../support/fakes/flow-talk.ts";
import { FigureList, type Figures } from "./figures.ts";
import { quantile } from "./pinned.ts";

const televisions = 4;
/** Longest turn in milliseconds; then it ends by itself. */
const turnMs = 30_000;
const frameMs = 20;
const programmes = ["one-moment-please", "im-sorry", "call-waiting", "tt-weasels", "vm-goodbye"];

function numberQuestion(): Expectation | undefined {
  const talk = new FlowTalk(
    programOf(`voice_flow: 1
id: crowd
language: en
start: ask
defaults: {give_up: bye}
variables:
  it: {type: number, integer: true, min: 0, max: 12, ask: "For how many people?"}
nodes:
  ask: {ask: it, next: bye}
  bye: {say: "Goodbye.", end: done}
`),
  );
  talk.start();
  return talk.expectation;
}

async function open(pool: SpeechPool, ended: () => void): Promise<SttSession> {
  const context = { clock: wallClock, log: silentLog };
  const sink = (event: { readonly type: string }): void => {
    if (event.type === "end_of_turn") ended();
  };
  const session = await pool.stt.open(sink, context, new AbortController().signal);
  session.expect(numberQuestion());
  return session;
}

const until = async (at: number): Promise<void> => {
  const ms = at - wallClock.now();
  if (ms > 0) await Bun.sleep(ms);
};

/** Plays speech until it is stopped. */
async function television(pool: SpeechPool, lateMs: number, signal: AbortSignal): Promise<void> {
  const session = await open(pool, () => undefined);
  const frames = toFrames(joined(...(await Promise.all(programmes.map(human)))));
  const start = wallClock.now() + lateMs;
  for (let n = 0; !signal.aborted; n++) {
    await until(start + n * frameMs);
    const frame = frames[n % frames.length];
    if (frame !== undefined) session.send(frame);
    if ((n * frameMs) % turnMs === turnMs - frameMs) session.finalize(n);
  }
  session.close();
}

/** Times from the end of each answer's turn to its words. */
async function waits(pool: SpeechPool, answers: number): Promise<number[]> {
  let told = Promise.withResolvers<void>();
  const session = await open(pool, () => told.resolve());
  const all: number[] = [];
  for (let n = 0; n < answers; n++) {
    const frames = toFrames(joined(300, await human(digitWords[n % 10] ?? "one"), 300));
    const start = wallClock.now();
    for (const [at, frame] of frames.entries()) {
      await until(start + at * frameMs);
      session.send(frame);
    }
    told = Promise.withResolvers();
    const from = wallClock.now();
    session.finalize(n);
    await told.promise;
    all.push(wallClock.now() - from);
  }
  session.close();
  return all.toSorted((a, b) => a - b);
}

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, say: (line: string) => void): Promise<Figures> {
  await using pool = openSpeechPool({ workers: 1, clock: wallClock, log: silentLog });
  await pool.ready;
  const list = new FigureList(say);
  const answers = isQuick ? 5 : 30;
  const tell = (name: string, all: readonly number[], [p50Max, p95Max]: readonly [number, number]): void =>
    list.add(
      { of: `words of an answer, ${name}`, value: quantile(all, 0.5), unit: "ms", atMost: p50Max },
      { of: `words of an answer, ${name}, p95`, value: quantile(all, 0.95), unit: "ms", atMost: p95Max },
    );
  // The first answers warm up the code.
  await waits(pool, answers);
  tell("alone", await waits(pool, answers), [46, 65]);
  const over = new AbortController();
  const others = Array.from({ length: televisions }, (_, n) =>
    television(pool, (n * turnMs) / televisions, over.signal),
  );
  await Bun.sleep(turnMs);
  const before = process.cpuUsage();
  const from = wallClock.now();
  await Bun.sleep(turnMs);
  const { user, system } = process.cpuUsage(before);
  const perTurn = (((user + system) / 1e6) * turnMs) / (wallClock.now() - from) / televisions;
  tell(`with ${televisions} televisions`, await waits(pool, answers), [47, 82]);
  over.abort();
  await Promise.all(others);
  list.add({
    of: `processor of a television, turn of ${turnMs / 1_000} s`,
    value: perTurn,
    unit: "s",
    atMost: 0.8,
  });
  return list;
}
