// Races: failures at the wrong moment, such as inputs that cross, voices that stall, answers that do not stop, and our
// own bugs. In each case no act of the caller is lost and no silence lasts for ever.

import { describe, expect, test } from "bun:test";
import { loudness } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { openFlowResponder } from "../../src/voice/responder-flow.ts";
import { masked, type Responder, type Words } from "../../src/voice/responder.ts";
import { type CallWorld, openWorld, scriptedResponder } from "../support/fakes/call-script.ts";
import { programOf, talkFacts } from "../support/fakes/flow-talk.ts";
import { nothingOutside } from "../support/servers/outside.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

async function hangUp(world: CallWorld): Promise<void> {
  world.call.gone("caller");
  expect(await world.leftovers()).toEqual([]);
}

const types = (text: string) => ({ type: "text", text, interrupt: true, speak: true }) as const;

const program = programOf(`
voice_flow: 1
id: small
language: en
start: legal
variables:
  code: {type: digits, length: 4, ask: "Which code?", no_match: "Four digits, please."}
  sure: {type: boolean, ask: "Sure?"}
defaults: {give_up: bye}
nodes:
  legal: {say: This call is recorded and that is that., barge_in: false, next: ask}
  ask: {ask: code, next: check}
  check: {ask: sure, say: "It is {{ code }}. Sure?", next: bye}
  bye: {say: "Goodbye.", end: done}
`);

const flow = (): Responder =>
  openFlowResponder({
    program,
    facts: talkFacts,
    outside: nothingOutside,
    clock: new VirtualClock(),
    log: silentLog,
  });

const heard = (world: CallWorld): string[] =>
  world.events.flatMap((it) => (it.type === "sentence" && it.status === "completed" ? [it.text] : []));

describe("simultaneous events", () => {
  test("races: words that come with the beginning do not cost the responder its start", async () => {
    const responder = scriptedResponder((input) => (input.type === "start" ? "Hello." : "Fine."));
    const world = openWorld({ responder });
    world.call.ready();
    world.call.input(types("hi"));
    await world.pass(400);
    expect(responder.inputs.map((it) => it.type)).toEqual(["start", "words"]);
    expect(heard(world)).toEqual(["Fine."]);
    await hangUp(world);
  });

  test("races: keys that come faster than replies are all pressed", async () => {
    const world = openWorld({ responder: flow() });
    world.call.ready();
    await world.pass(1_200);
    for (const keys of ["3", "1", "4", "2"]) world.call.input({ type: "keys", keys });
    await world.pass(1_000);
    expect(heard(world).slice(-2)).toEqual(["It is 3 1 4 2.", "Sure?"]);
    await hangUp(world);
  });

  test("races: half an entry by keys is asked about after 3 s, not after 6", async () => {
    const world = openWorld({ responder: flow() });
    world.call.ready();
    await world.pass(2_000);
    world.call.input({ type: "keys", keys: "31" });
    await world.pass(2_900);
    expect(heard(world).at(-1)).toBe("Which code?");
    await world.pass(800);
    expect(heard(world).at(-1)).toBe("Four digits, please.");
    await hangUp(world);
  });

  test("races: a call reports its flow's place and values, in order, and keeps them with cut words", async () => {
    const world = openWorld({ responder: flow() });
    world.call.ready();
    world.call.input({ type: "interrupt" });
    await world.pass(1_500);
    world.call.input({ type: "keys", keys: "3142" });
    await world.pass(400);
    const told = world.events.flatMap((it) => {
      if (it.type === "flow-state") return [`${it.flowId}: ${it.previous ?? ""} -> ${it.state}`];
      return it.type === "flow-variable" ? [`${it.flowId}: ${it.key} = ${String(it.value)}`] : [];
    });
    expect(told).toEqual([
      "small:  -> legal",
      "small: legal -> ask",
      "small: code = 3142",
      "small: ask -> check",
    ]);
    await hangUp(world);
  });
});

describe("uninterruptible texts", () => {
  test("races: a firm sentence is spoken whole, and the question after it can be cut", async () => {
    const world = openWorld({ responder: flow(), turns: [{ text: "x" }, { text: "one two three four" }] });
    world.call.ready();
    await world.pass(100);
    await world.pass(400, true);
    await world.pass(400);
    expect(world.timeline()).toContain('780 heard "This call is recorded and that is that."');
    world.call.input({ type: "keys", keys: "1234" });
    await world.pass(20);
    expect(world.timeline()).toContain('cut after "This call is recorded and that is that.');
    await hangUp(world);
  });

  test("races: keys during a firm sentence wait for its end and not for the question's", async () => {
    const world = openWorld({ responder: flow() });
    world.call.ready();
    await world.pass(100);
    world.call.input({ type: "keys", keys: "3142" });
    await world.pass(680);
    expect(heard(world)).toEqual(["This call is recorded and that is that."]);
    await world.pass(1_000);
    expect(heard(world).slice(-2)).toEqual(["It is 3 1 4 2.", "Sure?"]);
    await hangUp(world);
  });

  test("races: talking through a firm sentence silences the agent 60 ms into the next", async () => {
    const world = openWorld({ responder: flow(), turns: [{ text: "wait" }] });
    world.call.ready();
    await world.pass(200);
    await world.pass(900, true);
    const pause = world.events.find((it) => it.type === "agent-paused");
    expect(pause?.atMs).toBe(840);
    await hangUp(world);
  });
});

describe("missing events", () => {
  test("races: a cut answer that does not stop delays the next by only a second", async () => {
    const never = new Promise<Words>(() => undefined);
    const responder = scriptedResponder((input) => {
      if (input.type === "start") return "Hello.";
      return input.type === "words" && input.text === "one" ? deaf(never) : "Here.";
    });
    const world = openWorld({ responder });
    world.call.ready();
    await world.pass(400);
    world.call.input(types("one"));
    await world.pass(100);
    world.call.input(types("two"));
    await world.pass(1_500);
    expect(heard(world).at(-1)).toBe("Here.");
    await hangUp(world);
  });

  test("races: a voice that stalls in the middle of a sentence does not silence the rest", async () => {
    const world = openWorld({ responder: scriptedResponder(() => "One two three. Four five six.") });
    world.tts.failures.push("stalls");
    world.call.ready();
    await world.pass(5_000);
    expect(world.timeline()).toContain("failed tts_unavailable\n");
    expect(heard(world)).toEqual(["One two three.", "Four five six."]);
    await hangUp(world);
  });

  test("races: a stuck detector does not keep the caller's floor for ever", async () => {
    const responder = scriptedResponder((input) => (input.type === "start" ? "Hello." : "Sorry?"));
    const world = openWorld({ responder, turns: [{ text: "", rejected: true }] });
    world.call.ready();
    await world.pass(500);
    await world.pass(400, true);
    world.vad.stuck = true;
    await world.pass(100, true);
    await world.pass(15_000);
    expect(heard(world)).toContain("Sorry?");
    await hangUp(world);
  });

  test("races: a turn without words that cut the agent is asked about at once, not after the long silence", async () => {
    const responder = scriptedResponder((input) =>
      input.type === "start" ? "One two three four five six seven." : "Sorry?",
    );
    const world = openWorld({
      responder,
      turns: [{ text: "" }],
      changes: { stt: (stt) => ({ ...stt, tellsPartials: false }) },
    });
    world.call.ready();
    await world.pass(200);
    await world.pass(1_700, true);
    await world.pass(1_500);
    expect(responder.inputs.at(-1)).toEqual({ type: "no-match" });
    expect(heard(world)).toEqual(["Sorry?"]);
    await hangUp(world);
  });
});

test("races: a voice that sends a sentence in pieces is flushed at its end, not between them", async () => {
  const world = openWorld({ responder: scriptedResponder(() => "One two three.") });
  world.tts.pieceMs = 70;
  world.call.ready();
  await world.pass(1_000);
  expect(world.line.flushes.filter((frames) => frames > 0 && frames < 14)).toEqual([]);
  expect(world.line.flushes.at(-1)).toBe(14);
  await hangUp(world);
});

test("races: one sentence ends before the next begins, for readers too", async () => {
  const world = openWorld({ responder: scriptedResponder(() => "One two three. Four five six. Seven.") });
  world.call.ready();
  await world.pass(1_500);
  const told = world.events.flatMap((it) =>
    it.type === "sentence" && it.status !== "new" ? [`${it.segment} ${it.status}`] : [],
  );
  expect(told).toEqual([1, 2, 3].flatMap((at) => [`${at} started`, `${at} completed`]));
  await hangUp(world);
});

test("races: after a cut the next words have the whole lead, if the client has dropped the old ones", async () => {
  for (const [drops, framesAtOnce] of [
    [true, 10],
    [false, 0],
  ] as const) {
    const world = openWorld({ responder: scriptedResponder(() => "One two three four five six seven.") });
    world.line.drops = drops;
    world.call.ready();
    await world.pass(300);
    world.call.input(types("and now"));
    const before = world.line.played.length;
    await world.clock.advance(0);
    expect(world.line.played.length - before).toBe(framesAtOnce);
    await hangUp(world);
  }
});

test("races: an agent that is cut fades within the frame and does not click", async () => {
  const world = openWorld({ responder: scriptedResponder(() => "One two three four five six seven.") });
  world.call.ready();
  await world.pass(300);
  world.call.input({ type: "interrupt" });
  const { frame } = world.line.played.at(-1)!;
  expect(loudness(frame.slice(0, 80))).toBeGreaterThan(4_000);
  expect(loudness(frame.slice(-16))).toBeLessThan(400);
  expect(frame.at(-1)).toBe(0);
  expect(world.line.flushes.at(-1)).toBe(world.line.played.length);
  await hangUp(world);
});

test("races: the responder learns the words put into the agent's mouth, as far as they were heard", async () => {
  const responder = scriptedResponder(() => "Hello.");
  const world = openWorld({ responder });
  world.call.ready();
  await world.pass(400);
  world.call.input({ type: "say", text: "One moment.", interrupt: false });
  await world.pass(600);
  expect(responder.notes).toEqual(["assistant: One moment."]);
  world.call.input({ type: "say", text: "One two three four five.", interrupt: false });
  await world.pass(260);
  world.call.input(types("stop"));
  await world.pass(400);
  expect(responder.notes.at(-1)).toBe("assistant: One two three");
  await hangUp(world);
});

test.each([false, true])(
  "races: words put into the agent's mouth are masked where nothing is recorded: %p",
  async (isUnrecorded) => {
    const world = openWorld({ responder: { ...scriptedResponder(() => "Hello."), isUnrecorded } });
    world.call.ready();
    await world.pass(400);
    world.call.input({ type: "say", text: "One moment.", interrupt: false });
    await world.pass(600);
    const told = world.events.find((it) => it.type === "sentence" && it.text === "One moment.");
    expect(told).toMatchObject(isUnrecorded ? { logged: masked } : { text: "One moment." });
    if (!isUnrecorded) expect(told).not.toHaveProperty("logged");
    await hangUp(world);
  },
);

test("races: a silent caller is asked, asked again, and bid goodbye", async () => {
  const world = openWorld({ responder: flow() });
  world.call.ready();
  await world.pass(40_000);
  expect(heard(world).filter((text) => text.startsWith("I ") || text === "Goodbye.")).toEqual([
    "I did not hear anything.",
    "I still do not hear anything.",
    "Goodbye.",
  ]);
  expect(world.line.closed).toBe("completed");
  expect(await world.leftovers()).toEqual([]);
});

test("races: words from before the mute are answered", async () => {
  const responder = scriptedResponder((input) => (input.type === "start" ? "Hello." : "Yes."));
  const world = openWorld({ responder, turns: [{ text: "time" }] });
  world.call.ready();
  await world.pass(400);
  await world.pass(400, true);
  world.call.input({ type: "mute", muted: true });
  await world.pass(1_500, true);
  expect(heard(world)).toEqual(["Hello.", "Yes."]);
  await hangUp(world);
});

test("races: a cut text-only answer was still read", async () => {
  const rest = Promise.withResolvers<void>();
  const responder = scriptedResponder((input) =>
    input.type === "words" && input.text === "psst" ? slowly(rest.promise) : "Hello.",
  );
  const world = openWorld({ responder });
  world.call.ready();
  await world.pass(400);
  world.call.input({ type: "text", text: "psst", interrupt: true, speak: false });
  await world.pass(100);
  world.call.input(types("and now"));
  rest.resolve();
  await world.pass(100);
  expect(responder.heard).toEqual(["Read this."]);
  await hangUp(world);
});

test("races: a bug in taking a step ends that call, in an error and not in silence", async () => {
  const responder = scriptedResponder(() => "Hello.");
  Object.defineProperty(responder, "silenceMs", {
    get: () => {
      throw new Error("our bug");
    },
  });
  const world = openWorld({ responder });
  world.call.ready();
  await world.pass(400);
  expect(world.line.closed).toBe("failed");
  expect(await world.leftovers()).toEqual([]);
});

async function* deaf(never: Promise<Words>) {
  yield await never;
}

async function* slowly(rest: Promise<void>) {
  yield { type: "text", delta: "Read this. " } as const;
  await rest;
  yield { type: "text", delta: "Never." } as const;
}
