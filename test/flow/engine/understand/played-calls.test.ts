// Played calls: turns that were once misunderstood, and the agent's replies to them in shipped flows.

import { expect, test } from "bun:test";
import { FlowTalk, programOf } from "../../../support/fakes/flow-talk.ts";

const named = `
voice_flow: 1
id: named
name: Named
language: en
timezone: UTC
start: who
defaults: {give_up: left}
variables:
  guest: {type: name, ask: What name?}
  ok: {type: boolean}
nodes:
  who: {ask: guest, next: sum}
  sum: {ask: ok, say: "For {{ guest }}. Shall I book it?", next: [{if: ok, goto: done}, {else: left}]}
  done: {say: Booked., end: booked}
  left: {say: Left., end: left}
`;

async function answerTo(flow: string, before: readonly string[], words: string): Promise<string> {
  const text =
    flow === "named"
      ? named
      : await Bun.file(new URL(`../../../../public/flows/${flow}.flow.yaml`, import.meta.url)).text();
  const talk = new FlowTalk(programOf(text));
  talk.start();
  for (const each of before) talk.hear(each);
  return talk.hear(words);
}

const order = ["one large margherita, two small salami and three waters"];
const noEmergency = ["no nothing like that thanks be to God it's only my grandson has come out in spots"];
const noCall = ["yes", "four", "no hot water", "no I'd rather he fixed the boiler"];

test.each([
  ["pizza-order", [], "a large salami, please, and three waters. No Alfie, you've had one!", "3 water"],
  ["pizza-order", [], "I've twelve kids here, I need three small margheritas", "3 small Margherita"],
  ["pizza-order", order, "make one of the salami ones mushroom", "1 small salami, 1 small mushroom"],
  ["pizza-order", order, "make one of the small ones large", "1 small salami, 1 large salami"],
  ["pizza-order", order, "change one small salami to a large one", "1 small salami, 1 large salami"],
  ["pizza-order", order, "one of the two salami should be a mushroom. A small mushroom.", "1 small mushroom"],
  [
    "pizza-order",
    order,
    "one large margherita, one salami and one mushroom, both small, and three waters",
    "1 large Margherita, 1 small salami, 1 small mushroom and 3 water, is that right?",
  ],
  ["pizza-order", order, "take all of that off and start again", "What would you like"],
  ["pizza-order", order, "no, that's finally it", "30 pounds together"],
  ["pizza-order", order, "another large margherita and a cola", "2 large Margherita"],
  ["clinic-triage", noEmergency, "that's right, pet, no emergency, he's only itchy", "How old"],
  ["clinic-triage", noEmergency, "no, it is not an emergency", "How old"],
  ["clinic-triage", noEmergency, "no, that's not right", "Is it an emergency"],
  ["clinic-triage", noEmergency, "no, it is an emergency", "connect you to the ambulance"],
  ["clinic-triage", ["no"], "he's six, he'll be seven in January", "6, is that right?"],
  ["customer-survey", noCall, "no, right. Don't ring me.", "goodbye"],
  ["customer-survey", noCall, "no, he can call me", "goodbye"],
  ["customer-survey", [], "go on then, if it really is a minute", "is that right?"],
  ["customer-survey", [], "if I have to", "did not understand"],
  [
    "hotel-booking",
    [],
    "I'd like to come down on Thursday the tenth of December and go home on the Sunday",
    "how many",
  ],
  [
    "hotel-booking",
    [],
    "Thursday, the tenth of December, until the Sunday, that'd be the thirteenth",
    "from Thursday, December 10th to Sunday, December 13th, is that right?",
  ],
  ["hotel-booking", ["from friday"], "no, in on Wednesday, out on Friday", "how many"],
  ["named", ["Ada Lovelace"], "Who's Ada? It's Aoife, Aoife Nic Dhonnchadha.", "For Aoife Nic Dhonnchadha"],
  ["named", ["Ada Lovelace"], "no, Winifred Achebe", "For Winifred Achebe. Shall I book it?"],
  ["named", ["Ada Lovelace"], "grand, book it please", "Booked"],
  ["named", ["Ada Lovelace"], "don't book it", "Left"],
] as const)("the flow %s, behind %j, answers %p with %p", async (flow, before, words, said) => {
  expect(await answerTo(flow, before, words)).toContain(said);
});
