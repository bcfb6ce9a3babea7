// Sounds over the agent, through the real voice detection and recogniser, in virtual time: sounds without an answer
// never cut it, it does not hear its own echo, and a caller who means it silences it at once.

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { frameMs } from "../../src/audio/frame.ts";
import { voices, type Voice } from "../../src/speech/speech-message.ts";
import { atLevel, fliteVoice, human, joined, ownVoiceSaying, synthetic } from "../support/callers/callers.ts";
import { type Echo, Room } from "../support/callers/room.ts";
import * as sounds from "../support/callers/sounds.ts";
import { EnginesAtOnce } from "../support/engines-at-once.ts";

const announcement =
  "Welcome to the restaurant at the harbour, where you can book a table for today or for any of the next thirty days, " +
  "and where our kitchen is open from noon until eleven in the evening.";
const flow = `voice_flow: 1
id: table
language: en
start: hello
defaults: {give_up: bye, max_attempts: 5}
variables:
  size: {type: number, min: 1, max: 12, ask: "For how many people?"}
nodes:
  hello: {say: "${announcement}", next: ask}
  ask: {ask: size, next: bye}
  bye: {say: "A table for {{ size }}.", end: done}
`;

// A call takes half a second, unless the machine is busy.
setDefaultTimeout(240_000);

let engines: EnginesAtOnce;
beforeAll(async () => {
  engines = await EnginesAtOnce.open();
});

/** Start of the caller's words, in the second of two sentences that last some ten seconds. */
const fromMs = 3_300;
/** Other start times: whether a word is understood over an echo depends on the sounds of both. */
const moments = [3_000, 3_200, 3_400, 3_600, 3_800];
const callMs = 17_000;

type Say = (text: string) => Int16Array;

async function call(
  said: Int16Array<ArrayBufferLike>,
  echo?: Echo,
  { say, beginsMs = fromMs }: { readonly say?: Say | undefined; readonly beginsMs?: number } = {},
): Promise<Room> {
  const room = await Room.open({ flow, engines, ...(echo && { echo }), ...(say && { say }) });
  room.world.call.ready();
  await room.pass(beginsMs);
  await room.pass(callMs - beginsMs, said);
  room.world.call.end("caller");
  expect(await room.world.leftovers()).toEqual([]);
  return room;
}

const whole = (room: Room): readonly string[] =>
  room.world.events.flatMap((event) =>
    event.type === "sentence" && event.status === "completed" ? [event.text] : [],
  );
const cuts = (room: Room): number => room.world.events.filter(({ type }) => type === "interrupted").length;
const pauses = (room: Room): readonly { readonly atMs: number; readonly paused: boolean }[] =>
  room.world.events.flatMap((event) => (event.type === "agent-paused" ? [event] : []));

const television = async (decibels: number): Promise<Int16Array> =>
  atLevel(
    joined(
      await sounds.espeak(
        "the prime minister said today that nobody will have to pay more for bread and milk",
      ),
      await sounds.espeak("and now the weather for the weekend with some rain in the north"),
    ),
    decibels,
  );

const noAnswers: Readonly<Record<string, () => Promise<Int16Array> | Int16Array>> = {
  // A robot's voice would turn the sound into words.
  "mm-hm": () => ownVoiceSaying("heart", "Mm-hmm."),
  "uh-huh": () => sounds.espeak("uh huh"),
  okay: () => sounds.espeak("okay"),
  right: () => sounds.espeak("right"),
  yes: () => sounds.espeak("yes"),
  "okay of another voice": () => synthetic("awb", "okay"),
  "right of another voice": () => synthetic("awb", "right"),
  "yes of another voice": () => synthetic("awb", "yes"),
  "a cough": () => sounds.cough(1),
  "another cough": () => sounds.cough(3),
  "a burst of noise": sounds.noiseBurst,
  typing: sounds.typing,
  dishes: sounds.dishes,
  "mains hum": sounds.mainsHum,
  "an office": sounds.office,
  music: sounds.music,
  "a miaow": sounds.miaow,
  "a television far away": () => television(-20),
};

/** A call takes half a second of the processor's time, so more sounds of a kind wait for the long run. */
const moreOfAKind = [
  "uh-huh",
  "right",
  "okay of another voice",
  "right of another voice",
  "another cough",
  "mains hum",
];
const isLong = process.env["LONG"] === "1";

test.each(Object.keys(noAnswers).filter((name) => isLong || !moreOfAKind.includes(name)))(
  "over the agent: %s does not cut it, and it continues within 1.5 s",
  async (name) => {
    const said = (await noAnswers[name]?.()) ?? new Int16Array();
    const room = await call(said);
    expect(cuts(room)).toBe(0);
    expect(whole(room).join(" ")).toStartWith(announcement);
    const told = pauses(room);
    for (const [i, { atMs, paused: isPause }] of told.entries()) {
      expect(isPause).toBe(i % 2 === 0);
      if (!isPause) expect(atMs - (told[i - 1]?.atMs ?? 0)).toBeLessThanOrEqual(1_300);
    }
    expect(told.length % 2).toBe(0);
    // Only the loudest words of a distant voice are heard, and they may be later ones.
    const [paused, wentOn] = told;
    if (paused !== undefined && wentOn !== undefined && paused.atMs < fromMs + 200)
      expect(wentOn.atMs - fromMs).toBeLessThanOrEqual(1_500);
  },
);

if (isLong)
  test("over the agent: a television nearby may cut it once, and is asked the question", async () => {
    const room = await call(await television(-10));
    expect(cuts(room)).toBeLessThanOrEqual(1);
    expect(whole(room).join(" ")).toContain("For how many people?");
  });

/** The detector knows voices; the hiss before the vowel is none, but the caller's first sound. */
const hisses = ["a person's six", "a four", "another four"];
const answers: Readonly<Record<string, () => Promise<Int16Array>>> = {
  "a four": () => synthetic("rms", "four"),
  "another four": () => synthetic("awb", "four"),
  "a person's two": () => human("two"),
  "a person's six": () => human("six"),
  "a person's soft two": async () => atLevel(await human("two"), -10),
};

test.each(Object.keys(answers))("over the agent: %s silences it at once and cuts it", async (name) => {
  const said = (await answers[name]?.()) ?? new Int16Array();
  const room = await call(said);
  expect(cuts(room)).toBe(1);
  expect(whole(room).join(" ")).not.toContain("evening");
  const [cut] = room.world.events.filter(({ type }) => type === "interrupted");
  // The answer to it begins in the same frame.
  const until = ((cut?.atMs ?? 0) - frameMs) * 16;
  const isLoud = (sample: number): boolean => Math.abs(sample) > 300;
  const begins = said.findIndex(isLoud);
  const silentMs = (room.heard.slice(0, until).findLastIndex(isLoud) - begins) / 16 - fromMs;
  expect(silentMs).toBeLessThanOrEqual(hisses.includes(name) ? 350 : 250);
});

/** The agent in a voice of ours, which returns at once everything that it says in such a call. */
async function inOwnVoice(name: Voice): Promise<Say> {
  const texts = new Set<string>();
  const quick = await fliteVoice("slt", 1);
  const noted: Say = (text) => (texts.add(text), quick(text));
  await call(await human("two"), undefined, { say: noted });
  await call(new Int16Array(), undefined, { say: noted });
  const said = new Map<string, Int16Array>();
  for (const text of texts) said.set(text, await ownVoiceSaying(name, text));
  return (text) => said.get(text) ?? quick(text);
}

/** Loudness in decibels, and delay in milliseconds. */
const echoes = [
  [-20, 120],
  [-20, 350],
  [-14, 120],
  [-14, 350],
] as const;

const agents: readonly (readonly [name: string, say: () => Promise<Say | undefined>])[] = [
  ["slt", () => Promise.resolve(undefined)],
  ...(isLong ? voices.map((name) => [name, () => inOwnVoice(name)] as const) : []),
];

for (const [agent, saying] of agents) {
  for (const [decibels, delayMs] of isLong ? echoes : echoes.slice(2)) {
    const at = `at ${decibels} dB after ${delayMs} ms, the agent being ${agent}`;
    test(`over the agent: its echo ${at} is not heard`, async () => {
      const room = await call(new Int16Array(), { decibels, delayMs }, { say: await saying() });
      expect(room.world.events.filter(({ type }) => type === "user-speaking")).toEqual([]);
      expect(whole(room).join(" ")).toEndWith("For how many people?");
    });

    test(`over the agent: a caller is heard above its echo ${at}`, async () => {
      const [say, two] = [await saying(), await human("two")];
      const rooms: Room[] = [];
      for (const beginsMs of agent === "slt" ? [fromMs] : moments)
        rooms.push(await call(two, { decibels, delayMs }, { say, beginsMs }));
      for (const room of rooms) expect(pauses(room)[0]?.paused).toBe(true);
      // In the echo of our voices half of such words are not understood, or fewer, and the caller has to repeat them.
      if (agent === "slt" || decibels < -14) expect(rooms.map((room) => cuts(room))).toContain(1);
    });

    // The soft s is lost in the echo: the caller has to repeat the word, in the silence that is left for it.
    test(`over the agent: a soft beginning of a word pauses it above its echo ${at}`, async () => {
      const room = await call(await human("six"), { decibels, delayMs }, { say: await saying() });
      expect(pauses(room)[0]?.paused).toBe(true);
    });
  }
}
