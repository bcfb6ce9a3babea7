// Texts of a call: for its voice, and for all others.

import { expect, test } from "bun:test";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { type CallWorld, openFlowWorld } from "../support/fakes/call-script.ts";

function flowSaying(text: string, language = "en"): string {
  return `
voice_flow: 1
id: small
language: ${language}
start: all
defaults: {give_up: bye}
variables: {code: {type: digits, length: 2, ask: "${text}"}}
nodes:
  all: {ask: code, next: bye}
  bye: {say: "Bye.", end: done}
`;
}

async function spoken(text: string, changes: Parameters<typeof openFlowWorld>[1] = {}): Promise<CallWorld> {
  const world = openFlowWorld(flowSaying(text), changes);
  world.call.ready();
  await world.pass(400);
  return world;
}

const sentences = (events: readonly CallEvent[]): string[] =>
  events.flatMap((event) => (event.type === "sentence" && event.status === "new" ? [event.text] : []));
const warnings = (events: readonly CallEvent[]): string[] =>
  events.flatMap((event) => (event.type === "warning" ? [event.code] : []));

test("spoken words: the voice gets the spoken form, and transcripts show the written one", async () => {
  const world = await spoken("Pay $1.5M by 2026-11-22 & go?");
  expect(world.tts.texts).toEqual(["Pay 1.5 million dollars by November 22nd, 2026 and go?"]);
  expect(sentences(world.events)).toEqual(["Pay $1.5M by 2026-11-22 & go?"]);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});

test("spoken words: the heard part of a cut sentence is in written words, by the share of its audio", async () => {
  const world = await spoken("Pay $1.5M by 2026-11-22 & go?");
  const half = (world.tts.texts[0]?.length ?? 0) * 10;
  await world.pass(Math.max(0, half - 400));
  world.call.input({ type: "interrupt" });
  await world.pass(40);
  const cut = world.events.find((event) => event.type === "interrupted");
  expect(cut?.type === "interrupted" ? cut.heardText : "").toMatch(/^Pay \$1\.5M( by( 2026-11-22)?)?$/);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});

test("spoken words: unspeakable letters are reported once a call, and are never silence", async () => {
  const world = await spoken("Привет. Привет. Это code 5?");
  await world.pass(6_000);
  expect(world.tts.texts.slice(0, 3)).toEqual([
    "I am sorry, I cannot say that in this language.",
    "I am sorry, I cannot say that in this language.",
    "code 5?",
  ]);
  expect(sentences(world.events).slice(0, 3)).toEqual(["Привет.", "Привет.", "Это code 5?"]);
  expect(warnings(world.events)).toEqual(["speech/unspeakable"]);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});

test("spoken words: a voice that can say anything gets everything", async () => {
  const world = openFlowWorld(flowSaying("Привет, 5 & 6?"), {
    changes: { tts: ({ speaks: _speaks, ...tts }) => tts },
  });
  world.call.ready();
  await world.pass(400);
  expect(world.tts.texts).toEqual(["Привет, 5 and 6?"]);
  expect(warnings(world.events)).toEqual([]);
  world.call.end("caller");
  await world.call.ended;
});

test("spoken words: a flow's text is spoken in the language of the flow", async () => {
  const world = openFlowWorld(flowSaying("Am 22.11. um 9 Uhr für 5 €?", "de"));
  world.call.ready();
  await world.pass(400);
  expect(world.tts.texts).toEqual(["Am 22. November um 9 Uhr für 5 Euro?"]);
  world.call.end("caller");
  await world.call.ended;
});

test("spoken words: a flow sets how its words are pronounced, for the voice only", async () => {
  const text = flowSaying("Is it SQL, for the US?").replace(
    "start: all",
    "start: all\npronounce: {SQL: sequel, US: {en: you ess, de: u es}}",
  );
  const world = openFlowWorld(text.replace("language: en", "language: en\nlanguages: [en, de]"));
  world.call.ready();
  await world.pass(400);
  expect(world.tts.texts).toEqual(["Is it sequel, for the you ess?"]);
  expect(sentences(world.events)).toEqual(["Is it SQL, for the US?"]);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});

test("spoken words: a pause is silence between two pieces, and is shown nowhere", async () => {
  const world = await spoken("One moment. {{ pause('800ms') }} Which code?");
  expect(world.tts.texts).toEqual(["One moment.", "Which code?"]);
  expect(sentences(world.events)).toEqual(["One moment.", "Which code?"]);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});
