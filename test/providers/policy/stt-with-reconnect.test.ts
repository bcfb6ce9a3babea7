// Recogniser that reconnects: no spoken word is lost, and each turn is answered once.

import { describe, expect, test } from "bun:test";
import { type Frame, samplesPerFrame } from "../../../src/audio/frame.ts";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { sttWithReconnect } from "../../../src/providers/policy/stt-with-reconnect.ts";
import type { ProviderError, Stt, SttEvent, SttSession } from "../../../src/providers/provider-contract.ts";
import { settle } from "../../support/fakes/virtual-clock.ts";
import { candidate, policyContext, providerError } from "../../support/fakes/scripted-provider.ts";

interface ScriptedSession extends SttSession {
  /** Time at which a vendor answered during the caller's words. */
  heardAt: number | undefined;
  /** Numbers of frames, finalized turns as "=1", expectations as "?", resets as "reset". */
  readonly given: string[];
  readonly die: (error?: ProviderError) => void;
  readonly say: (event: SttEvent) => void;
  isClosed: boolean;
}

interface ScriptedStt extends Stt {
  readonly sessions: ScriptedSession[];
  /** Expectation at each opening. */
  readonly expected: (Expectation | undefined)[];
  /** Answers while the caller still speaks. */
  isPrompt: boolean;
  /** Results of the next openings; later ones succeed. */
  readonly openings: (ProviderError | "hangs" | "opens")[];
}

function scripted(id: string, ...openings: (ProviderError | "hangs" | "opens")[]): ScriptedStt {
  const stt: ScriptedStt = {
    id,
    sessions: [],
    expected: [],
    isPrompt: false,
    openings,
    async open(sink, context, signal) {
      stt.expected.push(context.expected);
      const opening = openings.shift();
      if (opening === "hangs")
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true }),
        );
      else if (opening !== undefined && opening !== "opens") throw opening;
      const closed = Promise.withResolvers<ProviderError | undefined>();
      const given: string[] = [];
      const session: ScriptedSession = {
        given,
        isClosed: false,
        heardAt: stt.isPrompt ? context.clock.now() : undefined,
        say: sink,
        die: (error) => closed.resolve(error),
        closed: closed.promise,
        send: (frame) => void given.push(String(frame[0])),
        finalize: (turn) => void given.push(`=${turn}`),
        reset: () => void given.push("reset"),
        expect: () => void given.push("?"),
        close: () => {
          session.isClosed = true;
          closed.resolve(undefined);
        },
      };
      stt.sessions.push(session);
      return session;
    },
  };
  return stt;
}

const dropped = providerError("transient", {}, "stt");
const end = (turn: number, text: string): SttEvent => ({ type: "end_of_turn", turn, text, rejected: false });

function frame(number: number): Frame {
  return new Int16Array(samplesPerFrame).fill(number);
}

function world(...stts: readonly [ScriptedStt, ...ScriptedStt[]]) {
  const [first, ...others] = stts;
  const { clock, context, told } = policyContext();
  const breakers = new Breakers(clock);
  const stt = sttWithReconnect([candidate(first), ...others.map((one) => candidate(one))], breakers);
  const events: SttEvent[] = [];
  const call = new AbortController();
  const open = (expected?: Expectation) =>
    stt.open((event) => void events.push(event), { ...context, expected }, call.signal);
  const send = (session: SttSession, from: number, to: number): void => {
    for (let number = from; number <= to; number++) session.send(frame(number));
  };
  return { clock, breakers, told, events, call, open, send };
}

describe("recogniser that reconnects", () => {
  test("a dead session is followed by another, which gets the open turn again", async () => {
    const a = scripted("a");
    const { open, send, events, clock } = world(a);
    const session = await open();
    session.expect(undefined);
    send(session, 1, 3);
    session.finalize(1);
    a.sessions[0]?.say(end(1, "one"));
    send(session, 4, 5);
    a.sessions[0]?.die(dropped);
    session.send(frame(6));
    await settle();
    session.send(frame(7));
    expect(a.sessions[1]?.given).toEqual(["?", "4", "5", "6", "7"]);
    session.finalize(2);
    a.sessions[1]?.say(end(2, "two"));
    expect(events).toEqual([end(1, "one"), end(2, "two")]);
    session.close();
    expect(clock.pending).toBe(0);
    expect(a.sessions[1]?.isClosed).toBeTrue();
    expect(await session.closed).toBeUndefined();
  });

  test("pending turns are asked again in order, and answered once", async () => {
    const a = scripted("a");
    const { open, send, events } = world(a);
    const session = await open();
    send(session, 1, 2);
    session.finalize(1);
    send(session, 3, 3);
    session.finalize(2);
    send(session, 4, 4);
    a.sessions[0]?.die(dropped);
    await settle();
    const [old, fresh] = a.sessions;
    expect(fresh?.given).toEqual(["?", "1", "2", "=1", "3", "=2", "4"]);
    old?.say(end(1, "late"));
    fresh?.say(end(1, "one"));
    fresh?.say(end(1, "again"));
    fresh?.say(end(2, "two"));
    expect(events).toEqual([end(1, "one"), end(2, "two")]);
  });

  test("a dropped turn is not repeated, and of a long one the last 8 s are repeated", async () => {
    const a = scripted("a");
    const { open, send } = world(a);
    const session = await open();
    send(session, 1, 5);
    session.reset();
    send(session, 1, 450);
    session.finalize(1);
    a.sessions[0]?.die(dropped);
    await settle();
    const given = a.sessions[1]?.given ?? [];
    expect(given).toHaveLength(402);
    expect([given[1], given.at(-2), given.at(-1)]).toEqual(["51", "450", "=1"]);
  });

  test("a candidate gets three tries after 0 ms, 250 ms and 1 s, then the next one is opened, and the record has them", async () => {
    const a = scripted("a", "opens", dropped, dropped, dropped);
    const b = scripted("b");
    const { open, told, clock, send } = world(a, b);
    const session = await open();
    send(session, 1, 1);
    session.finalize(1);
    a.sessions[0]?.say({ type: "partial", text: "o", complete: false });
    a.sessions[0]?.die(dropped);
    await settle();
    expect(a.openings).toHaveLength(2);
    await clock.advance(250);
    expect(a.openings).toHaveLength(1);
    // The death and two refusals have opened the breaker: no call waits for a third attempt.
    expect(b.sessions[0]?.given).toEqual(["?", "1", "=1"]);
    const incident = { kind: "stt", provider: "a", error: "transient", ownKey: true } as const;
    expect(told).toEqual([
      {
        code: "provider/fallback",
        message: '"a" failed, so "b" continues',
        incident: { ...incident, attempts: 3, action: "fell_back", to: "b" },
      },
    ]);
    expect(clock.pending).toBe(0);
  });

  test("a lasting failure is not tried again", async () => {
    const a = scripted("a", providerError("auth", {}, "stt"));
    const b = scripted("b");
    const { open, told, events } = world(a, b);
    await open();
    expect(b.sessions).toHaveLength(1);
    expect(told.map(({ message }) => message)).toEqual([
      'Your key was rejected by "a"',
      'Your key was rejected by "a", so "b" continues',
    ]);
    expect(events).toEqual([]);
  });

  test("an opening has a deadline of 3 s", async () => {
    const b = scripted("b");
    const { open, clock } = world(scripted("a", "hangs"), b);
    const opening = open();
    await clock.advance(2_999);
    expect(b.sessions).toHaveLength(0);
    await clock.advance(1);
    await opening;
    expect(b.sessions).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("a session limit opens another at once and does not count", async () => {
    const a = scripted("a");
    const { open, clock, breakers, events, told } = world(a);
    await open();
    for (let at = 0; at < 10; at++) {
      await clock.advance(10_000);
      a.sessions.at(-1)?.die(providerError("session_limit", {}, "stt"));
      await settle();
      expect(a.sessions).toHaveLength(at + 2);
    }
    expect(breakers.size).toBe(0);
    expect([events, told]).toEqual([[], []]);
  });

  test("sessions that die at once are not reopened endlessly", async () => {
    const a = scripted("a");
    const b = scripted("b");
    const { open, clock } = world(a, b);
    const session = await open();
    for (let at = 0; at < 40; at++) {
      for (const each of [...a.sessions, ...b.sessions]) each.die(dropped);
      await clock.advance(250);
    }
    expect((await session.closed)?.kind).toBe("transient");
    expect(a.sessions.length + b.sessions.length).toBeLessThanOrEqual(8);
    expect(clock.pending).toBe(0);
  });

  test("the session ends with the last failure when no candidate is left", async () => {
    const a = scripted("a", "opens");
    const { open, told } = world(a, scripted("b", providerError("quota", {}, "stt")));
    const session = await open();
    a.sessions[0]?.die(providerError("auth", {}, "stt"));
    expect((await session.closed)?.kind).toBe("quota");
    expect(told.map(({ message }) => message)).toEqual([
      'Your key was rejected by "a"',
      'Your key was rejected by "a", and no fallback could continue',
      '"b" failed, and no fallback could continue',
    ]);
    session.send(frame(1));
    session.finalize(1);
  });

  test("each session opens with the expectation of its time", async () => {
    const a = scripted("a");
    const { open, clock } = world(a);
    const early: Expectation = { anyOf: [], endSilenceMs: 1 };
    const late: Expectation = { anyOf: [], endSilenceMs: 2 };
    const session = await open(early);
    a.sessions.at(-1)?.die(dropped);
    await settle();
    session.expect(late);
    a.sessions.at(-1)?.die(dropped);
    await clock.advance(250);
    expect(a.expected).toEqual([early, early, late]);
  });

  test("a vendor that is silent about 8 s of speech is reconnected, with all of it, and then another is asked", async () => {
    const a = scripted("a");
    const b = scripted("b");
    a.isPrompt = true;
    b.isPrompt = true;
    const { open, clock, told } = world(a, b);
    const session = await open();
    const speak = async (ms: number, heard?: ScriptedSession) => {
      for (let left = ms; left > 0; left -= 20) {
        await clock.advance(20);
        if (heard !== undefined) heard.heardAt = clock.now();
        session.send(frame(left / 20));
      }
      await settle();
    };
    await speak(20_000, a.sessions[0]);
    expect(a.sessions).toHaveLength(1);
    await speak(7_960);
    // Silence between two turns costs nothing: only sent audio counts.
    await clock.advance(60_000);
    expect(a.sessions).toHaveLength(1);
    await speak(20);
    expect([a.sessions.length, a.sessions[0]?.isClosed]).toEqual([2, true]);
    expect(a.sessions[1]?.given).toHaveLength(401);
    await speak(8_000);
    expect([a.sessions.length, b.sessions.length]).toEqual([2, 1]);
    expect(told.map(({ incident }) => [incident?.provider, incident?.action])).toEqual([
      ["a", "retried"],
      ["a", "fell_back"],
    ]);
    // The other recogniser hears nothing either: the sound is noise, and no call ends for that.
    await speak(40_000);
    expect([a.sessions.length, b.sessions.length]).toEqual([2, 1]);
    session.close();
    expect(clock.pending).toBe(0);
  });

  test("a vendor without a replacement is reconnected once; one that only answers at the end is left alone", async () => {
    for (const isPrompt of [true, false]) {
      const a = scripted("a");
      a.isPrompt = isPrompt;
      const { open } = world(a);
      const session = await open();
      for (let sent = 0; sent < 3_000; sent++) {
        session.send(frame(1));
        if (sent % 400 === 399) await settle();
      }
      const { length } = a.sessions;
      expect([isPrompt, length, a.sessions.at(-1)?.isClosed]).toEqual([isPrompt, isPrompt ? 2 : 1, false]);
    }
  });

  test("a call that ends while a session opens leaves nothing behind", async () => {
    const a = scripted("a", "opens", "hangs");
    const { open, call, clock, breakers } = world(a);
    const session = await open();
    a.sessions[0]?.say({ type: "partial", text: "o", complete: false });
    a.sessions[0]?.die(dropped);
    await settle();
    call.abort();
    expect(await session.closed).toBeUndefined();
    await settle();
    expect(clock.pending).toBe(0);
    expect(breakers.refusal(candidate(a).breakerId)).toBeUndefined();
  });

  test("the final words take as long as those of the slowest candidate, and an unknown time counts as the longest", () => {
    const finalMsOf = (...listed: readonly (number | undefined)[]): number | undefined => {
      const [first, ...others] = listed.map((finalMs, index) =>
        candidate<Stt>({ ...scripted(String(index)), ...(finalMs === undefined ? {} : { finalMs }) }),
      );
      return sttWithReconnect([first!, ...others], new Breakers(policyContext().clock)).finalMs;
    };
    expect([finalMsOf(350), finalMsOf(350, 2_000), finalMsOf(350, undefined)]).toEqual([
      350,
      2_000,
      undefined,
    ]);
  });
});
