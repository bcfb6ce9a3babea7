// Off-record parts: which words between `record: off` and `record: on` are kept, and which a model sees.

import { describe, expect, test } from "bun:test";
import { outcomeRequest } from "../../../../src/flow/engine/run/outside/call-outcome.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import { flow, Talk } from "./talk.ts";

const number = "four one one one";
const digits = /4.?1.?1.?1|four one/;

const card = `
start: name
variables:
  name: {type: name, ask: Your name?, output: true}
  card: {type: digits, length: 4, ask: Your card?, output: true}
  tail: {type: text}
on_end: {summary: true, extract: {card: {type: digits, length: 4}}}
tools: {pay: {http: "POST https://a.example/pay", params: {card: digits}, effect: write}}
defaults: {give_up: lost}
nodes:
  name: {ask: name, confirm: never, next: stop}
  stop: {record: off, say: Nothing is recorded now., next: card}
  card: {ask: card, confirm: explicit, emit: {card.told: {card: card, said: last.text}}, next: pay}
  pay: {tool: pay, with: {card: card}, set: {tail: "card"}, on_error: lost, next: go_on}
  go_on: {record: on, say: "I have {{ card }}, that is {{ tail }}.", next: more}
  more: {ask: name, when_filled: ask, say: And again your name?, next: lost}
  lost: {end: lost}
`;

/** Texts of the step for receivers other than the caller, a model and the tools. */
const kept = (talk: Talk): string =>
  JSON.stringify(
    talk.effects.map((effect) => {
      if (effect.type === "say") return effect.isUnrecorded === true ? "" : effect.logged;
      if (effect.type === "set") return effect.logged;
      if (effect.type === "work") return effect.what.type === "tool" ? effect.what.logged : effect.work;
      return effect;
    }),
  );

describe("a call that is off the record for a while", () => {
  /** Conversation after these words of the caller. */
  const talked = (...words: readonly string[]): Talk => {
    const talk = new Talk(flow(card), { tools: { pay: [null] } });
    talk.start();
    for (const each of words) talk.user(each);
    return talk;
  };
  const paid = ["Ada Lovelace", number, "yes"];

  test("masks both sides' words until recording resumes", () => {
    const talk = talked();
    const isSensitive = (): boolean => turnTakingAt(talk.program, talk.state).isSensitive;
    expect(isSensitive()).toBe(false);
    expect(talk.user("Ada Lovelace")).toBe("Nothing is recorded now. Your card?");
    expect(isSensitive()).toBe(true);
    expect(talk.user(number)).toBe("4 1 1 1, is that right?");
    expect(isSensitive()).toBe(true);
    expect(talk.user("yes")).toBe("I have 4 1 1 1, that is 4111. And again your name?");
    expect(isSensitive()).toBe(false);
    const said = talk.effects.flatMap((each) => (each.type === "say" ? [each] : []));
    expect(said.map((each) => each.isUnrecorded === true)).toEqual([false, true, true, true, false, false]);
  });

  test("masks a value given meanwhile afterwards too, like a sensitive one", () => {
    const talk = talked(...paid);
    expect(kept(talk)).not.toMatch(digits);
    expect(kept(talk)).toContain("I have •••, that is •••.");
    expect(talk.emits[0]).toBe('card.told {"card":"•••","said":"•••"}');
    const [tool] = talk.works.flatMap(({ what }) => (what.type === "tool" ? [what] : []));
    expect(tool?.arguments).toEqual({ card: "4111" });
  });

  test("returns neither the value nor the words at the end", () => {
    const talk = talked(...paid, "Grace");
    expect(talk.effects.at(-1)).toMatchObject({ type: "end", outputs: { name: "Grace", card: "•••" } });
    const { onEnd } = talk.program;
    const request = onEnd && outcomeRequest({ program: talk.program, state: talk.state, onEnd });
    expect(JSON.stringify(request)).not.toMatch(digits);
    expect(request?.history.map(({ text }) => text)).toContain("•••");
    expect(request?.filled).toContainEqual({ label: "card", text: "•••" });
  });
});

test("a model that speaks off the record hears the caller, and forgets the words afterwards", () => {
  const talk = new Talk(
    flow(`
start: off
variables: {wish: {type: text}}
defaults: {give_up: bye}
nodes:
  off: {record: off, converse: Find out the wish., fill: [wish], max_turns: 5, exits: {done: {if: wish != null, goto: on}}, without_llm: bye}
  on: {record: on, converse: Talk on., max_turns: 5, exits: {done: {when: over, goto: bye}}, without_llm: bye}
  bye: {end: ok}
`),
    {
      utterances: [
        { say: "What do you want?" },
        { say: "A refund for what?" },
        { say: "I see.", set: { wish: { value: "a lamp", quote: "a lamp" } } },
        { say: "What else?" },
      ],
    },
  );
  const asked = () => talk.works.flatMap(({ what }) => (what.type === "utter" ? [what.request] : [])).at(-1);
  talk.start();
  talk.user("a refund please");
  talk.user("a lamp");
  talk.user("nothing else");
  const texts = asked()?.history.map(({ role, text }) => `${role}: ${text}`);
  expect(texts).toContain("user: nothing else");
  expect(JSON.stringify(asked())).not.toMatch(/refund|lamp/);
  const during = talk.works.flatMap(({ what }) => (what.type === "utter" ? [what.request] : []))[2];
  expect(JSON.stringify(during?.history)).toMatch(/refund please.*refund for what.*a lamp/i);
});

test("a value given to a called flow off the record stays so in its caller", () => {
  const inner = flow(`
start: ask
variables: {card: {type: digits, length: 4, ask: Your card?, output: true}}
defaults: {give_up: bye}
nodes:
  ask: {record: off, ask: card, confirm: never, next: bye}
  bye: {record: on, end: ok}
`).replace(/^id: .*/m, "id: inner");
  const talk = new Talk(
    flow(`
start: pay
variables: {number: {type: text}}
nodes:
  pay: {call: inner, save: {number: result.card}, on_error: bye, next: bye}
  bye: {say: "It is {{ number }}.", end: ok}
`),
    { others: { inner } },
  );
  talk.start();
  expect(talk.user(number)).toBe("It is 4111.");
  expect(kept(talk)).not.toMatch(digits);
});

describe("an answer given off the record", () => {
  const asked = flow(`
start: stop
variables:
  name: {type: name, ask: Your name?}
  card: {type: digits, length: 4, ask: Your card?}
defaults: {give_up: bye}
handlers: {help: {phrases: {en: [help]}, next: help}}
nodes:
  stop: {record: off, say: Nothing is recorded now., next: card}
  card: {ask: card, confirm: never, next: go_on}
  go_on: {record: on, say: Recorded again., next: name}
  name: {ask: name, confirm: never, next: bye}
  help: {record: on, say: I am here., next: RESUME}
  bye: {end: ok}
`);
  const isSensitive = (talk: Talk): boolean => turnTakingAt(talk.program, talk.state).isSensitive;

  test("is asked for off the record again when the caller goes back to it", () => {
    const talk = new Talk(asked);
    talk.start();
    talk.user(number);
    expect([talk.user("go back"), isSensitive(talk)]).toEqual(["Your card?", true]);
    expect([talk.user("four two two two"), isSensitive(talk)]).toEqual(["Your name?", false]);
    expect(kept(talk)).not.toMatch(/4.?[12].?[12].?[12]|four/);
  });

  test("is asked for off the record still when the caller comes back from a node that is recorded", () => {
    const talk = new Talk(asked);
    talk.start();
    expect([talk.user("help"), isSensitive(talk)]).toEqual(["I am here. Your card?", true]);
    expect([talk.user(number), isSensitive(talk)]).toEqual(["Recorded again. Your name?", false]);
    expect(kept(talk)).not.toMatch(digits);
  });

  test("stays masked in a flow that is called with it", () => {
    const inner = flow(`
start: bye
variables:
  card: {type: digits, length: 4, input: true, required: true}
  shop: {type: text, input: true, required: true}
nodes:
  bye: {say: "It is {{ card }} at {{ shop }}.", end: ok}
`).replace(/^id: .*/m, "id: inner");
    const talk = new Talk(
      flow(`
start: ask
variables: {card: {type: digits, length: 4, ask: Your card?}}
defaults: {give_up: bye}
nodes:
  ask: {record: off, ask: card, confirm: never, next: pay}
  pay: {record: on, call: inner, with: {card: card, shop: "'Oak'"}, on_error: bye, next: bye}
  bye: {end: ok}
`),
      { others: { inner } },
    );
    talk.start();
    expect(talk.user(number)).toBe("It is 4 1 1 1 at Oak.");
    expect(kept(talk)).toContain("It is ••• at Oak.");
    expect(kept(talk)).not.toMatch(digits);
  });
});

test("a flow that is not recorded stays so behind a called flow that switches recording on for itself", () => {
  const inner = flow(`
start: ask
variables: {zip: {type: digits, length: 4, ask: Your zip?}}
defaults: {give_up: bye}
nodes:
  ask: {record: off, ask: zip, confirm: never, next: again}
  again: {record: on, ask: zip, when_filled: ask, confirm: never, next: bye}
  bye: {end: ok}
`).replace(/^id: .*/m, "id: inner");
  const outer = flow(`
start: stop
variables: {card: {type: digits, length: 4, ask: Your card?}}
defaults: {give_up: bye}
handlers: {sales: {phrases: {en: [sales]}, next: card}}
nodes:
  stop: {record: off, call: inner, on_error: bye, next: card}
  card: {ask: card, confirm: never, next: bye}
  bye: {end: ok}
`);
  for (const way of [number, "sales"]) {
    const talk = new Talk(outer, { others: { inner } });
    talk.start();
    talk.user(number);
    expect(turnTakingAt(talk.program, talk.state).isSensitive).toBe(false);
    expect(talk.user(way)).toBe("Your card?");
    expect(turnTakingAt(talk.program, talk.state).isSensitive).toBe(true);
  }
});

test("a variable that is called on or off is recorded as before", () => {
  const talk = new Talk(
    flow(`
start: leave
variables: {off: {type: audio}}
nodes:
  leave: {say: After the tone., record: off, max: 30s, end_silence: 2s, on_failed: bye, next: bye}
  bye: {say: "{{ off.seconds }} seconds.", end: ok}
`),
    { seconds: 4 },
  );
  expect(talk.start()).toContain("4 seconds.");
  expect(talk.works.map(({ what }) => what.type)).toEqual(["record"]);
});
