// Sessions: how they begin and end, and which parts of them are masked.

import { describe, expect, test } from "bun:test";
import { initialState } from "../../../../src/flow/engine/run/initial-state.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import { step } from "../../../../src/flow/engine/run/step.ts";
import { valueMap } from "../../../../src/flow/value/value.ts";
import { factsOf, flow, noon, programOf, Talk } from "./talk.ts";

describe("ruling 26: how a session begins", () => {
  const two = flow(`
start: hello
languages: [en, de]
start_speaker: user
variables:
  name: {type: name, input: true, example: Grace}
  ok: {type: boolean, ask: {en: "Is this {{ name }}?", de: "Ist da {{ name }}?"}}
defaults: {give_up: bye}
nodes:
  hello: {ask: ok, next: bye}
  bye: {say: {en: Bye., de: Ade.}, end: ok}
`);

  test("the first utterance of a caller who speaks first is only awaited", () => {
    const talk = new Talk(two, { context: { name: "Ada" } });
    expect(talk.start()).toBe("");
    expect([talk.mode, talk.silenceMs]).toEqual(["listening", 6_000]);
    expect(talk.user("yes")).toBe("Is this Ada?");
    expect(talk.value("ok")).toBeNull();
    const mute = new Talk(two, { context: { name: "Ada" } });
    mute.start();
    expect(mute.silence()).toBe("Is this Ada?");
  });

  test("the language comes from the context where the flow speaks it", () => {
    const german = new Talk(two, { context: { name: "Ada", language: "de" } });
    german.start();
    expect(german.user("hallo")).toBe("Ist da Ada?");
    const french = new Talk(two, { context: { name: "Ada", language: "fr" } });
    french.start();
    expect(french.user("allo")).toBe("Is this Ada?");
  });

  test("examples replace missing values only on request", () => {
    const without = new Talk(two);
    without.start();
    expect(without.user("hi")).toBe("Is this?");
    const talk = new Talk(two, { usesExamples: true });
    talk.start();
    expect(talk.user("hi")).toBe("Is this Grace?");
  });
});

test("a flow can read its session, the last input and the last failure", () => {
  const talk = new Talk(
    flow(`
start: ask
variables: {ok: {type: boolean, ask: Well?}}
tools: {look: {http: "GET https://a.example/p"}}
defaults: {give_up: bye}
nodes:
  ask: {ask: ok, next: look}
  look: {tool: look, on_error: told, next: bye}
  told: {say: "{{ session.id }} {{ session.turns }} {{ session.started_at }} {{ last.text }} {{ failure.kind }} {{ context.a.b }} {{ context.none ?? 'nothing' }}", next: bye}
  bye: {end: ok}
`),
    { context: { a: { b: "deep" } }, tools: { look: [{ failure: "timeout" }] } },
  );
  talk.start();
  expect(talk.user("yes")).toBe("ses_1 1 2026-11-20T12:00:00.000Z yes timeout deep nothing");
});

describe("ruling 48: sensitive values", () => {
  const phone = flow(`
start: ask
variables:
  pin: {type: digits, length: 4, sensitive: true, confirm: explicit, output: true, ask: Your PIN?}
tools: {check: {http: "POST https://a.example/pin", params: {pin: text}}}
defaults: {give_up: lost}
nodes:
  ask: {ask: pin, emit: {pin.told: {pin: pin, said: last.text}}, next: check}
  check: {tool: check, with: {pin: pin}, on_error: lost, next: lost}
  lost: {say: "It was {{ pin }}.", end: lost}
`);

  test("are spoken to the caller and masked everywhere else", () => {
    const talk = new Talk(phone, { tools: { check: [null] } });
    talk.start();
    talk.user("1 2 3 4");
    expect(talk.latest).toContainEqual(
      expect.objectContaining({
        type: "say",
        text: "1 2 3 4, is that right?",
        logged: "•••, is that right?",
      }),
    );
    talk.user("yes");
    const seen = JSON.stringify(
      talk.effects.map((effect) => {
        if (effect.type === "say") return effect.logged;
        if (effect.type === "set") return effect.logged;
        return effect.type === "work" ? effect.work : effect;
      }),
    );
    expect(seen).not.toContain("1234");
    expect(seen).not.toContain("1 2 3 4");
    expect(talk.emits[0]).toStartWith('pin.told {"pin":"•••"');
    expect(talk.state.history.map(({ text }) => text).join(" ")).not.toMatch(/1.?2.?3.?4/);
  });
});

test("ruling 48: the runner learns of sensitive input, and its correction is masked too", () => {
  const talk = new Talk(
    flow(`
start: ask
variables:
  phone: {type: phone, region: GB, sensitive: true, ask: Your number?}
  day: {type: date, ask: Which day?}
defaults: {give_up: lost}
nodes:
  ask: {ask: phone, next: when}
  when: {ask: day, next: lost}
  lost: {say: Bye., end: lost}
`),
  );
  talk.start();
  expect(turnTakingAt(talk.program, talk.state).isSensitive).toBe(true);
  expect(talk.user("oh two oh seven nine four six oh one two three")).toBe("Which day?");
  expect(turnTakingAt(talk.program, talk.state).isSensitive).toBe(false);
  talk.user("no, my number is oh two oh seven nine four six oh nine nine nine");
  expect(talk.value("phone")).toBe("+442079460999");
  expect(talk.state.last.sensitive).toBe(true);
  expect(talk.state.history.map(({ text }) => text).join(" ")).not.toContain("nine");
});

describe("ruling 9: duration of settings", () => {
  const inner = flow(
    `
start: only
languages: [en, de]
nodes: {only: {language: de, say: {en: "Inside.", de: "Drinnen."}, end: done}}
`,
    "inner",
  );
  const outer = flow(`
start: a
languages: [en, de]
variables: {ok: {type: boolean, ask: {en: "Right?", de: "Richtig?"}}}
defaults: {give_up: bye, barge_in: false}
nodes:
  a: {say: {en: Legal., de: Rechtlich.}, barge_in: true, voice: {name: anna, speed: 0.9}, next: b}
  b: {say: {en: Hello., de: Hallo.}, next: c}
  c: {call: inner, on_error: bye, next: d}
  d: {say: {en: Outside., de: Draussen.}, next: e}
  e: {language: de, say: {en: German., de: Deutsch.}, next: f}
  f: {ask: ok, next: bye}
  bye: {say: {en: Bye., de: Ade.}, end: ok}
`);

  test("voice and barge-in last for their node, the language until it changes or a called flow returns", () => {
    const talk = new Talk(outer, { others: { inner } });
    talk.start();
    const said = talk.effects.flatMap((effect) =>
      effect.type === "say"
        ? [`${effect.language} ${effect.bargeIn} ${effect.voice?.name ?? ""} ${effect.text}`]
        : [],
    );
    expect(said).toEqual([
      "en true anna Legal.",
      "en false  Hello.",
      "de true  Drinnen.",
      "en false  Outside.",
      "de false  Deutsch.",
      "de false  Richtig?",
    ]);
    expect(turnTakingAt(talk.program, talk.state).language).toBe("de");
  });
});

test("in a language without a pack, the engine's own words are said in a fallback language", () => {
  const talk = new Talk(
    flow(`
start: ask
variables: {n: {type: number, ask: Combien?}}
defaults: {give_up: bye}
nodes:
  ask: {ask: n, next: bye}
  bye: {say: Au revoir., end: ok}
`).replace("language: en", "language: fr"),
  );
  talk.start();
  talk.silence();
  const said = talk.latest.flatMap((effect) =>
    effect.type === "say" ? [`${effect.language}: ${effect.text}`] : [],
  );
  expect(said).toEqual(["en: I did not hear anything.", "fr: Combien?"]);
});

test("ruling 3: an end has a name, and its outputs come with it", () => {
  const talk = new Talk(
    flow(`
start: ask
variables: {plan: {type: choice, output: true, ask: Which?, options: [{id: gold}, {id: basic}]}}
defaults: {give_up: bye}
nodes:
  ask: {ask: plan, next: bye}
  bye: {end: "{{ plan ?? 'no_answer' }}"}
`),
  );
  talk.start();
  talk.user("gold");
  expect(talk.latest.at(-1)).toEqual({ type: "end", outcome: "gold", outputs: valueMap([["plan", "gold"]]) });
});

describe("limits", () => {
  const loop = flow(`
start: ask
variables: {ok: {type: boolean, ask: Again?}, n: {type: number, default: 0}}
defaults: {give_up: bye, limits: {max_turns: 5, max_duration: 10m}}
nodes:
  ask: {ask: ok, when_filled: ask, next: ask}
  bye: {say: Bye., end: bye}
`);

  test("turns and time end the call with a sentence", () => {
    const turns = new Talk(loop);
    turns.start();
    for (let turn = 0; turn < 5; turn++) expect(turns.user("yes")).toBe("Again?");
    expect(turns.user("yes")).toBe("I am sorry, this conversation has become too long. Goodbye.");
    expect(turns.outcome).toBe("limit");
    const time = new Talk(loop);
    time.start();
    time.nowMs += 11 * 60_000;
    time.user("yes");
    expect(time.outcome).toBe("limit");
  });

  test("fifty nodes for one input, and a thousand in a session, end the call", () => {
    const many = Array.from({ length: 60 }, (_, at) => `  n${at}: {say: "${at}", next: n${at + 1}}`).join(
      "\n",
    );
    const long = new Talk(flow(`start: n0\nnodes:\n${many}\n  n60: {end: ok}\n`));
    long.start();
    expect(long.outcome).toBe("limit");
    expect(long.path.split(" ")).toHaveLength(50);
    const patient = new Talk(
      loop
        .replace("max_turns: 5", "max_turns: 1000")
        .replace("when_filled: ask, next: ask}", "when_filled: ask, next: b}\n  b: {say: Again., next: ask}"),
    );
    patient.start();
    for (let turn = 0; turn < 1_100 && patient.outcome === null; turn++) patient.user("yes");
    expect(patient.outcome).toBe("limit");
    expect(patient.state.nodesEntered).toBe(1_000);
  });

  test("ruling 13: a variable that grows too large is empty", () => {
    const talk = new Talk(
      flow(`
start: grow
variables: {text: {type: text, default: "${"x".repeat(500)}"}, ok: {type: boolean, ask: More?}}
defaults: {give_up: bye, limits: {max_turns: 50}}
nodes:
  grow: {set: {text: text + text}, next: ask}
  ask: {ask: ok, when_filled: ask, next: grow}
  bye: {end: ok}
`),
    );
    talk.start();
    for (let turn = 0; turn < 5; turn++) talk.user("yes");
    expect(talk.value("text")).toBeNull();
  });

  test("a loop without an exit ends, too", () => {
    const program = programOf(
      flow(`
start: a
nodes:
  a: {say: A., next: b}
  b: {say: B., next: c}
  c: {end: ok}
`),
    );
    const b = program.nodes.get("b");
    if (b === undefined) throw new Error("there is a node b");
    // The checker refuses such a flow; a step must not loop for ever even so.
    const nodes = new Map([
      ...program.nodes,
      ["b", { ...b, act: { type: "go", edges: [{ target: "a" }] } } as const],
    ]);
    const turning = { ...program, nodes };
    const [state, effects] = step(turning, initialState(turning, factsOf({})), {
      type: "start",
      wallMs: noon,
    });
    expect(state.outcome).toBe("limit");
    expect(effects.filter(({ type }) => type === "enter")).toHaveLength(20);
    expect(effects.at(-1)?.type).toBe("end");
  });
});
