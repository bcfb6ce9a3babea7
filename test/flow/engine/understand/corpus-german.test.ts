// What people say in German for an answer: that a language needs words only, and no matcher of its own.

import { describe, expect, test } from "bun:test";
import { german } from "../../../../src/flow/locale/de/pack.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import { hearingFor, readCorpus, told } from "./corpus.ts";

const examples = await readCorpus("de");

describe("German answers", () => {
  for (const example of examples) {
    const { file, line, utterance, expected, isForbidden } = example;
    const kind = file.replace(".txt", "");
    const heard = () => told(understand(utterance, hearingFor(example, german)));
    if (isForbidden) {
      test(`${kind} ${line}: "${utterance}" is never ${expected}`, () => expect(heard()).not.toBe(expected));
    } else {
      test(`${kind} ${line}: "${utterance}" is ${expected}`, () => expect(heard()).toBe(expected));
    }
  }
  test("the corpus is as large as it was", () => expect(examples.length).toBeGreaterThanOrEqual(190));
});
