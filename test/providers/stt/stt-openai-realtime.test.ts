// OpenAI's realtime transcription and its traps: 24 kHz, items that are transcribed in another order, failing items,
// refused commits, and errors that end nothing.

import { describe, expect, test } from "bun:test";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { clientOf, Heard, refusal, sttVendors, sttWorld } from "../../support/providers/stt/stt-vendors.ts";
import { FakeSocketServer } from "../../support/providers/fake-socket.ts";
import { until } from "../../support/until.ts";

const commits = (texts: readonly string[] = []): number =>
  texts.filter((text) => text.includes("buffer.commit")).length;

describe("openai", () => {
  test("words arrive as they are spoken, and the vendor's count is the cost", async () => {
    await using world = await sttWorld("openai");
    const heard = await world.open();
    await heard.say(speak("two coffees"), "two coffees");
    heard.session.finalize(1);
    expect((await heard.end(1)).text).toBe("two coffees");
    expect(heard.of("partial").map(({ text }) => text)).toEqual(["two", "two coffees"]);
    heard.session.close();
    expect(heard.of("usage").at(0)?.usage).toEqual({ unit: "audio_ms", amount: 900, basis: "reported" });
    expect(heard.of("usage").length).toBe(1);
  });

  test("turns that the vendor transcribes out of order are answered in order", async () => {
    await using world = await sttWorld("openai", { mood: "swapped" });
    const heard = await world.open();
    heard.send(speak("yes"));
    heard.session.finalize(1);
    heard.send(speak("no"));
    heard.session.finalize(2);
    await heard.end(2);
    expect(heard.ends.map(({ turn, text }) => `${turn} ${text}`)).toEqual(["1 yes", "2 no"]);
  });

  test("a failing item is answered with its partial result", async () => {
    await using world = await sttWorld("openai", { mood: "fails" });
    const heard = await world.open();
    expect((await heard.turn(speak("yes"), 1)).text).toBe("yes");
    expect(world.logged.join("")).toContain("audio_unintelligible");
    expect(world.logged.join("")).not.toContain('"yes"');
  });

  test("a commit refused as empty is answered, and ends nothing", async () => {
    await using world = await sttWorld("openai", { mood: "empty" });
    const heard = await world.open();
    expect((await heard.turn(speak("", 500), 1)).text).toBe("");
    expect((await heard.turn(speak("", 500), 2)).text).toBe("");
  });

  test("less than 100 ms is filled up with silence", async () => {
    await using world = await sttWorld("openai");
    const heard = await world.open();
    expect((await heard.turn(speak("", 40), 1)).text).toBe("");
    expect(world.logged).toEqual([]);
  });

  test("a late answer belongs to no other turn", async () => {
    await using world = await sttWorld("openai", { mood: "late" });
    const heard = await world.open();
    await heard.say(speak("yes"), "yes");
    heard.session.finalize(1);
    await until("commit", () => commits(world.server.connections[0]?.texts) === 1);
    await world.clock.advance(3_320);
    await heard.say(speak("no"), "no");
    heard.session.finalize(2);
    await until("commit", () => commits(world.server.connections[0]?.texts) === 2);
    heard.send(speak("stop"));
    await heard.end(2);
    expect(heard.ends.map(({ text }) => text)).toEqual(["yes", "no"]);
  });

  test("a missing credit rejects the opening, and so do other errors before it is ready", async () => {
    const error = JSON.stringify({
      type: "error",
      error: { type: "invalid_request_error", code: "bad_model" },
    });
    await using world = await sttWorld("openai", { mood: "no-money" }, { first: [error] });
    expect(await refusal(world.open())).toMatchObject({ kind: "quota" });
    expect(await refusal(world.open())).toMatchObject({ kind: "bad_input" });
  });

  test("a session that ends after an hour is no failure", async () => {
    const error = JSON.stringify({ type: "error", error: { type: "x", code: "session_expired" } });
    await using world = await sttWorld("openai", { first: [`{"type":"session.updated"}`, error] });
    const heard = await world.open();
    expect((await heard.session.closed)?.kind).toBe("session_limit");
  });

  test("expectations become keywords, or a prompt of the whisper model", async () => {
    const { key, peer } = sttVendors.openai;
    await using server = await FakeSocketServer.open(peer);
    const call = new AbortController();
    for (const [i, model] of ["gpt-live-transcribe", "gpt-realtime-whisper"].entries()) {
      const heard = await Heard.open(clientOf("openai", server.url, key, model), { call: call.signal });
      heard.session.expect({ anyOf: [{ type: "phrases", phrases: ["a", "b"] }], endSilenceMs: 700 });
      const texts = server.connections[i]?.texts ?? [];
      await until("the update", () => texts.length === 2);
      const { transcription } = JSON.parse(texts[1] ?? "").session.audio.input;
      const hint = i === 0 ? { keywords: ["a", "b"] } : { prompt: "a, b" };
      expect(transcription).toEqual({ model, language: "en", ...hint });
    }
    call.abort();
    expect(server.problems).toEqual([]);
  });
});
