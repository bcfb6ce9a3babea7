// Waiting caller: a call in virtual time in which the caller is greeted, speaks once and waits, and the sounds that
// they hear then.

import { expect } from "bun:test";
import { loudness } from "../../../src/audio/frame.ts";
import type { Clock } from "../../../src/base/clock.ts";
import type { Words } from "../../../src/voice/responder.ts";
import {
  type CallWorld,
  openWorld,
  type ScriptedResponder,
  scriptedResponder,
  type WorldOptions,
} from "./call-script.ts";

/** End of the caller's turn in a call of `callerSpeaks`: 700 ms after the last sound, by the recogniser's audio. */
export const turnEndsAt = 1_620;

export async function callerSpeaks(options: WorldOptions): Promise<CallWorld> {
  const world = openWorld({ turns: [{ text: "how much is it" }], fillers: true, ...options });
  world.call.ready();
  await world.pass(500);
  await world.pass(400, true);
  return world;
}

export async function hangUp(world: CallWorld): Promise<void> {
  world.call.gone("caller");
  expect(await world.leftovers()).toEqual([]);
}

/** Stretches of sound sent to the line since the end of the caller's turn, in real time. */
export function sounds(world: CallWorld): string[] {
  const stretches: { from: number; to: number }[] = [];
  let endsAt = 0;
  for (const { atMs, frame } of world.line.played) {
    const from = Math.max(atMs, endsAt);
    endsAt = from + 20;
    if (from < turnEndsAt || loudness(frame) < 1_000) continue;
    const last = stretches.at(-1);
    if (last?.to === from) last.to = endsAt;
    else stretches.push({ from, to: endsAt });
  }
  return stretches.map(({ from, to }) => `${from - turnEndsAt}–${to - turnEndsAt}`);
}

export const fillersOf = (world: CallWorld) =>
  world.events.flatMap((it) => (it.type === "filler" ? [[it.atMs - turnEndsAt, it.text] as const] : []));

/** Greets, and answers each input `ms` milliseconds later. */
export function answering(ms: number, text = "It is five euros."): (clock: Clock) => ScriptedResponder {
  return (clock: Clock) =>
    scriptedResponder((input) => (input.type === "start" ? "Hello there." : later(clock, ms, text)));
}

/** Speaks this text after the given time. */
export async function* later(clock: Clock, ms: number, text: string): AsyncGenerator<Words> {
  await new Promise<void>((resolve) => clock.after(ms, resolve));
  yield { type: "text", delta: text };
}
