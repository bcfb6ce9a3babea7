// Data channels that do not open by themselves: callers who never begin one hear the agent, and callers who wait for
// the other side get theirs.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { RTCPeerConnection, RTCRtpCodecParameters, type RTCDataChannel } from "werift";
import { RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(240_000);

let server: Awaited<ReturnType<typeof rtcServer>>;

beforeAll(async () => {
  server = await rtcServer();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** The answer as a caller reads it that gives its data channel up. */
const withoutChannel = (sdp: string): string =>
  sdp.replace(/m=application \d+/, "m=application 0").replace("a=group:BUNDLE 0 1", "a=group:BUNDLE 0");

test("the agent begins after a second when the caller has offered a data channel and never opens it", async () => {
  await using caller = await RtcCaller.begin({ url: server.url, read: withoutChannel });
  const from = performance.now();
  await caller.until("voice", () => caller.ear.loudSince(from));
  expect(caller.channel?.readyState).not.toBe("open");
});

/** A caller with the server's own library, whose association only answers. */
async function patientCaller(): Promise<{
  readonly peer: RTCPeerConnection;
  readonly channel: RTCDataChannel;
}> {
  const codec = new RTCRtpCodecParameters({ mimeType: "audio/opus", clockRate: 48_000, channels: 2 });
  const peer = new RTCPeerConnection({ codecs: { audio: [codec] }, iceServers: [] });
  peer.addTransceiver("audio", { direction: "sendrecv" });
  const channel = peer.createDataChannel("chat");
  if (peer.sctpTransport === undefined) throw new Error("There is no association");
  Object.defineProperty(peer.sctpTransport, "isServer", { get: () => true });
  await peer.setLocalDescription(await peer.createOffer());
  const body = JSON.stringify({ sdp: peer.localDescription?.sdp, type: "offer" });
  const { sdp } = (await (await fetch(`${server.url}/offer`, { method: "POST", body })).json()) as {
    sdp: string;
  };
  await peer.setRemoteDescription({ type: "answer", sdp });
  return { peer, channel };
}

test("a data channel opens when the caller waits for the server to begin its association", async () => {
  const { peer, channel } = await patientCaller();
  const heard: string[] = [];
  channel.onMessage.subscribe((text) => heard.push(String(text)));
  await until("an open channel", () => channel.readyState === "open", 20_000);
  channel.send(
    JSON.stringify({ label: "rtvi-ai", type: "client-ready", id: "1", data: { version: "2.1.0" } }),
  );
  await until("an answer", () => heard.some((text) => text.includes("bot-ready")));
  await peer.close();
});
