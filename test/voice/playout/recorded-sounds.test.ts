// Recorded sounds in a call: the caller's audio, the text for everything else, and missing sounds.

import { expect, test } from "bun:test";
import { samplesPerFrame } from "../../../src/audio/frame.ts";
import { type CallWorld, openFlowWorld } from "../../support/fakes/call-script.ts";
import { tone } from "../../support/sound-file.ts";

const flow = `
voice_flow: 1
id: desk
language: en
languages: [en, de]
start: hello
defaults: {give_up: bye}
variables:
  nights: {type: number}
handlers:
  hours: {phrases: [when are you open], say: {sound: hours.wav, text: We are open. All day.}}
nodes:
  hello: {say: {sound: {en: hello.wav}, text: {en: "Hello. This is the desk.", de: Hallo.}}, next: nights}
  nights: {ask: nights, say: {sound: nights.wav, text: How many nights?}, next: bye}
  bye: {say: "Bye.", end: done}
`;

const seconds = 2;
const pcm = tone({ rate: 16_000, seconds });

function open(options: Parameters<typeof openFlowWorld>[1] = {}) {
  const asked: string[] = [];
  const loadSound = (sound: string): Promise<Int16Array> => {
    asked.push(sound);
    return Promise.resolve(pcm);
  };
  const world = openFlowWorld(flow, { loadSound, ...options });
  world.call.ready();
  return { world, asked };
}

function heardBy({ line }: CallWorld): Int16Array {
  const all = new Int16Array(line.played.length * samplesPerFrame);
  for (const [i, { frame }] of line.played.entries()) all.set(frame, i * samplesPerFrame);
  return all;
}

const sentences = ({ events }: CallWorld): string[] =>
  events.flatMap((event) => (event.type === "sentence" && event.status === "new" ? [event.text] : []));

async function over(world: CallWorld): Promise<void> {
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
}

test("A recorded sound is heard sample by sample, and its text is one sentence elsewhere", async () => {
  const { world, asked } = open();
  await world.pass(2 * seconds * 1_000 + 500);
  expect(asked).toEqual(["hello.wav", "nights.wav"]);
  expect(world.tts.texts).toEqual([]);
  expect(sentences(world)).toEqual(["Hello. This is the desk.", "How many nights?"]);
  expect(heardBy(world).subarray(0, pcm.length)).toEqual(pcm);
  expect(heardBy(world).subarray(pcm.length, 2 * pcm.length)).toEqual(pcm);
  await over(world);
});

test("A handler plays its sound, and the question plays its own again", async () => {
  const { world, asked } = open({ turns: [{ text: "when are you open" }] });
  await world.pass(2 * seconds * 1_000 + 500);
  await world.pass(600, true);
  await world.pass(2_000);
  expect(asked).toEqual(["hello.wav", "nights.wav", "hours.wav", "nights.wav"]);
  expect(sentences(world).slice(2)).toEqual(["We are open. All day.", "How many nights?"]);
  await over(world);
});

test("A caller who interrupts has heard the played share of the text", async () => {
  const { world } = open();
  await world.pass(seconds * 500);
  world.call.input({ type: "interrupt" });
  await world.pass(40);
  const cut = world.events.find((event) => event.type === "interrupted");
  expect(cut?.type === "interrupted" ? cut.heardText : "").toMatch(/^Hello\.( This( is)?)?$/);
  await over(world);
});

test("The voice says the text of an unplayable sound, and the record has the reason", async () => {
  const { world } = open({ loadSound: () => Promise.reject(new Error("is not there")) });
  await world.pass(1_000);
  expect(world.tts.texts[0]).toBe("Hello. This is the desk.");
  const warned = world.events.find((event) => event.type === "warning");
  expect(warned).toMatchObject({
    code: "sound/not-played",
    message: "The voice said a text whose sound is not there",
  });
  await over(world);
});

test("The voice says the text of a sound that does not arrive within a second", async () => {
  const { world } = open({ loadSound: () => new Promise(() => undefined) });
  await world.pass(900);
  expect(world.tts.texts).toEqual([]);
  await world.pass(300);
  expect(world.tts.texts[0]).toBe("Hello. This is the desk.");
  await over(world);
});

test("A call without sounds says their texts", async () => {
  const world = openFlowWorld(flow);
  world.call.ready();
  await world.pass(1_000);
  expect(world.tts.texts.slice(0, 1)).toEqual(["Hello. This is the desk."]);
  await over(world);
});

test("A late sound is not played", async () => {
  const late = Promise.withResolvers<Int16Array>();
  const { world } = open({ loadSound: () => late.promise });
  await world.pass(200);
  world.call.input({ type: "interrupt" });
  world.call.end("caller");
  late.resolve(pcm);
  expect(await world.leftovers()).toEqual([]);
  expect(world.line.played).toEqual([]);
});
