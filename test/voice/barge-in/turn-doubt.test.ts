// Doubtful sound over the agent, until its meaning is decided, as timelines.

import { expect, test } from "bun:test";
import { step, type TurnEffect, turnStart } from "../../../src/voice/turn.ts";
import { eventOf, play } from "../../support/turn-script.ts";

test("turn: a sound without a word is decided in time, and the agent continues, over a television too", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      barge-in
      decide
      quiet
      decide
      speech
      quiet
      barge-in
      speech
      barge-in
      speech
      aside backchannel mm hm
      quiet
      aside backchannel okay
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
decide -> go-on#1
speech -> duck#1, arm barge-in, arm decide
speech -> arm barge-in
barge-in -> pause#1
aside backchannel okay -> go-on#1
`);
});

test("turn: growing words cut the agent in time, with any end", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      partial
      decide
      quiet
      garbage
      speech
      partial
      partial
      quiet
      decide
      nothing
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
decide -> interrupt#1
garbage -> answer#2 no-match
speech -> duck#2, arm barge-in, arm decide
partial -> pause#2
decide -> interrupt#2
nothing -> answer#3 no-match
`);
});

test("turn: a caller taken for a noise who keeps talking silences the agent with words", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      decide
      partial
      decide
      words I have a question
      partial
      quiet
      words about my order
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
decide -> go-on#1
partial -> duck#1, arm barge-in, arm decide, pause#1
decide -> interrupt#1
words about my order -> answer#2 "I have a question about my order"
`);
});

test("turn: words that turn out to be none do not cut the agent", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      partial
      quiet
      speech
      garbage
      decide
      speech
      partial
      firm 1
      decide
      partial
      quiet
      partial
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
decide -> go-on#1
speech -> duck#1, arm barge-in, arm decide
partial -> pause#1
firm 1 -> go-on#1
`);
});

test("turn: with a recogniser that is silent until the end only the talking itself counts", () => {
  const run = (...words: string[]) => {
    let state = { ...turnStart, tellsPartials: false };
    let last: readonly TurnEffect[] = [];
    for (const word of words) [state, last] = step(state, eventOf(word, ""));
    return last.map((effect) => effect.type);
  };
  expect(run("begin", "speech", "barge-in", "decide")).toContain("interrupt");
  expect(run("begin", "speech", "barge-in", "quiet", "decide")).toContain("go-on");
});

test("turn: an aside after a continuing answer is no word of it", () => {
  expect(
    play(`
      begin
      speech
      spoken 1
      words yes
      quiet
      aside backchannel mm hm
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
aside backchannel mm hm -> answer#2 "yes"
`);
});

test("turn: asides are no answers, but an unsure word is one once the agent is silent", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      spoken 1
      quiet
      aside unsure four
      speech
      quiet
      aside unsure four
      spoken 2
      aside echo a table for
      aside backchannel right
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
aside unsure four -> answer#2 "four"
speech -> duck#2, arm barge-in, arm decide
aside unsure four -> go-on#2
spoken 2 -> arm silence
aside echo a table for -> arm silence
aside backchannel right -> arm silence
`);
});

test("turn: a sound over a protected reply changes nothing", () => {
  let [state] = step(turnStart, { type: "begin" });
  [state] = step(state, { type: "speech-started" });
  const [next, effects] = step(state, { type: "interruptible", reply: 1, value: false });
  expect(effects.map((effect) => effect.type)).toEqual(["disarm", "disarm", "go-on"]);
  expect(step(next, { type: "speech-started" })[1]).toEqual([]);
});

test("turn: a paused reply that ends the call is spoken to its end", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      closing 1
      decide
      spoken 1
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
closing 1 -> go-on#1
spoken 1 -> hang-up completed
`);
});
