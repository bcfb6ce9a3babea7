// Facts of a flow in a real call whose caller types twice at once, interrupts, and hangs up: words may be cut, facts
// never.

import { describe, expect, test } from "bun:test";
import type { ToolOutcome } from "../../src/flow/engine/run/step-contract.ts";
import type { FlowOutside } from "../../src/voice/flow-works.ts";
import { type CallWorld, openFlowWorld } from "../support/fakes/call-script.ts";
import { booking, small, tooled } from "../support/small-flows.ts";
import { settle } from "../support/fakes/virtual-clock.ts";

const types = (text: string) => ({ type: "text", text, interrupt: true, speak: true }) as const;

const heard = ({ events }: CallWorld): string[] =>
  events.flatMap((it) => (it.type === "sentence" && it.status === "completed" ? [it.text] : []));

/** Facts of a flow for the world, in order. */
const facts = ({ events }: CallWorld): string[] =>
  events.flatMap((it) => {
    switch (it.type) {
      case "flow-state":
        return [it.state];
      case "flow-event":
        return [`emits ${it.name}`];
      case "flow-ended":
        return [`outcome ${it.outcome}`];
      case "tool-finished":
        return [`${it.tool} ${it.ok ? "done" : (it.failure ?? "")}`];
      case "ended":
        return [`ended ${it.reason}`];
      default:
        return [];
    }
  });

/** A call with a client that is ready. */
function begin(...of: Parameters<typeof openFlowWorld>): CallWorld {
  const world = openFlowWorld(...of);
  world.call.ready();
  return world;
}

/** Expects these reports in this order, and nothing left of the call. */
async function expectTold(world: CallWorld, told: readonly string[]): Promise<void> {
  expect(facts(world)).toEqual([...told]);
  expect(await world.leftovers()).toEqual([]);
}

const completed = ["ask", "bye", "outcome done", "ended completed"];
const booked = ["ask", "tell", "again", "emits plan.booked"];

describe("two inputs in one moment", () => {
  test("facts: the flow that the first one ends says its goodbye, and the call is completed", async () => {
    const world = begin(small);
    await world.pass(3_000);
    world.call.input(types("one two"));
    world.call.input(types("thanks"));
    await world.pass(3_000);
    expect(heard(world).at(-1)).toBe("Goodbye.");
    await expectTold(world, completed);
  });

  test("facts: with the beginning they are three, and the flow ends as well", async () => {
    const world = begin(small);
    world.call.input(types("one two"));
    world.call.input(types("thanks"));
    await world.pass(3_000);
    expect(heard(world)).toEqual(["Goodbye."]);
    await expectTold(world, completed);
  });

  test("facts: a sentence put into the agent's mouth does not replace the goodbye", async () => {
    const world = begin(small);
    world.call.input(types("one two"));
    world.call.input({ type: "say", text: "One moment.", interrupt: true });
    await world.pass(3_000);
    expect(heard(world)).toEqual(["Goodbye."]);
    await expectTold(world, completed);
  });

  test("facts: an event of the turn before is sent, though the next answers are cut", async () => {
    const world = begin(booking);
    await world.pass(4_000);
    world.call.input(types("one two"));
    await world.pass(300);
    world.call.input(types("hm"));
    world.call.input(types("hm"));
    await world.pass(5_000);
    expect(facts(world)).toEqual(booked);
    world.call.end("caller");
    expect(await world.leftovers()).toEqual([]);
  });
});

test("facts: an event comes before the effect of the caller's next answer, and only once", async () => {
  const world = begin(booking);
  await world.pass(4_000);
  world.call.input(types("one two"));
  await world.pass(300);
  world.call.input(types("yes"));
  await world.pass(5_000);
  await expectTold(world, [...booked, ...completed.slice(1)]);
});

const voicemail = `
voice_flow: 1
id: voicemail
language: en
start: leave
variables: {message: {type: audio}}
nodes:
  leave: {say: Now., record: message, max: 60s, end_silence: 3s, on_failed: bye, next: bye}
  bye: {say: Thank you., end: left}
`;

test("facts: a key ends a recording, which is kept so far, and the next keys are an answer", async () => {
  const lengths: number[] = [];
  const asks = voicemail
    .replace(
      "{message: {type: audio}}",
      "{message: {type: audio}, code: {type: digits, length: 2, ask: Which code?}}",
    )
    .replace("on_failed: bye, next: bye}", "on_failed: bye, next: ask}\n  ask: {ask: code, next: bye}")
    .replace("nodes:", "defaults: {give_up: bye}\nnodes:");
  const world = begin(asks, {
    outside: { keep: (frames) => Promise.resolve(`rec_${lengths.push(frames.length)}`) },
  });
  await world.pass(1_000);
  await world.pass(600, true);
  world.call.input({ type: "keys", keys: "#" });
  await world.pass(100);
  expect(lengths).toHaveLength(1);
  world.call.input({ type: "keys", keys: "12" });
  await world.pass(1_000);
  await expectTold(world, ["leave", "ask", "bye", "outcome left", "ended completed"]);
});

describe("a caller who hangs up", () => {
  test.each([0, 100, 500, 900])(
    "facts: within %i ms of it hears nothing more, but the event is sent",
    async (ms) => {
      const world = begin(booking);
      await world.pass(4_000);
      world.call.input(types("one two"));
      if (ms > 0) await world.pass(ms);
      world.call.end("caller");
      await world.pass(3_000);
      await expectTold(world, [...booked, "outcome hung_up", "ended caller"]);
    },
  );

  /** A flow that books, and a booking that the test answers. */
  function bookingWorld(method: "GET" | "POST") {
    const { promise, resolve } = Promise.withResolvers<ToolOutcome>();
    let signal: AbortSignal | undefined;
    const runTool: FlowOutside["runTool"] = (_, given) => {
      signal = given;
      return promise;
    };
    const world = begin(tooled(`${method} https://crm.example.com/bookings`), { outside: { runTool } });
    return { world, isAborted: () => signal?.aborted, answer: () => resolve({ ok: true, body: null }) };
  }

  async function untilItRuns(world: CallWorld): Promise<void> {
    await world.pass(2_000);
    world.call.input(types("one two"));
    await world.pass(500);
  }

  test("facts: leaves a booking running; the call ends at once, and is gone when the booking's outcome is known", async () => {
    const { world, isAborted, answer } = bookingWorld("POST");
    await untilItRuns(world);
    let isGone = false;
    void world.call.ended.then(() => (isGone = true));
    world.call.end("caller");
    expect([facts(world).at(-1), world.line.closed]).toEqual(["ended caller", "caller"]);
    await world.pass(2_000);
    expect([isAborted(), isGone]).toEqual([false, false]);
    const onLine = world.line.events.length;
    answer();
    await settle();
    expect([facts(world).at(-1), isGone]).toEqual(["book done", true]);
    expect(world.events.at(-1)).toMatchObject({ flowId: "tooled", tookMs: 2_500, atMs: 4_500 });
    expect(world.line.events.length).toBe(onLine);
    expect(await world.leftovers()).toEqual([]);
  });

  test("facts: a hang-up during a recording keeps its beginning, and the call is over once that is stored", async () => {
    const kept = Promise.withResolvers<string>();
    const lengths: number[] = [];
    const keep: FlowOutside["keep"] = (frames) => {
      lengths.push(frames.length);
      return kept.promise;
    };
    const world = begin(voicemail, { outside: { keep } });
    let isGone = false;
    void world.call.ended.then(() => (isGone = true));
    await world.pass(1_000);
    await world.pass(600, true);
    await world.pass(1_000);
    world.call.end("caller");
    await settle();
    expect([lengths.length, isGone]).toEqual([1, false]);
    expect(lengths[0]).toBeGreaterThanOrEqual(30);
    kept.resolve("rec_1");
    expect(await world.leftovers()).toEqual([]);
  });

  test("facts: leaves no unneeded question running", async () => {
    const { world, isAborted } = bookingWorld("GET");
    await untilItRuns(world);
    world.call.end("caller");
    expect(isAborted()).toBe(true);
    expect(await world.leftovers()).toEqual([]);
    expect(facts(world).slice(-2)).toEqual(["ended caller", "book cancelled"]);
  });

  test("facts: a stopping server abandons work that outlasts its calls, and the record says so", async () => {
    const { world, isAborted } = bookingWorld("POST");
    await untilItRuns(world);
    world.call.end("shutdown");
    world.call.abandon();
    expect(isAborted()).toBe(true);
    expect(await world.leftovers()).toEqual([]);
    expect(facts(world).slice(-2)).toEqual(["ended shutdown", "book cancelled"]);
  });
});

test("facts: of the agent's words for events, the last twenty sentences are kept and repeated", async () => {
  const world = begin(`
voice_flow: 1
id: counts
language: en
start: hold
defaults: {give_up: bye}
variables:
  n: {type: number, default: 0}
  code: {type: digits, length: 2, ask: "Which code?"}
nodes:
  hold: {wait: {event: step.made}, timeout: 120s, on_timeout: bye, next: tell}
  tell: {say: "Step {{ n }}.", set: {n: n + 1}, next: [{if: n < 30, goto: hold}, {else: ask}]}
  ask: {ask: code, next: bye}
  bye: {say: "Goodbye.", end: done}
`);
  const said = (): string[] =>
    world.events.flatMap((it) => (it.type === "sentence" && it.status === "new" ? [it.text] : []));
  for (let i = 0; i < 30; i++) {
    world.call.input({ type: "event", name: "step.made", data: null });
    await world.pass(400);
  }
  expect(said()).toHaveLength(31);
  world.call.input(types("repeat"));
  await world.pass(1_000);
  expect(said().slice(31)).toEqual([
    ...Array.from({ length: 19 }, (_, i) => `Step ${i + 12}.`),
    "Which code?",
  ]);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});

test("facts: a tool of a running call is reported with its time", async () => {
  const world = begin(
    `
voice_flow: 1
id: look
language: en
start: find
tools:
  find:
    http: GET https://crm.example.com/
nodes:
  find: {tool: find, next: bye, on_error: bye}
  bye: {say: Goodbye., end: done}
`,
    {
      outside: {
        runTool: () =>
          Promise.resolve({ ok: false, failure: { kind: "http_5xx", status: 503, detail: "secret" } }),
      },
    },
  );
  await world.pass(2_000);
  expect(world.events.find(({ type }) => type === "tool-finished")).toEqual({
    type: "tool-finished",
    flowId: "look",
    tool: "find",
    ok: false,
    failure: "http_5xx",
    tookMs: 0,
    atMs: 0,
  });
  expect(await world.leftovers()).toEqual([]);
});

test("facts: an answer of an example service is marked as such", async () => {
  const world = openFlowWorld(
    `
voice_flow: 1
id: look
language: en
start: find
tools: {find: {http: "GET https://crm.example.com/"}}
nodes:
  find: {tool: find, next: bye, on_error: bye}
  bye: {say: Goodbye., end: done}
`,
    { outside: { runTool: () => Promise.resolve({ ok: true, body: {}, isExample: true }) } },
  );
  world.call.ready();
  await world.pass(2_000);
  expect(world.events.find(({ type }) => type === "tool-finished")).toMatchObject({
    ok: true,
    isExample: true,
  });
  expect(await world.leftovers()).toEqual([]);
});
