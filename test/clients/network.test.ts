// Difficult networks: only a relay leads to the server, only TCP does, or packets are lost, late, reordered and too
// long. A conversation with real speech still completes, and the heard audio is compared with that of a clean line.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { human, joined } from "../support/callers/callers.ts";
import { pageServer, type PageServer } from "../support/servers/page-server.ts";
import { seedOf } from "../support/random.ts";
import { type CallOptions, RtcCaller } from "../support/callers/rtc-caller.ts";
import { rtcServer } from "../support/servers/rtc-server.ts";

setDefaultTimeout(240_000);

/** Length of the compared part of a greeting, in hundredths of a second. */
const comparedBlocks = 400;
const secret = "a secret of this test";
const seed = seedOf(20261121);
/** Coturn relays to no loopback address by default, so everything uses the machine's own address. */
const host =
  Object.values(networkInterfaces())
    .flat()
    .find((it) => it?.family === "IPv4" && !it.internal)?.address ?? "127.0.0.1";

let folder = "";
let relayPort = 0;
let coturn: Bun.Subprocess | undefined;
let server: PageServer;
let url = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voice-flow-coturn-"));
  relayPort = freePort();
  const options = {
    "listening-ip": host,
    "relay-ip": host,
    "listening-port": String(relayPort),
    realm: "test",
    "static-auth-secret": secret,
    "log-file": join(folder, "log"),
    pidfile: join(folder, "pid"),
    userdb: join(folder, "db"),
  };
  const flags = ["-n", "--no-tls", "--no-dtls", "--no-cli", "--use-auth-secret", "--simple-log"];
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  coturn = Bun.spawn(["/usr/bin/turnserver", ...flags, ...named], { stdout: "ignore", stderr: "ignore" });
  server = await pageServer(settings());
  url = new URL(server.url).origin;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  coturn?.kill();
  await coturn?.exited;
  await rm(folder, { recursive: true });
});

const settings = () => ({
  TURN_PROVIDER: "coturn",
  TURN_URLS: `turn:${host}:${relayPort}`,
  TURN_SECRET: secret,
});

const withoutUdp = (sdp: string): string => sdp.replaceAll(/a=candidate:\S+ 1 udp .*\r\n/gi, "");

function freePort(): number {
  const listener = Bun.listen({ hostname: host, port: 0, socket: { data: () => undefined } });
  listener.stop(true);
  return listener.port;
}

/**
 * Holds a conversation: the beginning of the greeting, a spoken question, its answer, a goodbye. Resolves with the
 * first heard audio.
 */
async function converse(
  options: Partial<CallOptions>,
  greetingBlocks = 50,
): Promise<{ caller: RtcCaller; greeting: Int16Array }> {
  const caller = await RtcCaller.call({ url, ...options });
  await caller.ready();
  await caller.message("bot-started-speaking");
  await caller.until("voice", () => caller.ear.loudSince(0));
  const { length } = caller.ear.blocks;
  await caller.until("greeting", () => caller.ear.blocks.length >= length + greetingBlocks);
  const greeting = caller.ear.pcm;
  caller.send({ label: "rtvi-ai", type: "client-message", id: "i", data: { t: "interrupt", d: {} } });
  // On a busy machine the greeting may end before the caller can interrupt it.
  await caller.message(({ type }) => type === "bot-interrupted" || type === "bot-stopped-speaking");
  await caller.microphone.say(joined(300, await human("time"), 1_200));
  const text = (words: RegExp) => (one: { type: string; data?: Readonly<Record<string, unknown>> }) =>
    one.type === "bot-llm-text" && words.test(String(one.data?.["text"]));
  await caller.message(text(/on this server/), 60_000);
  caller.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "goodbye" } });
  await caller.message("session_end", 60_000);
  return { caller, greeting };
}

interface PairStat {
  readonly id: string;
  readonly type: string;
  readonly state?: string;
  readonly nominated?: boolean;
  readonly localCandidateId?: string;
  readonly remoteCandidateId?: string;
  readonly candidateType?: string;
  readonly protocol?: string;
}

async function wayOf(
  caller: RtcCaller,
): Promise<readonly [local: string | undefined, protocol: string | undefined]> {
  const stats: PairStat[] = [];
  (await caller.peer.getStats()).forEach((stat: PairStat) => stats.push(stat));
  const pair = stats.find(
    ({ type, state, nominated }) => type === "candidate-pair" && state === "succeeded" && nominated,
  );
  const local = stats.find(({ id }) => id === pair?.localCandidateId);
  return [local?.candidateType, local?.protocol];
}

test.concurrent(
  "a caller whom only the relay lets through talks, with credentials from /ice-servers",
  async () => {
    const lease = (await (await fetch(`${url}/ice-servers`)).json()) as {
      iceServers: RTCIceServer[];
      ttlSeconds: number;
    };
    expect(lease.ttlSeconds).toBeGreaterThan(600);
    const configuration: RTCConfiguration = { iceServers: lease.iceServers, iceTransportPolicy: "relay" };
    const { caller } = await converse({ configuration });
    await using _ = caller;
    expect((await wayOf(caller))[0]).toBe("relay");
  },
);

test("network: a server behind the relay is reached through it", async () => {
  await using hidden = await rtcServer({ ...settings(), ICE_TCP: "on", TURN_FOR_SERVER: "on" });
  const relayOnly = (sdp: string): string => sdp.replaceAll(/a=candidate:(?!.* typ relay).*\r\n/g, "");
  await using caller = await RtcCaller.call({
    url: hidden.url,
    trickle: "tcp",
    edit: withoutUdp,
    read: relayOnly,
  });
  expect(caller.answer).toMatch(/a=candidate:\S+ 1 udp \d+ \S+ \d+ typ relay/i);
  await caller.ready();
  await caller.message("bot-started-speaking");
  await caller.until("voice", () => caller.ear.loudSince(0));
});

test.concurrent("a caller from whom only TCP gets through talks", async () => {
  await using reachable = await rtcServer({ ICE_TCP: "on" });
  let answered = "";
  await using caller = await RtcCaller.call({
    url: reachable.url,
    trickle: "tcp",
    edit: withoutUdp,
    read: (sdp) => (answered = withoutUdp(sdp)),
  });
  expect(answered).toMatch(/ tcptype passive/);
  await caller.ready();
  await caller.message("bot-started-speaking");
  await caller.until("voice", () => caller.ear.loudSince(0));
  expect((await wayOf(caller))[1]).toBe("tcp");
});

test.concurrent(
  `5 % lost, 40 ms of jitter, nothing above 1,280 bytes: the conversation completes (SEED=${seed})`,
  async () => {
    const [clean, bad] = await Promise.all([
      converse({ network: {} }, comparedBlocks),
      converse({ network: { seed, loss: 0.05, jitterMs: 40, bytesMax: 1_280 } }, comparedBlocks),
    ]);
    await using _clean = clean.caller;
    await using _bad = bad.caller;
    const score = envelopeLikeness(clean.greeting, bad.greeting);
    const { passed, dropped } = bad.caller.relay?.counts ?? { passed: 0, dropped: 0 };
    console.log(
      `  heard through ${dropped} of ${passed + dropped} datagrams lost: ${(score * 100).toFixed(1)} % like the clean line`,
    );
    expect(score).toBeGreaterThan(0.7);
  },
);

/** Correlation of loudness over time at the best offset: 1 for equal audio with any delay. */
function envelopeLikeness(one: Int16Array, other: Int16Array): number {
  const [a, b] = [envelope(one), envelope(other)];
  let best = 0;
  for (let shift = -200; shift <= 200; shift++) best = Math.max(best, correlation(a, b, shift));
  return best;
}

/** Root mean square of each 10 ms. */
function envelope(pcm: Int16Array): Float64Array {
  return Float64Array.from({ length: Math.floor(pcm.length / 160) }, (_, i) => {
    let sum = 0;
    for (const sample of pcm.subarray(i * 160, (i + 1) * 160)) sum += sample * sample;
    return Math.sqrt(sum / 160);
  });
}

function correlation(a: Float64Array, b: Float64Array, shift: number): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x = 0, y = 0] = [a[i], b[i + shift]];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb || 1);
}
