// OpenAI's realtime model as a recogniser, and its traps: one turn requested at a time, function calls that come twice,
// late, broken or not at all, failing responses, old sessions, and the cost of all of it.

import { describe, expect, test } from "bun:test";
import { priceList } from "../../../src/billing/price-list.ts";
import { UsageAccount } from "../../../src/billing/usage-account.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { sttWithReconnect } from "../../../src/providers/policy/stt-with-reconnect.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { FakeSocketServer, type SocketScript } from "../../support/providers/fake-socket.ts";
import { earsKey, fakeEars } from "../../support/providers/stt/fake-openai-ears.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { clientOf, Heard, refusal, sttWorld } from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

const name = "openai-realtime-ears";
const answer = { set: { count: { value: 2, quote: "two" } }, act: null };
const asked = (instructions: string): Expectation => ({
  anyOf: [],
  endSilenceMs: 700,
  question: {
    instructions,
    schema: { type: "object", properties: { set: {}, act: {} }, required: ["set", "act"] },
  },
});

/** Ears whose model answers, inside the wrapper that keeps a recogniser's session alive. */
async function lasting(clock: VirtualClock, ...scripts: readonly SocketScript[]) {
  const server = await FakeSocketServer.open(fakeEars({ answerOf: () => answer }), ...scripts);
  const client = clientOf(name, server.url, earsKey);
  const stt = sttWithReconnect([{ client, name, breakerId: name, ownKey: true }], new Breakers(clock));
  const call = new AbortController();
  const logged: string[] = [];
  const heard = await Heard.open(stt, { clock, call: call.signal, logged });
  return {
    server,
    heard,
    logged,
    async [Symbol.asyncDispose]() {
      call.abort();
      await server[Symbol.asyncDispose]();
    },
  };
}

const sent = (server: FakeSocketServer, type: string, connection = 0) =>
  (server.connections[connection]?.texts ?? [])
    .map((text) => JSON.parse(text))
    .filter((message) => message.type === type);

describe("ears", () => {
  test("words arrive while they are spoken, and the answer to the question with the last of them", async () => {
    await using world = await lasting(new VirtualClock());
    const { heard, server } = world;
    heard.session.expect(asked("How many?"));
    await heard.say(speak("two coffees"), "two coffees");
    heard.session.finalize(1);
    const { text, reading } = await heard.end(1);
    expect({ text, reading }).toEqual({ text: "two coffees", reading: answer });
    expect(heard.of("partial").map((each) => each.text)).toEqual(["two", "two coffees"]);
    const [request] = sent(server, "response.create");
    expect(request.response.instructions).toContain("How many?");
    expect(server.problems).toEqual([]);
  });

  test("a turn without a question brings its words alone", async () => {
    await using world = await lasting(new VirtualClock());
    world.heard.session.expect({ anyOf: [], endSilenceMs: 700 });
    expect(await world.heard.turn(speak("yes"), 1)).not.toHaveProperty("reading");
    const [request] = sent(world.server, "response.create");
    expect(Object.keys(request.response.tools[0].parameters.properties)).toEqual(["heard"]);
  });

  test("a turn is asked about after the previous one, by the question that was open at its end", async () => {
    await using world = await sttWorld(name, { mood: "late" });
    const heard = await world.open();
    heard.session.expect(asked("First?"));
    heard.send(speak("yes"));
    heard.session.finalize(1);
    heard.session.expect(asked("Second?"));
    heard.send(speak("no"));
    heard.session.finalize(2);
    await heard.end(1);
    heard.send(speak("stop"));
    expect((await heard.end(2)).text).toBe("no");
    const requests = sent(world.server, "response.create").map(({ response }) => response.instructions);
    expect(requests.map((text: string) => /First|Second/.exec(text)?.[0])).toEqual(["First", "Second"]);
    expect(world.server.problems).toEqual([]);
  });

  test("a call that arrives twice is one answer, and a second call of a response is none", async () => {
    await using world = await sttWorld(name, { mood: "double" });
    const heard = await world.open();
    expect((await heard.turn(speak("yes"), 1)).text).toBe("yes");
    expect((await heard.turn(speak("no"), 2)).text).toBe("no");
    expect(heard.ends.length).toBe(2);
  });

  for (const mood of ["no-call", "garbled", "failed", "refused"]) {
    test(`the transcription answers for a model that is "${mood}"`, async () => {
      await using world = await sttWorld(name, { mood });
      const heard = await world.open();
      heard.session.expect(asked("Well?"));
      expect(await heard.turn(speak("two coffees"), 1)).toEqual({
        type: "end_of_turn",
        turn: 1,
        text: "two coffees",
        rejected: false,
      });
      expect((await heard.turn(speak("no"), 2)).text).toBe("no");
      expect(world.logged.join("")).not.toMatch(/coffees|Well/);
      expect(world.server.problems).toEqual([]);
    });
  }

  test("a response that is late is cancelled, and answers no other turn", async () => {
    await using world = await sttWorld(name, { mood: "hangs" });
    const heard = await world.open();
    await heard.say(speak("yes"), "yes");
    heard.session.finalize(1);
    await until("request", () => sent(world.server, "response.create").length === 1);
    await world.clock.advance(3_000);
    expect((await heard.end(1)).text).toBe("yes");
    await until("cancel", () => sent(world.server, "response.cancel").length === 1);
    await until("its cost", () => heard.of("usage").some(({ usage }) => usage.unit === "tokens"));
    await heard.say(speak("no"), "no");
    heard.session.finalize(2);
    await until("request", () => sent(world.server, "response.create").length === 2);
    await world.clock.advance(3_000);
    expect((await heard.end(2)).text).toBe("no");
    expect(world.server.problems).toEqual([]);
  });

  test("a dropped turn is not asked about, and is no part of the next", async () => {
    await using world = await sttWorld(name);
    const heard = await world.open();
    heard.send(speak("stop"));
    heard.session.reset();
    expect((await heard.turn(speak("yes"), 1)).text).toBe("yes");
    expect(sent(world.server, "input_audio_buffer.clear").length).toBe(1);
    expect(sent(world.server, "response.create").length).toBe(1);
    expect(world.server.problems).toEqual([]);
  });

  test("a commit refused as empty is answered, and ends nothing", async () => {
    await using world = await sttWorld(name, { mood: "empty" });
    const heard = await world.open();
    expect((await heard.turn(speak("", 500), 1)).text).toBe("");
    expect((await heard.turn(speak("", 500), 2)).text).toBe("");
  });

  test("no credit rejects the opening, and a response that fails for its rate ends the session", async () => {
    await using world = await sttWorld(name, { mood: "no-money" }, { mood: "limited" });
    expect(await refusal(world.open())).toMatchObject({ kind: "quota" });
    const heard = await world.open();
    heard.send(speak("yes"));
    heard.session.finalize(1);
    expect((await heard.session.closed)?.kind).toBe("rate_limit");
  });
});

describe("sessions of ears", () => {
  test("an old session is followed by another between two turns, which gets the question again", async () => {
    const clock = new VirtualClock();
    await using world = await lasting(clock);
    const { heard, server } = world;
    heard.session.expect(asked("How many?"));
    heard.send(speak("yes", 0));
    await clock.advance(56 * 60_000);
    expect(server.connections.length).toBe(1);
    heard.session.finalize(1);
    expect((await heard.end(1)).text).toBe("yes");
    await until("a new session", () => sent(server, "session.update", 1).length > 0);
    expect(await heard.turn(speak("two"), 2)).toMatchObject({ text: "two", reading: answer });
    expect(sent(server, "response.create", 1)[0].response.instructions).toContain("How many?");
    expect(server.problems).toEqual([]);
    expect(world.logged.join("")).not.toContain("provider.failed");
  });

  test("a socket that drops within a turn loses neither its audio nor its question", async () => {
    const clock = new VirtualClock();
    await using world = await lasting(clock, { dropAtByte: 60_000 });
    const { heard, server } = world;
    heard.session.expect(asked("How many?"));
    heard.send(speak("two coffees please", 7_000));
    heard.session.finalize(1);
    await until("a second session", () => clock.pending > 0 && server.connections.length >= 1);
    await clock.advance(250);
    expect(await heard.end(1)).toMatchObject({ text: "two coffees please", reading: answer });
    expect(heard.ends.length).toBe(1);
    expect(server.problems).toEqual([]);
  });

  test("a session that the vendor ends is followed by another with the turn that was open", async () => {
    await using world = await lasting(new VirtualClock(), { mood: "expires" });
    const { heard, server } = world;
    heard.session.expect(asked("How many?"));
    expect((await heard.turn(speak("yes"), 1)).text).toBe("yes");
    expect(await heard.turn(speak("two coffees"), 2)).toMatchObject({ text: "two coffees", reading: answer });
    expect(server.connections.length).toBe(2);
    expect(server.problems).toEqual([]);
  });
});

describe("the cost of ears", () => {
  test("each turn costs its tokens, what was cached at its price, and its minutes of transcription", async () => {
    await using world = await sttWorld(name);
    const heard = await world.open();
    await heard.turn(speak("yes", 800), 1);
    await until("its cost", () => heard.of("usage").length === 2);
    await heard.turn(speak("no", 800), 2);
    await until("its cost", () => heard.of("usage").length === 4);
    heard.session.close();
    const account = new UsageAccount(priceList);
    const source = { kind: "stt", provider: name, model: "gpt-realtime-2.1", ownKey: false } as const;
    for (const { usage } of heard.of("usage")) account.add(source, usage, 0);
    const items = Object.fromEntries(
      account.items.map(({ unit, amount, micros }) => [unit, [amount, micros]]),
    );
    // Text at $4 a million tokens, cached text too; audio at $32 a million, cached audio at $0.40.
    expect(items).toEqual({
      audio_ms: [2_000, 56_667],
      input_tokens: [872, 348_800],
      cached_input_tokens: [128, 51_200],
      output_tokens: [80, 192_000],
      audio_input_tokens: [18, 57_600],
      cached_audio_tokens: [2, 80],
    });
  });

  test("a response that is counted after the session has ended is billed by that count", async () => {
    await using world = await sttWorld(name);
    const heard = await world.open();
    heard.send(speak("yes", 800));
    heard.session.finalize(1);
    heard.session.close();
    expect(heard.ends).toEqual([]);
    await heard.session.rest;
    const tokens = heard.of("usage").filter(({ usage }) => usage.unit === "tokens");
    expect(tokens.map(({ usage }) => usage)).toEqual([
      expect.objectContaining({ basis: "reported", audioInput: 10, output: 40 }),
    ]);
  });

  test("a response without a reported cost is estimated when the session ends", async () => {
    await using world = await sttWorld(name, { mood: "hangs" });
    const heard = await world.open();
    heard.send(speak("yes", 800));
    heard.session.finalize(1);
    await until("request", () => sent(world.server, "response.create").length === 1);
    heard.session.close();
    await world.clock.advance(1_000);
    await heard.session.rest;
    const tokens = heard.of("usage").filter(({ usage }) => usage.unit === "tokens");
    expect(tokens.map(({ usage }) => usage)).toEqual([
      expect.objectContaining({ basis: "estimated", audioInput: 10, output: 60 }),
    ]);
  });
});
