// Hand-made WebRTC caller: a caller by libdatachannel, with chosen audio sections and packets that are read and made by
// hand.

import datachannel from "node-datachannel";
import { until } from "../until.ts";
import type { ReceivedMessages } from "./ws-client.ts";

export type Direction = "SendRecv" | "SendOnly" | "RecvOnly" | "Inactive";

/** One received packet of audio, with its time in milliseconds of `performance.now()`. */
interface HeardPacket {
  readonly line: number;
  readonly packet: Buffer;
  readonly at: number;
}

/** Resolves when the caller is in the call. `directions` are those of the audio sections. */
export async function handCaller(url: string, directions: readonly Direction[]) {
  const peer = new datachannel.PeerConnection("caller", { iceServers: [] });
  const packets: HeardPacket[] = [];
  const tracks = directions.map((direction, line) => {
    const audio = new datachannel.Audio(`audio${line}`, direction);
    audio.addOpusCodec(111);
    audio.addSSRC(1_000 + line, `cname${line}`);
    const track = peer.addTrack(audio);
    track.onMessage((packet) => {
      // RFC 5761, 4: reports arrive at the same port.
      const isReport = (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223;
      if (!isReport) packets.push({ line, packet, at: performance.now() });
    });
    return track;
  });
  const channel = peer.createDataChannel("chat");
  const messages: ReceivedMessages[] = [];
  channel.onMessage(
    (text) => void messages.push(JSON.parse(typeof text === "string" ? text : "{}") as ReceivedMessages),
  );
  const opened = Promise.withResolvers<void>();
  channel.onOpen(opened.resolve);
  peer.setLocalDescription();
  await until("end of gathering", () => peer.gatheringState() === "complete");
  const body = JSON.stringify({ sdp: peer.localDescription()?.sdp, type: "offer" });
  const made = (await (await fetch(`${url}/offer`, { method: "POST", body })).json()) as {
    readonly sdp: string;
    readonly pc_id: string;
  };
  peer.setRemoteDescription(made.sdp, "answer");
  await opened.promise;
  const send = (message: object): void => void channel.sendMessage(JSON.stringify(message));
  send({ label: "rtvi-ai", type: "client-ready", id: "ready", data: { version: "2.1.0" } });
  const message = (type: string) => until(type, () => messages.some((one) => one.type === type));
  await message("bot-ready");
  return {
    answer: made.sdp,
    messages,
    packets,
    send,
    message,
    /** Sends a packet of 20 ms in an accepted section. */
    say(line: number, n: number, payload: Uint8Array): void {
      const header = Buffer.alloc(12);
      header.writeUInt16BE(0x806f, 0);
      // Numbers of different sections are independent.
      header.writeUInt16BE((n + line * 9_000) & 0xffff, 2);
      header.writeUInt32BE((n * 960 + line * 400_000_000) >>> 0, 4);
      header.writeUInt32BE(1_000 + line, 8);
      const track = tracks[line];
      if (track?.isOpen() === true) track.sendMessageBinary(Buffer.concat([header, payload]));
    },
    async [Symbol.asyncDispose]() {
      await fetch(`${url}/offer/${made.pc_id}`, { method: "DELETE" });
      peer.close();
    },
  };
}
