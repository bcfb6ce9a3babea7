// What people say for an answer, type by type: what is understood, what is asked back, and what must never be taken.

import { describe, expect, test } from "bun:test";
import { english } from "../../../../src/flow/locale/en/pack.ts";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import { hearingFor, readCorpus, told } from "./corpus.ts";

const examples = await readCorpus("en");

describe("English answers", () => {
  for (const example of examples) {
    const { file, line, utterance, expected, isForbidden } = example;
    const kind = file.replace(".txt", "");
    const heard = () => told(understand(utterance, hearingFor(example, english)));
    if (isForbidden) {
      test(`${kind} ${line}: "${utterance}" is never ${expected}`, () => expect(heard()).not.toBe(expected));
    } else {
      test(`${kind} ${line}: "${utterance}" is ${expected}`, () => expect(heard()).toBe(expected));
    }
  }
  test("the corpus is as large as it was", () => expect(examples.length).toBeGreaterThanOrEqual(681));
});
