// How many packets an offer is worth to those whom it names, and what all offers together are worth: counted by real
// ports that asked for nothing. And who may speak to a connection: nobody who has not signed.

import { createHmac } from "node:crypto";
import dgram from "node:dgram";
import net from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { CheckPace, hasRoom, hasRoomForPair, mayLearn } from "../../../src/transport/webrtc/ice-checks.ts";
import { answer } from "../../support/people.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { StunEar } from "../../support/callers/stun-ear.ts";
import { turn, until } from "../../support/until.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

setDefaultTimeout(60_000);

/** TCP is called from this address, so it cannot lead to 127.0.0.1 everywhere. */
const host =
  Object.values(networkInterfaces())
    .flat()
    .find((it) => it?.family === "IPv4" && !it.internal)?.address ?? "127.0.0.1";

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer({ ENGINE_OPEN_SESSIONS_MAX: "200", ICE_TCP: "on" });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const fingerprint = Array.from({ length: 32 }, () => "D2").join(":");
/** What a caller offers who never comes. */
const offer = (candidates: readonly string[]): string =>
  [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=ice-ufrag:EsAw",
    "a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1",
    `a=fingerprint:sha-256 ${fingerprint}`,
    "a=setup:actpass",
    ...candidates.map((candidate) => `a=${candidate}`),
    "",
  ].join("\r\n");

const udp = (port: number, address = "127.0.0.1"): string =>
  `candidate:${port} 1 udp 2122260223 ${address} ${port} typ host`;

interface Answered {
  readonly pc_id: string;
  readonly sdp: string;
}

async function ask(
  candidates: readonly string[],
  headers: Record<string, string> = {},
  url = server.url,
): Promise<Answered> {
  const body = JSON.stringify({ sdp: offer(candidates), type: "offer" });
  return await answer<Answered>(fetch(`${url}/offer`, { method: "POST", body, headers }));
}

async function hangUp(id: string, url = server.url): Promise<void> {
  await fetch(`${url}/offer/${id}`, { method: "DELETE" });
}

const patch = (id: string, list: readonly string[], headers: Record<string, string> = {}) =>
  fetch(`${server.url}/offer/${id}`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ candidates: list.map((candidate) => ({ candidate, sdpMid: "0" })) }),
  });

/** Addresses of this machine that an offer is answered from; each is a way to each address that is told. */
const hostsOf = ({ sdp }: Answered): number =>
  new Set(Array.from(sdp.matchAll(/a=candidate:\S+ 1 udp \d+ (\S+) /gi), ([, host]) => host)).size;

/** A check is sent once and repeated four times. */
const tries = 5;

test("an offer with 1,000 candidates for one port gets it one check from each of our addresses", async () => {
  using ear = await StunEar.open();
  const made = await ask(Array.from({ length: 1_000 }, () => udp(ear.port)));
  await ear.quiet();
  expect(ear.count).toBeWithin(1, tries * hostsOf(made) + 1);
  await hangUp(made.pc_id);
});

test("an offer with 40 ports of a stranger is worth packets to 20 of them, whether told at once or later", async () => {
  const ears = await Promise.all(Array.from({ length: 40 }, () => StunEar.open()));
  const lines = ears.map(({ port }) => udp(port));
  const made = await ask(lines.slice(0, 15));
  for (const from of [10, 20, 30])
    expect((await patch(made.pc_id, lines.slice(from, from + 10))).status).toBe(200);
  await Promise.all(ears.map((ear) => ear.quiet()));
  const reached = ears.map(({ count }) => count > 0);
  expect(reached).toEqual(ears.map((_, i) => i < 20));
  const all = ears.reduce((sum, { count }) => sum + count, 0);
  expect(all).toBeWithin(20, 20 * tries * hostsOf(made) + 1);
  await hangUp(made.pc_id);
  for (const ear of ears) ear[Symbol.dispose]();
});

test("40 offers with 1,000 ports each are worth no more than one packet in 5 ms", async () => {
  const ears = await Promise.all(Array.from({ length: 20 }, () => StunEar.open()));
  const lines = ears.map(({ port }) => udp(port));
  const others = Array.from({ length: 980 }, (_, i) => udp(20_000 + i));
  const made = await Promise.all(Array.from({ length: 40 }, () => ask([...lines, ...others])));
  const all = (): number => ears.reduce((sum, { count }) => sum + count, 0);
  await until("packet", () => all() > 0);
  const [begun, from] = [all(), performance.now()];
  await until("second of packets", () => all() - begun >= 200);
  expect(all() - begun).toBeLessThan(5 + (performance.now() - from) / 5);
  for (const { pc_id } of made) await hangUp(pc_id);
  for (const ear of ears) ear[Symbol.dispose]();
});

test("2,100 candidates cost little more than none: no time and no memory", async () => {
  const [bare, full] = [[], Array.from({ length: 2_100 }, (_, i) => udp(20_000 + i))];
  const cost = async (candidates: readonly string[]): Promise<{ cpuMs: number; mib: number }> => {
    Bun.gc(true);
    const [cpu, { rss }] = [process.cpuUsage(), process.memoryUsage()];
    const made = await Promise.all(Array.from({ length: 40 }, () => ask(candidates)));
    for (const { pc_id } of made) await hangUp(pc_id);
    Bun.gc(true);
    const { user, system } = process.cpuUsage(cpu);
    return { cpuMs: (user + system) / 1_000, mib: (process.memoryUsage().rss - rss) / 2 ** 20 };
  };
  await cost(full);
  const [without, having] = [await cost(bare), await cost(full)];
  // Most of that is to read and write 160 kB of JSON forty times, here on both sides.
  expect(having.cpuMs - without.cpuMs).toBeLessThan(1_000);
  expect(having.mib - without.mib).toBeLessThan(80);
});

test("a caller behind a proxy, trusted or not, has nothing of this machine or its networks tried", async () => {
  using ear = await StunEar.open();
  using control = await StunEar.open();
  const forwarded = { "x-forwarded-for": "8.8.4.4" };
  const made = await ask([udp(ear.port)], forwarded);
  await patch(made.pc_id, [udp(ear.port)], forwarded);
  // Told later from here, it is tried at once: had the first been taken, it would have been before.
  const other = await ask([udp(control.port)]);
  await until("check of the other", () => control.count > 0);
  await control.quiet();
  expect(ear.count).toBe(0);
  await Promise.all([hangUp(made.pc_id), hangUp(other.pc_id)]);
});

test("nobody has us talk to a port of our own: neither that of another call nor HTTP", async () => {
  const victim = await ask([]);
  const [, address = "", port = ""] = /a=candidate:\S+ 1 udp \d+ (\S+) (\d+)/i.exec(victim.sdp) ?? [];
  using ear = await StunEar.open();
  using send = spyOn(dgram.Socket.prototype, "send");
  const made = await ask([udp(Number(port), address), udp(Number(port)), udp(3_000), udp(ear.port)]);
  await until("check of a stranger's port", () => ear.count > 0);
  await ear.quiet();
  const [ports] = [new Set((send.mock.calls as unknown[][]).map(([, to]) => to))];
  expect(ports).toEqual(new Set([ear.port]));
  await Promise.all([hangUp(made.pc_id), hangUp(victim.pc_id)]);
});

test("TCP is called where it is spoken, for callers who could call there themselves", async () => {
  let calls = 0;
  const listener = net.createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, host, resolve));
  const { port } = listener.address() as net.AddressInfo;
  const line = `candidate:1 1 tcp 1518280447 ${host} ${port} typ host tcptype passive`;
  await using deaf = await rtcServer();
  const far = await ask([line], { "x-forwarded-for": "8.8.4.4" });
  const none = await ask([line], {}, deaf.url);
  const control = await ask([udp(port, host)]);
  expect(calls).toBe(0);
  const here = await ask([line]);
  await until("call", () => calls > 0);
  expect(calls).toBe(1);
  await Promise.all([far, control, here].map(({ pc_id }) => hangUp(pc_id)));
  await hangUp(none.pc_id, deaf.url);
  listener.close();
});

test("a connection begins a check each 50 ms, and all together send one each 5 ms", async () => {
  const clock = new VirtualClock();
  const pace = new CheckPace(clock);
  const paces = Array.from({ length: 30 }, () => pace.open());
  const passed = (may: () => boolean): number => Array.from({ length: 100 }, may).filter(Boolean).length;
  // A process that has been silent for long may begin some at once.
  expect(paces.map(({ mayBegin }) => passed(mayBegin))).toEqual(paces.map((_, i) => (i < 4 ? 1 : 0)));
  await clock.advance(49);
  expect(passed(paces[0]!.mayBegin)).toBe(0);
  expect(passed(paces[0]!.mayRepeat)).toBe(4);
  await clock.advance(1);
  expect(passed(paces[0]!.mayBegin)).toBe(0);
  await clock.advance(10);
  expect(paces.slice(1, 5).map(({ mayBegin }) => passed(mayBegin))).toEqual([1, 1, 0, 0]);
});

test("a connection has room for 20 addresses and 64 pairs, and those that it has stay", () => {
  const at = (port: number) => ({ host: "192.0.2.1", port });
  const room = (addresses: number, pairs: number) => {
    const remoteCandidates = Array.from({ length: addresses }, (_, i) => at(i));
    const candidatePairs = Array.from({ length: pairs }, (_, i) => ({
      remoteCandidate: remoteCandidates[i % Math.max(1, addresses - 1)],
    }));
    const connection = { remoteCandidates, candidatePairs } as unknown as Parameters<typeof mayLearn>[0];
    const last = addresses - 1;
    return {
      told: hasRoom(connection, ["192.0.2.1", 99]),
      toldAgain: hasRoom(connection, ["192.0.2.1", last]),
      pair: hasRoomForPair(connection),
      seen: mayLearn(connection, ["192.0.2.1", 99]),
      seenAgain: mayLearn(connection, ["192.0.2.1", 0]),
      // Known, and in no pair yet.
      seenAnew: mayLearn(connection, ["192.0.2.1", last]),
    };
  };
  const all = { told: true, toldAgain: false, pair: true, seen: true, seenAgain: true, seenAnew: true };
  expect(room(19, 63)).toEqual(all);
  expect(room(20, 63)).toEqual({ ...all, told: false, seen: false });
  expect(room(19, 64)).toEqual({ ...all, pair: false, seen: false, seenAnew: false });
});

/** RFC 8489, 5 and 14; RFC 8445, 7.1: a check as a peer sends it, signed with this password or not at all. */
function check(username: string, password?: string): Buffer {
  const attribute = (type: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
  };
  const attributes = Buffer.concat([
    attribute(0x0006, Buffer.from(username)),
    attribute(0x0024, Buffer.from([110, 0, 0, 1])),
    attribute(0x802a, crypto.getRandomValues(Buffer.alloc(8))),
  ]);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1, 0);
  head.writeUInt32BE(0x2112a442, 4);
  crypto.getRandomValues(head.subarray(8));
  head.writeUInt16BE(attributes.length + (password === undefined ? 0 : 24), 2);
  const message = Buffer.concat([head, attributes]);
  if (password === undefined) return message;
  return Buffer.concat([message, attribute(0x0008, createHmac("sha1", password).update(message).digest())]);
}

test("a check that is not signed, or with another password, gets no answer and makes nobody known", async () => {
  const { sdp, pc_id } = await ask([]);
  const find = (pattern: RegExp): string => pattern.exec(sdp)?.[1] ?? "";
  const [host, port] = [find(/a=candidate:\S+ 1 udp \d+ (\S+)/i), Number(find(/ udp \d+ \S+ (\d+)/i))];
  const username = `${find(/a=ice-ufrag:(\S+)/)}:EsAw`;
  const password = find(/a=ice-pwd:(\S+)/);
  const open = async () => {
    const socket = dgram.createSocket("udp4");
    const got: Buffer[] = [];
    socket.on("message", (data) => void got.push(data));
    await new Promise<void>((resolve) => socket.bind(0, host, resolve));
    return { socket, got, send: (data: Buffer) => socket.send(data, port, host) };
  };
  const [stranger, peer] = await Promise.all([open(), open()]);
  for (const wrong of [undefined, "another password", `${password}x`]) stranger.send(check(username, wrong));
  // A signature that is cut off, or that signs something else.
  const signed = check(username, password);
  stranger.send(signed.subarray(0, -4));
  stranger.send(Buffer.from(signed.with(30, (signed[30] ?? 0) ^ 1)));
  peer.send(signed);
  // Both the answer and a check of ours; what was sent before it has been read.
  await until("answer", () => peer.got.some((data) => data.readUInt16BE(0) === 0x0101));
  await until("check of the peer", () => peer.got.some((data) => data.readUInt16BE(0) === 1));
  expect(stranger.got).toEqual([]);
  stranger.socket.close();
  peer.socket.close();
  await hangUp(pc_id);
});

test("one who signs from 40 ports is answered at 20 of them", async () => {
  const { sdp, pc_id } = await ask([]);
  const find = (pattern: RegExp): string => pattern.exec(sdp)?.[1] ?? "";
  const [host, port] = [find(/a=candidate:\S+ 1 udp \d+ (\S+)/i), Number(find(/ udp \d+ \S+ (\d+)/i))];
  const answered = new Set<number>();
  const sockets = Array.from({ length: 40 }, (_, i) => {
    const socket = dgram.createSocket("udp4");
    socket.on("message", (data) => {
      if (data.readUInt16BE(0) === 0x0101) answered.add(i);
    });
    return socket;
  });
  for (const socket of sockets) {
    socket.send(check(`${find(/a=ice-ufrag:(\S+)/)}:EsAw`, find(/a=ice-pwd:(\S+)/)), port, host);
    await turn();
  }
  await until("answers", () => answered.size >= 20);
  // The first is still known: it is answered once more, after all others have been read.
  answered.delete(0);
  sockets[0]?.send(check(`${find(/a=ice-ufrag:(\S+)/)}:EsAw`, find(/a=ice-pwd:(\S+)/)), port, host);
  await until("another answer", () => answered.has(0));
  expect(answered.size).toBe(20);
  for (const socket of sockets) socket.close();
  await hangUp(pc_id);
});
