// The agent's audio as a client receives it, from a server that is busy all the time: its clock is that of the client, for
// five minutes with LONG=1 and for some seconds without.

import { expect, setDefaultTimeout, test } from "bun:test";
import { silence } from "../../../src/audio/frame.ts";
import { openOpusEncoder } from "../../../src/audio/opus.ts";
import { handCaller } from "../../support/callers/hand-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { until } from "../../support/until.ts";

const packetsWanted = process.env.LONG === "1" ? 15_000 : 300;
setDefaultTimeout(packetsWanted * 20 + 30_000);

/** Time of others' decodes or handshakes, and its interval: about a quarter of all time. */
const [busyMs, busyEachMs] = [10, 37] as const;
const driftMsMax = 40;

test("a client's clock and the agent's stay together while the server is busy", async () => {
  await using server = await rtcServer();
  await using caller = await handCaller(server.url, ["SendRecv"]);
  const busy = setInterval(() => {
    const endsAt = performance.now() + busyMs;
    while (performance.now() < endsAt);
  }, busyEachMs);
  // A caller who is there, says nothing aloud, and keeps the agent talking.
  using encoder = await openOpusEncoder();
  const payload = encoder.encode(silence);
  let sent = 0;
  const microphone = setInterval(() => caller.say(0, sent++, payload), 20);
  const question = setInterval(() => {
    caller.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "what time is it" } });
  }, 240_000);
  await until("audio", () => caller.packets.length >= packetsWanted, packetsWanted * 20 + 20_000);
  clearInterval(busy);
  clearInterval(microphone);
  clearInterval(question);
  const [first] = caller.packets;
  const begun = first?.packet.readUInt32BE(4) ?? 0;
  // The quickest packet of each second: the others waited, here or on their way.
  const delays = new Map<number, number>();
  for (const { packet, at } of caller.packets) {
    const playedMs = ((packet.readUInt32BE(4) - begun) >>> 0) / 48;
    const second = Math.floor(playedMs / 1_000);
    delays.set(second, Math.min(delays.get(second) ?? Infinity, at - playedMs));
  }
  const all = [...delays.values()];
  const driftMs = Math.max(...all.map((delay) => Math.abs(delay - (all[0] ?? 0))));
  console.log(
    `  drift within ${delays.size} s: ${driftMs.toFixed(1)} ms, from first to last ${((all.at(-1) ?? 0) - (all[0] ?? 0)).toFixed(1)} ms`,
  );
  expect(driftMs).toBeLessThan(driftMsMax);
});
