// What a flow listens for at the question where it stands: the answer's own phrases and the handlers'.

import type { FlowNode, Program } from "./document.ts";
import type { Expectation } from "./expectation.ts";
import { endSilenceMs, expectedOf } from "./understand/answer.ts";
import { tokenise } from "./understand/words.ts";

/** Phrases with numerals are for typed text; a recogniser gets words only. */
const speakable = (phrase: string): boolean => !/[0-9]/.test(phrase);

export function expectationAt(program: Program, node: FlowNode | undefined): Expectation {
  const handlers = program.handlers.flatMap(({ phrases }) => phrases).map((p) => tokenise(p).join(" "));
  if (node?.act.type !== "question") {
    return { anyOf: [{ type: "phrases", phrases: handlers.filter(speakable) }], endSilenceMs: 500 };
  }
  const { answer } = node.act.variable;
  const expected = expectedOf(answer);
  const own = expected.type === "phrases" ? expected.phrases : [];
  const phrases = [...new Set([...own, ...handlers])].filter(speakable);
  return {
    anyOf: [{ type: "phrases" as const, phrases }, ...(expected.type === "phrases" ? [] : [expected])],
    endSilenceMs: endSilenceMs(answer),
  };
}
