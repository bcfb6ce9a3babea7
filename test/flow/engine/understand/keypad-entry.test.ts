// Keypad entries: when an entry is complete, its meaning, and keys that belong to another question.

import { describe, expect, test } from "bun:test";
import type {
  AskedVariable,
  ListeningPoint,
  ValueRule,
} from "../../../../src/flow/engine/understand/understanding.ts";
import { endKeys, noKeys, pressKey } from "../../../../src/flow/engine/understand/keypad-entry.ts";
import { dept, guests, point, ok, phone } from "./dialogue.ts";

const operator = { name: "operator", phrases: [], dtmf: "0", proposable: false };
const star = { name: "repeat", phrases: [], dtmf: "*", proposable: false };

/** Presses keys 200 ms apart; `.` is a pause as long as `inter_digit`. */
function press(keys: string, given: Partial<ListeningPoint>, finishKey = "#"): readonly string[] {
  const here = point({ handlers: [operator, star], ...given });
  let entry = noKeys;
  const told: string[] = [];
  for (const [index, key] of Array.from(keys).entries()) {
    const step =
      key === "." ? endKeys(entry, here) : pressKey(entry, { key, atMs: index * 200, finishKey }, here);
    if (step === undefined) continue;
    entry = step.entry;
    const { meaning } = step;
    if (meaning.type === "more") continue;
    told.push(
      meaning.type === "answer"
        ? JSON.stringify(meaning.values[0]?.value)
        : meaning.type === "invalid"
          ? `invalid ${JSON.stringify(meaning.value)}`
          : meaning.type === "handler"
            ? `handler ${meaning.name}`
            : meaning.type === "confirmed"
              ? meaning.yes
                ? "yes"
                : "no"
              : meaning.type,
    );
  }
  return told;
}

const asked = (wanted: ValueRule): Partial<ListeningPoint> => ({
  asked: { name: "v", wanted, synonyms: [] } satisfies AskedVariable,
});
const number = (min: number, max?: number) =>
  asked({ kind: "number", integer: true, min, ...(max === undefined ? {} : { max }) });
const digits = (lengthMin: number, lengthMax = lengthMin) => asked({ kind: "digits", lengthMin, lengthMax });
const fromData = asked({
  kind: "choice",
  fromData: true,
  options: ["a", "b", "c"].map((id) => ({ id, label: id, synonyms: [] })),
});

const rows: readonly (readonly [
  what: string,
  keys: string,
  given: Partial<ListeningPoint>,
  told: readonly string[],
])[] = [
  ["a zero, which nothing may follow", "0", number(0, 12), ["0"]],
  ["a key that is no digit, where digits are many", "*", { asked: phone }, ["handler repeat"]],
  ["a small number is complete with one key", "4", number(1, 5), ["4"]],
  ["a number that could grow waits", "1", number(1, 12), []],
  ["and is over after a pause", "1.", number(1, 12), ["1"]],
  ["or when it can grow no more", "12", number(1, 12), ["12"]],
  ["two cannot become twenty of twelve", "2", number(1, 12), ["2"]],
  ["the finish key ends it", "1#", number(1, 12), ["1"]],
  ["a number out of range is told so", "13", number(1, 12), ["invalid 13"]],
  ["without bounds only a pause ends a number", "4711.", number(0), ["4711"]],
  ["digits are complete at their length", "123456", digits(6), ['"123456"']],
  ["a finish key right after them belongs to them", "123456#", digits(6), ['"123456"', "swallowed"]],
  ["too few digits are invalid", "12345#", digits(6), ['invalid "12345"']],
  ["a handler's key at the beginning of digits is a digit", "012345", digits(6), ['"012345"']],
  ["alone it is the handler's", "0.", digits(6), ["handler operator"]],
  ["a key that fits no answer is the handler's at once", "*", digits(6), ["handler repeat"]],
  ["open lengths wait for the end", "12345#", digits(4, 8), ['"12345"']],
  ["one is yes", "1", { asked: ok }, ["true"]],
  ["two is no", "2", { asked: ok }, ["false"]],
  ["three is neither", "3", { asked: ok }, ["unclear"]],
  ["an option's key names it", "2", { asked: dept }, ['"support"']],
  ["zero calls the operator where no option has it", "0", { asked: dept }, ["handler operator"]],
  ["other keys are unclear", "9", { asked: dept }, ["unclear"]],
  ["options from data have keys by their place", "3", fromData, ['"c"']],
  ["and no more than they are", "4", fromData, ["unclear"]],
  ["a phone number ends with the finish key", "0140123456#", { asked: phone }, ['"+33140123456"']],
  ["half a phone number is invalid", "01401#", { asked: phone }, ['invalid "01401"']],
  ["one confirms", "1", { confirming: { values: [{ ...guests, value: 4 }] } }, ["yes"]],
  ["two refuses", "2", { confirming: { values: [{ ...guests, value: 4 }] } }, ["no"]],
  [
    "the operator answers a confirmation too",
    "0",
    { confirming: { values: [{ ...guests, value: 4 }] } },
    ["handler operator"],
  ],
  [
    "which of the two is asked by place",
    "2",
    { asked: dept, alternatives: { name: "dept", values: ["sales", "billing"] } },
    ['"billing"'],
  ],
  ["only handlers listen", "*", {}, ["handler repeat"]],
  ["nobody listens to a key", "7", {}, ["unclear"]],
  ["words alone answer a date", "7", asked({ kind: "date" }), ["unclear"]],
  ["two entries one after the other", "45", number(1, 5), ["4", "5"]],
];

describe("keys", () => {
  for (const [what, keys, given, told] of rows)
    test(`${what} (${keys})`, () => expect(press(keys, given)).toEqual([...told]));
  test("a finish key long after the entry is a separate key", () => {
    const here = point({ ...digits(2), handlers: [{ ...star, dtmf: "#" }] });
    const first = pressKey({ keys: "1" }, { key: "2", atMs: 0, finishKey: "#" }, here);
    expect(pressKey(first.entry, { key: "#", atMs: 2_001, finishKey: "#" }, here).meaning).toMatchObject({
      type: "handler",
    });
    expect(pressKey(first.entry, { key: "#", atMs: 2_000, finishKey: "#" }, here).meaning).toEqual({
      type: "swallowed",
    });
  });
  test("keys of options with two keys wait for the second", () => {
    const options = [
      { id: "one", label: "one", synonyms: [], dtmf: "1" },
      { id: "twelve", label: "twelve", synonyms: [], dtmf: "12" },
    ];
    expect(press("1", asked({ kind: "choice", fromData: false, options }))).toEqual([]);
    expect(press("1.", asked({ kind: "choice", fromData: false, options }))).toEqual(['"one"']);
    expect(press("12", asked({ kind: "choice", fromData: false, options }))).toEqual(['"twelve"']);
  });
});
