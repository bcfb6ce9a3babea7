// Drift of the agent's audio at a client, from a server whose beats are late: its time is that of the server's clock,
// for a minute. The network is real, and time is not: a busy test machine delivers packets late, which is no drift.

import { expect, test } from "bun:test";
import { frameMs, silence } from "../../../src/audio/frame.ts";
import { openOpusEncoder } from "../../../src/audio/opus.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import { handCaller } from "../../support/callers/hand-caller.ts";
import { RoughClock } from "../../support/fakes/rough-clock.ts";
import { random, seedOf } from "../../support/random.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { turn, until } from "../../support/until.ts";

const secondsLong = 60;
const seed = seedOf(20261130);

/** Decodes and handshakes of other calls take about a quarter of all time. */
const busyLoop = { earlyMs: 1, lateMs: 3, stalls: 0.4, stallMsMax: 30 };
/**
 * A packet of 20 ms, and three of the agent's frames that came too late for the latest beat: time passes without them.
 */
const driftMsMax = 4 * frameMs;

/** A call whose server's time passes only when the test advances the clock. */
async function busyCall() {
  const clock = new RoughClock(random(seed), busyLoop);
  const ticker = new Ticker(clock, frameMs);
  const server = await rtcServer({}, [], { clock, ticker });
  const caller = await handCaller(server.url, ["SendRecv"]);
  const beats: number[] = [];
  const beat = ticker.add((now) => void beats.push(now));
  return {
    clock,
    caller,
    beats,
    async [Symbol.asyncDispose]() {
      beat[Symbol.dispose]();
      let isOver = false;
      const closing = caller[Symbol.asyncDispose]()
        .then(() => server[Symbol.asyncDispose]())
        .finally(() => (isOver = true));
      while (!isOver) {
        await clock.run(clock.now() + frameMs);
        await turn();
      }
      await closing;
    },
  };
}

test(`a client's clock and the agent's stay together while the server is busy (SEED=${seed})`, async () => {
  await using call = await busyCall();
  const { clock, caller, beats } = call;
  using encoder = await openOpusEncoder();
  const payload = encoder.encode(silence);
  const playedMs = (): number => {
    const [first, last] = [caller.packets[0], caller.packets.at(-1)];
    if (first === undefined || last === undefined) return 0;
    return ((last.packet.readUInt32BE(4) - first.packet.readUInt32BE(4)) >>> 0) / 48;
  };
  let driftMs = 0;
  for (let second = 0; second < secondsLong; second += 1) {
    // The agent keeps talking: it leaves a caller who says nothing for too long.
    if (second % 5 === 0)
      caller.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "what time is it" } });
    // One packet shows that the caller is there; the network and the clock run apart, so more packets could be a flood.
    caller.say(0, second, payload);
    await clock.run(clock.now() + 1_000);
    const passedMs = (beats.at(-1) ?? 0) - (beats[0] ?? 0);
    await until("audio of this second", () => playedMs() > passedMs - driftMsMax);
    driftMs = Math.max(driftMs, Math.abs(playedMs() - passedMs));
  }
  expect(driftMs).toBeLessThan(driftMsMax);
});
