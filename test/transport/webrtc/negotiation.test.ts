// Negotiation: offers in the styles of other stacks, such as completely gathered and empty ones, with several audio
// sections, one way only, and with new credentials while the agent speaks. With real callers.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { openOpusEncoder } from "../../../src/audio/opus.ts";
import { toFrames } from "../../../src/audio/frame.ts";
import { SrtpSender } from "../../../src/transport/webrtc/srtp.ts";
import { handCaller } from "../../support/callers/hand-caller.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer({ ICE_TCP: "on" });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const bare = (sdp: string): string => sdp.replaceAll(/a=(?:candidate:|end-of-candidates).*\r\n/g, "");
/** Offer as Firefox and Pion write it after they gathered all candidates: the line ends each section. */
const ended = (sdp: string, ...candidates: readonly string[]): string =>
  bare(sdp).replaceAll(
    /(a=mid:\S+\r\n)/g,
    `$1${candidates.map((it) => `a=${it}\r\n`).join("")}a=end-of-candidates\r\n`,
  );
const withoutUdp = (sdp: string): string => sdp.replaceAll(/a=candidate:\S+ 1 udp .*\r\n/gi, "");
const hidden = "candidate:0 1 UDP 2122252543 4b1a77c2-11aa-4c5e-9f43-2b1f0a6b8a11.local 51000 typ host";

describe("an offer that announces the end of candidates connects when it has some", () => {
  test.each([
    ["none", ended],
    ["a name that nobody knows", (sdp: string) => ended(sdp, hidden)],
  ] as const)("%s", async (_, edit) => {
    await using caller = await RtcCaller.call({ url: server.url, edit, trickle: "never" });
    await caller.ready();
    await caller.message("bot-started-speaking");
    await caller.until("voice", () => caller.ear.loudSince(0));
  });

  test("an offer without candidates connects over TCP alone", async () => {
    await using caller = await RtcCaller.call({
      url: server.url,
      edit: ended,
      trickle: "never",
      read: withoutUdp,
    });
    await caller.ready();
    await caller.message("bot-started-speaking");
  });

  test.each([
    ["UDP", (sdp: string) => sdp],
    ["TCP", withoutUdp],
  ] as const)("an offer with only the empty candidate, sent later, connects over %s", async (_, read) => {
    await using caller = await RtcCaller.call({ url: server.url, edit: bare, trickle: "end", read });
    await caller.ready();
    await caller.message("bot-started-speaking");
  });
});

const portsOf = (answer: string): string[] => answer.match(/^m=audio \d+/gm) ?? [];

test("one of two audio sections that both send is answered, and the caller is heard", async () => {
  await using caller = await handCaller(server.url, ["SendRecv", "SendRecv"]);
  expect(portsOf(caller.answer)).toEqual(["m=audio 9", "m=audio 0"]);
  expect(caller.answer.match(/a=msid:/g)?.length).toBe(1);
  await caller.message("bot-started-speaking");
  caller.send({ label: "rtvi-ai", type: "client-message", id: "i", data: { t: "interrupt", d: {} } });
  await caller.message("bot-interrupted");
  using encoder = await openOpusEncoder();
  const loud = toFrames(
    Int16Array.from({ length: 24_000 }, (_, i) => (i < 12_000 ? 9_000 * Math.sin(i / 5) : 0)),
  );
  const from = performance.now();
  for (const [n, frame] of loud.entries()) {
    const payload = encoder.encode(frame);
    for (const line of [0, 1]) caller.say(line, n, payload);
    // A microphone sends in real time.
    await Bun.sleep(Math.max(0, from + n * 20 - performance.now()));
  }
  await caller.message("user-started-speaking");
  await caller.message("user-stopped-speaking");
  const told = caller.messages.map((one) => JSON.stringify(one));
  expect(told.filter((text) => text.includes("frame_too_large"))).toEqual([]);
});

test.each([
  ["SendRecv", "sendrecv", true],
  ["SendOnly", "recvonly", false],
  ["Inactive", "inactive", false],
] as const)(
  "a caller that offers %s is answered %s, and gets matching audio",
  async (offered, answered, isSent) => {
    // This process encrypts packets for the server alone, and this is the last step before the network.
    using seal = spyOn(SrtpSender.prototype, "seal");
    await using caller = await handCaller(server.url, [offered]);
    expect(caller.answer).toContain(`a=${answered}`);
    // The greeting, from its beginning to its end.
    await caller.message("bot-started-speaking");
    await caller.message("bot-stopped-speaking");
    expect(seal.mock.calls.length > 50).toBe(isSent);
    if (!isSent) expect(seal).not.toHaveBeenCalled();
  },
);

test("a silent caller is idle after the operator's limit, as on a socket", async () => {
  await using patient = await rtcServer({ IDLE_SECONDS: "5" });
  await using caller = await handCaller(patient.url, ["RecvOnly"]);
  await caller.message("bot-started-speaking");
  const end = () => caller.messages.find(({ data }) => data?.["type"] === "session_end");
  await until("last words", () => end() !== undefined, 8_000);
  expect(end()?.data).toMatchObject({ reason: "idle", code: 4408 });
});

test.each([
  ["hears", ["RecvOnly", "SendOnly"], ["a=sendonly", "a=recvonly"]],
  ["speaks", ["SendOnly", "RecvOnly"], ["a=recvonly", "a=sendonly"]],
] as const)(
  "a caller that offers one section for each direction, and %s in the first, is answered in both",
  async (_, offered, answered) => {
    await using caller = await handCaller(server.url, [...offered]);
    expect(caller.answer.match(/^a=(?:sendonly|recvonly|sendrecv|inactive)/gm)).toEqual([...answered]);
    await until("voice", () => caller.packets.length > 20);
  },
);

test.each([
  ["by addresses that it is told", undefined],
  ["by the caller's checks alone", "never"],
] as const)("an ICE restart while the agent speaks loses no more than 40 ms, %s", async (_, trickle) => {
  await using caller = await RtcCaller.call({
    url: server.url,
    ...(trickle && { trickle, edit: bare }),
  });
  await caller.ready();
  await caller.message("bot-started-speaking");
  await caller.until("voice", () => caller.ear.loudSince(0));
  const before = await lossOf(caller);
  for (let time = 0; time < 3; time++) {
    const { received } = await lossOf(caller);
    await caller.offer({ pc_id: caller.pcId }, { iceRestart: true });
    await caller.until("audio after it", async () => (await lossOf(caller)).received > received + 50);
  }
  const after = await lossOf(caller);
  // Each restart may lose two packets.
  expect(after.lost - before.lost).toBeLessThanOrEqual(3 * 2);
});

/** Number of received packets, and of those that are missing among them by their numbers. */
async function lossOf(caller: RtcCaller): Promise<{ readonly received: number; readonly lost: number }> {
  let found = { received: 0, lost: 0 };
  (await caller.peer.getStats()).forEach((stat: Readonly<Record<string, unknown>>) => {
    if (stat["type"] !== "inbound-rtp") return;
    found = { received: Number(stat["packetsReceived"]), lost: Number(stat["packetsLost"]) };
  });
  return found;
}
