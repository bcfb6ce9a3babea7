// Random mixtures of acts by callers, clients, voices and networks: afterwards the call still talks or has ended, one
// reply lives at a time, and nothing of it is left.

import { expect, test } from "bun:test";
import type { CallEvent } from "../../src/voice/call-event.ts";
import type { ResponderInput, Words } from "../../src/voice/responder.ts";
import { type CallWorld, openWorld, scriptedResponder } from "../support/fakes/call-script.ts";
import { random } from "../support/random.ts";

const seeds = 60;
const actions = 40;

type Chosen = ReturnType<typeof random>;

test("wander: no mixture of events leaves a caller in silence or a reply alive", async () => {
  for (let seed = 1; seed <= seeds; seed++) await wander(seed);
}, 240_000);

async function wander(seed: number): Promise<void> {
  const chosen = random(seed);
  const responder = scriptedResponder((input) => answerOf(input, world, chosen));
  const world = openWorld({ responder, fillers: true });
  world.call.ready();
  for (let i = 0; i < actions; i++) await chosen.pick(deeds)(world, chosen);
  world.line.writable = true;
  world.vad.stuck = false;
  world.tts.failures.length = 0;
  world.call.input({ type: "mute", muted: false });
  const before = world.events.length;
  await world.pass(60_000);
  const since = world.events.slice(before);
  const spoke = since.some((it) => it.type === "agent-speaking" && it.speaking);
  expect(spoke || world.line.closed !== undefined, `seed ${seed}\n${world.timeline()}`).toBe(true);
  expect(overlaps(world.events), `seed ${seed}`).toEqual([]);
  world.call.gone("caller");
  expect(await world.leftovers(), `seed ${seed}`).toEqual([]);
}

const deeds: readonly ((world: CallWorld, chosen: Chosen) => unknown)[] = [
  (world, chosen) => world.pass(chosen.pick([20, 60, 140, 300, 900, 3_000])),
  (world, chosen) => world.pass(chosen.pick([20, 60, 140, 300, 900]), true),
  (world, chosen) => void world.stt.turns.push(chosen.pick([...heardTurns])),
  (world, chosen) =>
    world.call.input({ type: "text", text: "a b", interrupt: chosen.pick([true, false]), speak: true }),
  (world) => world.call.input({ type: "text", text: "a b", interrupt: true, speak: false }),
  (world) => world.call.input({ type: "keys", keys: "1" }),
  (world, chosen) =>
    world.call.input({ type: "say", text: "Just so.", interrupt: chosen.pick([true, false]) }),
  (world) => world.call.input({ type: "interrupt" }),
  (world, chosen) => world.call.input({ type: "mute", muted: chosen.pick([true, false]) }),
  (world) => world.call.input({ type: "context", role: "user", text: "c", run: true }),
  (world, chosen) => void world.tts.failures.push(chosen.pick(["before audio", "never", "stalls"])),
  (world, chosen) => void (world.line.writable = chosen.pick([true, true, false])),
  (world, chosen) => void (world.vad.stuck = chosen.pick([true, false, false])),
];

const heardTurns = [{ text: "a" }, { text: "" }, { text: "", rejected: true }, "no-answer"] as const;

function answerOf(input: ResponderInput, world: CallWorld, chosen: Chosen): string | AsyncIterable<Words> {
  if (input.type === "silence") return "Are you there?";
  const text = chosen.pick(["One.", "One two three. Four five six seven.", "Firm is this.~", "", "  "]);
  return chosen.pick([0, 0, 200, 2_500]) === 0 ? text : later(world, 200, text);
}

async function* later(world: CallWorld, ms: number, text: string): AsyncGenerator<Words> {
  await new Promise<void>((resolve) => world.clock.after(ms, resolve));
  yield { type: "text", delta: text };
}

/** Replies that began to speak while another one was speaking. */
function overlaps(events: readonly CallEvent[]): number[] {
  let speaking: number | undefined;
  return events.flatMap((it) => {
    if (it.type !== "agent-speaking") return [];
    const clash = it.speaking && speaking !== undefined ? [it.reply] : [];
    speaking = it.speaking ? it.reply : undefined;
    return clash;
  });
}
