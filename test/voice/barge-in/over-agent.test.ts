// Words over the agent, in calls with a scripted recogniser: those that let it continue, those that cut it, and the
// reports.

import { expect, test } from "bun:test";
import { Transcript } from "../../../src/session/transcript.ts";
import { type CallWorld, openFlowWorld } from "../../support/fakes/call-script.ts";
import type { Utterance } from "../../support/fakes/fake-speech.ts";

const flow = `voice_flow: 1
id: sure
language: en
start: hello
defaults: {give_up: bye}
variables:
  sure: {type: boolean, ask: "Shall I really book this table for you?"}
nodes:
  hello: {say: "We are open from nine to five on every day of this week.", next: ask}
  ask: {ask: sure, next: bye}
  bye: {say: Goodbye., end: done}
`;

/**
 * Call whose caller speaks for 300 ms, this long after the agent's start; the announcement lasts 1,120 ms, the question
 * 780.
 */
async function said(
  utterance: Utterance,
  atMs: number,
  { drops = true, ...options }: { readonly drops?: boolean; readonly bargeInMs?: number } = {},
): Promise<CallWorld> {
  const world = openFlowWorld(flow, { turns: [utterance], ...options });
  world.line.drops = drops;
  world.call.ready();
  await world.pass(atMs);
  await world.pass(300, true);
  await world.pass(4_000);
  return world;
}

async function over(world: CallWorld): Promise<string> {
  const timeline = world.timeline();
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
  return timeline;
}

test("over agent: a sound without words lets it continue, and the paused part is heard whole", async () => {
  const world = await said({ text: "", rejected: true }, 300);
  expect(await over(world)).toBe(`
0 agent speaks
360 caller speaks
420 agent pauses
840 caller pauses
1040 caller said ?
1040 agent goes on
1740 heard "We are open from nine to five on every day of this week."
2520 heard "Shall I really book this table for you?"
2520 agent stops
`);
});

test("over agent: a sound shorter than the operator's time does not silence it, and words that are meant do", async () => {
  const sound = await over(await said({ text: "", rejected: true }, 300, { bargeInMs: 950 }));
  expect(sound).not.toContain("agent pauses");
  expect(sound).toContain("1120 heard");
  const words = await over(await said({ text: "no" }, 300, { bargeInMs: 950 }));
  expect(words).toContain("agent pauses");
  expect(words).toContain("cut after");
});

test("over agent: misunderstood words let it continue too", async () => {
  const timeline = await over(await said({ text: "", rejected: true }, 300));
  expect(timeline).toContain("agent goes on");
  expect(timeline).not.toContain("cut after");
});

test("over agent: a yes before the question does not count, and after it does", async () => {
  const early = await over(await said({ text: "yes" }, 300));
  expect(early).not.toContain("cut after");
  expect(early).not.toContain("Goodbye");
  const late = await over(await said({ text: "yes" }, 1_600));
  expect(late).not.toContain("agent goes on");
  expect(late).toContain('heard "Goodbye."');
});

test("over agent: its own words are no turn of the caller's, during its reply or after it", async () => {
  for (const atMs of [500, 1_600]) {
    const world = await said({ text: "for you" }, atMs);
    const timeline = await over(world);
    // Words before the agent's own are no echo.
    if (atMs === 500) expect(timeline).toContain("cut after");
    else expect(timeline).toContain("caller said ?");
  }
});

test("over agent: words that the agent sets aside are marked with the reason, and are no line of the caller", async () => {
  const lines: string[] = [];
  const transcript = new Transcript(({ type, data }) => void lines.push(`${type}: ${String(data["text"])}`));
  const finals: unknown[] = [];
  for (const [utterance, atMs] of [
    [{ text: "mm hm" }, 300],
    [{ text: "for you" }, 1_600],
  ] as const) {
    const world = await said(utterance, atMs);
    for (const event of world.events) {
      transcript.take(event);
      if (event.type === "user-words" && event.final) finals.push([event.rejected, event.aside]);
    }
    await over(world);
  }
  expect(finals).toEqual([
    [true, "backchannel"],
    [true, "echo"],
  ]);
  expect(lines.filter((line) => line.startsWith("caller"))).toEqual([]);
  expect(transcript.usage.turns).toBe(0);
});

test("over agent: words meant for it cut it", async () => {
  const world = await said({ text: "no" }, 300);
  const timeline = await over(world);
  expect(timeline).toContain("cut after");
  expect(timeline).toContain('heard "Goodbye."');
});

test("over agent: the time of an unanswered turn is not reported", async () => {
  const world = await said({ text: "mm hm" }, 300);
  await world.pass(9_000);
  expect(world.events.filter(({ type }) => type === "latency")).toEqual([]);
  expect(world.events.filter(({ type }) => type === "reply-started").length).toBeGreaterThan(1);
  await over(world);
});

test("over agent: a pause before anything is heard is not reported", async () => {
  const world = openFlowWorld(flow, {
    turns: [{ text: "mm hm" }],
    changes: { tts: (tts) => ({ ...tts, speak: late(tts) }) },
  });
  world.line.drops = true;
  world.call.ready();
  await world.pass(100);
  await world.pass(300, true);
  await world.pass(3_000);
  const timeline = await over(world);
  expect(timeline).not.toContain("agent pauses");
  expect(timeline).not.toContain("agent goes on");
  expect(timeline).toContain('heard "We are open');
});

type Tts = CallWorld["tts"];

/** Voice whose first sound comes 400 ms later. */
function late(tts: Tts): Tts["speak"] {
  return (text, sink, context) =>
    tts.speak(text, (event) => void context.clock.after(400, () => sink(event)), context);
}
