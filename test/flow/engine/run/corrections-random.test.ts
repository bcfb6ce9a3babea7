// Random corrections: after a correction a flow is in the state that the right answer would have led to at once.

import { expect, test } from "bun:test";
import { type Random, random, seedOf } from "../../../support/random.ts";
import { flow, Talk } from "./talk.ts";

const runs = process.env.LONG === "1" ? 5_000 : 60;
const seed = seedOf(20_261_122);

const yaml = flow(`
start: first
variables:
  guests: {type: number, integer: true, min: 1, max: 20, synonyms: [people], ask: How many people?}
  day: {type: date, synonyms: [day], ask: Which day?}
  rooms: {type: number, integer: true, min: 1, max: 9, synonyms: [rooms], ask: How many rooms?}
  colour: {type: choice, synonyms: [colour], ask: Which colour?, options: [{id: red}, {id: green}, {id: blue}]}
  large: {type: boolean, default: false}
  log: {type: list, default: []}
  price: {type: number, depends_on: [guests, rooms]}
  sum: {type: number, default: 0}
  ok: {type: boolean}
tools: {price_of: {http: "GET https://a.example/p?n={{ n }}", params: {n: number}}}
defaults: {give_up: lost}
nodes:
  first: {ask: [guests, day], next: size}
  size: {set: {large: guests > 8, log: "log + [guests]"}, next: [{if: large, goto: big}, {else: where}]}
  big: {say: That is a large party., set: {log: "log + ['big']"}, next: where}
  where: {ask: rooms, next: look}
  look: {tool: price_of, with: {n: guests * rooms}, save: {price: result.price}, on_error: lost, next: add}
  add: {set: {sum: sum + price, log: "log + [price]"}, next: tint}
  tint: {ask: colour, next: sure}
  sure: {ask: ok, say: "{{ guests }} {{ day }} {{ rooms }} {{ colour }} {{ sum }}?", next: lost}
  lost: {say: Bye., end: lost}
`);

interface Answer {
  readonly guests: number;
  readonly day: string;
  readonly rooms: number;
  readonly colour: string;
}

const names = ["guests", "day", "rooms", "colour"] as const;
type Name = (typeof names)[number];

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Saturday", "Sunday"];

function anyAnswer(dice: Random): Answer {
  return {
    guests: dice.int(2, 20),
    day: dice.pick(days),
    rooms: dice.int(2, 9),
    colour: dice.pick(["red", "green", "blue"]),
  };
}

function correction(name: Name, { [name]: value }: Answer): string {
  switch (name) {
    case "guests":
      return `no, ${value} people`;
    case "rooms":
      return `no, ${value} rooms`;
    case "day":
      return `no, on ${value}`;
    case "colour":
      return `no, ${value}`;
  }
}

/** Gives this test's tool results for their arguments. */
function answerTools(talk: Talk, from: number): number {
  for (const { work, what } of talk.works.slice(from)) {
    if (what.type !== "tool") continue;
    const { n } = what.arguments;
    const body = { price: typeof n === "number" ? n * 10 : null };
    talk.feed({ type: "tool-done", work, outcome: { ok: true, body } });
  }
  return talk.works.length;
}

/** Plays answers in order; `corrections` come after the answer to the question with their number. */
function play(
  answer: Answer,
  corrections: readonly { readonly after: number; readonly text: string }[],
): Talk {
  const talk = new Talk(yaml, { holds: ["tool"] });
  talk.start();
  let done = 0;
  for (const [at, name] of names.entries()) {
    talk.user(String(answer[name]));
    done = answerTools(talk, done);
    for (const { text } of corrections.filter(({ after }) => after === at)) {
      talk.user(text);
      done = answerTools(talk, done);
    }
  }
  return talk;
}

test(`ruling 16 and 17: ${runs} corrected conversations, seed ${seed}`, () => {
  for (let run = 0; run < runs; run++) {
    const dice = random(seed + run);
    const wrong = anyAnswer(dice);
    const right = { ...wrong };
    const corrections: { after: number; text: string }[] = [];
    for (let times = dice.int(1, 3); times > 0; times--) {
      const after = dice.int(0, names.length - 1);
      const name = names[dice.int(0, after)] ?? "guests";
      // A correction of a question that comes later would be its answer.
      if (corrections.some((one) => one.after > after)) continue;
      const other = anyAnswer(dice);
      if (other[name] === right[name]) continue;
      Object.assign(right, { [name]: other[name] });
      corrections.push({ after, text: correction(name, other) });
    }
    const corrected = play(wrong, corrections);
    const straight = play(right, []);
    const told = `SEED=${seed + run} ${JSON.stringify({ wrong, corrections, right })}`;
    expect({ told, node: corrected.state.frames[0]?.node }).toEqual({
      told,
      node: straight.state.frames[0]?.node,
    });
    expect({ told, ...corrected.state.frames[0]?.values }).toEqual({
      told,
      ...straight.state.frames[0]?.values,
    });
    expect(corrected.said).toEndWith(straight.said.split(" ").slice(-5).join(" "));
  }
}, 600_000);
