// Faults of the peer connection's library on a hostile network, on real sockets with a real client.

import dgram from "node:dgram";
import { promises as dns } from "node:dns";
import net from "node:net";
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { wallClock } from "../../../src/base/clock.ts";
import { CheckPace } from "../../../src/transport/webrtc/ice-checks.ts";
import { Peer } from "../../../src/transport/webrtc/peer-connection.ts";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";

setDefaultTimeout(240_000);

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Waits until the agent answers audibly. */
async function expectVoice(caller: RtcCaller): Promise<void> {
  await caller.interrupt();
  const from = performance.now();
  caller.send({ label: "rtvi-ai", type: "send-text", id: "v", data: { content: "help" } });
  await caller.until("voice", () => caller.ear.loudSince(from));
}

async function expectHeard(caller: RtcCaller): Promise<void> {
  // While the agent's own voice hums, it would not hear the caller's hum.
  await caller.interrupt();
  const loud = Int16Array.from({ length: 8_000 }, (_, i) => 9_000 * Math.sin(i / 5));
  void caller.microphone.say(loud);
  await caller.message("user-started-speaking");
  await caller.message("user-stopped-speaking");
}

async function talking(network?: object): Promise<RtcCaller> {
  const caller = await RtcCaller.call({ url: server.url, ...(network && { network }) });
  await caller.ready();
  await caller.message("bot-started-speaking");
  return caller;
}

test("a peer that is gone does not end the process", async () => {
  const script = `
    import { surviveUnreachablePeers } from ${JSON.stringify(import.meta.resolve("../../../src/transport/webrtc/werift/werift-fixes.ts"))};
    import dgram from "node:dgram";
    surviveUnreachablePeers();
    const server = dgram.createSocket("udp4");
    server.on("message", (data, { port, address }) => server.send(data, port, address, () => {}));
    await new Promise((resolve) => server.bind(0, "127.0.0.1", resolve));
    for (let n = 0; n < 100; n++) {
      const client = dgram.createSocket("udp4");
      client.send("hello", server.address().port, "127.0.0.1", () => client.close());
      // The kernel reports a moment later that there was no listener.
      await Bun.sleep(1);
    }
    console.log("alive");
    process.exit(0);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "pipe" });
  expect([await new Response(child.stdout).text(), await new Response(child.stderr).text()]).toEqual([
    "alive\n",
    "",
  ]);
  expect(await child.exited).toBe(0);
});

test("a stranger's plaintext alert ends no call", async () => {
  await using caller = await talking();
  const [, address = "", port = ""] = /a=candidate:\S+ 1 udp \d+ (\S+) (\d+)/.exec(caller.answer) ?? [];
  const stranger = dgram.createSocket("udp4");
  const alert = Buffer.from([0x15, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 9, 0, 2, 1, 0]);
  await Promise.all(
    Array.from(
      { length: 20 },
      () => new Promise((resolve) => stranger.send(alert, Number(port), address, resolve)),
    ),
  );
  stranger.close();
  await expectVoice(caller);
  await expectHeard(caller);
});

test("a stranger's alert over TCP ends no call, nor do connections that are held open", async () => {
  await using reachable = await rtcServer({ ICE_TCP: "on" });
  await using caller = await RtcCaller.call({ url: reachable.url });
  await caller.ready();
  const [, address = "", port = ""] = /a=candidate:\S+ 1 tcp \d+ (\S+) (\d+)/i.exec(caller.answer) ?? [];
  const strangers = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const socket = net.connect(Number(port), address);
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
      return socket;
    }),
  );
  const alert = Buffer.from([0, 15, 0x15, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 9, 0, 2, 1, 0]);
  for (const socket of strangers) socket.write(alert);
  await expectVoice(caller);
  expect(reachable.calls.size).toBe(1);
  await fetch(`${reachable.url}/offer/${caller.pcId}`, { method: "DELETE" });
  await caller.until("end", () => strangers.every(({ destroyed }) => destroyed), 5_000);
});

test("a forged alert from the caller's own address ends no call, and the caller's own alert does", async () => {
  await using caller = await talking({});
  const alerts = [
    [0x15, 0xfe, 0xfd, 0, 1, 0, 0, 0, 0, 0, 9, 0, 2, 1, 0],
    [0x3f, 0xfe, 0xfd, 0, 1, 0, 0, 0, 0, 0, 9, 0, 2, 1, 0],
    [0x15, 0xfe, 0xfd, 0, 1, 0, 0, 0, 0, 0, 9, 0, 26, ...Array.from({ length: 26 }, () => 0)],
  ];
  for (const alert of alerts) caller.relay?.inject(Uint8Array.from(alert));
  await expectVoice(caller);
  caller.peer.close();
  await caller.until("end", () => server.calls.size === 0, 2_000);
});

test.each([
  ["by addresses that it is told", undefined],
  ["by the caller's checks alone", {}],
] as const)("after an ICE restart audio flows both ways, twice, %s", async (_, network) => {
  await using caller = await talking(network);
  for (let time = 0; time < 2; time++) {
    const before = caller.answer;
    await caller.offer({ pc_id: caller.pcId }, { iceRestart: true });
    const ufrag = (sdp: string) => /a=ice-ufrag:(\S+)/.exec(sdp)?.[1];
    expect(ufrag(caller.answer)).not.toBe(ufrag(before));
    await expectVoice(caller);
    await expectHeard(caller);
  }
  // The server may notice the ends of earlier tests a moment later.
  await caller.until("call of its own alone", () => server.calls.size === 1);
  caller.peer.close();
  await caller.until("end", () => server.calls.size === 0);
});

test("a pulled cable is noticed within 8 s, and leaves nothing", async () => {
  await using caller = await talking({});
  caller.vanish();
  const from = performance.now();
  await caller.until("end", () => server.calls.size === 0 && server.ticker.size === 0, 8_000);
  expect(performance.now() - from).toBeGreaterThan(4_000);
});

test("last words lost on the way are sent again before the connection closes", async () => {
  let lost = 0;
  let isGoodbye = false;
  const change = (data: Buffer, to: "server" | "caller"): Buffer => {
    const isText = data[0] === 23 && to === "caller";
    if (!isText || !isGoodbye || server.calls.size === 0) return data;
    lost++;
    return Buffer.alloc(0);
  };
  await using caller = await talking({ change });
  caller.send({ label: "rtvi-ai", type: "send-text", id: "e", data: { content: "goodbye" } });
  await caller.message(({ type, data }) => type === "bot-llm-text" && /Goodbye/.test(String(data?.text)));
  isGoodbye = true;
  await caller.message("session_end");
  await caller.until("farewell", () => JSON.stringify(caller.signals).includes("peerLeft"));
  expect(lost).toBeGreaterThan(0);
});

test("only the peer is asked while an offer is answered", async () => {
  // A client's own offer, taken from its first request.
  let offer = "";
  await using _caller = await RtcCaller.call({ url: server.url, edit: (sdp) => (offer = sdp) });
  using lookup = spyOn(dns, "lookup");
  const nothing = (): void => undefined;
  const { peer } = await Peer.check(
    { sdp: offer, from: undefined },
    { network: { iceServers: [], tcp: false }, pace: new CheckPace(wallClock).open() },
    nothing,
  );
  expect(lookup.mock.calls).toEqual([]);
  await peer.close();
});
