// Field lines: a caller's connection to a server, by raw PCM over a WebSocket or by WebRTC with Opus. Audio comes in when it
// comes, and is played 20 ms at a time, as a client does.

import datachannel from "node-datachannel";
import { bytesOf, type Frame, samplesPerFrame, sampleRate } from "../../../src/audio/frame.ts";
import { openOpusDecoder, openOpusEncoder } from "../../../src/audio/opus.ts";

export interface FieldLine {
  send(frame: Frame): void;
  /** The next 20 ms that the caller hears; fewer samples where nothing came. */
  play(): Int16Array;
  close(): void;
}

/** First message of a call of ours; the others do not read text. */
const ready = '{"label":"rtvi-ai","type":"client-ready","id":"1","data":{"version":"2.1.0"}}';

export async function openSocket(url: string): Promise<FieldLine> {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onerror = () => opened.reject(new Error(`No socket at ${url}`));
  let player = new Int16Array();
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== "string") player = Int16Array.from([...player, ...new Int16Array(data)]);
    else if (data.includes('"audio_clear"')) player = new Int16Array();
  };
  await opened.promise;
  socket.send(ready);
  return {
    send: (frame) => socket.send(bytesOf(frame).slice()),
    play() {
      const heard = player.subarray(0, samplesPerFrame);
      player = player.slice(samplesPerFrame);
      return heard;
    },
    close: () => socket.close(),
  };
}

const payloadType = 111;
const headerBytes = 12;
const opusRate = 48_000;
/** Packets that a client keeps against jitter. */
const jitterPackets = 2;

/** `url`: the server's, with http. */
export async function openRtc(url: string, ssrc: number): Promise<FieldLine> {
  const [encoder, decoder] = [await openOpusEncoder(), await openOpusDecoder()];
  const peer = new datachannel.PeerConnection("caller", { iceServers: [] });
  const audio = new datachannel.Audio("0", "SendRecv");
  audio.addOpusCodec(payloadType);
  audio.addSSRC(ssrc, "caller");
  const track = peer.addTrack(audio);
  const waiting: Int16Array[] = [];
  let isPlaying = false;
  track.onMessage((packet) => {
    if (packet.length <= headerBytes || ((packet[1] ?? 0) & 0x7f) !== payloadType) return;
    waiting.push(decoder.decode(packet.subarray(headerBytes)));
  });
  const gathered = Promise.withResolvers<void>();
  peer.onGatheringStateChange((state) => (state === "complete" ? gathered.resolve() : undefined));
  peer.setLocalDescription();
  await gathered.promise;
  const opened = Promise.withResolvers<void>();
  track.onOpen(opened.resolve);
  const body = JSON.stringify({ sdp: peer.localDescription()?.sdp, type: "offer" });
  const response = await fetch(`${url}/offer`, { method: "POST", body });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { sdp } = (await response.json()) as { sdp: string };
  peer.setRemoteDescription(sdp, "answer");
  await opened.promise;
  const header = Buffer.alloc(headerBytes);
  let sequence = 0;
  return {
    send(frame) {
      header.writeUInt16BE(0x8000 | payloadType, 0);
      header.writeUInt16BE(sequence & 0xffff, 2);
      header.writeUInt32BE((sequence * samplesPerFrame * (opusRate / sampleRate)) >>> 0, 4);
      header.writeUInt32BE(ssrc, 8);
      sequence += 1;
      track.sendMessageBinary(Buffer.concat([header, encoder.encode(frame)]));
    },
    play() {
      isPlaying = isPlaying ? waiting.length > 0 : waiting.length >= jitterPackets;
      return (isPlaying ? waiting.shift() : undefined) ?? new Int16Array();
    },
    close: () => {
      peer.close();
      encoder[Symbol.dispose]();
      decoder[Symbol.dispose]();
    },
  };
}
