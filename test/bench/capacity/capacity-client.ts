// Capacity benchmark callers: so many sockets, each a caller who talks for 4 s and listens for 6 s, in chunks of
// `--chunk` ms at real pace. Prints how late the agent's audio came.

import { parseArgs } from "node:util";
import { human, joined, pause } from "../../support/callers/callers.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    calls: { type: "string" },
    seconds: { type: "string" },
    chunk: { type: "string" },
  },
});
const url = values.url ?? "";
const count = Number(values.calls);
const seconds = Number(values.seconds);

const chunkMs = Number(values.chunk ?? 100);
const chunkBytes = 32 * chunkMs;
const roundMs = 10_000;
/** The server sends 200 ms ahead, in chunks of 40 ms: a chunk leaves when its second frame may. */
const aheadMs = 160;

/** 10 s: a person talks for 4 s, then the line is quiet. */
async function round(): Promise<Uint8Array<ArrayBuffer>[]> {
  const words = ["demo-moreinfo", "vm-intro"];
  const said = joined(...(await Promise.all(words.map((word) => human(word)))), pause(4_000)).subarray(
    0,
    4 * 16_000,
  );
  const pcm = joined(said, pause(6_000));
  const bytes = new Uint8Array(pcm.slice().buffer);
  return Array.from({ length: roundMs / chunkMs }, (_, i) =>
    bytes.slice(i * chunkBytes, (i + 1) * chunkBytes),
  );
}

const late: number[] = [];
/** How long listeners heard nothing in the middle of a reply, by windows of 250 ms since the measurement began. */
const windowMs = 250;
const gaps: number[][] = [];
let measuredFrom = 0;
let measuring = false;
let audioMs = 0;

class Caller {
  readonly #socket = new WebSocket(url);
  readonly #chunks: readonly Uint8Array<ArrayBuffer>[];
  #at: number;
  #replyFrom: number | undefined;
  #replyMs = 0;
  /** When a player that plays what comes at once has played it. */
  #heardUntil = 0;
  #counts = false;
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
      if (!data.includes('"bot-started-speaking"')) return;
      this.#replyFrom = undefined;
      // An answer to somebody who cut in while the callers arrived begins on the tail of the one before.
      this.#counts = measuring;
      return;
    }
    const now = performance.now();
    this.#replyFrom ??= now;
    if (this.#replyFrom === now) this.#replyMs = 0;
    const dueAt = this.#replyFrom + Math.max(0, this.#replyMs - aheadMs);
    if (this.#counts) {
      late.push(Math.max(0, now - dueAt));
      const gapMs = Math.max(0, now - Math.max(this.#heardUntil, this.#replyFrom));
      (gaps[Math.floor((now - measuredFrom) / windowMs)] ??= []).push(gapMs);
    }
    const ms = data.byteLength / 32;
    this.#replyMs += ms;
    this.#heardUntil = Math.max(this.#heardUntil, now) + ms;
    if (this.#counts) audioMs += ms;
  }
}

const chunks = await round();
const callers: Caller[] = [];
for (let i = 0; i < count; i++) {
  const caller = new Caller(chunks, Math.floor((i * chunks.length) / count));
  callers.push(caller);
  await caller.open;
}
// Spread over the time of a chunk, as callers are; each slot is its own absolute clock.
const startedAt = performance.now();
const slots = 20;
let tick = 0;
const beat = (): void => {
  const now = performance.now();
  for (; startedAt + (tick * chunkMs) / slots <= now; tick++) {
    for (let i = tick % slots; i < callers.length; i += slots) callers[i]?.send();
  }
};
const timer = setInterval(beat, 2);
process.stdout.write("started\n");
await Bun.sleep(4_000);
measuring = true;
measuredFrom = performance.now();
await Bun.sleep(seconds * 1_000);
measuring = false;
clearInterval(timer);
for (const caller of callers) caller.close();
late.sort((a, b) => a - b);
const at = (share: number): number => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0;
const gapsByWindow = Array.from(gaps, (_, at) => {
  const some = (gaps[at] ?? []).toSorted((a, b) => a - b);
  return some[Math.min(some.length - 1, Math.floor(some.length * 0.99))] ?? 0;
});
process.stdout.write(
  `${JSON.stringify({ p50: at(0.5), p99: at(0.99), worst: at(1), audioMs, gapsByWindow })}\n`,
);
process.exit(0);
