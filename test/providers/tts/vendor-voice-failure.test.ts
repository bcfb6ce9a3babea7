// Voices of vendors when the vendor refuses, hangs, breaks off, or talks nonsense.

import { describe, expect, test } from "bun:test";
import type { ErrorKind, ProviderError } from "../../../src/providers/provider-contract.ts";
import type { SocketScript } from "../../support/providers/fake-socket.ts";
import {
  contextOf,
  hear,
  openVoice,
  vendorOf,
  voiceVendors,
} from "../../support/providers/tts/voice-vendors.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { until } from "../../support/until.ts";

const sentence = "Your table is booked for eight o'clock, outside.";
const firstAudioMs = 2_500;
const gapMs = 5_000;

const refusals: readonly (readonly [number, string, ErrorKind])[] = [
  [400, '{"error":"a bad request"}', "bad_input"],
  [401, "{}", "auth"],
  [402, "<html>", "quota"],
  [403, "", "auth"],
  [429, '{"err_code":"TOO_MANY","err_msg":"Slow down"}', "rate_limit"],
  [503, "busy", "transient"],
];

for (const name of Object.keys(voiceVendors)) {
  describe(`${name}: failures`, () => {
    for (const [status, body, kind] of refusals) {
      test(`a handshake that is refused with ${status} is ${kind}`, async () => {
        const headers = { "Retry-After": "2" };
        await using voice = await openVoice(name, { refuse: { status, headers, body } });
        const error = await failureOf(voice.tts.speak(sentence, never, contextOf()).done);
        expect(error.kind).toBe(kind);
        expect(error.info).toMatchObject({
          provider: name,
          capability: "tts",
          httpStatus: status,
          retryAfterMs: 2_000,
          emitted: false,
        });
      });
    }

    const hangs: Readonly<Record<string, SocketScript>> = {
      "hangs in the handshake": { hang: "handshake" },
      "hangs when it is open": { hang: "open" },
      "says nothing": { mood: "silent" },
      "sends only nonsense": { hang: "open", first: ["{", "7", '{"audio":7}', '{"type":"chunk","data":7}'] },
    };
    for (const [what, script] of Object.entries(hangs)) {
      test(`a vendor that ${what} is given up in time`, async () => {
        const clock = new VirtualClock();
        await using voice = await openVoice(name, script);
        const heard = hear(voice.tts, sentence, contextOf(clock));
        await until("connection", () => voice.server.connections.length === 1);
        await clock.advance(firstAudioMs);
        const error = await failureOf(heard.stream.done);
        expect([error.kind, error.info.emitted]).toEqual(["transient", false]);
        await voice.server.connections[0]?.closed;
        await clock.advance(1_000);
        expect(clock.pending).toBe(0);
      });
    }

    test("a vendor that stops in the middle is given up, and the spoken part is reported", async () => {
      const clock = new VirtualClock();
      await using voice = await openVoice(name, { mood: "stalls" });
      const heard = hear(voice.tts, sentence, contextOf(clock));
      await heard.begun;
      await clock.advance(gapMs);
      const error = await failureOf(heard.stream.done);
      expect([error.kind, error.info.emitted]).toEqual(["transient", true]);
      expect(heard.usage).toBe(sentence.length);
    });

    const ends: Readonly<Record<string, readonly [number | undefined, string, ErrorKind]>> = {
      "the connection is cut": [undefined, "", "transient"],
      "it closes as if all were well": [1000, "", "transient"],
      "it goes away": [1001, "restart", "transient"],
      "it breaks": [1011, "internal error", "transient"],
      "it finds a message too big": [1009, "", "bad_input"],
    };
    for (const [what, [code, reason, kind]] of Object.entries(ends)) {
      test(`in the middle ${what}: ${kind}`, async () => {
        await using voice = await openVoice(name, { mood: "stalls" });
        const heard = hear(voice.tts, sentence);
        await heard.begun;
        const [connection] = voice.server.connections;
        if (code === undefined) connection?.drop();
        else connection?.close(code, reason);
        const error = await failureOf(heard.stream.done);
        expect([error.kind, error.info.emitted, error.info.phase]).toEqual([kind, true, "stream"]);
      });
    }

    test("an unreachable vendor is transient", async () => {
      const voice = await openVoice(name);
      await voice.server[Symbol.asyncDispose]();
      expect(await hear(voice.tts, sentence).end).toBe("transient");
    });

    test("no failure holds the key, the address or the text", async () => {
      const { key } = vendorOf(name);
      const words = `No: ${key} at wss://a.example/?k=1, "${sentence}"`;
      const body = JSON.stringify({ error: { message: words } });
      const afterText = { code: 1003, reason: words, afterMessages: name === "cartesia" ? 1 : 2 };
      await using voice = await openVoice(name, { refuse: { status: 400, body } }, { close: afterText });
      const refused = await failureOf(hear(voice.tts, "Short.").stream.done);
      const closed = await failureOf(hear(voice.tts, sentence).stream.done);
      for (const error of [refused, closed]) {
        const told = JSON.stringify(error.info) + error.message;
        expect(error.info.detail).toContain("No:");
        expect(told).not.toContain(key);
        expect(told).not.toContain("a.example");
      }
      expect(closed.info.detail).not.toContain(sentence);
    });
  });
}

describe("a vendor's own words", () => {
  const cases: readonly (readonly [string, SocketScript, ErrorKind])[] = [
    [
      "elevenlabs",
      { refuse: { status: 401, body: '{"detail":{"status":"quota_exceeded","message":"No."}}' } },
      "quota",
    ],
    [
      "elevenlabs",
      {
        refuse: { status: 429, body: '{"detail":{"status":"too_many_concurrent_requests","message":"No."}}' },
      },
      "rate_limit",
    ],
    ["elevenlabs", { mood: "quota" }, "quota"],
    ["elevenlabs", { mood: "refuses" }, "bad_input"],
    ["elevenlabs", { close: { code: 1008, reason: "invalid_api_key" } }, "auth"],
    ["elevenlabs", { close: { code: 1008, reason: "A voice with this id does not exist" } }, "bad_input"],
    ["elevenlabs", { close: { code: 1008, reason: "input_timeout_exceeded" } }, "session_limit"],
    ["cartesia", { mood: "refuses" }, "rate_limit"],
    ["cartesia", { mood: "fails" }, "transient"],
    ["deepgram", { close: { code: 1008, reason: "DATA-0000" } }, "bad_input"],
    ["deepgram", { close: { code: 1011, reason: "NET-0001" } }, "transient"],
    ["deepgram", { first: ['{"type":"Error","code":"DATA-0001","description":"No."}'] }, "bad_input"],
    ["rime", { mood: "refuses" }, "rate_limit"],
    ["inworld", { mood: "refuses" }, "bad_input"],
    ["inworld", { mood: "fails" }, "auth"],
  ];
  for (const [name, script, kind] of cases) {
    test(`${name}: ${JSON.stringify(script)} is ${kind}`, async () => {
      await using voice = await openVoice(name, script);
      expect(await hear(voice.tts, sentence).end).toBe(kind);
    });
  }

  test("deepgram: only one warning has a meaning", async () => {
    await using voice = await openVoice("deepgram", { mood: "warns" });
    expect(await hear(voice.tts, sentence).end).toBe("ended");
  });
});

const never = (): void => undefined;

async function failureOf(done: Promise<unknown>): Promise<ProviderError> {
  return done.then(
    () => {
      throw new Error("It did not fail");
    },
    (error: ProviderError) => error,
  );
}
