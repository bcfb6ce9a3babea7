// Voices of vendors, each against its fake: duties of all voices, alone and during a call.

import { describe, expect, test } from "bun:test";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../../src/providers/conformance-ability.ts";
import { ttsChecks } from "../../../src/providers/conformance-tts.ts";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import { msPerChar } from "../../support/providers/tts/speech-tone.ts";
import { wordsOf } from "../../support/providers/tts/spoken-tone.ts";
import {
  aborting,
  contextOf,
  hear,
  openVoice,
  voiceVendors,
} from "../../support/providers/tts/voice-vendors.ts";

const sentence = "Your table is booked for eight o'clock, outside.";
const long = "It is a long story, which takes a while to tell. ".repeat(14).trim();
const goodbye = "Goodbye, and thank you for your call.";

for (const [name, { words, parallel }] of Object.entries(voiceVendors)) {
  const manners: Readonly<Record<string, (tts: Tts, call: AbortSignal) => Tts>> = {
    "on its own": (tts) => tts,
    "for a call": (tts, call) => tts.forCall?.(contextOf(), call) ?? tts,
  };
  for (const [manner, use] of Object.entries(manners)) {
    describe(`${name} ${manner}`, () => {
      const { lacks } = findProvider("tts", name) ?? {};
      for (const check of ttsChecks) {
        const reason = reasonToSkip(check, lacks);
        if (reason !== undefined) {
          test(`exempt: ${check.name} (${reason})`, () => expect(reason).not.toBe(""));
          continue;
        }
        test(check.name, async () => {
          // Deepgram refuses the handshake of an unknown voice.
          const isRefused = name === "deepgram" && check.name.includes("unknown voice");
          const refused = { refuse: { status: 400, body: '{"err_code":"INVALID_QUERY_PARAMETER"}' } };
          const scripts = isRefused ? [...(manner === "for a call" ? [{}] : []), refused] : [];
          await using voice = await openVoice(name, ...scripts);
          using call = aborting();
          await check.run(use(voice.tts, call.signal), contextOf());
          expect(voice.server.problems).toEqual([]);
        });
      }

      test("speaks all of a text, long or short, and counts its characters", async () => {
        await using voice = await openVoice(name);
        using call = aborting();
        const tts = use(voice.tts, call.signal);
        for (const text of [sentence, long]) {
          const heard = hear(tts, text);
          expect(await heard.end).toBe("ended");
          expect(heard.ms).toBeGreaterThanOrEqual(text.length * msPerChar);
          expect(heard.ms).toBeLessThanOrEqual((text.length + 1) * msPerChar);
          expect(heard.usage).toBe(text.length);
        }
        expect(voice.server.problems).toEqual([]);
      });

      test("places each word where it is spoken, or none", async () => {
        await using voice = await openVoice(name);
        using call = aborting();
        const tts = use(voice.tts, call.signal);
        for (const text of [sentence, long]) {
          const heard = hear(tts, text);
          await heard.end;
          if (!words) {
            expect(heard.words).toEqual([]);
            continue;
          }
          expect(heard.words.map((word) => word.text).join(" ")).toBe(text);
          for (const [at, word] of wordsOf(text).entries()) {
            expect(Math.abs((heard.words[at]?.startMs ?? -1) - word.startMs)).toBeLessThanOrEqual(2);
            expect(Math.abs((heard.words[at]?.endMs ?? -1) - word.endMs)).toBeLessThanOrEqual(2);
          }
        }
      });

      test("counts the characters of a cut text", async () => {
        await using voice = await openVoice(name);
        using call = aborting();
        const heard = hear(use(voice.tts, call.signal), long);
        await heard.begun;
        heard.stream.cancel();
        const { ms } = heard;
        expect(await heard.end).toBe("cancelled");
        expect([heard.usage, heard.ms]).toEqual([long.length, ms]);
      });

      test("speaks at the requested speed", async () => {
        await using voice = await openVoice(name);
        using call = aborting();
        const tts = use(voice.tts, call.signal);
        const heard = hear(tts.voiced?.({ speed: 1.2 }) ?? tts, sentence);
        expect(await heard.end).toBe("ended");
        expect(Math.abs(heard.ms - (sentence.length * msPerChar) / 1.2)).toBeLessThan(100);
        expect(voice.server.problems).toEqual([]);
      });

      test("keeps the words of two simultaneous sentences apart", async () => {
        await using voice = await openVoice(name);
        using call = aborting();
        const tts = use(voice.tts, call.signal);
        const both = [hear(tts, sentence), hear(tts, goodbye)];
        expect(await Promise.all(both.map((heard) => heard.end))).toEqual(["ended", "ended"]);
        for (const [at, text] of [sentence, goodbye].entries()) {
          expect(Math.abs((both[at]?.ms ?? 0) - text.length * msPerChar)).toBeLessThanOrEqual(msPerChar);
        }
        const sockets = manner === "for a call" && parallel ? 1 : 2;
        expect(voice.server.connections.length).toBe(sockets);
        expect(voice.server.problems).toEqual([]);
      });

      test("reads messages that are split within a character, and ignores other ones", async () => {
        const garbage = ["", "null", "[]", '{"type":"chunk"', '{"type":7}', '{"result":[]}', '"text"'];
        await using voice = await openVoice(name, { split: true, first: garbage });
        using call = aborting();
        const heard = hear(use(voice.tts, call.signal), "Grüße aus Köln, schöne Zeit.");
        expect(await heard.end).toBe("ended");
        if (words)
          expect(heard.words.map((word) => word.text).join(" ")).toBe("Grüße aus Köln, schöne Zeit.");
      });
    });
  }
}
