// Bugs of ours: each ends its own call and nothing else: it is reported, the call's line is closed, and nothing of the
// call is left, wherever the bug is.

import { describe, expect, test } from "bun:test";
import type {
  Stt,
  SttEvent,
  SttSession,
  Tts,
  Vad,
  VadSession,
} from "../../src/providers/provider-contract.ts";
import type { Responder, Words } from "../../src/voice/responder.ts";
import {
  type CallWorld,
  openWorld,
  scriptedResponder,
  type WorldOptions,
} from "../support/fakes/call-script.ts";

const bug = (): never => {
  throw new Error("a bug of ours");
};

const types = { type: "text", text: "and now", interrupt: true, speak: true } as const;

/** A call that uses everything that a call asks of its parts. */
async function live(world: CallWorld): Promise<void> {
  world.call.ready();
  await world.pass(500);
  await world.pass(400, true);
  await world.pass(1_000);
  world.call.input(types);
  await world.pass(100);
  world.call.input({ type: "keys", keys: "1" });
  world.call.input({ type: "context", role: "user", text: "so", run: true });
  await world.pass(60);
  world.call.input({ type: "interrupt" });
  await world.pass(9_000);
  world.call.gone("caller");
}

async function expectOver(world: CallWorld): Promise<void> {
  const ends = world.events.filter(({ type }) => type === "ended");
  expect(ends).toHaveLength(1);
  expect(await world.leftovers()).toEqual([]);
  world.call.ready();
  world.call.hear(new Int16Array(320));
  world.call.input(types);
  world.call.shutdown(0);
  world.call.end("caller");
  expect(world.events.at(-1)).toBe(ends[0]!);
  expect(await world.leftovers()).toEqual([]);
}

const reasonOf = (world: CallWorld): string | undefined =>
  world.events.find((event) => event.type === "ended")?.reason;

function replier(): Responder {
  return scriptedResponder((input) =>
    input.type === "start" ? "Hello. Who is there?" : "One two three four.",
  );
}

describe("a responder", () => {
  const methods = ["attend", "answer", "interrupted", "note", "expectation"] as const;

  test.each(methods)("bugs: that throws in %s ends its call", async (method) => {
    const world = openWorld({
      responder: Object.assign(replier(), { [method]: bug }),
      turns: [{ text: "x" }],
    });
    await live(world);
    expect([reasonOf(world), world.line.closed]).toEqual(["failed", "failed"]);
    await expectOver(world);
  });

  test.each(["silenceMs", "isSensitive", "takesEvents"])(
    "bugs: that throws in %s ends its call",
    async (name) => {
      const responder = Object.defineProperty(replier(), name, { get: bug });
      const world = openWorld({ responder, turns: [{ text: "x" }] });
      world.call.ready();
      world.call.input({ type: "transferred", ok: true });
      await live(world);
      expect([reasonOf(world), world.line.closed]).toEqual(["failed", "failed"]);
      await expectOver(world);
    },
  );

  test("bugs: one that throws at its end changes nothing about the end, nor about the reason", async () => {
    const world = openWorld({ responder: Object.assign(replier(), { leave: bug }) });
    world.call.ready();
    await world.pass(100);
    world.call.end("caller");
    expect([reasonOf(world), world.line.closed]).toEqual(["caller", "caller"]);
    await expectOver(world);
  });

  test("bugs: one that throws while it answers and again at its end ends its call once", async () => {
    const world = openWorld({ responder: Object.assign(replier(), { answer: bug, leave: bug }) });
    world.call.ready();
    await world.pass(100);
    expect([reasonOf(world), world.line.closed]).toEqual(["failed", "failed"]);
    await expectOver(world);
  });

  test("bugs: one that throws after its answer was cut still ends its call", async () => {
    const gate = Promise.withResolvers<void>();
    const responder = scriptedResponder((input) => (input.type === "start" ? broken(gate.promise) : "Fine."));
    const world = openWorld({ responder });
    world.call.ready();
    await world.pass(100);
    world.call.input(types);
    gate.resolve();
    await world.pass(100);
    expect(reasonOf(world)).toBe("failed");
    await expectOver(world);
  });

  test("bugs: one that throws at an early cut ends its call", async () => {
    const gate = Promise.withResolvers<void>();
    const waiting = async function* (): AsyncGenerator<Words> {
      yield { type: "text", delta: "Well, it is so. " };
      await gate.promise;
    };
    const responder = scriptedResponder((input) => (input.type === "start" ? waiting() : "Fine."));
    const world = openWorld({ responder: Object.assign(responder, { interrupted: bug }) });
    world.call.ready();
    await world.pass(100);
    world.call.input(types);
    gate.resolve();
    await world.pass(100);
    expect(reasonOf(world)).toBe("failed");
    await expectOver(world);
  });

  test("bugs: one whose work outside of the conversation throws ends its call", async () => {
    const responder = replier();
    const world = openWorld({
      responder: Object.assign(responder, {
        attend: (call: Parameters<Responder["attend"]>[0]) =>
          call.run(() => Promise.reject(new Error("a bug"))),
      }),
    });
    world.call.ready();
    await world.pass(100);
    expect(reasonOf(world)).toBe("failed");
    await expectOver(world);
  });
});

async function* broken(gate: Promise<void>): AsyncGenerator<never> {
  await gate;
  bug();
  yield* [];
}

describe("a line", () => {
  test.each(["play", "flush", "clear", "tell", "writable"])(
    "bugs: that throws in %s ends its call",
    async (name) => {
      const world = openWorld({ responder: replier(), turns: [{ text: "x" }] });
      if (name === "writable") Object.defineProperty(world.line, name, { get: bug });
      else Object.assign(world.line, { [name]: bug });
      await live(world);
      expect([reasonOf(world), world.line.closed]).toEqual(["failed", "failed"]);
      await expectOver(world);
    },
  );

  test("bugs: one that cannot be closed leaves nothing of the call open", async () => {
    const world = openWorld({ responder: replier() });
    Object.assign(world.line, { close: bug });
    world.call.ready();
    await world.pass(100);
    world.call.end("caller");
    await expectOver(world);
  });
});

describe("an engine", () => {
  function hearing(
    change: (session: SttSession, sink: (event: SttEvent) => void) => SttSession,
  ): Pick<WorldOptions, "changes"> {
    const stt: Stt = {
      id: "broken",
      open: (sink) => {
        const closed = Promise.withResolvers<undefined>();
        const session: SttSession = {
          closed: closed.promise,
          send: () => undefined,
          finalize: () => undefined,
          reset: () => undefined,
          expect: () => undefined,
          close: () => closed.resolve(undefined),
        };
        return Promise.resolve(change(session, sink));
      },
    };
    return { changes: { stt: () => stt } };
  }

  test.each(["send", "finalize", "expect", "close"])(
    "bugs: that throws in the recogniser's %s ends its call",
    async (name) => {
      const hears = hearing((session) => Object.assign(session, { [name]: bug }));
      const world = openWorld({ responder: replier(), ...hears });
      await live(world);
      expect(reasonOf(world)).toBe(name === "close" ? "caller" : "failed");
      await expectOver(world);
    },
  );

  test("bugs: a turn with invalid words ends its call, and does not throw at the recogniser", async () => {
    let sink: (event: SttEvent) => void = () => undefined;
    const hears = hearing((session, given) => {
      sink = given;
      return session;
    });
    const responder = Object.defineProperty(replier(), "isSensitive", { get: bug });
    const world = openWorld({ responder, ...hears });
    world.call.ready();
    await world.pass(500);
    await world.pass(400, true);
    await world.pass(1_000);
    expect(() => sink({ type: "end_of_turn", turn: 1, text: "yes", rejected: false })).not.toThrow();
    expect(reasonOf(world)).toBe("failed");
    await expectOver(world);
  });

  test.each(["push", "reset", "close"])(
    "bugs: that throws in the detector's %s ends its call",
    async (name) => {
      const world = openWorld({ responder: replier(), changes: { vad: (vad) => brokenVad(vad, name) } });
      await live(world);
      expect(reasonOf(world)).toBe(name === "close" ? "caller" : "failed");
      await expectOver(world);
    },
  );

  test("bugs: one that can neither speak nor stop ends its call", async () => {
    for (const broken of [{ speak: bug }, { speak: () => ({ done: new Promise(() => {}), cancel: bug }) }]) {
      const world = openWorld({
        responder: replier(),
        changes: { tts: (tts) => ({ ...tts, ...broken }) as Tts },
      });
      await live(world);
      expect(world.line.closed).toBe("failed");
      await expectOver(world);
    }
  });
});

function brokenVad(vad: Vad, name: string): Vad {
  return {
    open: (sink) => {
      const session = vad.open(sink);
      const broken: VadSession = {
        push: (frame) => session.push(frame),
        reset: () => session.reset(),
        close: () => session.close(),
      };
      const closing = (): void => {
        session.close();
        bug();
      };
      return Object.assign(broken, { [name]: name === "close" ? closing : bug });
    },
  };
}
