// Transcriptions client: its requests and their times, so that the last words come quickly and no request is wasted.

import { describe, expect, spyOn, test } from "bun:test";
import { silence, toFrames } from "../../../src/audio/frame.ts";
import { TranscriptionServer } from "../../../src/providers/stt/transcription-server.ts";
import { json } from "../../support/providers/stt/fake-transcriptions.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { earsAt, transcriptionWorld } from "../../support/providers/stt/stt-servers.ts";
import { Heard } from "../../support/providers/stt/stt-vendors.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { never } from "../../support/servers/chat-client.ts";
import { pinkNoise } from "../../support/callers/callers.ts";
import { until } from "../../support/until.ts";

const quiet = (ms: number) => Array.from({ length: ms / 20 }, () => silence);
const formats = (recordings: readonly { readonly fields: ReadonlyMap<string, string> }[]) =>
  recordings.map(({ fields }) => fields.get("response_format"));

describe("transcriptions: request", () => {
  test("hints are the expected names and options, at most 200 characters of whole terms", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    const phrases = [
      "two coffees",
      "x".repeat(49),
      "y".repeat(49),
      "z".repeat(50),
      "q".repeat(50),
      "one tea",
    ];
    heard.session.expect({ anyOf: [{ type: "phrases", phrases }], endSilenceMs: 700 });
    await heard.turn(speak("two coffees"), 1);
    heard.session.expect(undefined);
    await heard.turn(speak("yes"), 2);
    const { fields } = world.fake.recordings[0]!;
    expect(fields.get("prompt")).toBe(
      ["two coffees", "x".repeat(49), "y".repeat(49), "z".repeat(50), "one tea"].join(", "),
    );
    expect(fields.get("language")).toBe("en");
    expect(world.fake.recordings[1]!.fields.has("prompt")).toBe(false);
    expect(world.fake.problems).toEqual([]);
  });

  test("a short word is padded, and silence after the words is left out", async () => {
    await using world = await transcriptionWorld("whispercpp");
    const heard = await world.open();
    await heard.turn(speak("no", 0), 1);
    await heard.turn(speak("two coffees please hello there", 3_000), 2);
    expect(world.fake.recordings.map(({ ms }) => ms)).toEqual([1_100, 1_280]);
    expect(heard.ends.map(({ text }) => text)).toEqual(["no", "two coffees please hello there"]);
  });

  test("silence, noise and reset audio are not sent", async () => {
    await using world = await transcriptionWorld("whispercpp");
    const heard = await world.open();
    expect(await heard.turn(quiet(1_000), 1)).toMatchObject({ text: "", rejected: false });
    expect(await heard.turn(toFrames(pinkNoise(32_000, 60)), 2)).toMatchObject({ text: "" });
    heard.send(speak("yes", 0));
    heard.session.reset();
    heard.session.finalize(3);
    expect(await heard.end(3)).toMatchObject({ text: "" });
    expect(world.fake.recordings).toEqual([]);
    expect(heard.of("usage")).toEqual([]);
  });

  test("one connection serves a whole call", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    for (let turn = 1; turn <= 4; turn++) await heard.turn(speak("yes"), turn);
    expect(world.fake.http.connections).toBe(1);
    expect(world.fake.http.requests.map(({ method }) => method)).toEqual([
      "GET",
      "POST",
      "POST",
      "POST",
      "POST",
    ]);
  });

  test("sent audio is counted", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    await heard.turn(speak("two coffees", 500), 1);
    await heard.when(() => heard.of("usage")[0]);
    expect(heard.of("usage").map(({ usage }) => usage)).toEqual([
      { unit: "audio_ms", amount: 680, basis: "measured" },
    ]);
  });

  test("a turn is heard for a minute, and no longer", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    heard.send([...speak("yes", 0), ...quiet(61_000), ...speak("no", 0)]);
    heard.session.finalize(1);
    expect((await heard.end(1)).text).toBe("yes");
    expect(world.logged.filter((line) => line.includes("stt.turn-too-long"))).toHaveLength(1);
  });
});

describe("transcriptions: during a turn", () => {
  test("a turn is sent again at most once a second, never twice at a time, and not for silence", async () => {
    await using world = await transcriptionWorld("speaches");
    const { fake, clock } = world;
    const heard = await world.open();
    const gate = Promise.withResolvers<void>();
    fake.scripts.push({ headGate: gate.promise });
    heard.send(speak("two coffees please hello there", 0));
    expect(fake.http.requests).toHaveLength(1);
    await clock.advance(1_000);
    heard.send(speak("my", 0));
    await until("words so far", () => fake.recordings.length === 1);
    await clock.advance(3_000);
    heard.send(speak("number", 0));
    gate.resolve();
    const partial = (end: string) =>
      heard.when(() => heard.of("partial").find((it) => it.text.endsWith(end)));
    await partial("hello there");
    expect(fake.recordings).toHaveLength(1);
    heard.send(speak("yes", 0));
    await partial("my number");
    heard.send(quiet(100));
    await clock.advance(1_000);
    heard.send(quiet(20));
    await partial("number yes");
    await clock.advance(9_000);
    heard.send(quiet(1_000));
    heard.session.finalize(1);
    // The last request is not yet a second old.
    await clock.advance(1_000);
    heard.send(speak("two", 0));
    await clock.advance(950);
    heard.send(speak("coffees", 0));
    await heard.turn(speak("yes"), 2);
    expect(fake.recordings.map(({ text }) => text)).toEqual([
      "two coffees please hello there",
      "two coffees please hello there my number",
      "two coffees please hello there my number yes",
      "two coffees yes",
    ]);
  });

  test("a pause sends the turn at once, and a finished answer is the last one", async () => {
    await using world = await transcriptionWorld("whispercpp");
    const heard = await world.open();
    heard.send(speak("two coffees", 300));
    await heard.when(() => heard.of("partial")[0]);
    heard.send(quiet(400));
    heard.session.finalize(1);
    // No request: the answer comes in the same turn of the event loop.
    expect(heard.ends).toMatchObject([{ turn: 1, text: "two coffees" }]);
    expect(world.fake.recordings).toHaveLength(1);
  });

  test("an answer under way is the last one if only silence followed", async () => {
    await using world = await transcriptionWorld("whispercpp");
    const heard = await world.open();
    const gate = Promise.withResolvers<void>();
    world.fake.scripts.push({ headGate: gate.promise });
    heard.send(speak("two coffees", 700));
    heard.session.finalize(1);
    await until("request", () => world.fake.recordings.length === 1);
    gate.resolve();
    expect(await heard.end(1)).toMatchObject({ text: "two coffees" });
    expect(world.fake.recordings).toHaveLength(1);
    expect(heard.of("partial")).toEqual([]);
  });

  test("a request that lacks the last words is abandoned for the whole turn", async () => {
    await using world = await transcriptionWorld("whispercpp");
    const heard = await world.open();
    world.fake.scripts.push({ headGate: never });
    heard.send(speak("two", 300));
    await until("request", () => world.fake.recordings.length === 1);
    heard.send(speak("coffees", 100));
    heard.session.finalize(1);
    await world.fake.recordings[0]!.left;
    expect(await heard.end(1)).toMatchObject({ text: "two coffees" });
    expect(world.fake.recordings.map(({ text }) => text)).toEqual(["two", "two coffees"]);
  });

  test("a failed request is repeated at the end of the turn", async () => {
    await using world = await transcriptionWorld("whispercpp");
    const heard = await world.open();
    const gate = Promise.withResolvers<void>();
    world.fake.scripts.push({ ...json(500, { error: "failed to process audio" }), headGate: gate.promise });
    heard.send(speak("two coffees", 700));
    heard.session.finalize(1);
    gate.resolve();
    expect(await heard.end(1)).toMatchObject({ text: "two coffees" });
    expect(world.fake.recordings).toHaveLength(2);
  });

  test("a request that fails after the last one has begun ends neither that nor the session", async () => {
    const clock = new VirtualClock();
    await using world = await transcriptionWorld("whispercpp", clock);
    const heard = await world.open();
    const real = globalThis.fetch;
    const first = Promise.withResolvers<Response>();
    const fetched = spyOn(globalThis, "fetch").mockImplementationOnce((() => first.promise) as never);
    heard.send(speak("two coffees", 400));
    expect(fetched).toHaveBeenCalledTimes(1);
    // The first request has timed out, and on a busy machine this shows only when the last one is under way.
    await clock.advance(10_000);
    heard.send(speak("please", 0));
    fetched.mockImplementation(((...given: Parameters<typeof real>) => {
      first.reject(new Error("aborted"));
      return real(...given);
    }) as never);
    heard.session.finalize(1);
    expect(await heard.end(1)).toMatchObject({ text: "two coffees please", rejected: false });
    await heard.turn(speak("yes"), 2);
    fetched.mockRestore();
  });

  test("a server at its limit is not asked again before the end of a turn", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    world.fake.scripts.push(json(429, { error: { message: "slow down" } }));
    heard.send(speak("two", 300));
    await until("answer", () => world.logged.some((line) => line.includes("stt.interim-failed")));
    heard.send(speak("coffees", 600));
    expect(world.fake.recordings).toHaveLength(1);
    heard.session.finalize(1);
    expect(await heard.end(1)).toMatchObject({ text: "two coffees" });
    await heard.turn(speak("yes", 700), 2);
    expect(world.fake.recordings).toHaveLength(3);
  });

  test("a reset closes the request", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    world.fake.scripts.push({ headGate: never });
    heard.send(speak("two", 300));
    await until("request", () => world.fake.recordings.length === 1);
    heard.session.reset();
    await world.fake.recordings[0]!.left;
    expect(await heard.turn(speak("yes"), 1)).toMatchObject({ text: "yes" });
    expect(world.clock.pending).toBe(0);
  });

  test("services that bill each request get each turn once", () => {
    const at = (baseUrl: string) =>
      new TranscriptionServer({
        provider: "openai-transcriptions",
        baseUrl,
        apiKey: undefined,
        model: "",
        voice: "",
        language: "en",
      }).takesInterims;
    expect(at("https://api.groq.com/openai/v1")).toBe(false);
    expect(at("https://api.openai.com/v1")).toBe(false);
    expect(at("http://127.0.0.1:8000/v1")).toBe(true);
  });
});

describe("transcriptions: different servers", () => {
  test("a server without the verbose form is asked for it once", async () => {
    await using world = await transcriptionWorld("gpt");
    const heard = await world.open();
    expect(await heard.turn(speak("two coffees"), 1)).toEqual({
      type: "end_of_turn",
      turn: 1,
      text: "two coffees",
      rejected: false,
    });
    await heard.turn(speak("yes"), 2);
    expect(formats(world.fake.recordings)).toEqual(["verbose_json", "json", "json"]);
  });

  test("a refusal of both forms is reported in the words for the first", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    world.fake.scripts.push(json(404, { detail: "Model not installed" }), json(422, { detail: "x" }));
    heard.send(speak("yes", 100));
    heard.session.finalize(1);
    const error = await heard.session.closed;
    expect([error?.kind, error?.info.httpStatus]).toEqual(["bad_input", 404]);
    expect(formats(world.fake.recordings)).toEqual(["verbose_json", "json"]);
  });

  test("an address with the whole path is used unchanged", async () => {
    await using world = await transcriptionWorld("speaches");
    const { model, key } = world.fake;
    const baseUrl = `${world.fake.baseUrl}/audio/transcriptions/`;
    const stt = earsAt({ provider: "openai-transcriptions", baseUrl, model, apiKey: key });
    const heard = await Heard.open(stt, { clock: world.clock, call: world.call.signal });
    expect(await heard.turn(speak("yes"), 1)).toMatchObject({ text: "yes" });
    expect(world.fake.http.requests.map(({ path }) => path)).toEqual([
      "/v1/models",
      "/v1/audio/transcriptions",
    ]);
    expect(world.fake.problems).toEqual([]);
  });

  test("segments that the model itself considers no speech are rejected", async () => {
    await using world = await transcriptionWorld("speaches");
    const heard = await world.open();
    const segments = [{ start: 0, end: 1, text: " Thank you.", avg_logprob: -1.3, no_speech_prob: 0.9 }];
    world.fake.scripts.push(json(200, { text: " Thank you.", segments }));
    expect(await heard.turn(speak("yes", 100), 1)).toMatchObject({ text: "", rejected: true });
    world.fake.scripts.push(json(200, { text: " [BLANK_AUDIO]\n" }));
    expect(await heard.turn(speak("yes", 100), 2)).toMatchObject({ text: "", rejected: true });
  });
});
