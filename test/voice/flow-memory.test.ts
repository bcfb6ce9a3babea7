// Flow memory: at any moment a flow continues in another process as it would in its own.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readMemory, textOfMemory } from "../../src/voice/flow/flow-memory.ts";
import type { FlowInput } from "../../src/flow/engine/run/step-contract.ts";
import { step } from "../../src/flow/engine/run/step.ts";
import { valueMap } from "../../src/flow/value/value.ts";
import { FlowTalk, programOf } from "../support/fakes/flow-talk.ts";

const source = readFileSync("public/flows/table-booking.flow.yaml", "utf8");
const free = valueMap([
  ["free", true],
  ["alternatives", []],
  ["ref", "K7"],
]);

const words = [
  "four people tomorrow at half past seven",
  "Ada Lovelace",
  "oh one four oh one two three four five six",
  "yes",
  "no",
  "the time",
  "half past six",
  "yes",
];

test("flow memory: after each input the restored state takes the next one like the one in memory", () => {
  const talk = new FlowTalk(programOf(source));
  const inputs: (FlowInput | "work")[] = [
    { type: "start" },
    ...words.flatMap((text) => [{ type: "words", text } as const, "work" as const]),
  ];
  let ended = 0;
  for (const each of inputs) {
    const [running] = talk.state.works;
    if (each === "work" && running === undefined) continue;
    const input: FlowInput =
      each === "work"
        ? { type: "tool-done", work: running?.work ?? 0, outcome: { ok: true, body: free } }
        : each;
    const text = textOfMemory({ state: talk.state, works: [], came: [], held: [] });
    const read = readMemory(text, talk.program)?.state;
    if (read === undefined) throw new Error(`Not read: ${text}`);
    const event = { ...input, wallMs: talk.wallMs };
    const [there, effects] = step(talk.program, read, event);
    const [here, own] = step(talk.program, { ...talk.state, before: null }, event);
    // Compares JSON, so that maps without a prototype equal maps.
    expect(JSON.parse(JSON.stringify([there, effects]))).toEqual(JSON.parse(JSON.stringify([here, own])));
    talk.give(input);
    if (talk.outcome !== undefined) ended += 1;
  }
  expect([talk.outcome, ended > 0]).toEqual(["booked", true]);
});

test("flow memory: no stored key reaches a prototype", () => {
  const talk = new FlowTalk(programOf(source));
  talk.start();
  const text = textOfMemory({ state: talk.state, works: [], came: [], held: [] });
  const poisoned = text.replace('"values":{', '"values":{"__proto__":{"free":true},');
  const values = readMemory(poisoned, talk.program)?.state.frames[0]?.values;
  expect([Object.getPrototypeOf(values), values?.["free"]]).toEqual([null, undefined]);
});

test("flow memory: an invalid text, or one of another flow, is refused", () => {
  const talk = new FlowTalk(programOf(source));
  talk.start();
  const memory = { state: talk.state, works: [], came: [], held: [] };
  const other = programOf(`
voice_flow: 1
id: other
language: en
start: a
nodes: {a: {say: Hello., end: done}}
`);
  expect(readMemory(textOfMemory(memory), other)).toBeUndefined();
  for (const text of ["", "{", "null", "5", "{}", '{"state":{"frames":[]},"works":[],"came":[],"held":[]}'])
    expect(readMemory(text, talk.program)).toBeUndefined();
});
