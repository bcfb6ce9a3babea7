// Keys that a flow presses, as another WebRTC stack receives them: telephone events of RFC 4733, and the message that
// reports them.

import { expect, test } from "bun:test";
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, type RtpPacket } from "werift";
import { KeyReader } from "../../../src/transport/rtp/telephone-events.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { json } from "../../support/json-request.ts";
import { until } from "../../support/until.ts";

const menu = `
voice_flow: 1
id: menu
language: en
start: go
variables: {ok: {type: boolean, ask: Are you there?}}
defaults: {give_up: done}
nodes:
  go: {say: One moment., press: "4w2#", next: ask}
  ask: {ask: ok, next: done}
  done: {say: Goodbye., end: ok}
`;

const codecs = [
  { mimeType: "audio/opus", clockRate: 48_000, channels: 2, payloadType: 111 },
  { mimeType: "audio/telephone-event", clockRate: 48_000, channels: 1, payloadType: 113 },
].map((codec) => new RTCRtpCodecParameters(codec));

test("webrtc: keys that a flow presses are heard as telephone events, and sent as a message", async () => {
  await using server = await rtcServer();
  const { service } = await signUpAt(server);
  const flow = json("POST", { name: "Menu", yaml_content: menu }, service);
  const { id } = await answer<{ id: string }>(server.ask("/v1/flows?draft=true", flow), 201);
  const { session_token: token } = await answer<Record<string, string>>(
    server.ask("/v1/sessions", json("POST", { flow_id: id }, service)),
  );
  const peer = new RTCPeerConnection({ codecs: { audio: codecs }, iceServers: [] });
  const keys: string[] = [];
  const told: string[] = [];
  const reader = new KeyReader();
  peer.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(({ header, payload }: RtpPacket) => {
      const key = header.payloadType === 113 ? reader.read(payload, header.timestamp) : undefined;
      if (key !== undefined) keys.push(key);
    });
  });
  const channel = peer.createDataChannel("chat");
  channel.onMessage.subscribe((text) => told.push(String(text)));
  peer.addTransceiver(new MediaStreamTrack({ kind: "audio" }), { direction: "sendrecv" });
  await peer.setLocalDescription(await peer.createOffer());
  await until("candidates", () => peer.iceGatheringState === "complete");
  const offer = { sdp: peer.localDescription?.sdp, type: "offer" };
  const { sdp } = await answer<{ sdp: string }>(server.ask(`/offer?token=${token}`, json("POST", offer)));
  await peer.setRemoteDescription({ type: "answer", sdp });
  await until("an open channel", () => channel.readyState === "open");
  const ready = {
    label: "rtvi-ai",
    type: "client-ready",
    id: "r",
    data: { version: "2.1.0", about: { library: "t" } },
  };
  channel.send(JSON.stringify(ready));
  await until("all keys", () => keys.length === 3);
  expect(keys).toEqual(["4", "2", "#"]);
  const messages = told.filter((text) => text.includes("press_keys"));
  expect(messages.map((text) => (JSON.parse(text) as { data: { keys: string } }).data.keys)).toEqual([
    "4",
    "2#",
  ]);
  await peer.close();
});
