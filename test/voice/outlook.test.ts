// Outlook: before a call's first question, a recogniser receives the names that its flow will listen for.

import { expect, test } from "bun:test";
import type { Expectation } from "../../src/flow/engine/expectation.ts";
import { outlookOf } from "../../src/flow/engine/run/outlook-of.ts";
import { openFlowWorld } from "../support/fakes/call-script.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { settle } from "../support/fakes/virtual-clock.ts";

const flow = (variables: string, hints: string) => `
voice_flow: 1
id: menu
language: en
languages: [en, de]
start: ask
variables:
${variables}
nodes:
  ask: {ask: dish, next: bye, give_up: bye, listen: {hints: ${hints}}}
  bye: {say: Goodbye., end: done}
`;

const dishes = `  dish:
    type: choice
    ask: Which dish?
    options:
      - {id: pho, label: {en: pho bo, de: Nudelsuppe}, synonyms: [noodle soup]}
      - {id: laksa, label: laksa, synonyms: [curry soup, pho bo soup]}
`;

test("outlook: options by their names, then hints, then other words, each once and in the flow's language", () => {
  expect(outlookOf(programOf(flow(dishes, "[Nguyen, laksa]")))).toEqual([
    "pho bo",
    "laksa",
    "Nguyen",
    "noodle soup",
    "curry soup",
    "pho bo soup",
  ]);
  expect(outlookOf(programOf(flow("  dish: {type: name, ask: Your name?}", "[]")))).toEqual([]);
});

test("outlook: the call's recogniser is opened with it, before the first word", async () => {
  const told: (Expectation | undefined)[] = [];
  const world = openFlowWorld(flow(dishes, "[Nguyen]"), {
    changes: {
      stt: (stt) => ({
        ...stt,
        open(sink, context, signal) {
          told.push(context.expected);
          return stt.open(sink, context, signal);
        },
      }),
    },
  });
  await settle();
  const phrases = ["pho bo", "laksa", "Nguyen", "noodle soup", "curry soup", "pho bo soup"];
  expect(told).toEqual([{ anyOf: [{ type: "phrases", phrases }], endSilenceMs: 0 }]);
  world.call.end("caller");
  expect(await world.leftovers()).toEqual([]);
});
