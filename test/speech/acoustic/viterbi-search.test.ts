// The search finds the path that the library finds in the same sound with the same grammar, and as likely.

import { expect, test } from "bun:test";
import { toFrames } from "../../../src/audio/frame.ts";
import { AcousticModel } from "../../../src/speech/acoustic/acoustic-model.ts";
import { CepstralMean } from "../../../src/speech/acoustic/cepstral-mean.ts";
import { FrontEnd } from "../../../src/speech/acoustic/front-end.ts";
import type { DecodedPath } from "../../../src/speech/acoustic/decoded-path.ts";
import { closedQuestionOf } from "../../../src/speech/closed-question.ts";
import { scoreOf } from "../../../src/speech/confidence.ts";
import { anySounds, garbageWords, grammarOf } from "../../../src/speech/grammar.ts";
import { TurnAudio } from "../../../src/speech/turn-audio.ts";
import { answer, human, joined, synthetic, withNoise } from "../../support/callers/callers.ts";
import { LibraryDecoder } from "./library-decoder.ts";

const model = await AcousticModel.open(garbageWords);
const library = await LibraryDecoder.open(garbageWords);
const pronounce = (word: string) => model.soundsOf(word);

const expected = {
  anyOf: [
    { type: "digits", lengths: [4] } as const,
    { type: "phrases", phrases: ["operator", "help me please", "a"] } as const,
  ],
  endSilenceMs: 0,
};
const closed = closedQuestionOf(expected, pronounce)!;
const own = (expansion: string) =>
  `#JSGF V1.0;\ngrammar g;\npublic <g> = ${expansion};\n<digit> = one | two | three | four | oh;`;

const grammars: Readonly<Record<string, string>> = {
  "phrases, digits and any sounds": grammarOf(expected, pronounce).whole!,
  "digits alone": closed.core,
  "digits of other lengths": closed.otherLengths!,
  "any sounds": anySounds,
  "another meaning": closed.rivalOf("two one four three")!,
  weights: own("/0.9/ two <digit> | /0.1/ <digit> <digit> four three | /0.5/ three"),
  "weights of nothing": own("/0/ two one four three | /0/ three"),
  "what may be left out": own("[ the ] two [ one [ four ] ] [ three | oh ]"),
  "one or more": own("( two | one | four | three )+"),
  "words of one sound": own("( a | oh | i )+ [ two ]"),
  "nothing at all": own("<NULL> two one <NULL> four three | two"),
};

const turns: Readonly<Record<string, Int16Array>> = {
  "a person": await answer(["two", "one", "four", "three"]),
  "a person in noise": withNoise(await answer(["two", "three"]), 15),
  "a voice": joined(300, await synthetic("slt", "two one four three"), 500),
  "somebody else": joined(200, await human("one-moment-please"), 400),
  "somebody who goes on and on": (await human("demo-instruct")).subarray(0, 80_000),
};

function soundOf(pcm: Int16Array) {
  const turn = new TurnAudio();
  for (const frame of toFrames(pcm)) turn.push(frame);
  const samples = turn.pcm();
  const mean = new CepstralMean(100);
  const frontEnd = new FrontEnd();
  frontEnd.push(samples, (cepstra) => mean.add(cepstra));
  frontEnd.end((cepstra) => mean.add(cepstra));
  return { samples, mean: mean.value, sound: model.soundOf(samples) };
}

/** The library takes a second for a turn of five with each grammar, so the long ones wait for the long run. */
const often = ["a person", "a person in noise", "somebody else"];
const tried = Object.entries(turns).filter(([who]) => process.env["LONG"] === "1" || often.includes(who));

test.each(tried)(
  "search: finds what the library finds in what %s says",
  (_, pcm) => {
    const { samples, mean, sound } = soundOf(pcm);
    const libraryPath = (jsgf: string) => library.decode(samples, mean, jsgf);
    const total = (segments: readonly { readonly score: number }[]) =>
      segments.reduce((sum, { score }) => sum + score, 0);
    const base = { own: scoreOf(model.decode(sound, anySounds)), library: total(libraryPath(anySounds)) };
    for (const [name, jsgf] of Object.entries(grammars)) {
      const [ours, theirs] = [model.decode(sound, jsgf), libraryPath(jsgf)];
      const place = ({ text, from, frames }: { text: string; from: number; frames: number }) => [
        text,
        from,
        frames,
      ];
      expect(ours.segments.map(place), name).toEqual(theirs.map(place));
      // What fits far too badly has no figure in the library.
      if (theirs.length === 0 || total(theirs) === -Infinity) continue;
      // Both tell only how much likelier a path is than any sounds; the library writes each word's fit with three decimals.
      const near = 2 * (theirs.length + 20);
      expect(Math.abs(scoreOf(ours) - base.own - (total(theirs) - base.library)), name).toBeLessThan(near);
    }
  },
  240_000,
);

test("search: who goes on and on takes no more memory", () => {
  const { samples } = soundOf(turns["somebody who goes on and on"]!);
  const decoder = model.listen(grammars["phrases, digits and any sounds"]!);
  const heapAfter = (from: number, to: number): number => {
    for (let at = from; at < to; at += 320) decoder.push(samples.subarray(at, Math.min(to, at + 320)));
    Bun.gc(true);
    return process.memoryUsage().heapUsed;
  };
  const half = samples.length / 2;
  const [atHalf, atEnd] = [heapAfter(0, half), heapAfter(half, samples.length)];
  expect((atEnd - atHalf) / 2 ** 20).toBeLessThan(1);
  expect(decoder.end().text).not.toBe("");
});

test("search: a grammar that nothing fits has no words", () => {
  const { sound } = soundOf(turns["a person"]!.subarray(0, 4_000));
  expect(model.decode(sound, own("two one four three two one four three two one four three")).text).toBe("");
});

test.each([
  ["public <g> = a;", "A grammar begins with #JSGF"],
  ["#JSGF V1.0;\ngrammar g;\n<g> = a;", "The grammar has no public rule"],
  ["#JSGF V1.0;\ngrammar g;\npublic <g> = <h>;", "The grammar has no rule <h>"],
  ["#JSGF V1.0;\ngrammar g;\npublic <g> = ( a | b;", "Expected ) in the grammar, found ;"],
  ["#JSGF V1.0;\ngrammar g;\npublic <g> = a", "The grammar ends too soon"],
  ["#JSGF V1.0;\ngrammar g;\npublic <g> = /x/ a;", "Not a weight: /x/"],
  ["#JSGF V1.0;\ngrammar g;\npublic <g> = a <g> b;", "A rule of a grammar may only end with itself"],
  ["#JSGF V1.0;\ngrammar g;\npublic <g> = xyzzy;", "No pronunciation of xyzzy is known"],
])("search: a grammar that cannot be heard says why: %j", (jsgf, why) => {
  expect(() => model.listen(jsgf)).toThrow(why);
});

test("search: words that end long before the sound does are not what was said, however well they fit until then", async () => {
  const pcm = withNoise(joined(300, await human("two"), 900), 10);
  const sound = model.soundOf(Float32Array.from(pcm, (sample) => sample / 32_768));
  const explained = (path: DecodedPath) => path.segments.reduce((sum, { frames }) => sum + frames, 0);
  const [wrong, right] = [model.decode(sound, own("three")), model.decode(sound, own("two"))];
  expect([wrong.text, right.text]).toEqual(["", "two"]);
  expect(wrong.segments.map(({ text }) => text)).toContain("three");
  expect(sound.frames - explained(wrong)).toBeGreaterThan(5);
  expect(sound.frames - explained(right)).toBeLessThanOrEqual(5);
});
