// Reader of a model's object: it returns the field's text as early as possible, for any cuts of the stream.

import { describe, expect, test } from "bun:test";
import { ObjectReader } from "../../src/voice/object-reader.ts";
import { type Random, random, seedOf } from "../support/random.ts";

/** Everything read from the pieces, and the number of pieces before each part of the field. */
function read(...pieces: readonly string[]) {
  const reader = new ObjectReader("say");
  const parts = pieces.map((piece) => reader.push(piece));
  return { parts, text: parts.join(""), isWhole: reader.isFieldWhole, object: reader.object };
}

describe("text of the field", () => {
  test("comes with the pieces that hold it", () => {
    expect(read('{"say": "Hel', "lo", ' there."', ', "exit": "done"}')).toEqual({
      parts: ["Hel", "lo", " there.", ""],
      text: "Hello there.",
      isWhole: true,
      object: { say: "Hello there.", exit: "done" },
    });
  });

  test("is known to be whole before the object is", () => {
    expect(read('{"say": "Hello."')).toMatchObject({ isWhole: true, object: undefined });
    expect(read('{"say": "Hello.')).toMatchObject({ isWhole: false, text: "Hello." });
  });

  test("is read whatever stands before it, and only at the top", () => {
    const before = String.raw`{"set": {"say": "no", "x": ["}", "say", {"say": "\"no"}]}, "n": -1.5e3, "t": true, `;
    expect(read(`${before}"say": "Yes."}`).text).toBe("Yes.");
    expect(read('{"\\u0073ay": "Yes."}').text).toBe("Yes.");
    expect(read('{"a": "say", "b": "no"}').text).toBe("");
  });

  test.each(["null", "7", "{}", '["no"]'])("is empty for %s", (value) => {
    expect(read(`{"say": ${value}, "exit": "done"}`)).toMatchObject({
      text: "",
      isWhole: false,
      object: { exit: "done" },
    });
  });

  test("escapes may be cut anywhere, also between two halves of a character", () => {
    const json = String.raw`{"say": "\ud83d\ude00\n\t\"\\\/é"}`;
    expect(read(...json.split("")).text).toBe('😀\n\t"\\/é');
    expect(read(String.raw`{"say": "a\ud83`, "d", "\\", "ude00b", '"}').text).toBe("a😀b");
  });

  test("of two with one name the first counts", () => {
    expect(read('{"say": "One.", "say": "Two."}').text).toBe("One.");
  });
});

describe("what models write around an object and into it", () => {
  test.each([
    ["a fence", 'Sure!\n```json\n{"say": "Hi."}\n```\n'],
    ["braces in words", 'With {care} and {"a" b} I say {"say": "Hi."} {that}'],
    ["a list around it", '[{"say": "Hi."}]'],
    ["white space", ' \n{ \n "say" \t: \r\n "Hi." \n } \n'],
  ])("%s", (_, written) => {
    expect(read(written)).toMatchObject({ text: "Hi.", object: { say: "Hi." } });
    expect(read(...written.split(""))).toMatchObject({ text: "Hi.", object: { say: "Hi." } });
  });

  test("foreign line ends and escapes are accepted", () => {
    expect(read('{"say": "It\\\'s\nso\\_far."}').object).toEqual({ say: "It's\nso_far." });
  });

  test.each([
    ["nothing", ""],
    ["words", "I see."],
    ["a list", "[1, 2]"],
    ["half an object", '{"say": "Hi.", "set": {"a": '],
    ["broken JSON", "{broken"],
    ["a missing comma", '{"say": "Hi." "exit": "done"}'],
    ["brackets that do not fit", '{"say": "Hi.", "set": [}}'],
    ["a number that is none", '{"say": "Hi.", "n": 1-2}'],
    ["an escape without its number", '{"say": "Hi\\u12"}'],
  ])("%s is no object", (_, written) => {
    expect(read(written).object).toBeUndefined();
    expect(read(...written.split("")).object).toBeUndefined();
  });
});

// ---------- at random ----------

const runs = process.env.LONG === "1" ? 20_000 : 1_500;
const seed = seedOf(20_261_123);

const chars = [...Array.from('aé語😀 {}[]:,"\\/\n\t\u0000\u2028'), "\ud83d", "\ude00", "say", "```", "null"];

function oddText(dice: Random): string {
  return Array.from({ length: dice.int(0, 12) }, () => dice.pick(chars)).join("");
}

function oddValue(dice: Random, depth = 0): unknown {
  const kind = dice.int(0, depth > 2 ? 4 : 6);
  if (kind < 2) return oddText(dice);
  if (kind === 2) return dice.pick([0, -1.5, 1e21, 3e-7]);
  if (kind === 3) return dice.pick([true, false, null]);
  if (kind === 4) return dice.pick([[], {}]);
  const inner = Array.from({ length: dice.int(0, 3) }, () => oddValue(dice, depth + 1));
  if (kind === 5) return inner;
  return Object.fromEntries(inner.map((value) => [dice.pick(["say", "x", oddText(dice)]), value]));
}

/** A valid object in one of the ways to write it. */
function written(dice: Random): string {
  const names = ["set", "exit", oddText(dice)].filter(() => dice.chance(0.6));
  const fields = [...names, ...(dice.chance(0.9) ? ["say"] : [])].map((name) => {
    const value = name === "say" && dice.chance(0.8) ? oddText(dice) : oddValue(dice);
    return [name, value] as const;
  });
  const order = dice.chance(0.5) ? fields : fields.toReversed();
  const json = JSON.stringify(Object.fromEntries(order), null, dice.pick(["", " ", "\n\t"]));
  return dice.chance(0.3) ? escapedAll(json) : json;
}

/** The same object with every character beyond ASCII escaped. */
function escapedAll(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (char) =>
    Array.from({ length: char.length }, (_, at) => {
      const hex = char.charCodeAt(at).toString(16).padStart(4, "0");
      return `\\u${hex}`;
    }).join(""),
  );
}

function pieces(text: string, dice: Random): readonly string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = dice.pick([1, 1, 2, 3, 7, 40]);
    all.push(text.slice(at, at + length));
    at += length;
  }
  return all;
}

test(`${runs} objects cut anywhere read as JSON.parse reads them, seed ${seed}`, () => {
  for (let run = 0; run < runs; run++) {
    const dice = random(seed + run);
    const json = written(dice);
    const around = dice.pick([
      ["", ""],
      ["```json\n", "\n```"],
      ["So: ", " That is {all}."],
    ] as const);
    const { text, object } = read(...pieces(around.join(json), dice));
    const meant = JSON.parse(json) as { readonly say?: unknown };
    expect([text, object], `SEED=${seed + run} ${json}`).toEqual([
      typeof meant.say === "string" ? meant.say : "",
      meant,
    ]);
  }
});

test(`${runs} random streams are read without an error, seed ${seed}`, () => {
  const any = [...chars, '{"say": "', '{"', '": ', '"}', "}", "\\", "\\u", "12", "true"];
  for (let run = 0; run < runs; run++) {
    const dice = random(seed + run);
    const stream = Array.from({ length: dice.int(0, 30) }, () => dice.pick(any));
    const { text, object } = read(...stream);
    const whole = read(stream.join(""));
    expect([whole.text, whole.object], `SEED=${seed + run}`).toEqual([text, object]);
  }
});
