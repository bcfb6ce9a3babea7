// Ears benchmark: recorded people answer "For how many people?" with single digits and a code with four, on good and
// bad lines. EARS names a folder that holds one for each speaker, with DIGIT-TAKE.wav in it.

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { loudness, sampleRate, toFrames } from "../../../src/audio/frame.ts";
import type { Ears } from "../../../src/providers/provider-settings.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readWav } from "../../../src/audio/wav.ts";
import { atLevel, joined } from "../../support/callers/callers.ts";
import { random } from "../../support/random.ts";
import { conditions, type Condition, onLine } from "./ears-lines.ts";
import { type Outcome, QuestionedCaller, questionOf } from "./ears-caller.ts";

type Tally = Record<Outcome, number>;
const emptyTally = (): Tally => ({ right: 0, asked: 0, rejected: 0, wrong: 0 });

const number = questionOf(`type: number, integer: true, min: 0, max: 12, ask: "For how many people?"`);
const code = questionOf(`type: digits, length: 4, ask: "Which code, please?"`);

/** What a run takes of each speaker, unless TAKES and STRINGS say otherwise: takes of each digit, and strings of four. */
const takesDefault = 5;
const stringsDefault = 16;
/** Milliseconds of a good line before and after an answer. */
const before = 300;
const after = 700;

/** The recordings of one speaker, by digit. */
async function recordingsOf(directory: string): Promise<Int16Array[][]> {
  const makeResampler = await loadResampler();
  const digits: Int16Array[][] = Array.from({ length: 10 }, () => []);
  for (const name of readdirSync(directory).toSorted()) {
    const digit = /^(\d)-\d+\.wav$/.exec(name)?.[1];
    if (digit === undefined) continue;
    const { rate, pcm } = readWav(await Bun.file(join(directory, name)).bytes());
    using resampler = makeResampler(rate, sampleRate);
    digits[Number(digit)]?.push(levelled(joined(resampler.push(pcm), resampler.flush())));
  }
  return digits;
}

/** Every recording is as loud, so that a condition is the same for all speakers: -22 dB of full scale while it speaks. */
function levelled(pcm: Int16Array): Int16Array {
  const energies = toFrames(pcm).map((frame) => loudness(frame) ** 2);
  const peak = Math.max(...energies, 1);
  const spoken = energies.filter((energy) => energy > peak / 300);
  const rms = Math.sqrt(spoken.reduce((all, energy) => all + energy, 0) / Math.max(1, spoken.length));
  return atLevel(pcm, 20 * Math.log10((32_768 * 10 ** (-22 / 20)) / rms));
}

interface Said {
  readonly value: number | string;
  readonly pcm: Int16Array;
}

/** Single digits, and strings of four with pauses of 80 to 250 ms. */
function sayings(digits: readonly (readonly Int16Array[])[]): readonly Said[] {
  const takes = Number(process.env.TAKES ?? takesDefault);
  const strings = Number(process.env.STRINGS ?? stringsDefault);
  const { int } = random(7);
  const singles = digits.flatMap((recorded, value) =>
    recorded.slice(0, takes).map((pcm) => ({ value, pcm: joined(before, pcm, after) })),
  );
  if (digits.some((recorded) => recorded.length === 0)) return singles;
  const four = Array.from({ length: strings }, () => {
    const parts: (Int16Array | number)[] = [before];
    let value = "";
    for (let n = 0; n < 4; n++) {
      const digit = int(0, 9);
      const recorded = digits[digit] ?? [];
      value += digit;
      if (n > 0) parts.push(int(80, 250));
      parts.push(recorded[int(0, recorded.length - 1)] ?? new Int16Array(0));
    }
    return { value, pcm: joined(...parts, after) };
  });
  return [...singles, ...four];
}

const shown = ({ right, asked, rejected, wrong }: Tally): string =>
  `${right}/${asked}/${rejected}/${wrong}`.padEnd(14);

/** LINES limits the conditions ("clean,phone"), SPEAKERS the folders, STT the recognisers. MISSES prints what was taken for what. */
const chosen = (variable: string, all: readonly string[]): readonly string[] =>
  process.env[variable]?.split(",").filter((name) => all.includes(name)) ?? all;

export async function run(asJson: boolean): Promise<void> {
  const root = process.env.EARS;
  if (root === undefined) {
    console.log("needs recordings: EARS=DIR, with a folder for each speaker and DIGIT-TAKE.wav in it");
    return;
  }
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = chosen("SPEAKERS", folders.map(({ name }) => name).toSorted());
  const hearing = chosen("STT", ["guided", "open"]) as readonly Ears[];
  const speakers: Record<string, Record<string, Tally>> = {};
  console.log("right/asked/rejected/wrong".padEnd(36), "numbers       | strings of four");
  for (const ears of hearing) {
    const caller = await QuestionedCaller.open(ears);
    for (const name of names) {
      const digits = await recordingsOf(join(root, name));
      for (const condition of chosen("LINES", conditions) as readonly Condition[]) {
        const [singles, strings] = await heardOn(caller, digits, condition);
        const line = `${ears} ${basename(name)} ${condition}`;
        console.log(line.padEnd(36), shown(singles), "|", shown(strings));
        (speakers[`${ears} ${name}`] ??= {})[condition] = sum(singles, strings);
      }
    }
  }
  if (asJson) console.log(JSON.stringify({ speakers }));
}

async function heardOn(
  caller: QuestionedCaller,
  digits: readonly (readonly Int16Array[])[],
  condition: Condition,
): Promise<readonly [singles: Tally, strings: Tally]> {
  const [singles, strings] = [emptyTally(), emptyTally()];
  let seed = 0;
  for (const { value, pcm } of sayings(digits)) {
    const played = onLine(pcm, condition, { others: digits.flat(), seed: ++seed });
    const isNumber = typeof value === "number";
    const { outcome, heard } = await caller.answer(isNumber ? number : code, played, value);
    (isNumber ? singles : strings)[outcome] += 1;
    if (process.env.MISSES !== undefined && outcome !== "right") {
      console.log(`    ${value}: ${outcome} ${JSON.stringify(heard)}`);
    }
  }
  return [singles, strings];
}

const sum = (a: Tally, b: Tally): Tally => ({
  right: a.right + b.right,
  asked: a.asked + b.asked,
  rejected: a.rejected + b.rejected,
  wrong: a.wrong + b.wrong,
});
