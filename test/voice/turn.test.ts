// Turns as timelines: one line for each step, events in, effects out.

import { expect, test } from "bun:test";
import { random } from "../support/random.ts";
import { eventOf, play } from "../support/turn-script.ts";
import { step, type TurnEvent, turnStart } from "../../src/voice/turn.ts";

test("turn: a question and its answer alternate", () => {
  expect(
    play(`
      begin
      spoken 1
      speech
      quiet
      words hello
      spoken 2
    `),
  ).toBe(`
begin -> answer#1 start
spoken 1 -> arm silence
words hello -> answer#2 "hello"
spoken 2 -> arm silence
`);
});

test("turn: talking over the agent makes it softer, then silent, and the words are answered", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      quiet
      words stop
      spoken 1
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
words stop -> interrupt#1, answer#2 "stop"
`);
});

test("turn: a cough over the agent does not interrupt it, a short yes does", () => {
  expect(
    play(`
      begin
      speech
      quiet
      barge-in
      garbage
      speech
      quiet
      words yes
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
garbage -> go-on#1
speech -> duck#1, arm barge-in, arm decide
words yes -> interrupt#1, answer#2 "yes"
`);
});

test("turn: nothing interrupts a firm reply, and words typed meanwhile are answered after it", () => {
  expect(
    play(`
      begin
      firm 1
      speech
      barge-in
      interrupt
      typed first
      typed second
      words stop
      quiet
      spoken 1
      spoken 2
    `),
  ).toBe(`
begin -> answer#1 start
spoken 1 -> answer#2 "first"
spoken 2 -> answer#3 "second"
`);
});

test("turn: after a firm sentence, typing or talking is heard at once", () => {
  expect(
    play(`
      begin
      firm 1
      typed-later last
      speech
      soft 1
      barge-in
      quiet
      words one
      firm 2
      typed two
      soft 2
      spoken 3
    `),
  ).toBe(`
begin -> answer#1 start
soft 1 -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
words one -> interrupt#1, answer#2 "one"
soft 2 -> interrupt#2, answer#3 "two"
spoken 3 -> answer#4 "last"
`);
});

test("turn: a noise over the agent lets it continue, and is not asked about", () => {
  expect(
    play(`
      begin
      speech
      barge-in
      nothing
      quiet
      nothing
      spoken 1
      speech
      quiet
      nothing
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
barge-in -> pause#1
nothing -> go-on#1
spoken 1 -> arm silence
nothing -> arm silence
`);
});

test("turn: a goodbye is spoken whole and then hung up, with any reaction of the caller", () => {
  expect(
    play(`
      begin
      spoken 1
      typed bye
      closing 2
      speech
      barge-in
      words wait
      typed wait
      farewell enough
      spoken 2
      typed hello
      speech
    `),
  ).toBe(`
begin -> answer#1 start
spoken 1 -> arm silence
typed bye -> answer#2 "bye"
spoken 2 -> hang-up completed
`);
});

test("turn: silence is asked about, and unrecognisable speech is not taken for silence", () => {
  expect(
    play(`
      begin
      spoken 1
      silence
      spoken 2
      speech
      quiet
      garbage
      spoken 3
      speech
      quiet
      nothing
    `),
  ).toBe(`
begin -> answer#1 start
spoken 1 -> arm silence
silence -> answer#2 silence
spoken 2 -> arm silence
garbage -> answer#3 no-match
spoken 3 -> arm silence
nothing -> arm silence
`);
});

test("turn: a failed noise is not asked about while the caller continues", () => {
  expect(
    play(`
      begin
      spoken 1
      speech
      quiet
      speech
      garbage
      quiet
      words hello
    `),
  ).toBe(`
begin -> answer#1 start
spoken 1 -> arm silence
words hello -> answer#2 "hello"
`);
});

test("turn: words over the agent of a continuing caller cut it, and are answered with the rest", () => {
  expect(
    play(`
      begin
      speech
      partial
      quiet
      speech
      words of
      quiet
      words of course
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
partial -> pause#1
words of -> interrupt#1
words of course -> answer#2 "of of course"
`);
});

test("turn: a late aside does not let the agent speak over words of the next turn", () => {
  expect(
    play(`
      begin
      speech
      quiet
      speech
      partial
      aside backchannel mm-hm
      decide
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
speech -> arm barge-in
partial -> pause#1
decide -> interrupt#1
`);
});

test("turn: late events of an older reply change nothing", () => {
  expect(
    play(`
      begin
      typed one
      spoken 1
      firm 1
      typed two
    `),
  ).toBe(`
begin -> answer#1 start
typed one -> interrupt#1, answer#2 "one"
typed two -> interrupt#2, answer#3 "two"
`);
});

test("turn: a cut reply that ends the call gives the responder one last, uninterruptible word", () => {
  expect(
    play(`
      begin
      typed one
      typed two
      closing 2
      typed three
      barge-in
      closing 2
      spoken 4
    `),
  ).toBe(`
begin -> answer#1 start
typed one -> interrupt#1, answer#2 "one"
typed two -> interrupt#2, answer#3 "two"
closing 2 -> interrupt#3, answer#4 woken
spoken 4 -> hang-up completed
`);
});

test("turn: talking while a cut reply ends the call does not lose the last word", () => {
  expect(
    play(`
      begin
      speech
      partial
      decide
      closing 1
      words wait a moment
      spoken 2
    `),
  ).toBe(`
begin -> answer#1 start
speech -> duck#1, arm barge-in, arm decide
partial -> pause#1
decide -> interrupt#1
closing 1 -> answer#2 woken
spoken 2 -> hang-up completed
`);
});

test("turn: a caller who is still talking when the agent ends keeps the floor", () => {
  expect(
    play(`
      begin
      firm 1
      speech
      spoken 1
      silence
      quiet
      words and another thing
    `),
  ).toBe(`
begin -> answer#1 start
words and another thing -> answer#2 "and another thing"
`);
});

test("turn: text that may wait is answered after the agent, or when the caller has cut the agent", () => {
  expect(
    play(`
      begin
      typed-later later
      interrupt
      spoken 2
    `),
  ).toBe(`
begin -> answer#1 start
interrupt -> interrupt#1, arm silence, answer#2 "later"
spoken 2 -> arm silence
`);
});

test("turn: a farewell cuts the current words, and hangs up with its own reason", () => {
  expect(
    play(`
      begin
      farewell time is up
      spoken 2
    `),
  ).toBe(`
begin -> answer#1 start
farewell time is up -> interrupt#1, answer#2 "time is up"
spoken 2 -> hang-up max_duration
`);
});

test("turn: any order of events keeps its promises", () => {
  for (let seed = 1; seed <= 500; seed++) wander(seed);
});

/** Plays sixty random events; exactly one reply lives while the agent holds the floor, and none otherwise. */
function wander(seed: number): void {
  const pick = picker(seed);
  let state = turnStart;
  const open = new Set<number>();
  for (let i = 0; i < 60; i++) {
    const event = pick(state.replies);
    const held = state.floor.holder === "agent" ? state.floor.reply : undefined;
    const [after, effects] = step(state, event);
    for (const reply of effects.flatMap((it) => (it.type === "interrupt" ? [it.reply] : []))) {
      expect(open.delete(reply), `seed ${seed}`).toBe(true);
    }
    for (const effect of effects) if (effect.type === "answer") open.add(effect.reply);
    if (event.type === "spoken" && event.reply === held) open.delete(held);
    state = after;
    expect([...open], `seed ${seed}`).toEqual(state.floor.holder === "agent" ? [state.floor.reply] : []);
  }
}

function picker(seed: number): (replies: number) => TurnEvent {
  const chosen = random(seed);
  const plain = [
    "begin",
    "speech",
    "quiet",
    "words a",
    "garbage",
    "nothing",
    "typed b",
    "typed-later c",
    "partial",
  ];
  const timed = ["interrupt", "barge-in", "decide", "silence", "aside unsure d", "aside backchannel e"];
  return (replies) => {
    const all = [
      ...plain,
      ...timed,
      `spoken ${replies}`,
      `spoken ${replies - 1}`,
      `firm ${replies}`,
      `soft ${replies}`,
    ];
    const [word = "", ...rest] = chosen.pick(all).split(" ");
    return eventOf(word, rest.join(" "));
  };
}
