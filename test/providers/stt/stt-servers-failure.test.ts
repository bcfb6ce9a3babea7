// Recognisers by URL that refuse, hang, break and talk nonsense: each failure has its kind and our words, a session
// ends once, nothing waits behind it, and no secret or spoken word is shown.

import { afterEach, describe, expect, test } from "bun:test";
import type { ErrorKind } from "../../../src/providers/provider-contract.ts";
import type { HttpScript } from "../../support/providers/fake-http.ts";
import { json, transcriptionKey } from "../../support/providers/stt/fake-transcriptions.ts";
import { PacedClock } from "../../support/fakes/paced-clock.ts";
import { frame } from "../../support/providers/fake-wyoming.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import {
  earsAt,
  type EarsWorld,
  transcriptionWorld,
  voskWorld,
  wyomingWorld,
} from "../../support/providers/stt/stt-servers.ts";
import { Heard, refusal } from "../../support/providers/stt/stt-vendors.ts";
import { never } from "../../support/servers/chat-client.ts";
import { until } from "../../support/until.ts";

const worlds: EarsWorld<AsyncDisposable>[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) {
    await world[Symbol.asyncDispose]();
    await until("end of all timers", () => world.clock.pending === 0);
  }
});

async function used<World extends EarsWorld<AsyncDisposable>>(opening: Promise<World>): Promise<World> {
  const world = await opening;
  worlds.push(world);
  return world;
}

const word = speak("yes", 100);

/** Says a word and ends the turn; returns the failure with which the session ends instead. */
async function failureOf(heard: Heard) {
  heard.send(word);
  heard.session.finalize(1);
  const error = await heard.session.closed;
  expect(heard.ends).toEqual([]);
  return error;
}

describe("transcriptions that fail", () => {
  const loading = json(503, { status: "loading model" });
  const greetings: readonly (readonly [string, HttpScript, ErrorKind | "ready"])[] = [
    ["a refused key", json(401, { error: { message: `no ${transcriptionKey}` } }), "auth"],
    ["a forbidden one", json(403, {}), "auth"],
    ["a gateway without its server", json(502, {}), "transient"],
    ["a server that loads its model", loading, "transient"],
    ["a server without a list", json(404, { detail: "Not Found" }), "ready"],
    ["a server that fails over its list", json(500, {}), "ready"],
    ["a server that allows no more", json(429, {}), "ready"],
  ];
  for (const [name, greeting, kind] of greetings) {
    test(`${name} at the beginning is ${kind}`, async () => {
      const world = await used(transcriptionWorld("speaches"));
      world.fake.greetings.push(greeting);
      if (kind === "ready") return void (await world.open());
      const error = await refusal(world.open());
      expect(error.kind).toBe(kind);
      expect(JSON.stringify([error.info, world.logged])).not.toContain(transcriptionKey);
      if (greeting === loading)
        expect(error.message).toBe("The server of the speech recogniser is still loading its model");
    });
  }

  test("a server that is silent at the beginning is abandoned after 3 s", async () => {
    const world = await used(transcriptionWorld("speaches"));
    world.fake.greetings.push({ headGate: never });
    const opening = refusal(world.open());
    await until("question", () => world.fake.http.requests.length === 1);
    await world.clock.advance(3_000);
    expect(await opening).toMatchObject({
      kind: "transient",
      message: "The speech recogniser did not begin in time",
    });
  });

  const answers: readonly (readonly [string, HttpScript, ErrorKind])[] = [
    ["no money", json(402, {}), "quota"],
    ["no money by its words", json(429, { error: { code: "insufficient_quota", message: "x" } }), "quota"],
    ["too much", json(429, { error: { message: "slow down" } }), "rate_limit"],
    ["a model that loads", loading, "transient"],
    ["an error", json(500, { error: "failed to process audio" }), "transient"],
    ["an error under 200", json(200, { error: "failed to process audio" }), "transient"],
    ["no transcript", json(200, { result: "yes" }), "unsupported"],
    ["a page", { parts: [Buffer.from("<html>yes</html>")], framing: "length" }, "unsupported"],
    ["half a body", { ...json(200, { text: "yes" }), framing: "chunked", end: "cut" }, "transient"],
    [
      "a redirect",
      { status: 307, headers: { Location: "http://127.0.0.1:1/" }, parts: [], framing: "length" },
      "bad_input",
    ],
  ];
  for (const [name, script, kind] of answers) {
    test(`${name} at the end of a turn is ${kind}`, async () => {
      const world = await used(transcriptionWorld("speaches", new PacedClock()));
      const heard = await world.open();
      // Both attempts fail.
      world.fake.scripts.push(script, script);
      const error = await failureOf(heard);
      expect(error?.kind).toBe(kind);
      expect(JSON.stringify([error?.info, world.logged])).not.toMatch(/127\.0\.0\.1|sk-transcribe/);
    });
  }

  test("a connection that was closed just now is tried once more", async () => {
    const world = await used(transcriptionWorld("speaches", new PacedClock()));
    const heard = await world.open();
    world.fake.scripts.push({ parts: [], framing: "chunked", end: "cut" });
    expect((await heard.turn(word, 1)).text).toBe("yes");
    expect(world.fake.recordings).toHaveLength(2);
  });

  test("a server that does not answer leaves the words so far, and the third turn ends the session", async () => {
    const world = await used(transcriptionWorld("whispercpp"));
    const heard = await world.open();
    heard.send(speak("two", 300));
    await heard.when(() => heard.of("partial")[0]);
    world.fake.scripts.push(...[1, 2, 3].map(() => ({ headGate: never })));
    for (let turn = 1; turn <= 3; turn++) {
      heard.send(word);
      heard.session.finalize(turn);
      await until("request", () => world.fake.recordings.length === turn + 1);
      await world.clock.advance(4_000);
      await world.fake.recordings[turn]!.left;
    }
    expect(heard.ends.map(({ turn, text }) => `${turn} ${text}`)).toEqual(["1 two", "2 ", "3 "]);
    expect(await heard.session.closed).toMatchObject({
      kind: "transient",
      message: "The speech recogniser has stopped answering",
    });
  });

  test("a call that ends closes the request", async () => {
    const world = await used(transcriptionWorld("speaches"));
    const heard = await world.open();
    world.fake.scripts.push({ headGate: never });
    heard.send(word);
    heard.session.finalize(1);
    await until("request", () => world.fake.recordings.length === 1);
    world.call.abort();
    await world.fake.recordings[0]!.left;
    expect(await heard.session.closed).toBeUndefined();
  });
});

describe("failing servers with one turn a connection", () => {
  const opens = {
    vosk: () => voskWorld([{ hang: "handshake" }]),
    wyoming: () => wyomingWorld([{ mute: "describe" }]),
  };
  const connectionsOf = { vosk: "connections", wyoming: "heard" } as const;
  for (const name of ["vosk", "wyoming"] as const) {
    test(`${name}: an unreachable server is transient`, async () => {
      const scheme = { vosk: "ws", wyoming: "tcp" }[name];
      const stt = earsAt({ provider: name, baseUrl: `${scheme}://127.0.0.1:1` });
      const error = await refusal(Heard.open(stt, { call: new AbortController().signal }));
      expect(error.kind).toBe("transient");
      expect(error.message).not.toContain("127.0.0.1");
    });

    test(`${name}: a call that is over, or ends at the beginning, is cancelled`, async () => {
      const world = await used<EarsWorld<AsyncDisposable & object>>(opens[name]());
      const opening = refusal(world.open());
      const fake = world.fake as unknown as Readonly<Record<string, readonly unknown[]>>;
      await until("connection", () => fake[connectionsOf[name]]?.length === 1);
      world.call.abort();
      expect((await opening).kind).toBe("cancelled");
      expect((await refusal(world.open())).kind).toBe("cancelled");
    });
  }

  test("vosk: a refused handshake is classified by its status", async () => {
    const world = await used(voskWorld([{ refuse: { status: 503 } }]));
    expect((await refusal(world.open())).kind).toBe("transient");
  });

  test("vosk: a server that ends within a turn is transient", async () => {
    for (const script of [{ dropAtByte: 2_000 }, { close: { code: 1011, reason: "no", afterMessages: 2 } }]) {
      const world = await used(voskWorld([script]));
      const heard = await world.open();
      expect(await failureOf(heard)).toMatchObject({ kind: "transient", info: { phase: "stream" } });
    }
  });

  test("vosk: nonsense is ignored, text in pieces is joined", async () => {
    const first = ["{", "[]", "7", '{"partial":7}', Uint8Array.of(1, 2)];
    const world = await used(voskWorld([{ first, split: true }]));
    const heard = await world.open();
    expect((await heard.turn(speak("naïve please"), 1)).text).toBe("naïve please");
    expect(world.fake.problems).toEqual([]);
  });

  test("wyoming: a server that is silent at the beginning is abandoned after 3 s", async () => {
    const world = await used(wyomingWorld([{ mute: "describe" }]));
    const opening = refusal(world.open());
    await until("question", () => world.fake.heard[0]?.length === 1);
    await world.clock.advance(3_000);
    expect(await opening).toMatchObject({
      kind: "transient",
      message: "The speech recogniser did not begin in time",
    });
    await until("end", () => world.fake.open === 0);
  });

  test("wyoming: a server of voices is no recogniser", async () => {
    const world = await used(wyomingWorld([{ info: { tts: [{ name: "piper" }], asr: [] } }]));
    const error = await refusal(world.open());
    expect([error.kind, error.message]).toEqual(["unsupported", "The server has no speech recogniser"]);
  });

  test("wyoming: an error, an end and nonsense within a turn are transient", async () => {
    const said = frame({ type: "error", data: { text: "No CUDA", code: "RuntimeError" } });
    const scripts = [
      { instead: { at: "audio-stop", bytes: said } },
      { closeAt: "audio-stop" },
      { closeAt: "audio-start" },
      { instead: { at: "audio-stop", bytes: Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n") } },
    ];
    for (const script of scripts) {
      const world = await used(wyomingWorld([script]));
      const error = await failureOf(await world.open());
      expect(error).toMatchObject({ kind: "transient", info: { phase: "stream" } });
    }
  });
});
