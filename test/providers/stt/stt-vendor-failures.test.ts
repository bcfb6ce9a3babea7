// Recognisers of vendors that refuse, hang, break, talk nonsense and fall silent: each failure has its kind, each turn
// one answer, and no error contains spoken words or secrets.

import { describe, expect, test } from "bun:test";
import type { ErrorKind } from "../../../src/providers/provider-contract.ts";
import type { SocketScript } from "../../support/providers/fake-socket.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import {
  refusal,
  type SttVendor,
  sttVendorNames,
  sttVendors,
  sttWorld,
} from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

const word = speak("yes");
/** Vendors that announce that they are ready. */
/** Vendors that send two messages before they are ready. */
const openAi: readonly SttVendor[] = ["openai", "openai-realtime-ears"];
const announcing: readonly SttVendor[] = ["assemblyai", "cartesia", "deepgram-flux", "elevenlabs", ...openAi];

for (const name of sttVendorNames) {
  describe(`${name} that fails`, () => {
    const { key } = sttVendors[name];
    const refusals: readonly (readonly [number, string, ErrorKind])[] = [
      [401, `{"err_code":"INVALID_AUTH","err_msg":"${key} is wrong"}`, "auth"],
      [402, "{}", "quota"],
      [403, "<html>", "auth"],
      [404, `{"detail":"no such model"}`, "bad_input"],
      [429, `{"error":{"message":"slow down"}}`, "rate_limit"],
      [503, "", "transient"],
    ];
    for (const [status, body, kind] of refusals) {
      test(`a handshake refused with ${status} is ${kind}`, async () => {
        const headers = { "retry-after": "2", "dg-error": "No." };
        await using world = await sttWorld(name, { refuse: { status, headers, body } });
        const error = await refusal(world.open());
        expect(error.kind).toBe(kind);
        expect(error.info.httpStatus).toBe(status);
        expect(error.info.retryAfterMs).toBe(2_000);
        expect(JSON.stringify([error.info, world.logged])).not.toContain(key);
        expect(world.clock.pending).toBe(0);
      });
    }

    test("a call that ends during the handshake is cancelled", async () => {
      await using world = await sttWorld(name, { hang: "handshake" });
      const opening = refusal(world.open());
      await until("connection", () => world.server.connections.length === 1);
      world.call.abort();
      expect((await opening).kind).toBe("cancelled");
      expect(world.clock.pending).toBe(0);
    });

    test("a call that is over opens nothing", async () => {
      await using world = await sttWorld(name);
      world.call.abort();
      expect((await refusal(world.open())).kind).toBe("cancelled");
    });

    test("a connection that is cut is transient, and costs the sent audio", async () => {
      await using world = await sttWorld(name, { dropAtByte: 9_000 });
      const heard = await world.open();
      await world.clock.advance(1_000);
      heard.send(word);
      const error = await heard.session.closed;
      expect([error?.kind, error?.info.phase]).toEqual(["transient", "stream"]);
      expect(heard.of("usage").length).toBe(1);
      const told = heard.events.length;
      heard.session.finalize(1);
      heard.send(word);
      heard.session.reset();
      heard.session.expect(undefined);
      heard.session.close();
      expect(heard.events.length).toBe(told);
      expect(world.clock.pending).toBe(0);
    });

    test("a close with 1000 before ours is transient", async () => {
      await using world = await sttWorld(name, { close: { code: 1000, reason: "bye", afterMessages: 3 } });
      const heard = await world.open();
      await world.clock.advance(1_000);
      heard.send(word);
      heard.session.finalize(1);
      expect((await heard.session.closed)?.kind).toBe("transient");
    });

    test("unreadable frames, and characters cut in two, change nothing", async () => {
      const nonsense = [
        "nonsense",
        "{",
        "[]",
        "null",
        "42",
        `"Results"`,
        `{"type":7}`,
        "{}",
        new Uint8Array(3),
      ];
      await using world = await sttWorld(name, { first: nonsense, split: true });
      const heard = await world.open();
      await world.clock.advance(5_000);
      const end = await heard.turn(speak("naïve", 700), 1);
      expect(end.text).toBe("naïve");
      expect(world.server.problems).toEqual([]);
      expect(world.logged.join("")).not.toContain("naïve");
    });

    test("a silent vendor is given up after three turns", async () => {
      const isAnnounced = announcing.includes(name);
      const muteAfter = isAnnounced ? (openAi.includes(name) ? 2 : 1) : 0;
      await using world = await sttWorld(name, { muteAfter });
      const heard = await world.open();
      await world.clock.advance(10_000);
      for (const turn of [1, 2, 3]) {
        heard.send(word);
        heard.session.finalize(turn);
        await world.clock.advance(4_000);
        expect((await heard.end(turn)).text).toBe("");
      }
      const error = await heard.session.closed;
      expect([error?.kind, error?.info.message]).toEqual([
        "transient",
        "The speech recogniser has stopped answering",
      ]);
      expect(heard.ends.length).toBe(3);
    });
  });
}

for (const name of announcing) {
  test(`${name} that never reports ready is given up after three seconds`, async () => {
    await using world = await sttWorld(name, { hang: "open" });
    const opening = refusal(world.open());
    const timers = openAi.includes(name) || name === "assemblyai" ? 1 : 2;
    await until("deadline", () => world.clock.pending === timers);
    await world.clock.advance(3_000);
    const error = await opening;
    expect([error.kind, error.info.phase]).toEqual(["transient", "start"]);
    expect(await world.server.connections[0]?.closed).toBe(1000);
  });
}

test("a vendor that hangs in the handshake is given up", async () => {
  await using world = await sttWorld("deepgram", { hang: "handshake" });
  const error = await refusal(world.open());
  expect([error.kind, error.info.phase]).toEqual(["transient", "connect"]);
}, 240_000);

describe("closes by vendors", () => {
  const closes: readonly (readonly [SttVendor, number, string, ErrorKind])[] = [
    ["deepgram", 1011, "NET-0001: no audio within the timeout", "transient"],
    ["deepgram", 1008, "DATA-0000: undecodable audio", "bad_input"],
    ["deepgram", 1002, "DATA-0000", "bad_input"],
    ["deepgram-flux", 1011, "NET-0000", "transient"],
    ["assemblyai", 1008, "Not authorized", "auth"],
    ["assemblyai", 1008, "Insufficient account balance", "quota"],
    ["assemblyai", 3005, "Server error", "transient"],
    ["assemblyai", 3006, "Invalid JSON", "bad_input"],
    ["assemblyai", 3007, "Input duration violation", "bad_input"],
    ["assemblyai", 3008, "Session expired", "session_limit"],
    ["assemblyai", 3009, "Too many concurrent sessions", "rate_limit"],
    ["assemblyai", 4008, "See Error message for details", "session_limit"],
    ["soniox", 1008, "Unauthorized", "auth"],
    ["openai", 1011, "", "transient"],
    ["openai-realtime-ears", 1011, "", "transient"],
    ["openai-realtime-ears", 1008, "policy", "auth"],
    ["cartesia", 1003, "", "bad_input"],
    ["elevenlabs", 1001, "", "transient"],
  ];
  for (const [name, code, reason, kind] of closes) {
    test(`${name}: ${code} ${reason} is ${kind}`, async () => {
      const script: SocketScript = { close: { code, reason, afterMessages: openAi.includes(name) ? 2 : 1 } };
      await using world = await sttWorld(name, script);
      const heard = await world.open();
      await world.clock.advance(1_000);
      heard.send(word);
      expect((await heard.session.closed)?.kind).toBe(kind);
      expect(world.clock.pending).toBe(0);
    });
  }
});
