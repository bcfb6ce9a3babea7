// Voice sockets of a call: opened ahead, shared by its sentences, replaced when they close, and closed with the call.

import { describe, expect, test } from "bun:test";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import type { FakeSocketServer } from "../../support/providers/fake-socket.ts";
import { msPerChar } from "../../support/providers/tts/speech-tone.ts";
import {
  aborting,
  contextOf,
  hear,
  openVoice,
  voiceVendors,
} from "../../support/providers/tts/voice-vendors.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { turn, until } from "../../support/until.ts";

const sentence = "Your table is booked for eight o'clock, outside.";
const goodbye = "Goodbye, and thank you for your call.";
const long = "It is a long story, which takes a while to tell. ".repeat(14).trim();
/** Time after which an unused socket is replaced. */
const idleMs: Readonly<Record<string, number>> = {
  elevenlabs: 170_000,
  cartesia: 285_000,
  deepgram: 285_000,
  rime: 240_000,
  inworld: 285_000,
};

for (const [name, { parallel }] of Object.entries(voiceVendors)) {
  describe(`${name}: sockets of a call`, () => {
    test("one socket is opened ahead and used for all sentences, and closed with the call", async () => {
      const clock = new VirtualClock();
      await using voice = await openVoice(name);
      using call = aborting();
      const tts = forCall(voice.tts, call, clock);
      await opened(voice.server, 1);
      for (const text of [sentence, goodbye, sentence]) {
        expect(await hear(tts, text, contextOf(clock)).end).toBe("ended");
      }
      expect(voice.server.connections.length).toBe(1);
      call.abort();
      await voice.server.connections[0]?.closed;
      await clock.advance(2_000);
      expect(clock.pending).toBe(0);
      expect(voice.server.connections.length).toBe(1);
      expect(voice.server.problems).toEqual([]);
    });

    test("an unused socket is replaced before the vendor closes it", async () => {
      const clock = new VirtualClock();
      await using voice = await openVoice(name);
      using call = aborting();
      const tts = forCall(voice.tts, call, clock);
      await opened(voice.server, 1);
      expect(await hear(tts, sentence, contextOf(clock)).end).toBe("ended");
      await clock.advance((idleMs[name] ?? 0) - 1);
      expect(voice.server.connections.length).toBe(1);
      await clock.advance(1);
      expect(await voice.server.connections[0]?.closed).toBe(1000);
      await opened(voice.server, 2);
      expect(await hear(tts, goodbye, contextOf(clock)).end).toBe("ended");
      expect(voice.server.connections.length).toBe(2);
    });

    test("a dead socket is replaced, but not endlessly during silence", async () => {
      await using voice = await openVoice(name);
      using call = aborting();
      const tts = forCall(voice.tts, call);
      await opened(voice.server, 1);
      await hear(tts, sentence).end;
      voice.server.connections[0]?.drop();
      await opened(voice.server, 2);
      voice.server.connections[1]?.close(1001, "restart");
      await opened(voice.server, 3);
      voice.server.connections[2]?.drop();
      await voice.server.connections[2]?.closed;
      await turn();
      expect(voice.server.connections.length).toBe(3);
      expect(await hear(tts, goodbye).end).toBe("ended");
      expect(voice.server.connections.length).toBe(4);
    });

    test("a refused socket is tried again for the next text", async () => {
      const refuse = { status: 503 };
      await using voice = await openVoice(name, { refuse }, { refuse });
      using call = aborting();
      const tts = forCall(voice.tts, call);
      await until("refusal", () => voice.server.connections.length === 1);
      await voice.server.connections[0]?.closed;
      await turn();
      expect(voice.server.connections.length).toBe(1);
      expect(await hear(tts, sentence).end).toBe("transient");
      expect(await hear(tts, sentence).end).toBe("ended");
      expect(voice.server.connections.length).toBe(3);
    });

    test("the next sentence after a cut is spoken at once, without any of the previous one", async () => {
      await using voice = await openVoice(name, { mood: "late" });
      using call = aborting();
      const tts = forCall(voice.tts, call);
      for (const text of [sentence, goodbye, sentence]) {
        const cut = hear(tts, long);
        await cut.begun;
        const { length } = cut.events;
        cut.stream.cancel();
        const next = hear(tts, text);
        expect(await cut.end).toBe("cancelled");
        expect(await next.end).toBe("ended");
        expect(Math.abs(next.ms - text.length * msPerChar)).toBeLessThanOrEqual(msPerChar);
        expect(cut.events.length).toBe(length);
      }
      expect(voice.server.problems).toEqual([]);
    });

    test("a vendor that hangs is not asked again on the same socket", async () => {
      const clock = new VirtualClock();
      await using voice = await openVoice(name, { hang: "open" });
      using call = aborting();
      const tts = forCall(voice.tts, call, clock);
      await opened(voice.server, 1);
      const lost = hear(tts, sentence, contextOf(clock));
      await until("text", () => (voice.server.connections[0]?.texts.length ?? 0) > 0);
      await clock.advance(2_500);
      expect(await lost.end).toBe("transient");
      expect(await hear(tts, sentence, contextOf(clock)).end).toBe("ended");
      expect(voice.server.connections.length).toBe(2);
    });

    test("many texts at once stay within the vendor's limit, and all are spoken", async () => {
      await using voice = await openVoice(name);
      using call = aborting();
      const tts = forCall(voice.tts, call);
      const count = parallel ? 12 : 5;
      const all = Array.from({ length: count }, (_, at) => hear(tts, `Sentence number ${at}, and no other.`));
      for (const heard of all) expect(await heard.end).toBe("ended");
      expect(voice.server.connections.length).toBe(2);
      expect(voice.server.problems).toEqual([]);
    });

    test("a text cut before its turn is never sent", async () => {
      await using voice = await openVoice(name, { hang: "handshake" });
      using call = aborting();
      const tts = forCall(voice.tts, call);
      const heard = hear(tts, sentence);
      await until("connection", () => voice.server.connections.length === 1);
      heard.stream.cancel();
      expect(await heard.end).toBe("cancelled");
      expect([heard.events.length, voice.server.connections[0]?.texts.length]).toEqual([0, 0]);
    });

    test("another voice has its own request, on the same socket if the vendor allows it", async () => {
      await using voice = await openVoice(name);
      using call = aborting();
      const tts = forCall(voice.tts, call);
      expect(await hear(tts, sentence).end).toBe("ended");
      const other = tts.voiced?.({ name: "orion" });
      expect(await hear(other ?? tts, sentence).end).toBe("ended");
      const isInAddress = ["elevenlabs", "deepgram", "rime"].includes(name);
      expect(voice.server.connections.length).toBe(isInAddress ? 2 : 1);
      const sent = voice.server.connections.map(
        ({ head, texts }) => `${head.path}?${head.query} ${texts.join(" ")}`,
      );
      expect(sent.join(" ")).toContain("orion");
      expect(voice.server.problems).toEqual([]);
    });

    test("no text is spoken after the call, and no socket opened", async () => {
      await using voice = await openVoice(name);
      const call = aborting();
      const tts = forCall(voice.tts, call);
      await opened(voice.server, 1);
      call.abort();
      await voice.server.connections[0]?.closed;
      expect(await hear(tts, sentence).end).toBe("cancelled");
      expect(voice.server.connections.filter(({ head }) => head.path !== "").length).toBe(1);
    });
  });
}

function forCall(tts: Tts, call: AbortController, clock?: VirtualClock): Tts {
  return tts.forCall?.(contextOf(clock), call.signal) ?? tts;
}

/** Waits until so many connections were opened in total and the last one has finished its handshake. */
async function opened(server: FakeSocketServer, count: number): Promise<void> {
  await until(`connection ${count}`, () => (server.connections[count - 1]?.head.path ?? "") !== "");
  await turn();
  await turn();
}
