// Asterisk's own protocols: the frames of AudioSocket and the messages of chan_websocket, as Asterisk's documentation
// describes them.

import { describe, expect, test } from "bun:test";
import { loadResampler } from "../../src/audio/resampler.ts";
import { bytesOf, type Frame, samplesPerFrame } from "../../src/audio/frame.ts";
import { AsteriskAudio, audioFormatOf } from "../../src/phone/asterisk/asterisk-audio.ts";
import { audioFrame, hangUpFrame, takeFrames } from "../../src/phone/asterisk/audio-socket-frames.ts";
import { mediaCommand, readMediaMessage } from "../../src/phone/asterisk/media-messages.ts";

const id = "40325ec2-5efd-4bd3-805f-53576e581d13";
const idFrame = Buffer.from(`010010${id.replaceAll("-", "")}`, "hex");

describe("AudioSocket", () => {
  test.each<readonly [string, Buffer, object]>([
    ["a call", idFrame, { type: "id", id }],
    ["a key", Buffer.from([0x03, 0, 1, 0x35]), { type: "key", key: "5" }],
    ["the end", hangUpFrame, { type: "hang-up" }],
    ["a fault", Buffer.from([0xff, 0, 1, 4]), { type: "error" }],
    ["8 kHz", Buffer.from([0x10, 0, 2, 1, 2]), { type: "audio", kind: 0x10, rate: 8_000 }],
    ["16 kHz", Buffer.from([0x12, 0, 2, 1, 2]), { type: "audio", kind: 0x12, rate: 16_000 }],
    ["48 kHz", Buffer.from([0x16, 0, 2, 1, 2]), { type: "audio", kind: 0x16, rate: 48_000 }],
    ["a key that no telephone has", Buffer.from([0x03, 0, 1, 0x41]), { type: "unknown", kind: 3 }],
    ["a UUID that is too short", Buffer.from([0x01, 0, 1, 7]), { type: "unknown", kind: 1 }],
    ["a kind of a later version", Buffer.from([0x20, 0, 0]), { type: "unknown", kind: 0x20 }],
  ])("reads %s", (_, bytes, frame) => {
    const { frames, rest } = takeFrames(bytes);
    expect(frames).toMatchObject([frame]);
    expect(rest.length).toBe(0);
  });

  test("reads frames in pieces of any length", () => {
    const stream = Buffer.concat([idFrame, audioFrame(0x10, new Uint8Array(320)), hangUpFrame]);
    for (const size of [1, 2, 7, 100, stream.length]) {
      let rest = Buffer.alloc(0);
      const kinds: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        const taken = takeFrames(Buffer.concat([rest, stream.subarray(at, at + size)]));
        kinds.push(...taken.frames.map(({ type }) => type));
        rest = Buffer.from(taken.rest);
      }
      expect(kinds).toEqual(["id", "audio", "hang-up"]);
    }
  });
});

describe("chan_websocket", () => {
  const start = { type: "started", format: "slin16", frameBytes: 640 };
  test.each<readonly [string, object | undefined]>([
    [
      '{"event":"MEDIA_START","connection_id":"m","channel":"WebSocket/m","format":"slin16","optimal_frame_size":640}',
      start,
    ],
    ["MEDIA_START connection_id:m channel:WebSocket/m format:slin16 optimal_frame_size:640", start],
    ["MEDIA_START format:ulaw optimal_frame_size:x", { type: "started", format: "ulaw" }],
    ['{"event":"DTMF_END","digit":"#"}', { type: "key", key: "#" }],
    ["DTMF_END digit:5", { type: "key", key: "5" }],
    ["DTMF_END digit:A", { type: "other" }],
    ["MEDIA_XOFF", { type: "full" }],
    ['{"event":"MEDIA_XON"}', { type: "room" }],
    ['{"event":"ERROR","error_text":"no"}', { type: "error" }],
    ["QUEUE_DRAINED", { type: "other" }],
    ["[1]", undefined],
    ["{", undefined],
    ["{}", undefined],
    ["hello", undefined],
  ])("reads %s", (text, event) => {
    const read = readMediaMessage(text);
    if (event === undefined) expect(read).toBeUndefined();
    else expect(read?.event).toMatchObject(event);
  });

  test("is answered in its own form", () => {
    expect(mediaCommand("FLUSH_MEDIA", "words")).toBe("FLUSH_MEDIA");
    expect(mediaCommand("FLUSH_MEDIA", "json")).toBe('{"command":"FLUSH_MEDIA"}');
    expect(readMediaMessage("MEDIA_XON")?.form).toBe("words");
    expect(readMediaMessage('{"event":"MEDIA_XON"}')?.form).toBe("json");
  });
});

const hum = (level: number): Frame =>
  Int16Array.from({ length: samplesPerFrame }, (_, i) => Math.round(level * Math.sin(i / 8)));

test.each([
  ["slin", 320],
  ["slin16", 640],
  ["slin24", 960],
  ["slin48", 1_920],
  ["ulaw", 160],
  ["alaw", 160],
] as const)("audio in %s is 20 ms in %d bytes, and returns at its loudness", async (name, length) => {
  const convert = await loadResampler();
  using audio = new AsteriskAudio(audioFormatOf(name)!, convert);
  let heard = new Int16Array(0);
  for (let i = 0; i < 10; i += 1) {
    const bytes = audio.encode(hum(8_000));
    expect(bytes.length).toBe(length);
    const back = audio.decode(bytes);
    heard = new Int16Array(back.slice().buffer);
  }
  const power = (pcm: Int16Array): number =>
    Math.sqrt(pcm.reduce((sum, one) => sum + one ** 2, 0) / pcm.length);
  expect(power(heard) / power(hum(8_000))).toBeWithin(0.8, 1.2);
});

test("audio with samples cut between two messages stays in step", async () => {
  using audio = new AsteriskAudio({ rate: 16_000 }, await loadResampler());
  const bytes = bytesOf(Int16Array.from([1, 2, 3, 4]));
  const pieces = [bytes.slice(0, 3), bytes.slice(3, 4), bytes.slice(4)];
  const heard = pieces.flatMap((piece) => [...new Int16Array(audio.decode(piece).slice().buffer)]);
  expect(heard).toEqual([1, 2, 3, 4]);
});

test.each(["opus", "g729", ""])("the format %p has no samples", (name) => {
  expect(audioFormatOf(name)).toBeUndefined();
});
