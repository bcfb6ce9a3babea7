// Fuzz test with forbidden bytes, as datagrams from the caller's own address and from a stranger's, packets inside the
// encryption, offers and candidates. No crash, no leftovers, and the call continues.

import dgram from "node:dgram";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import datachannel from "node-datachannel";
import { type Random, random, seedOf } from "../../support/random.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { turn, until } from "../../support/until.ts";

const count = process.env.LONG === "1" ? 100_000 : 1_000;
setDefaultTimeout(count * 20 + 60_000);

const seed = seedOf(20261121);
let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer({ ENGINE_OPEN_SESSIONS_MAX: "200" });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** The first bytes of STUN, DTLS of every kind, RTP and RTCP (RFC 7983), and of nothing. */
const openings = [0x00, 0x01, 0x14, 0x15, 0x16, 0x17, 0x3f, 0x40, 0x80, 0x81, 0x90, 0xbf, 0xff] as const;

/** An invented datagram, or a real one with a change. */
function datagram(chance: Random, real: readonly Buffer[]): Uint8Array {
  if (real.length === 0 || chance.chance(0.4)) {
    const bytes = chance.bytes(chance.int(0, 200));
    if (bytes.length > 0) bytes[0] = chance.pick(openings);
    return bytes;
  }
  const bytes = Uint8Array.from(chance.pick(real));
  for (let n = chance.int(1, 4); n > 0; n--) bytes[chance.int(0, bytes.length - 1)] = chance.int(0, 255);
  if (chance.chance(0.2)) return bytes.subarray(0, chance.int(0, bytes.length));
  return bytes;
}

async function expectAlive(caller: RtcCaller): Promise<void> {
  const loud = Int16Array.from({ length: 8_000 }, (_, i) => 9_000 * Math.sin(i / 5));
  // While the agent's own voice hums, it would not hear the caller's hum.
  await caller.interrupt();
  const from = performance.now();
  const { length } = caller.messages;
  void caller.microphone.say(loud);
  await caller.until("sign of being heard", () =>
    caller.messages.slice(length).some(({ type }) => type === "user-started-speaking"),
  );
  caller.send({ label: "rtvi-ai", type: "send-text", id: "x", data: { content: "help" } });
  await caller.until("voice", () => caller.ear.loudSince(from + 200));
}

test(`fuzz: ${count} datagrams from the caller's address and a stranger's end nothing (SEED=${seed})`, async () => {
  const chance = random(seed);
  await using caller = await RtcCaller.call({ url: server.url, network: {} });
  await caller.ready();
  await caller.message("bot-started-speaking");
  const { relay } = caller;
  if (relay === undefined) throw new Error("There is no relay");
  const stranger = dgram.createSocket("udp4");
  const { address, port } = relay.target;
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  for (let n = 0; n < count; n++) {
    const bytes = datagram(chance, relay.recent);
    if (chance.chance(0.5)) relay.inject(bytes);
    else stranger.send(bytes, port, address, () => undefined);
    if (n % 20 === 19) await turn();
  }
  stranger.close();
  await expectAlive(caller);
  expect(server.calls.size).toBe(1);
  Bun.gc(true);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(80);
});

test(`fuzz: RTP and RTCP that are wrong inside the encryption end nothing (SEED=${seed})`, async () => {
  const chance = random(seed + 1);
  const peer = new datachannel.PeerConnection("fuzzer", { iceServers: [] });
  const audio = new datachannel.Audio("0", "SendRecv");
  audio.addOpusCodec(111);
  const track = peer.addTrack(audio);
  const gathered = Promise.withResolvers<void>();
  peer.onGatheringStateChange((state) => (state === "complete" ? gathered.resolve() : undefined));
  const open = Promise.withResolvers<void>();
  track.onOpen(open.resolve);
  let received = 0;
  track.onMessage(() => void received++);
  peer.setLocalDescription();
  await gathered.promise;
  const body = JSON.stringify({ sdp: peer.localDescription()?.sdp, type: "offer" });
  const { sdp, pc_id } = (await (await fetch(`${server.url}/offer`, { method: "POST", body })).json()) as {
    sdp: string;
    pc_id: string;
  };
  peer.setRemoteDescription(sdp, "answer");
  await open.promise;
  for (let n = 0; n < count / 5; n++) {
    const bytes = Buffer.from(chance.bytes(chance.int(12, 300)));
    bytes[0] = chance.pick([0x80, 0x81, 0x90, 0xa0, 0xb3, 0x8f]);
    bytes[1] = chance.pick([
      111,
      0x80 | 111,
      0,
      8,
      110,
      126,
      200,
      201,
      202,
      203,
      205,
      206,
      207,
      chance.int(0, 255),
    ]);
    // Half of the packets are in order, so that they reach the decoder.
    if (chance.chance(0.5)) bytes.writeUInt16BE(n & 0xffff, 2);
    if (chance.chance(0.7)) bytes.writeUInt32BE(n * 960, 4);
    try {
      track.sendMessageBinary(bytes);
    } catch {
      // The other stack itself will not send such a message.
    }
    if (n % 10 === 9) await turn();
  }
  const before = received;
  await until("audio", () => received - before > 15);
  expect((await fetch(`${server.url}/offer/${pc_id}`, { method: "DELETE" })).status).toBe(200);
  peer.close();
});

/** The text with lines dropped, doubled, swapped or with other characters. */
function spoiled(text: string, chance: Random): string {
  const lines = text.split("\r\n");
  for (let n = chance.int(1, 4); n > 0; n--) {
    const at = chance.int(0, lines.length - 1);
    const line = lines[at] ?? "";
    const cut = chance.int(0, line.length);
    const odd = String.fromCharCode(chance.int(1, 0x2fff)).repeat(chance.int(1, 40));
    const change = chance.int(0, 4);
    if (change === 0) lines.splice(at, 1);
    if (change === 1) lines.splice(at, 0, line);
    if (change === 2) lines[at] = lines[chance.int(0, lines.length - 1)] ?? "";
    if (change === 3) lines[at] = line.slice(0, cut) + odd + line.slice(cut + chance.int(0, 5));
    if (change === 4) lines[at] = line.replaceAll(/\d+/g, () => String(chance.int(-1, 2 ** 32)));
  }
  return lines.join("\r\n");
}

test(`fuzz: wrong offers and candidates are refused or accepted, and leave nothing (SEED=${seed})`, async () => {
  const chance = random(seed + 2);
  let offer = "";
  await using caller = await RtcCaller.call({ url: server.url, edit: (sdp) => (offer = sdp) });
  await caller.ready();
  const candidate = "candidate:1 1 udp 2122260223 192.0.2.77 61764 typ host generation 0";
  for (let n = 0; n < count / 25; n++) {
    const body = JSON.stringify({ sdp: spoiled(offer, chance), type: "offer" });
    const response = await fetch(`${server.url}/offer`, { method: "POST", body });
    const answer = (await response.json()) as { pc_id?: string; detail?: string };
    if (![200, 400, 422].includes(response.status)) throw new Error(`Offer ${n}: ${response.status} ${body}`);
    if (response.status === 200) await fetch(`${server.url}/offer/${answer.pc_id}`, { method: "DELETE" });
    else expect(answer.detail).toBeString();
    const one = {
      candidate: spoiled(candidate, chance),
      sdpMid: chance.pick(["0", "9", "", null]),
      sdpMLineIndex: 0,
    };
    const added = await fetch(`${server.url}/offer/${caller.pcId}`, {
      method: "PATCH",
      body: JSON.stringify({ candidates: [one] }),
    });
    if (![200, 400, 422].includes(added.status)) throw new Error(`Candidate ${n}: ${added.status}`);
  }
  await caller.until("end of the others", () => server.calls.size === 1);
  await expectAlive(caller);
});
