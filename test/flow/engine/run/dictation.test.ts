// Dictation: when a string of digits is not understood as a whole, the agent asks for groups, then for single digits or
// keys.

import { expect, test } from "bun:test";
import { groupSize } from "../../../../src/flow/engine/run/ask/dictation.ts";
import { FlowTalk, programOf } from "../../../support/fakes/flow-talk.ts";
import { random } from "../../../support/random.ts";

const flow = (length: string, more = "", language = "en") =>
  programOf(`voice_flow: 1
id: code
language: ${language}
start: ask
defaults: {give_up: bye}
variables:
  code: {type: digits, ${length}, ask: "Which code?"${more}}
nodes:
  ask: {ask: code, next: done}
  done: {say: "Got {{ code }}.", end: done}
  bye: {say: "Bye.", end: failed}
`);

function talk(length = "length: 4", more = "", language = "en"): FlowTalk {
  const one = new FlowTalk(flow(length, more, language));
  one.start();
  return one;
}

const noMatch = { type: "no-match" } as const;
const heard = (text: string, confidence: number) => ({ type: "words", text, confidence }) as const;
const lengthsOf = (one: FlowTalk) =>
  one.expectation.anyOf.flatMap((each) => (each.type === "digits" ? each.lengths : []));

test("dictation: a misheard value is asked for in groups, which make one answer", () => {
  const one = talk();
  expect(one.give(noMatch)).toBe("Sorry, I did not understand that. Please say the first 2 digits.");
  expect(lengthsOf(one)).toEqual([2]);
  expect(one.give(heard("three one", 0.9))).toBe("Please say the next 2.");
  expect(one.give(heard("four two", 0.9))).toBe("Got 3 1 4 2.");
});

test("dictation: a doubtful group has all of it read back", () => {
  const one = talk("length: 6");
  one.give(noMatch);
  expect(one.give(heard("three one four", 0.6))).toBe("Please say the next 3.");
  expect(one.give(heard("seven zero six", 0.9))).toBe("3 1 4, 7 0 6, is that right?");
  expect(one.give(heard("yes", 0.9))).toBe("Got 3 1 4, 7 0 6.");
});

test("dictation: the rest of a short number completes the answer, also behind a nod", () => {
  const one = talk("length: 8");
  expect(one.hear("four four one oh")).toStartWith("I heard 4 digits, I need 8.");
  one.hear("yes");
  expect(one.hear("nine two three seven")).toBe("Got 4 4 1, 0 9 2, 3 7.");
});

test("dictation: groups have three digits, and two where four are left; five are a three and a two", () => {
  const sizes = (length: number): number[] => {
    const one = talk(`length: ${length}`);
    one.give(noMatch);
    const all: number[] = [];
    while (one.outcome === undefined) {
      const [size = 0] = lengthsOf(one);
      all.push(size);
      one.give(heard("1".repeat(size), 0.95));
    }
    return all;
  };
  expect([4, 5, 6, 7, 10].map(sizes)).toEqual([
    [2, 2],
    [3, 2],
    [3, 3],
    [3, 2, 2],
    [3, 3, 2, 2],
  ]);
});

test("dictation: after a second failure digits are asked for one by one, and understood ones stay", () => {
  const one = talk();
  one.give(noMatch);
  one.give(heard("three one", 0.9));
  expect(one.give(noMatch)).toBe("Sorry, I still did not understand that. And the next one?");
  expect(lengthsOf(one)).toEqual([1]);
  expect(one.give(heard("four", 0.9))).toBe("And the next one?");
  expect(one.press("2")).toBe("Got 3 1 4 2.");
});

test("dictation: a no to the read-back restarts it and offers keys", () => {
  const one = talk();
  one.give(noMatch);
  one.give(heard("three one", 0.9));
  expect(one.give(heard("four two", 0.6))).toBe("3 1 4 2, is that right?");
  expect(one.give(heard("no", 0.9))).toBe(
    "Sorry about that. Let us take them one by one, or type them on your keypad. What is the first digit?",
  );
  expect(one.press("3142")).toEndWith("Got 3 1 4 2.");
  const unkeyed = new FlowTalk(
    programOf(`voice_flow: 1
id: code
language: en
start: ask
defaults: {give_up: bye}
variables: {code: {type: digits, length: 4, ask: "Which code?"}}
nodes:
  ask: {ask: code, listen: {mode: speech}, next: bye}
  bye: {end: done}
`),
  );
  unkeyed.start();
  unkeyed.give(noMatch);
  expect(unkeyed.give(noMatch)).toEndWith("Let us take them one by one. What is the first digit?");
});

test("dictation: all digits at once are accepted at any time", () => {
  const one = talk();
  one.give(noMatch);
  one.give(heard("three one", 0.5));
  expect(one.give(heard("five six seven eight", 0.9))).toBe("Got 5 6 7 8.");
});

test("dictation: too few digits, typed ones included, are counted and kept", () => {
  const one = talk("length: 6");
  expect(one.give(heard("three one four", 0.6))).toBe("I heard 3 digits, I need 6. Please say the next 3.");
  expect(one.give(heard("seven zero six", 0.9))).toBe("3 1 4, 7 0 6, is that right?");
  const typed = talk("length: 6");
  expect(typed.hear("3")).toBe("I heard one digit, I need 6. Please say the next 3.");
  expect(typed.hear("1 4 7")).toBe("Please say the next 2.");
  expect(typed.hear("0 6")).toBe("Got 3 1 4, 7 0 6.");
});

test("dictation: a doubt stays, and so do single digits, when a group has too few or too many digits", () => {
  const one = talk("length: 6");
  one.give(noMatch);
  one.give(heard("three one four", 0.6));
  expect(one.hear("7")).toBe("I heard 4 digits, I need 6. Please say the next 2.");
  expect(one.hear("0 6")).toBe("3 1 4, 7 0 6, is that right?");
  const single = talk();
  single.give(noMatch);
  single.give(noMatch);
  expect(single.give(heard("three one", 0.9))).toBe("I heard 2 digits, I need 4. And the next one?");
});

test("dictation: too many digits are counted, and spoken ones asked for in groups", () => {
  expect(talk().give(heard("three one four seven zero", 0.6))).toBe(
    "I heard 5 digits, I need 4. Please say the first 2 digits.",
  );
  expect(talk().hear("3 1 4 7 0")).toBe("I heard 5 digits, I need 4. Which code?");
});

test("dictation: the author's words come first, and end as the author says", () => {
  const own = talk("length: 4", `, no_match: [Four digits please.], invalid: [Not four.]`);
  expect(own.hear("3 1 4 7 0")).toBe("Not four.");
  expect(own.give(noMatch)).toBe(
    "Four digits please. Let us take them one by one, or type them on your keypad. What is the first digit?",
  );
  const patient = talk();
  const said = Array.from({ length: 5 }, () => patient.give(noMatch));
  expect(said.slice(-2)).toEqual([
    "I am afraid I did not get that either. Let us take them one by one, or type them on your keypad. What is the first digit?",
    "Bye.",
  ]);
});

test.each([
  ["length: 3", heard("nonsense", 0.5)],
  ["min_length: 4, max_length: 6", noMatch],
  ["length: 4", { type: "words", text: "nonsense" } as const],
])("dictation: a code with %s is not dictated in groups after such an answer", (length, answer) => {
  expect(talk(length).give(answer)).toBe("Sorry, I did not understand that. Which code?");
});

test("dictation: it is asked for in German as well", () => {
  const one = talk("length: 4", "", "de");
  expect(one.give(noMatch)).toContain("Sagen Sie bitte die ersten 2 Ziffern.");
  expect(one.give(heard("drei eins", 0.9))).toBe("Sagen Sie bitte die nächsten 2.");
  expect(one.give(noMatch)).toContain("Und die nächste?");
  expect(talk("length: 4", "", "de").give(heard("drei", 0.6))).toContain(
    "Ich habe eine Ziffer gehört, brauche aber 4.",
  );
});

/**
 * Simulates a recogniser that hears a share of the digits right, loses, doubles or confuses the others, and mostly
 * knows it.
 */
function misheard(digits: string, share: number, { next }: ReturnType<typeof random>) {
  const got = Array.from(digits)
    .map((digit) => (next() < share ? digit : (["", digit + digit, "4", "0"][Math.floor(next() * 4)] ?? "")))
    .join("");
  const sure = next();
  if (got === digits) return sure < 0.55 ? heard(got, 0.9) : sure < 0.95 ? heard(got, 0.6) : noMatch;
  return sure < 0.005 ? heard(got, 0.9) : sure < 0.3 ? heard(got, 0.6) : noMatch;
}

interface Dialogue {
  readonly turns: number;
  readonly isRight: boolean;
  readonly isWrong: boolean;
  readonly offersKeys: boolean;
}

/**
 * Dialogue with a caller who wants to say four digits. `turns`: number of turns until they were understood or keys were
 * offered.
 */
function dialogue(share: number, source: ReturnType<typeof random>): Dialogue {
  const wanted = String(source.int(1_000, 9_999));
  const one = talk();
  let [left, turns] = [wanted, 0];
  while (one.outcome === undefined) {
    turns += 1;
    const size = sizeOf(one) ?? left.length;
    const said = one.give(misheard(left.slice(0, size), share, source));
    left = wanted.slice(one.state.frames.at(-1)?.phase.type === "asking" ? keptOf(one) : 0);
    if (said.includes("keypad")) return { turns, isRight: false, isWrong: false, offersKeys: true };
    const readBack = /^([\d, ]+), is that right/.exec(said)?.[1]?.replaceAll(/\D/g, "");
    if (readBack === undefined) continue;
    turns += 1;
    const answer = one.give(heard(readBack === wanted ? "yes" : "no", 0.95));
    left = wanted;
    if (answer.includes("keypad")) return { turns, isRight: false, isWrong: false, offersKeys: true };
  }
  const isDone = one.outcome === "done";
  const value = one.state.frames[0]?.values.code;
  return {
    turns,
    isRight: isDone && value === wanted,
    isWrong: isDone && value !== wanted,
    offersKeys: false,
  };
}

function sizeOf(one: FlowTalk): number | undefined {
  const phase = one.state.frames.at(-1)?.phase;
  const dictation = phase?.type === "asking" ? phase.dictation : undefined;
  return dictation && groupSize(dictation, 4);
}

function keptOf(one: FlowTalk): number {
  const phase = one.state.frames.at(-1)?.phase;
  return phase?.type === "asking" ? (phase.dictation?.digits.length ?? 0) : 0;
}

const dialogues = (share: number): readonly Dialogue[] =>
  Array.from({ length: 150 }, (_, seed) => dialogue(share, random(seed + 1)));
const shareOf = (all: readonly Dialogue[], is: (one: Dialogue) => boolean): number =>
  all.filter(is).length / all.length;

test("dictation: a well-heard caller is understood within four turns", () => {
  const all = dialogues(0.95);
  expect(shareOf(all, ({ turns, isRight }) => isRight && turns <= 4)).toBeGreaterThanOrEqual(0.85);
  expect(shareOf(all, ({ isWrong }) => isWrong)).toBeLessThanOrEqual(0.02);
}, 240_000);

test("dictation: a badly heard caller gets through or is offered keys, and is seldom misunderstood", () => {
  const all = dialogues(0.75);
  expect(shareOf(all, ({ isRight, offersKeys }) => isRight || offersKeys)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(all, ({ isWrong }) => isWrong)).toBeLessThanOrEqual(0.02);
}, 240_000);
