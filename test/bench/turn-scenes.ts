// Turn scenes: answers of callers to questions of several kinds, with pauses and hesitations, and the end of the last
// word of each. Everything is the same in each run.

import { sampleRate } from "../../src/audio/frame.ts";
import { fliteVoices } from "../support/flite/flite.ts";
import { human, joined, synthetic } from "../support/callers/callers.ts";
import { espeak } from "../support/callers/sounds.ts";

/** Questions, as variables of a flow; `open`: an open question, with a recogniser of free speech. */
export const questions = {
  "yes/no": "type: boolean, ask: 'Is that right?'",
  number: "type: number, min: 0, max: 30, ask: 'For how many people?'",
  "four digits": "type: digits, length: 4, ask: 'Which four digits?'",
  "six digits": "type: digits, length: 6, ask: 'Which six digits?'",
  options:
    "type: choice, ask: 'Opening hours, sales, help, or book a table?', options: [{id: hours, label: opening hours}, {id: book, label: book a table}, {id: sales}, {id: help}]",
  day: "type: date, ask: 'For which day?'",
  open: "type: text, ask: 'What can I do for you?'",
} as const;

export type Kind = keyof typeof questions;

/** Words, and between them pauses in milliseconds. */
type Said = readonly (string | number)[];

export interface Scene {
  readonly kind: Kind;
  readonly speaker: string;
  readonly said: Said;
  readonly pcm: Int16Array;
  /** The samples of each word or group of words, and the transcript at its end. */
  readonly spoken: readonly { readonly from: number; readonly until: number; readonly text: string }[];
}

const short: Readonly<Record<Exclude<Kind, "open">, readonly Said[]>> = {
  "yes/no": [["yes"], ["no"], ["yeah"], ["yes please"], ["no thanks"], ["correct"]],
  number: [
    ["four"],
    ["six people"],
    ["twenty five"],
    ["two please"],
    ["two", 300, "um", 300, "people"],
    ["um", 400, "two"],
    ["twenty", 200, "five"],
    ["just me"],
  ],
  "four digits": digits([
    "3 1 4 2",
    "9 0 5 7",
    "8 8 1 6",
    "3 1 300 4 2",
    "3 1 600 4 2",
    "7 900 0 6 5",
    "2 4 6 1150 8",
  ]),
  "six digits": digits([
    "3 1 4 7 0 6",
    "3 1 4 300 7 0 6",
    "3 1 4 600 7 0 6",
    "3 1 4 1150 7 0 6",
    "9 2 1400 5 5 0 3",
  ]),
  options: [["opening hours"], ["book a table"], ["sales"], ["help"], ["sales please"], ["um", 400, "sales"]],
  day: [["friday"], ["tomorrow"], ["next monday"], ["on thursday please"], ["um", 300, "saturday"]],
};

/** Real recordings contain only single words. */
const recorded: Readonly<Partial<Record<Kind, readonly Said[]>>> = {
  "yes/no": [["no"]],
  number: digits(["4", "7", "2", "9"]),
  "four digits": short["four digits"],
  "six digits": short["six digits"],
  day: [["friday"], ["tomorrow"], ["sunday"], ["today"]],
};

const open: readonly Said[] = [
  ["I would like to book a table"],
  ["what are your opening hours on Sunday"],
  ["my invoice is wrong"],
  ["please send me the form again"],
  ["I have a question about my last order"],
  ["no thank you that is all"],
  ["the second one sounds good"],
  ["can you call me back tomorrow morning"],
  ["I need a new password please"],
  ["it has been broken since Monday"],
  ["my name is", 700, "Anna Miller"],
  ["I would like to", 800, "change my booking"],
  ["I want a table for", 600, "um", 500, "four people"],
  ["we are three adults and", 900, "two children"],
  ["send it to the", 1_000, "office in London"],
  ["I was thinking", 450, "maybe Friday evening"],
  ["the problem is um", 1_200, "the screen stays dark"],
  ["I called last week", 400, "and nobody answered"],
];

/** Digits with short gaps; a script with several figures has a longer pause instead, in milliseconds. */
function digits(strings: readonly string[]): readonly Said[] {
  const names = "zero one two three four five six seven eight nine".split(" ");
  const gapMs = 150;
  return strings.map((string) => {
    const parts = string.split(" ").map((one) => (one.length > 1 ? Number(one) : (names[Number(one)] ?? "")));
    return parts.flatMap((part, at): Said => {
      const isApart = typeof part === "string" && typeof parts[at - 1] === "string";
      return isApart ? [gapMs, part] : [part];
    });
  });
}

/** The requested kinds, or all. */
export async function scenesOf(kinds: readonly Kind[]): Promise<readonly Scene[]> {
  const scenes: Scene[] = [];
  for (const kind of kinds) {
    const all = kind === "open" ? open : short[kind];
    for (const said of all)
      for (const voice of fliteVoices)
        scenes.push(await scene(kind, voice, said, (text) => synthetic(voice, text)));
    for (const said of all) scenes.push(await scene(kind, "espeak", said, espeak));
    for (const said of recorded[kind] ?? []) scenes.push(await scene(kind, "person", said, human));
  }
  return scenes;
}

const beforeMs = 300;
const afterMs = 5_000;

async function scene(
  kind: Kind,
  speaker: string,
  said: Said,
  voice: (text: string) => Promise<Int16Array>,
): Promise<Scene> {
  const parts: (Int16Array | number)[] = [beforeMs];
  const spoken: { from: number; until: number; text: string }[] = [];
  let text = "";
  for (const part of said) {
    if (typeof part === "number") {
      parts.push(part);
      continue;
    }
    const from = joined(...parts).length;
    parts.push(trimmed(await voice(part)));
    text = `${text} ${part}`.trim();
    spoken.push({ from, until: joined(...parts).length, text });
  }
  return { kind, speaker, said, pcm: joined(...parts, afterMs), spoken };
}

/** A caller's line has a noise floor: audio 40 dB below the loudest sample contains no word. */
function trimmed(pcm: Int16Array): Int16Array {
  let peak = 0;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  const isLoud = (sample: number): boolean => Math.abs(sample) > peak / 100;
  return pcm.slice(Math.max(0, pcm.findIndex(isLoud)), pcm.findLastIndex(isLoud) + 1);
}

/**
 * Delay of a recogniser of free speech, in milliseconds: each word is transcribed this long after it was said, as by
 * vendors.
 */
export const freeLagMs = 200;

/** Transcript of such a recogniser when the audio is at `sample`. */
export function writtenAt({ spoken, pcm }: Scene, sample: number): string {
  const at = sample - (freeLagMs * sampleRate) / 1000;
  const done = spoken.findLast(({ until }) => until <= at);
  const next = spoken.find(({ until }) => until > at);
  if (next === undefined || at >= pcm.length) return done?.text ?? "";
  const words = next.text.slice(done === undefined ? 0 : done.text.length + 1).split(" ");
  // Words of a group are assumed to follow each other evenly.
  const share = Math.max(0, at - next.from) / (next.until - next.from);
  const count = Math.floor(words.length * share);
  return [done?.text ?? "", ...words.slice(0, count)].join(" ").trim();
}
