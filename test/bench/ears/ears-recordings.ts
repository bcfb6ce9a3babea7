// Recordings of the ears benchmark: the folder in EARS, as questions with their answers. Each speaker of digits has a
// folder with DIGIT-TAKE.wav; optional folders beside those are strings/DIGITS-NAME.wav, yes-no/yes and yes-no/no,
// menus/MENU/WORD, sentences/KIND with a text file beside each recording, and others/KIND for speech that is no answer.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { loudness, sampleRate, toFrames } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { readWav } from "../../../src/audio/wav.ts";
import type { Value } from "../../../src/flow/value/value.ts";
import { atLevel, joined } from "../../support/callers/callers.ts";
import { random } from "../../support/random.ts";
import { type Question, questionOf } from "./ears-caller.ts";

export type SaidKind =
  | "numbers"
  | "strings"
  | "yes and no"
  | "menus"
  | "sentences"
  | "no number"
  | "no yes or no"
  | "no option"
  | "no code";

/** A recorded utterance: an answer to a question, or a sentence. */
export interface SpokenRecording {
  /** Kind of the utterance in the figures. */
  readonly kind: SaidKind;
  /** Name of the group, "numbers of a". */
  readonly group: string;
  readonly name: string;
  /** With the silence around it. */
  pcm(): Promise<Int16Array>;
  readonly question?: Question;
  /** Absent if the utterance is no answer. */
  readonly means?: Value;
  /** Words of a sentence. */
  readonly text?: string;
}

const number = questionOf(`type: number, integer: true, min: 0, max: 12, ask: "For how many people?"`);
const code = (length: number) => questionOf(`type: digits, length: ${length}, ask: "Which code, please?"`);
const yesNo = questionOf(`type: boolean, ask: "Is that right?"`);
const four = code(4);
const menuOf = (words: readonly string[]) =>
  questionOf(
    `type: choice, ask: "Which one?", options: [${words.map((word) => `{id: ${idOf(word)}, label: "${word}"}`).join(", ")}]`,
  );
const idOf = (word: string): string => `o_${word.toLowerCase().replaceAll(/[^a-z]/g, "_")}`;

/** Folders that belong to no speaker. */
const ofOthers: ReadonlySet<string> = new Set(["strings", "yes-no", "menus", "sentences", "others"]);

/** Milliseconds of a good line before and after an answer. */
const before = 300;
const after = 700;

export interface Amounts {
  /** Takes of each digit and speaker. */
  readonly takes: number;
  /** Strings of four digits, of each speaker. */
  readonly strings: number;
  /** Clips of each other group. */
  readonly clips: number;
}

/** All utterances, and the single digits, which are the background talk of a noisy line. */
export async function recordingsIn(
  root: string,
  amounts: Amounts,
  isChosen: (speaker: string) => boolean,
): Promise<{ readonly said: readonly SpokenRecording[]; readonly digits: readonly Int16Array[] }> {
  const said: SpokenRecording[] = [];
  const all: Int16Array[] = [];
  for (const speaker of foldersOf(root).filter((name) => isChosen(name) && !ofOthers.has(name))) {
    const digits = await digitsOf(join(root, speaker));
    if (digits.every((recorded) => recorded.length === 0)) continue;
    said.push(...singles(speaker, digits, amounts), ...strings(speaker, digits, amounts));
    all.push(...digits.flat());
  }
  return { said: [...said, ...answersIn(root, amounts.clips)], digits: all };
}

function answersIn(root: string, clips: number): readonly SpokenRecording[] {
  const some = (
    kind: SaidKind,
    group: string,
    folder: string,
    of: (file: string) => Partial<SpokenRecording> | undefined,
  ): SpokenRecording[] =>
    spread(wavsIn(join(root, folder)), clips).flatMap((file) => {
      const about = of(file);
      return about === undefined ? [] : [{ kind, group, name: file, pcm: () => answered(file), ...about }];
    });
  const digits = some("strings", "strings that were dictated", "strings", (file) => {
    const [, means] = /^(\d+)-/.exec(basename(file)) ?? [];
    return means === undefined ? undefined : { means, question: code(means.length) };
  });
  const yes = some("yes and no", "yes and no", "yes-no", (file) => ({
    means: basename(dirname(file)) === "yes",
    question: yesNo,
  }));
  const menus = foldersOf(join(root, "menus")).flatMap((menu) => {
    const question = menuOf(foldersOf(join(root, "menus", menu)));
    return some("menus", `menu of ${menu}`, join("menus", menu), (file) => ({
      means: idOf(basename(dirname(file))),
      question,
    }));
  });
  const sentences = foldersOf(join(root, "sentences")).flatMap((of) =>
    some("sentences", `sentences ${of}`, join("sentences", of), (file) => {
      const text = file.replace(/wav$/, "txt");
      return existsSync(text) ? { text: readFileSync(text, "utf8") } : undefined;
    }),
  );
  const menu = menuOf(["Extra large", "Hawaiian", "Vegetarian", "Pepperoni"]);
  const asked: readonly (readonly [SaidKind, Question])[] = [
    ["no number", number],
    ["no yes or no", yesNo],
    ["no option", menu],
    ["no code", four],
  ];
  const others = foldersOf(join(root, "others")).flatMap((kind) =>
    asked.flatMap(([what, question]) =>
      some(what, `${what}: ${kind}`, join("others", kind), () => ({ question })),
    ),
  );
  return [...digits, ...yes, ...menus, ...sentences, ...others];
}

const answered = async (file: string): Promise<Int16Array> => joined(before, await recording(file), after);

function singles(
  speaker: string,
  digits: readonly (readonly Int16Array[])[],
  { takes }: Amounts,
): SpokenRecording[] {
  return digits.flatMap((recorded, means) =>
    recorded.slice(0, takes).map((pcm, take) => ({
      kind: "numbers" as const,
      group: `numbers of ${speaker}`,
      name: `${means}-${take}`,
      pcm: () => Promise.resolve(joined(before, pcm, after)),
      question: number,
      means,
    })),
  );
}

/** Strings of four with pauses of 80 to 250 ms. */
function strings(
  speaker: string,
  digits: readonly (readonly Int16Array[])[],
  amounts: Amounts,
): SpokenRecording[] {
  if (digits.some((recorded) => recorded.length === 0)) return [];
  const { int } = random(7);
  return Array.from({ length: amounts.strings }, () => {
    const parts: (Int16Array | number)[] = [before];
    let means = "";
    for (let n = 0; n < 4; n++) {
      const digit = int(0, 9);
      const recorded = digits[digit] ?? [];
      means += digit;
      if (n > 0) parts.push(int(80, 250));
      parts.push(recorded[int(0, recorded.length - 1)] ?? new Int16Array(0));
    }
    const pcm = joined(...parts, after);
    return {
      kind: "strings" as const,
      group: `strings of ${speaker}`,
      name: means,
      pcm: () => Promise.resolve(pcm),
      question: four,
      means,
    };
  });
}

/** The recordings of one speaker, by digit. */
async function digitsOf(folder: string): Promise<Int16Array[][]> {
  const digits: Int16Array[][] = Array.from({ length: 10 }, () => []);
  for (const file of readdirSync(folder).toSorted()) {
    const digit = /^(\d)-\d+\.wav$/.exec(file)?.[1];
    if (digit !== undefined) digits[Number(digit)]?.push(await recording(join(folder, file)));
  }
  return digits;
}

async function recording(file: string): Promise<Int16Array> {
  const makeResampler = await loadResampler();
  const { rate, pcm } = readWav(await Bun.file(file).bytes());
  if (rate === sampleRate) return levelled(pcm);
  using resampler = makeResampler(rate, sampleRate);
  return levelled(joined(resampler.push(pcm), resampler.flush()));
}

/**
 * Gives every recording the same loudness, so that a condition is equal for all speakers: -22 dB of full scale during
 * speech.
 */
function levelled(pcm: Int16Array): Int16Array {
  const energies = toFrames(pcm).map((frame) => loudness(frame) ** 2);
  const peak = Math.max(...energies, 1);
  const spoken = energies.filter((energy) => energy > peak / 300);
  const rms = Math.sqrt(spoken.reduce((all, energy) => all + energy, 0) / Math.max(1, spoken.length));
  return atLevel(pcm, 20 * Math.log10((32_768 * 10 ** (-22 / 20)) / rms));
}

const foldersOf = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
        .toSorted()
    : [];

const wavsIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".wav"))
        .toSorted()
        .map((file) => join(folder, file))
    : [];

/** At most `most` of them, evenly spread. */
const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.filter((_, at) => Math.floor((at * most) / all.length) !== Math.floor(((at - 1) * most) / all.length));
