// Mistakes on the socket of a call: a refused message gets a suggestion, and bytes that are no audio are reported.

import { expect, test } from "bun:test";
import { limits } from "../../src/transport/connection-limits.ts";
import { readText } from "../../src/transport/message-decoder.ts";
import { Uplink } from "../../src/transport/uplink.ts";
import { type Mistake, testMistakes } from "../support/mistakes.ts";

/** `at` is the code of the answer and the place in the message. */
const sent = (message: object, at: string, says: RegExp): Mistake<object> => ({
  about: JSON.stringify(message),
  does: message,
  at,
  says,
});

const messages: readonly Mistake<object>[] = [
  sent(
    { type: "audio", data: "AAAA" },
    "unsupported_type type",
    /audio goes as binary messages of PCM16, 16 kHz/,
  ),
  sent({ type: "input_audio_buffer.append" }, "unsupported_type type", /audio goes as binary messages/),
  sent({ type: "client_ready" }, "unsupported_type type", /did you mean 'client-ready'\?/),
  sent({ type: "hello" }, "unsupported_type type", /there are client-ready, send-text, .*client-message\./),
  sent(
    { type: "interrupt" },
    "unsupported_type type",
    /is a command, .*"client-message", "data": \{"t": "interrupt"\}/,
  ),
  sent({ event: "start" }, "invalid_message type", /A message has a type/),
  sent({ type: "send-text", data: { text: "hi" } }, "invalid_message content", /content is required/),
  sent(
    { type: "client-message", data: { t: "mutee", d: {} } },
    "unsupported_type t",
    /did you mean 'mute'\?/,
  ),
  sent(
    { type: "client-message", data: { t: "volume" } },
    "unsupported_type t",
    /there are ping, mute, interrupt,/,
  ),
  sent({ type: "dtmf", data: { button: "5#" } }, "invalid_message button", /one key: 0 to 9, \* or #/),
];

testMistakes("socket", messages, (message) => {
  const told = readText(JSON.stringify({ label: "rtvi-ai", id: "1", ...message }));
  if (told.kind !== "refused") return { at: [told.kind], said: "" };
  return { at: [`${told.code} ${told.param}`], said: told.error };
});

const files: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ["WebM", Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 1, 2)],
  ["Ogg", Buffer.from("OggS....")],
  ["WAV", Buffer.from("RIFF....WAVE")],
  ["MP4", Buffer.from("....ftypmp42")],
];

test.each(files)("socket: audio that begins like %s is dropped and named, once", (_name, bytes) => {
  const uplink = new Uplink(0, { limits, hear: () => undefined });
  expect([uplink.push(bytes, 0), uplink.push(bytes, 20)]).toEqual(["encoded", "fine"]);
});

test("socket: samples are never taken for a file", () => {
  const uplink = new Uplink(0, { limits, hear: () => undefined });
  expect(uplink.push(new Uint8Array(3_200), 0)).toBe("fine");
});

/** A voice, half a second of it in each message. */
const spoken = Int16Array.from({ length: 32_000 }, (_, i) =>
  Math.round(4_000 * Math.sin(i / 9) * Math.sin(i / 2_000)),
);
const noises: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  [
    "the most significant byte first",
    new Uint8Array(spoken.buffer.slice(0)).map((_, i, all) => all[i ^ 1] ?? 0),
  ],
  ["a byte too many at its beginning", Uint8Array.of(0, ...new Uint8Array(spoken.buffer))],
  ["numbers of 32 bits", new Uint8Array(Float32Array.from(spoken, (each) => each / 32_768).buffer)],
];

test.each(noises)("socket: audio with %s is named, once", (_name, bytes) => {
  const uplink = new Uplink(0, { limits, hear: () => undefined });
  const verdicts: string[] = [];
  for (let at = 0, now = 0; at + 3_200 <= bytes.length; at += 3_200, now += 100)
    verdicts.push(uplink.push(bytes.subarray(at, at + 3_200), now));
  expect(verdicts.filter((each) => each !== "fine")).toEqual(["noise"]);
});

test("socket: a voice, a hiss and silence are not mistaken for another format", () => {
  const hiss = Int16Array.from({ length: 32_000 }, (_, i) => ((i * 7_919) % 1_200) - 600);
  for (const sound of [spoken, hiss, new Int16Array(32_000)]) {
    const uplink = new Uplink(0, { limits, hear: () => undefined });
    const bytes = new Uint8Array(sound.buffer);
    for (let at = 0, now = 0; at < bytes.length; at += 3_200, now += 100)
      expect(uplink.push(bytes.subarray(at, at + 3_200), now)).toBe("fine");
  }
});
