// Suspension points of a call: wherever a call waits, a caller may hang up, interrupt, type or be put off, and finds
// the call in a consistent state. An undisturbed run finds the points.

import { expect, test } from "bun:test";
import { delay } from "../../src/base/clock.ts";
import { type CallEvent, isForLine } from "../../src/voice/call-event.ts";
import type { FlowOutside } from "../../src/voice/flow-works.ts";
import { type CallWorld, openFlowWorld } from "../support/fakes/call-script.ts";
import { sound } from "../support/fakes/fake-speech.ts";
import { tooled } from "../support/small-flows.ts";
import type { VirtualClock } from "../support/fakes/virtual-clock.ts";

const flow = tooled("POST https://crm.example.com/");
/** The caller answers while the agent is silent, and talks over its last words. */
const loud = [
  [3_000, 3_400],
  [5_600, 5_800],
] as const;
const callMs = 9_000;
const silence = new Int16Array(320);

interface Begun {
  readonly world: CallWorld;
  /** Number of tools that began, and of those that ended. */
  readonly tools: { begun: number; over: number };
}

function begin(): Begun {
  const tools = { begun: 0, over: 0 };
  const runTool: FlowOutside["runTool"] = async (_, signal) => {
    tools.begun += 1;
    try {
      await delay(world.clock as VirtualClock, 700, signal);
      return { ok: true, body: null };
    } finally {
      tools.over += 1;
    }
  };
  const world = openFlowWorld(flow, {
    outside: { runTool },
    turns: [{ text: "four two" }, { text: "what", rejected: false }],
    fillers: true,
  });
  world.call.ready();
  return { world, tools };
}

const frames = sound(callMs);

/** Advances 20 ms; after `rounds` of waiting promises within them it does `deed`. */
async function frame(
  { world }: Begun,
  atMs: number,
  point?: { rounds: number; deed: () => void },
): Promise<void> {
  const passing = world.clock.advance(20);
  if (point !== undefined) {
    for (let i = 0; i < point.rounds; i++) await Promise.resolve();
    point.deed();
  }
  await passing;
  const isLoud = loud.some(([from, to]) => atMs >= from && atMs < to);
  world.call.hear((isLoud ? frames[atMs / 20] : undefined) ?? silence);
}

/** Frames of an undisturbed call after which something has happened. */
async function eventfulFrames(): Promise<readonly number[]> {
  const run = begin();
  const found = new Set<number>([0]);
  for (let atMs = 0; atMs < callMs; atMs += 20) {
    const before = run.world.events.length;
    await frame(run, atMs);
    if (run.world.events.length > before) for (const near of [atMs, atMs + 20]) found.add(near);
  }
  expect(run.world.line.closed, run.world.timeline()).toBe("completed");
  expect(run.tools).toEqual({ begun: 1, over: 1 });
  run.world.call.abandon();
  return [...found].filter((atMs) => atMs < callMs);
}

const deeds: Readonly<Record<string, (world: CallWorld) => void>> = {
  "hangs up": ({ call }) => call.gone("caller"),
  "hangs up when the agent has finished": ({ call }) => call.input({ type: "end", drain: true }),
  interrupts: ({ call }) => call.input({ type: "interrupt" }),
  types: ({ call }) => call.input({ type: "text", text: "7 7", interrupt: true, speak: true }),
  "presses a key": ({ call }) => call.input({ type: "keys", keys: "5" }),
  "is muted": ({ call }) => call.input({ type: "mute", muted: true }),
  "is told that the server stops": ({ call }) => call.shutdown(1_000),
  "is given up with all it has begun": ({ call }) => (call.end("failed"), call.abandon()),
};

/**
 * Numbers of promises that wait for each other in one frame: none yet, and so many after its timers have fired, which
 * they do once ready promises have run. The deepest chain of a call is shorter than the last number.
 */
const beforeTimers = 40;
const after = process.env["LONG"] === "1" ? [1, 2, 3, 4, 6, 9, 14, 22] : [1, 2, 3, 6, 9, 14];
const depths = [0, ...after.map((rounds) => beforeTimers + rounds)];

function inconsistent(events: readonly CallEvent[]): readonly string[] {
  const found: string[] = [];
  const ended = events.findIndex(({ type }) => type === "ended");
  if (events.filter(({ type }) => type === "ended").length !== 1) found.push("it does not end once");
  if (events.slice(ended + 1).some(isForLine)) found.push("something follows the end");
  let [reply, speaking] = [0, false];
  for (const event of events) {
    if (event.type === "reply-started") {
      if (event.reply <= reply) found.push(`reply ${event.reply} begins after ${reply}`);
      reply = event.reply;
    }
    if (event.type !== "agent-speaking") continue;
    if (event.speaking === speaking) found.push(`the agent's voice begins or ends twice at ${event.atMs}`);
    speaking = event.speaking;
  }
  return found;
}

test.each(Object.entries(deeds))(
  "suspension points: at each of them a caller %s",
  async (_, deed) => {
    let points = 0;
    for (const pointMs of await eventfulFrames()) {
      for (const rounds of depths) {
        const run = begin();
        const { world, tools } = run;
        for (let atMs = 0; atMs < callMs; atMs += 20)
          await frame(run, atMs, atMs === pointMs ? { rounds, deed: () => deed(world) } : undefined);
        // The agent finally leaves a caller whom it no longer understands.
        if (world.line.closed === undefined) await world.pass(90_000);
        const where = `${pointMs} ms, ${rounds} deep\n${world.timeline()}`;
        expect(world.line.closed, where).toBeDefined();
        await world.pass(2_000);
        expect(await world.leftovers(), where).toEqual([]);
        expect(inconsistent(world.events), where).toEqual([]);
        expect(tools.over, where).toBe(tools.begun);
        expect(tools.begun, where).toBeLessThanOrEqual(1);
        points += 1;
      }
    }
    expect(points).toBeGreaterThan(100);
  },
  240_000,
);
