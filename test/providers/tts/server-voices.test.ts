// Voices by URL: every server passes the conformance suite of voices; and Piper in its three forms.

import { expect, test } from "bun:test";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../../src/providers/conformance-ability.ts";
import { ttsChecks } from "../../../src/providers/conformance-tts.ts";
import type { Tts } from "../../../src/providers/provider-contract.ts";
import type { SpeechKind } from "../../support/providers/tts/fake-speech-server.ts";
import { toneBytes } from "../../support/providers/tts/speech-tone.ts";
import {
  context,
  expectWhole,
  inStep,
  say,
  sentence,
  withServer,
} from "../../support/providers/tts/voice-check.ts";

const kinds = ["openai", "speaches", "kokoro", "piper", "piper-root", "piper-plain"] as const;

for (const kind of kinds) {
  const { lacks } = findProvider("tts", kind.startsWith("piper") ? "piper" : "openai-speech")!;
  for (const check of ttsChecks) {
    const reason = reasonToSkip(check, kind === "kokoro" ? [] : lacks) ?? cannot(kind, check.needs);
    const name = `${kind}: conforms: it ${check.name}`;
    if (reason === undefined)
      test(name, () =>
        withServer(kind, (server, tts) =>
          check.run(check.needs === "streaming" ? inStep(server, tts) : tts, context),
        ),
      );
    else test(`${kind}: exempt: ${check.name} (${reason})`, () => expect(reason).not.toBe(""));
  }
}

for (const kind of ["kokoro", "piper"] as const) {
  test(`${kind}: speaks at an understandable speed, and at the requested one`, () =>
    withServer(kind, async (_, tts) => {
      const usual = (await say(tts)).pcm.length;
      const ratio = async (voice: Tts): Promise<number> => (await say(voice)).pcm.length / usual;
      expect(await ratio(tts.voiced!({ speed: 10 }))).toBeCloseTo(1 / 2, 2);
      expect(await ratio(tts.voiced!({ speed: 0.1 }))).toBeCloseTo(2, 2);
      expect(await ratio(tts.voiced!({ speed: 1.25 }).voiced!({ name: "af_bella" }))).toBeCloseTo(0.8, 2);
      expect(await ratio(tts.voiced!({}))).toBe(1);
    }));
}

/** Ability that one form of its server lacks, and not the client. */
function cannot(kind: SpeechKind, needs: string | undefined): string | undefined {
  return kind === "piper-plain" && needs === "speed"
    ? "the oldest server of Piper takes only text"
    : undefined;
}

// ---------- Piper ----------

test("Piper: an old server is asked once for its form of texts", () =>
  withServer("piper-plain", async (server, tts) => {
    for (let i = 0; i < 3; i++) expectWhole(await say(tts));
    expect(server.http.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /synthesize",
      "GET /voices",
      "POST /",
      "POST /",
      "POST /",
    ]);
    expect(server.texts[0]?.text).toBe(sentence);
  }));

test("Piper: the root accepts JSON where voices are listed", () =>
  withServer("piper-root", async (server, tts) => {
    expectWhole(await say(tts.voiced!({ name: "en_US-amy-low" })));
    expect(server.texts[0]).toEqual({ text: sentence, voice: "en_US-amy-low", path: "/" });
  }));

test("Piper: anything but WAV is refused", () =>
  withServer("piper", async (server, tts) => {
    server.scripts.push({
      headers: { "Content-Type": "audio/pcm" },
      parts: [toneBytes(sentence, 22_050)],
    });
    const { end, error } = await say(tts);
    expect(end).toBe("unsupported");
    expect(error?.info.message).toMatch(/the required format is WAV/);
  }));

test("Piper: an error page is a failure that may succeed elsewhere", () =>
  withServer("piper", async (server, tts) => {
    server.scripts.push({ status: 500, parts: [Buffer.from("<!doctype html><title>500</title>")] });
    expect((await say(tts)).end).toBe("transient");
  }));
