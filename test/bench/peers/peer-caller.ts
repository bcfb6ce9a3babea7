// Peer callers: a program that makes several calls at once to any server of raw PCM over WebSockets, and prints the
// callers' measurements. Its lines: "started" when all are in their calls, "measuring" after a warm-up, then the
// outcome as JSON.

import { parseArgs } from "node:util";
import { chunksOf, humanRound, roundMs, wordsMs } from "../capacity/caller-script.ts";
import { type HeardAudio, type Reply, replyOf, summaryOf } from "./reply-timing.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    calls: { type: "string" },
    stopMs: { type: "string" },
    aheadMs: { type: "string" },
    answerMs: { type: "string" },
    spreadMs: { type: "string" },
  },
});
const url = values.url ?? "";
const habit = { stopMs: Number(values.stopMs), aheadMs: Number(values.aheadMs) };
const answerMs = Number(values.answerMs);
/** The callers' turns end one after the other within this time; a round for a steady load. */
const spreadMs = Number(values.spreadMs);
/** By then a server has ended its greeting and its interruptions. */
const warmUpMs = answerMs + wordsMs;

const chunkMs = 20;
const lastOfWords = wordsMs / chunkMs - 1;
const ready = '{"label":"rtvi-ai","type":"client-ready","id":"1","data":{"version":"2.1.0"}}';
const chunks = chunksOf(await humanRound(), chunkMs);

/** Answers to turns that end while this is true count. */
let measuring = false;
const replies: (Reply | undefined)[] = [];
const callersLate: number[] = [];

class Caller {
  readonly #socket = new WebSocket(url);
  #at: number;
  #turnEndMs = 0;
  /** Audio since the end of the turn; undefined while the caller talks. */
  #heard: HeardAudio[] | undefined;
  #counts = false;
  readonly open: Promise<void>;

  constructor(at: number) {
    this.#at = at;
    this.#socket.binaryType = "arraybuffer";
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.open = promise;
    this.#socket.onopen = () => {
      // First message of a call of ours; other servers ignore text.
      this.#socket.send(ready);
      resolve();
    };
    this.#socket.onclose = ({ code }) => reject(new Error(`A call was closed with ${code}`));
    this.#socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data !== "string")
        this.#heard?.push({ atMs: performance.now(), audioMs: data.byteLength / 32 });
    };
  }

  send(): void {
    if (this.#at === 0) this.settle();
    this.#socket.send(chunks[this.#at]!);
    if (this.#at === lastOfWords) {
      this.#turnEndMs = performance.now();
      this.#heard = [];
      this.#counts = measuring;
    }
    this.#at = (this.#at + 1) % chunks.length;
  }

  /** Audio from now on does not belong to the previous turn. */
  settle(): void {
    if (this.#heard !== undefined && this.#counts)
      replies.push(replyOf(this.#heard, { turnEndMs: this.#turnEndMs, answerMs }, habit));
    this.#heard = undefined;
  }
}

const count = Number(values.calls);
const callers: Caller[] = [];
for (let i = 0; i < count; i++) {
  const aheadOfFirst = Math.floor(((i + 0.5) * spreadMs) / count / chunkMs);
  const caller = new Caller((wordsMs / chunkMs + aheadOfFirst) % chunks.length);
  callers.push(caller);
  await caller.open;
}
// Spread over the time of a chunk, like real callers; each slot has its own absolute clock.
const slots = 20;
const startedAt = performance.now();
let tick = 0;
setInterval(() => {
  const now = performance.now();
  for (; startedAt + (tick * chunkMs) / slots <= now; tick++) {
    if (measuring) callersLate.push(now - startedAt - (tick * chunkMs) / slots);
    for (let i = tick % slots; i < callers.length; i += slots) callers[i]?.send();
  }
}, 1);
process.stdout.write("started\n");
await Bun.sleep(warmUpMs);
measuring = true;
process.stdout.write("measuring\n");
// Every caller ends one turn in this time, and has its answer in the next.
await Bun.sleep(spreadMs);
measuring = false;
await Bun.sleep(roundMs - wordsMs);
for (const caller of callers) caller.settle();
process.stdout.write(`${JSON.stringify(summaryOf(replies, callersLate))}\n`);
process.exit(0);
