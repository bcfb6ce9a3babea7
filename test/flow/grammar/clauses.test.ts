// Clauses of a turn: the meant one of several values, and the story beside a value.

import { describe, expect, test } from "bun:test";
import { parse } from "../../../src/flow/grammar/chart.ts";
import { arcsOf } from "../../../src/flow/grammar/arcs.ts";
import { dayOf } from "../../../src/flow/grammar/calendar.ts";
import { clausesOf } from "../../../src/flow/grammar/clauses.ts";
import { cover } from "../../../src/flow/grammar/cover.ts";
import { hear } from "../../../src/flow/grammar/hearing.ts";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import { type Place, sceneOf } from "../../../src/flow/grammar/scene.ts";
import { tokenise } from "../../../src/flow/grammar/tokens.ts";
import type { Variable } from "../../../src/flow/grammar/variables.ts";

const language = languageOf("en");
const placeOf = (variable: Omit<Variable, "name">): Place => ({
  slots: [{ variable: { name: "v", ...variable }, isAsked: true }],
  language,
  now: { today: dayOf("2027-03-10"), minute: 600 },
});

const time: Omit<Variable, "name"> = { type: "time", min: "08:00", max: "20:00" };
const day: Omit<Variable, "name"> = { type: "date", min: "2027-03-10" };
const nights: Omit<Variable, "name"> = { type: "date_range", unit: "nights", min: "2027-03-10" };
const weight: Omit<Variable, "name"> = { type: "amount", unit: "kg", ask: "How many kilos?" };
const yes: Omit<Variable, "name"> = { type: "boolean", ask: "Shall we deliver it?" };
const boat: Omit<Variable, "name"> = {
  type: "choice",
  options: [
    { id: "skiff", label: "skiff" },
    { id: "raft", label: "raft" },
  ],
};

function told(words: string, variable: Omit<Variable, "name">): string {
  const [decision] = hear(words, placeOf(variable)).decisions;
  return decision === undefined ? "nothing" : `${decision.verdict} ${String(decision.value ?? "")}`.trim();
}

function parted(words: string): string {
  const { tokens } = tokenise(words, language);
  const heard = { tokens, readings: parse(tokens, language.grammar) };
  const path = cover(arcsOf(sceneOf(heard, placeOf(time))), ["v"]);
  const numbers = clausesOf({ tokens, path, language });
  return tokens
    .map(({ raw }, at) => (at > 0 && numbers[at] !== numbers[at - 1] ? `| ${raw}` : raw))
    .join(" ");
}

describe("a clause", () => {
  test.each([
    ["five in the afternoon i finish late", "five in the afternoon | i finish late"],
    ["half six because my bus is late", "half six | because my bus is late"],
    ["could we say ten for you and me", "could we say ten for you and me"],
  ])("of %j begins at another subject with a verb", (words, expected) => {
    expect(parted(words)).toBe(expected);
  });
});

describe("of several values the caller means", () => {
  test.each([
    ["could we do five in the afternoon i finish at four", time, "read_back 17:00"],
    ["drop her off on friday and pick her up on sunday", nights, "read_back 2027-03-12/2027-03-14"],
    ["ten kilos no i'm reading the wrong label eleven kilos", weight, "read_back 11"],
    ["ten kilos maybe eleven", weight, "asked"],
    ["ten kilos or eleven", weight, "asked"],
  ] as const)("in %j the one that the rest does not retract", (words, variable, expected) => {
    expect(told(words, variable)).toBe(expected);
  });
});

describe("beside a value", () => {
  test.each([
    ["friday please we're in no rush", day, "taken 2027-03-12"],
    ["friday is when we are away", day, "read_back 2027-03-12"],
    ["fifty kilos my truck is outside", weight, "taken 50"],
    ["fifty kilos but my truck takes more", weight, "read_back 50"],
    ["could it be friday?", day, "taken 2027-03-12"],
    ["is it open on friday?", day, "asked"],
    ["a question about the raft", boat, "taken raft"],
    ["my wife has the raft", boat, "read_back raft"],
    ["we'll carry it home", yes, "nothing"],
    ["it's steep so yes", yes, "taken true"],
    ["don't book it", yes, "taken false"],
  ] as const)("%j is weighed by its subject", (words, variable, expected) => {
    expect(told(words, variable)).toBe(expected);
  });
});

test.each([
  ["a raft, it was my gran's and it's seen two houses", boat, "taken raft"],
  ["a raft, we're not that grand. And is breakfast part of it?", boat, "read_back raft"],
  ["evening. have you still got places on the raft, for a beginner?", boat, "read_back raft"],
  ["what's the difference?", boat, "nothing"],
  ["I took it an hour ago, and it was nine kilos", weight, "asked"],
  ["we don't have pets, it's just wine", yes, "read_back false"],
  ["yes, there's a piano in there so I don't want it getting damp", yes, "read_back true"],
  ["no, we've been at it for weeks so we'll fetch it ourselves", yes, "read_back false"],
  ["yes, it's one of those with the little screen in the kitchen", yes, "taken true"],
  ["yes the ones with little screens hang around kitchens", yes, "read_back true"],
  ["no, my lad's picking me up and we'll come back for it later", yes, "taken false"],
  ["no my lad's picking me up and we'll come back for it later", yes, "read_back false"],
  ["tomorrow I should think, he's perking up already", day, "taken 2027-03-11"],
  ["could somebody come on friday?", day, "read_back 2027-03-12"],
  ["we need picking up at ten past four in the afternoon", time, "read_back 16:10"],
  ["just the skiff, we've not got raft licences", boat, "taken skiff"],
  ["not the raft, the skiff", boat, "taken skiff"],
  ["my husband measured it, it's seventy kilos", weight, "read_back 70"],
  ["my husband's measured seventy kilos", weight, "asked"],
  ["next week, on tuesday the sixteenth", day, "taken 2027-03-16"],
  ["it packed up on friday the fifth", { type: "date", max: "2027-03-10" }, "read_back 2027-03-05"],
  ["the bus packs up on friday the twelfth", day, "asked"],
  ["rafts not, my mother can't climb", boat, "asked"],
  ["it isn't right", yes, "taken false"],
  ["ten, no, sorry, eleven, I have a thing at two", time, "read_back 11:00"],
  ["thirty kilos, not more", weight, "read_back 30"],
] as const)("of %p, the one candidate for a %o is %p", (words, variable, meant) => {
  expect(told(words, variable)).toBe(meant);
});
