// Capacity benchmark callers: so many sockets, each a caller who talks for 4 s and listens for 6 s, in chunks of
// `--chunk` ms at real pace. Prints how late the agent's audio came, and how late the callers themselves were.

import { parseArgs } from "node:util";
import { answersRound, chunksOf, humanRound, roundMs } from "./caller-script.ts";
import { quantile } from "../pinned.ts";
import type { Lateness } from "./callers.ts";
import { ReplySchedule } from "./reply-schedule.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    calls: { type: "string" },
    seconds: { type: "string" },
    chunk: { type: "string" },
    round: { type: "string" },
  },
});
const url = values.url ?? "";
const count = Number(values.calls);
const seconds = Number(values.seconds);

const chunkMs = Number(values.chunk ?? 100);
const late: number[] = [];
/** Silences within replies, by windows of 250 ms since the measurement began. */
const windowMs = 250;
const gaps: number[][] = [];
const callersLate: number[] = [];
let replies = 0;
let cutIns = 0;
let measuredFrom = 0;
let measuring = false;

class Caller {
  readonly #socket = new WebSocket(url);
  readonly #chunks: readonly Uint8Array<ArrayBuffer>[];
  #at: number;
  readonly #schedule = new ReplySchedule();
  #counts = false;
  #isFirst = false;
  readonly open: Promise<void>;

  constructor(chunks: readonly Uint8Array<ArrayBuffer>[], offset: number) {
    this.#chunks = chunks;
    this.#at = offset;
    this.#socket.binaryType = "arraybuffer";
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.open = promise;
    this.#socket.onopen = () => {
      this.#socket.send('{"label":"rtvi-ai","type":"client-ready","id":"1","data":{"version":"2.1.0"}}');
      resolve();
    };
    this.#socket.onclose = (event) => reject(new Error(`closed ${event.code}`));
    this.#socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.#take(event.data);
  }

  send(): void {
    this.#socket.send(this.#chunks[this.#at++ % this.#chunks.length] ?? new Uint8Array());
  }

  close(): void {
    this.#socket.onclose = null;
    this.#socket.close();
  }

  #take(data: string | ArrayBuffer): void {
    if (typeof data === "string") {
      // A caller's word in the middle of a line pauses it: the rest is due later.
      if (data.includes('"agent_paused"')) this.#schedule.begin();
      if (!data.includes('"bot-started-speaking"')) return;
      this.#schedule.begin();
      this.#counts = measuring;
      this.#isFirst = true;
      return;
    }
    const now = performance.now();
    const { lateMs, gapMs } = this.#schedule.take(now, data.byteLength / 32);
    if (!this.#counts) return;
    if (this.#isFirst) {
      replies++;
      if (this.#schedule.isCutIn) cutIns++;
    }
    this.#isFirst = false;
    if (!this.#schedule.isCutIn) late.push(lateMs);
    (gaps[Math.floor((now - measuredFrom) / windowMs)] ??= []).push(gapMs);
  }
}

/** `--round answers`: short answers to questions of a flow; else four seconds of ten. */
const round = await (values.round === "answers" ? answersRound() : humanRound());
const chunks = chunksOf(round, chunkMs);
const callers: Caller[] = [];
for (let i = 0; i < count; i++) {
  const caller = new Caller(chunks, Math.floor((i * chunks.length) / count));
  callers.push(caller);
  await caller.open;
}
// Spread over the time of a chunk, like real callers; each slot has its own absolute clock.
const startedAt = performance.now();
const slots = 20;
let tick = 0;
const beat = (): void => {
  const now = performance.now();
  for (; startedAt + (tick * chunkMs) / slots <= now; tick++) {
    if (measuring) callersLate.push(now - startedAt - (tick * chunkMs) / slots);
    for (let i = tick % slots; i < callers.length; i += slots) callers[i]?.send();
  }
};
const timer = setInterval(beat, 2);
// After a round, a turn that began in its middle is over, and so is the answer that it interrupted.
await Bun.sleep(roundMs);
measuring = true;
measuredFrom = performance.now();
process.stdout.write("measuring\n");
await Bun.sleep(seconds * 1_000);
measuring = false;
clearInterval(timer);
for (const caller of callers) caller.close();
for (const list of [late, callersLate]) list.sort((a, b) => a - b);
const lateAt = (share: number): number | null => (late.length === 0 ? null : quantile(late, share));
const report: Lateness = {
  p50: lateAt(0.5),
  p99: lateAt(0.99),
  worst: lateAt(1),
  replies,
  cutIns,
  callersLateP99: quantile(callersLate, 0.99),
  gapsByWindow: Array.from(gaps, (some) => some?.toSorted((a, b) => a - b) ?? [0]).map((some) =>
    quantile(some, 0.99),
  ),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
