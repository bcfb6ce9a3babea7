// ICE checks: the number of packets that an offer causes at its named addresses, and that all offers cause together,
// counted at real ports that asked for nothing. Only a signed check gives the right to send to a connection.

import dgram from "node:dgram";
import net from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { CheckPace, hasRoom, hasRoomForPair, mayLearn } from "../../../src/transport/webrtc/ice-checks.ts";
import { offerText, offerUfrag, udpCandidate } from "../../support/callers/offer-text.ts";
import { answer } from "../../support/people.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { stunCheck } from "../../support/callers/stun-check.ts";
import { StunEar } from "../../support/callers/stun-ear.ts";
import { turn, until } from "../../support/until.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

setDefaultTimeout(240_000);

/** TCP is called from this address, so it cannot lead to 127.0.0.1 everywhere. */
const host =
  Object.values(networkInterfaces())
    .flat()
    .find((it) => it?.family === "IPv4" && !it.internal)?.address ?? "127.0.0.1";

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer({ ENGINE_AUTH: "open", ENGINE_OPEN_SESSIONS_MAX: "200", ICE_TCP: "on" });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Answered {
  readonly pc_id: string;
  readonly sdp: string;
}

async function ask(
  candidates: readonly string[],
  headers: Record<string, string> = {},
  url = server.url,
): Promise<Answered> {
  const body = JSON.stringify({ sdp: offerText(candidates), type: "offer" });
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

/** Number of this machine's addresses that answer an offer; each is a path to each reported address. */
const hostsOf = ({ sdp }: Answered): number =>
  new Set(Array.from(sdp.matchAll(/a=candidate:\S+ 1 udp \d+ (\S+) /gi), ([, host]) => host)).size;

/** A check is sent once and repeated four times. */
const tries = 5;

test("an offer with 1,000 candidates for one port gets it one check from each of our addresses", async () => {
  using ear = await StunEar.open();
  const made = await ask(Array.from({ length: 1_000 }, () => udpCandidate(ear.port)));
  await ear.quiet();
  expect(ear.count).toBeWithin(1, tries * hostsOf(made) + 1);
  await hangUp(made.pc_id);
});

test("an offer with 40 ports of a stranger leads to packets to 20 of them, at once or later", async () => {
  const ears = await Promise.all(Array.from({ length: 40 }, () => StunEar.open()));
  const lines = ears.map(({ port }) => udpCandidate(port));
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

test("40 offers with 1,000 ports each lead to at most one packet in 5 ms", async () => {
  const ears = await Promise.all(Array.from({ length: 20 }, () => StunEar.open()));
  const lines = ears.map(({ port }) => udpCandidate(port));
  const others = Array.from({ length: 980 }, (_, i) => udpCandidate(20_000 + i));
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
  const [bare, full] = [[], Array.from({ length: 2_100 }, (_, i) => udpCandidate(20_000 + i))];
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

test("a caller behind a proxy, trusted or not, reaches no address of this machine or its networks", async () => {
  using ear = await StunEar.open();
  using control = await StunEar.open();
  const forwarded = { "x-forwarded-for": "8.8.4.4" };
  const made = await ask([udpCandidate(ear.port)], forwarded);
  await patch(made.pc_id, [udpCandidate(ear.port)], forwarded);
  // Reported later from here, the address is tried at once: if the first report had been accepted, that would have
  // happened before.
  const other = await ask([udpCandidate(control.port)]);
  await until("check of the other", () => control.count > 0);
  await control.quiet();
  expect(ear.count).toBe(0);
  await Promise.all([hangUp(made.pc_id), hangUp(other.pc_id)]);
});

test("no offer makes us connect to a port of our own: neither of another call nor HTTP", async () => {
  const victim = await ask([]);
  const { host: address, port } = doorOf(victim.sdp);
  using ear = await StunEar.open();
  using send = spyOn(dgram.Socket.prototype, "send");
  const made = await ask([
    udpCandidate(port, address),
    udpCandidate(port),
    udpCandidate(3_000),
    udpCandidate(ear.port),
  ]);
  await until("check of a stranger's port", () => ear.count > 0);
  await ear.quiet();
  const [ports] = [new Set((send.mock.calls as unknown[][]).map(([, to]) => to))];
  expect(ports).toEqual(new Set([ear.port]));
  await Promise.all([hangUp(made.pc_id), hangUp(victim.pc_id)]);
});

test("TCP is used where supported, for callers who could connect there themselves", async () => {
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
  const control = await ask([udpCandidate(port, host)]);
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
  // A process that has been silent for long may begin some checks at once.
  expect(paces.map(({ mayBegin }) => passed(mayBegin))).toEqual(paces.map((_, i) => (i < 4 ? 1 : 0)));
  await clock.advance(49);
  expect(passed(paces[0]!.mayBegin)).toBe(0);
  expect(passed(paces[0]!.mayRepeat)).toBe(4);
  await clock.advance(1);
  expect(passed(paces[0]!.mayBegin)).toBe(0);
  await clock.advance(10);
  expect(paces.slice(1, 5).map(({ mayBegin }) => passed(mayBegin))).toEqual([1, 1, 0, 0]);
});

test("a connection has room for 20 addresses and 64 pairs, and keeps them", () => {
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

/** Address at which an answer's owner listens, and the credentials that sign a check there. */
function doorOf(sdp: string) {
  const find = (pattern: RegExp): string => pattern.exec(sdp)?.[1] ?? "";
  return {
    host: find(/a=candidate:\S+ 1 udp \d+ (\S+)/i),
    port: Number(find(/ udp \d+ \S+ (\d+)/i)),
    username: `${find(/a=ice-ufrag:(\S+)/)}:${offerUfrag}`,
    password: find(/a=ice-pwd:(\S+)/),
  };
}

test("a check without a signature, or with another password, gets no answer and makes no address known", async () => {
  const { sdp, pc_id } = await ask([]);
  const { host, port, username, password } = doorOf(sdp);
  const open = async () => {
    const socket = dgram.createSocket("udp4");
    const got: Buffer[] = [];
    socket.on("message", (data) => void got.push(data));
    await new Promise<void>((resolve) => socket.bind(0, host, resolve));
    return { socket, got, send: (data: Buffer) => socket.send(data, port, host) };
  };
  const [stranger, peer] = await Promise.all([open(), open()]);
  for (const wrong of [undefined, "another password", `${password}x`])
    stranger.send(stunCheck(username, wrong));
  // Signatures that are cut off, or that sign something else.
  const signed = stunCheck(username, password);
  stranger.send(signed.subarray(0, -4));
  stranger.send(Buffer.from(signed.with(30, (signed[30] ?? 0) ^ 1)));
  peer.send(signed);
  // Both the response and a check of ours; earlier messages have been read.
  await until("answer", () => peer.got.some((data) => data.readUInt16BE(0) === 0x0101));
  await until("check of the peer", () => peer.got.some((data) => data.readUInt16BE(0) === 1));
  expect(stranger.got).toEqual([]);
  stranger.socket.close();
  peer.socket.close();
  await hangUp(pc_id);
});

test("a signer with 40 ports is answered at 20 of them", async () => {
  const { sdp, pc_id } = await ask([]);
  const { host, port, username, password } = doorOf(sdp);
  const answered = new Set<number>();
  const sockets = Array.from({ length: 40 }, (_, i) => {
    const socket = dgram.createSocket("udp4");
    socket.on("message", (data) => {
      if (data.readUInt16BE(0) === 0x0101) answered.add(i);
    });
    return socket;
  });
  for (const socket of sockets) {
    socket.send(stunCheck(username, password), port, host);
    await turn();
  }
  await until("answers", () => answered.size >= 20);
  // The server still knows the first check: it answers it once more, after it has read all others.
  answered.delete(0);
  sockets[0]?.send(stunCheck(username, password), port, host);
  await until("another answer", () => answered.has(0));
  expect(answered.size).toBe(20);
  for (const socket of sockets) socket.close();
  await hangUp(pc_id);
});
