// IPv6: a server that listens there alone talks to callers without IPv4, and answers name both families.

import { expect, test } from "bun:test";
import { RTCPeerConnection, RTCRtpCodecParameters } from "werift";
import { loopbackOffered } from "../../../src/transport/webrtc/candidate-filter.ts";
import { finishAnswer } from "../../../src/transport/webrtc/sdp-answer.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { until } from "../../support/until.ts";

test("a caller at ::1 with no other address hears the agent of a server that listens at ::1", async () => {
  await using server = await rtcServer({ HOST: "::1" });
  const codec = new RTCRtpCodecParameters({ mimeType: "audio/opus", clockRate: 48_000, channels: 2 });
  const peer = new RTCPeerConnection({
    codecs: { audio: [codec] },
    iceServers: [],
    iceUseIpv4: false,
    iceInterfaceAddresses: { udp6: "::1" },
    iceAdditionalHostAddresses: ["::1"],
  });
  let packets = 0;
  peer.onTrack.subscribe((track) => void track.onReceiveRtp.subscribe(() => packets++));
  peer.addTransceiver("audio", { direction: "sendrecv" });
  await peer.setLocalDescription(await peer.createOffer());
  const body = JSON.stringify({ sdp: peer.localDescription?.sdp, type: "offer" });
  const response = await server.ask("/offer", { method: "POST", body });
  const { sdp } = (await response.json()) as { readonly sdp: string };
  expect(sdp).toMatch(/^a=candidate:\S+ 1 udp \d+ ::1 \d+ typ host/m);
  await peer.setRemoteDescription({ type: "answer", sdp });
  await until("the agent's voice", () => packets > 20);
  await peer.close();
});

const interfaces = (...internal: readonly boolean[]) => ({
  any: internal.map((isInternal) => ({
    address: isInternal ? "127.0.0.1" : "10.0.0.1",
    netmask: "255.0.0.0",
    family: "IPv4" as const,
    mac: "00:00:00:00:00:00",
    internal: isInternal,
    cidr: null,
  })),
});

test("a loopback address is offered when the server listens there and callers have no alternative", () => {
  expect(loopbackOffered("::1", interfaces(true, false))).toEqual(["::1"]);
  expect(loopbackOffered("127.0.0.1", interfaces(true))).toEqual(["127.0.0.1"]);
  for (const host of ["127.0.0.1", "0.0.0.0", "::", "10.0.0.1", "localhost", undefined])
    expect([host, ...loopbackOffered(host, interfaces(true, false))]).toEqual([host]);
});

test("an advertised address takes the place of those of its family", () => {
  const line = (address: string) => `a=candidate:1 1 udp 2122260223 ${address} 5000 typ host`;
  const answer = ["v=0", line("10.0.0.1"), line("fd00::2")].join("\r\n");
  const advertised = (advertisedIp: string) =>
    finishAnswer(answer, { stream: "s", advertisedIp }).split("\r\n").slice(1);
  expect(advertised("198.51.100.7")).toEqual([line("198.51.100.7"), line("fd00::2")]);
  expect(advertised("2001:db8::7")).toEqual([line("10.0.0.1"), line("2001:db8::7")]);
});
