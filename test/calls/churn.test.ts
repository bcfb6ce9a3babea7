// Churn: hundreds of calls in one process: opened, talked on, interrupted, dropped and closed. Afterwards nothing is
// left: no scope, timer, beat, engine session or place, and memory does not grow. No law was broken.

import { expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { type Clock, wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Scope } from "../../src/base/scope.ts";
import { readConfig } from "../../src/config.ts";
import { hummingTts, loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { familiesOf, readingOf } from "../support/prometheus.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { until } from "../support/until.ts";
import { connect } from "../support/callers/ws-client.ts";

const calls = process.env.LONG === "1" ? 2_000 : 100;
const atOnce = 50;
const seed = seedOf(20_261_120);

/** Counts the waiting timers. */
function countingClock(): Clock & { pending: number } {
  const clock = {
    pending: 0,
    now: () => wallClock.now(),
    wall: () => wallClock.wall(),
    after(ms: number, fire: () => void): Disposable {
      let waits = true;
      clock.pending += 1;
      const done = (): void => {
        if (waits) clock.pending -= 1;
        waits = false;
      };
      const timer = wallClock.after(ms, () => {
        done();
        fire();
      });
      return {
        [Symbol.dispose]() {
          timer[Symbol.dispose]();
          done();
        },
      };
    },
  };
  return clock;
}

/** One caller: a few random acts, then one of the ways a call can end. */
async function call(url: string, chance: Random): Promise<void> {
  const client = await connect(url);
  const acts: (() => void)[] = [
    () => [...sound(300), ...quiet(900)].forEach((frame) => client.sendAudio(bytesOf(frame))),
    () => sound(100).forEach((frame) => client.sendAudio(bytesOf(frame))),
    () => client.send({ type: "send-text", data: { content: "one" } }),
    () => client.send({ type: "dtmf", data: { buttons: ["2"] } }),
    () => client.send({ type: "client-message", data: { t: "interrupt" } }),
    () => client.send({ type: "client-message", data: { t: "mute", d: { muted: true } } }),
    () => client.send({ type: "client-message", data: { t: "say", d: { text: "Just a moment." } } }),
  ];
  if (chance.chance(0.9)) await client.ready();
  if (chance.chance(0.8)) await client.message("bot-started-speaking").catch(() => undefined);
  for (let i = chance.int(0, 5); i > 0; i--) {
    chance.pick(acts)();
    client.send({ type: "client-message", id: "p", data: { t: "ping" } });
    await client.message("server-response");
  }
  const leave = chance.pick(["close", "terminate", "disconnect-bot", "end", "goodbye"]);
  // The DOM's type does not know that Bun can drop a socket without a close.
  if (leave === "terminate") (client.socket as WebSocket & { terminate(): void }).terminate();
  else if (leave === "disconnect-bot") client.send({ type: "disconnect-bot", data: {} });
  else if (leave === "end")
    client.send({ type: "client-message", data: { t: "end", d: { drain: chance.chance(0.5) } } });
  else await client.close();
  await client.closed;
}

async function many(server: App, url: string, count: number): Promise<void> {
  const chance = random(seed + count);
  for (let done = 0; done < count; done += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - done) }, () => call(url, random(chance.int(0, 2 ** 31)))),
    );
  }
  // The server notices a dropped socket a moment after the client has dropped it.
  await until("end of the calls", () => server.deps.calls.size === 0);
}

/**
 * Four run each hour: for expired data, erasures, leaving accounts, and budgets. One sums up strangers' requests of the
 * last ten seconds, one seals the audit log each second, and one looks for numbers of accounts.
 */
const timersAtRest = 7;

test(`churn: ${calls} calls leave nothing behind (SEED=${seed})`, async () => {
  const clock = countingClock();
  const [stt, tts, vad] = [scriptedStt(), hummingTts(), loudnessVad()];
  const speech = { ready: Promise.resolve(), stt, tts, vad };
  const server = await openApp(readConfig({ DATA_DIR: ":memory:" }), { log: silentLog, clock, speech });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `ws://127.0.0.1:${server.app.server?.port}/ws`;
  const scopes = Scope.open.size;
  await many(server, url, 100);
  const warm = settled();
  const heaps: number[] = [];
  for (let done = 0; done < calls; done += 100) {
    await many(server, url, 100);
    // The fakes' own transcripts do not count.
    stt.given.length = stt.expectations.length = tts.texts.length = 0;
    heaps.push(settled());
  }
  const after = heaps.at(-1) ?? 0;
  const left = {
    scopes: Scope.open.size - scopes,
    beats: server.deps.ticker.size,
    timers: Math.max(0, clock.pending - timersAtRest),
    recognisers: stt.sessions,
    detectors: vad.sessions,
    sockets: server.app.server?.pendingWebSockets,
  };
  expect(left).toEqual({ scopes: 0, beats: 0, timers: 0, recognisers: 0, detectors: 0, sockets: 0 });
  const figures = familiesOf(await readingOf(server.deps.metrics.registry));
  const violations = [...figures.get("voice_flow_invariant_broken_total")!.series];
  expect(violations.filter(([, count]) => count > 0)).toEqual([]);
  expect(violations.length).toBeGreaterThan(0);
  console.log(`  heap after warm-up ${mib(warm)} MiB, then each 100 calls ${heaps.map(mib).join(" ")}`);
  // A call that left one second of its audio behind would leak 32 KB: in 200 calls more than this.
  expect(after - warm).toBeLessThan(4 * 1024 * 1024);
  await server[Symbol.asyncDispose]();
}, 600_000);

/** Reachable bytes of the heap. */
function settled(): number {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
