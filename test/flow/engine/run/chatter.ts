// Random conversations of tests: callers answer, correct themselves, press keys, say nothing and talk nonsense, with
// tools and models that respond at random.

import type { Program } from "../../../../src/flow/language/program.ts";
import type { FlowEvent, FlowInput, Work } from "../../../../src/flow/engine/run/step-contract.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import { listeningPointAt } from "../../../../src/flow/engine/run/ask/listening-point.ts";
import type { FlowState } from "../../../../src/flow/engine/run/flow-state.ts";
import type { ValueRule } from "../../../../src/flow/engine/understand/understanding.ts";
import { type Kind, type Value, valueMap } from "../../../../src/flow/value/value.ts";
import type { Random } from "../../../support/random.ts";

/** Typical answers to a question of a kind. */
const answers: Readonly<Record<ValueRule["kind"] | "confirm", readonly string[]>> = {
  confirm: ["yes", "yes please", "no", "no, six", "ja", "yes, at eight"],
  boolean: ["yes", "no", "of course", "not really", "ja", "nein"],
  number: ["four", "two people", "twelve", "fünf", "a hundred"],
  money: ["five euros"],
  date: ["tomorrow", "on Saturday", "the 24th of November", "yesterday", "morgen"],
  time: ["at eight", "half past seven in the evening", "9 p.m.", "um acht"],
  duration: ["an hour and a half", "ninety", "zwei Stunden"],
  amount: ["two kilos", "500 grams", "half a kilo"],
  date_range: [
    "from Monday until Wednesday",
    "Friday for three nights",
    "from Monday",
    "von Montag bis Freitag",
  ],
  time_range: ["between two and four", "from nine to five", "until six"],
  digits: ["one two three four", "six five four three two one", "1 2 3"],
  phone: ["oh one four oh one two three four five six"],
  code: ["a b one two"],
  email: ["ada at example dot com"],
  name: ["Ada Lovelace", "my name is Grace"],
  text: ["I waited an hour", "nothing, thank you"],
  choice: ["the second one", "the last one"],
};

const anyAnswer = [
  "yes",
  "a table for four tomorrow at half past seven",
  "four people on Saturday",
  "eight",
  ...Object.values(answers).flat(),
];

const corrections = [
  "no, make it five people",
  "no, on Sunday",
  "no, the day is wrong",
  "actually at nine",
  "sorry, I meant six",
  "no, two",
];

const odd = [
  "",
  "bananas",
  "the weather in Paris",
  "{{ guests }}",
  "repeat please",
  "one moment",
  "operator",
  "help",
  "goodbye",
  "__proto__ constructor",
  "é\u0000\u202E🙂",
  "x".repeat(3_000),
];

/** Likely phrases of people for this flow. */
function phrasesOf(program: Program): readonly string[] {
  const options = [...program.variables.values()].flatMap(({ type }) =>
    type.kind === "choice" && "options" in type
      ? type.options.flatMap(({ id, synonyms }) => [id, ...[...synonyms.values()].flat()])
      : [],
  );
  const handlers = [...program.nodes.values()].flatMap((node) =>
    node.handlers.flatMap(({ phrases }) => [...phrases.values()].flat()),
  );
  return [...new Set([...options, ...handlers])];
}

interface World {
  /** Fields of `result` that the flow saves, with the kind that they should have. */
  readonly fields: ReadonlyMap<string, Kind>;
  readonly events: readonly string[];
}

function worldOf(program: Program): World {
  const fields = new Map<string, Kind>();
  const events = new Set<string>(["client.odd"]);
  for (const { act } of program.nodes.values()) {
    const save = "save" in act ? act.save : [];
    for (const { variable, value } of save) {
      const kind = program.variables.get(variable)?.type.kind;
      if (value.type === "field" && kind !== undefined) fields.set(value.name, kind);
    }
    if (act.type === "wait") events.add(act.event);
  }
  return { fields, events: [...events] };
}

const fitting: Readonly<Partial<Record<Kind, readonly Value[]>>> = {
  boolean: [true, false],
  number: [4, 5],
  list: [["18:00", "21:00"], []],
  date: ["2026-11-24"],
  time: ["19:30"],
  object: [{}],
};

export class Chatter {
  readonly #dice: Random;
  readonly #phrases: readonly string[];
  readonly #world: World;
  readonly #program: Program;
  /** Share of questions that this caller answers to the point, and by voice. */
  readonly #patience: number;

  constructor(program: Program, dice: Random) {
    this.#program = program;
    this.#dice = dice;
    this.#patience = dice.pick([0.3, 0.8, 0.97]);
    this.#phrases = phrasesOf(program);
    this.#world = worldOf(program);
  }

  /** Next event for the state, `wallMs` included. `open`: the work without a result so far. */
  next(state: FlowState, open: ReadonlyMap<number, Work>): FlowEvent {
    const dice = this.#dice;
    const wallMs = state.wallMs + dice.pick([0, 50, 400, 1_500, 6_000, 20_000]);
    const [work] = open;
    if (work !== undefined && dice.chance(0.8)) return { ...this.#result(work[0], work[1]), wallMs };
    const { mode } = turnTakingAt(this.#program, state);
    const awaited = mode === "waiting" && dice.chance(0.4);
    if (awaited) return { type: "event", name: dice.pick(this.#world.events), data: this.#body(), wallMs };
    const quiet = mode === "waiting" || dice.chance(0.05);
    if (quiet && dice.chance(0.5)) return { type: "silence", wallMs };
    return { ...this.#input(state), wallMs };
  }

  #input(state: FlowState): FlowInput {
    const dice = this.#dice;
    const roll = dice.chance(this.#patience) ? 0 : dice.next();
    const confidence = dice.chance(0.8) ? {} : { confidence: dice.pick([0.2, 0.5, 0.7, 0.95]) };
    if (roll < 0.66) return { type: "words", text: this.#text(state), ...confidence };
    if (roll < 0.74)
      return { type: "keys", keys: dice.pick(["1", "2", "0", "#", "123456#1", "55*", "9", "1234"]) };
    if (roll < 0.79)
      return { type: "reopened", text: `${state.last.text ?? ""} ${this.#text(state)}`, ...confidence };
    if (roll < 0.84) return { type: "no-match" };
    if (roll < 0.88) return { type: "ask-again" };
    if (roll < 0.9) return { type: "cut", unheardLetters: dice.int(0, 60) };
    if (roll < 0.93) return { type: "event", name: dice.pick(this.#world.events), data: this.#body() };
    if (roll < 0.98) return this.#result(dice.int(0, 9), { type: "transfer", address: "" });
    return dice.chance(0.2) ? { type: "hang-up" } : { type: "silence" };
  }

  #text(state: FlowState): string {
    const dice = this.#dice;
    const point = listeningPointAt(this.#program, state, state);
    if (point !== undefined && dice.chance(this.#patience)) {
      const { asked, confirming } = point;
      if (confirming !== undefined) return dice.pick(answers.confirm);
      const options = asked?.wanted.kind === "choice" ? asked.wanted.options.map(({ label }) => label) : [];
      if (asked !== undefined) return dice.pick([...options, ...answers[asked.wanted.kind]]);
    }
    const roll = dice.next();
    if (roll < 0.3 && this.#phrases.length > 0) return dice.pick(this.#phrases);
    if (roll < 0.6) return dice.pick(anyAnswer);
    return dice.pick(roll < 0.85 ? corrections : odd);
  }

  #result(work: number, what: Work): FlowInput {
    const dice = this.#dice;
    switch (what.type) {
      case "tool":
        return {
          type: "tool-done",
          work,
          outcome: dice.chance(0.8)
            ? { ok: true, body: this.#body() }
            : { ok: false, failure: { kind: dice.pick(["timeout", "http_5xx", "invalid_response"]) } },
        };
      case "search":
        return { type: "found", work };
      case "propose": {
        const [wanted] = what.request.wanted;
        if (wanted === undefined || dice.chance(0.3)) return { type: "proposed", work };
        const set = { [wanted.name]: { value: this.#value(), quote: what.request.transcript } };
        return { type: "proposed", work, proposal: dice.chance(0.2) ? { handler: "hours" } : { set } };
      }
      case "utter": {
        if (dice.chance(0.15)) return { type: "uttered", work };
        if (dice.chance(0.3)) return { type: "uttering", work, sentence: "Let me think." };
        if (dice.chance(0.1)) return { type: "uttered", work, utterance: { say: "", brokenOff: true } };
        const { fill, exits, tools } = what.request;
        const said = what.request.history.at(-1)?.text ?? "";
        return {
          type: "uttered",
          work,
          utterance: {
            say: dice.pick(["Tell me more.", "", "I see."]),
            set: Object.fromEntries(fill.map(({ name }) => [name, { value: said, quote: said }])),
            ...(exits.length > 0 && dice.chance(0.3) ? { exit: dice.pick(exits).name } : {}),
            tools:
              tools.length > 0 && dice.chance(0.4)
                ? [{ name: dice.pick(tools).name, arguments: this.#args() }]
                : [],
          },
        };
      }
      case "press":
        return { type: "pressed", work };
      case "transfer":
        return { type: "transferred", work, ok: dice.chance(0.4) };
      case "record":
        return { type: "recorded", work, id: "rec_1", seconds: dice.pick([0, 4]) };
    }
  }

  #args() {
    return valueMap([["q", this.#value()]]);
  }

  #body(): Value {
    const dice = this.#dice;
    if (dice.chance(0.05)) return this.#value();
    return valueMap(
      [...this.#world.fields].map(([field, kind]) => [
        field,
        dice.chance(0.1) ? this.#value() : dice.pick(fitting[kind] ?? ["gold", "enterprise", null]),
      ]),
    );
  }

  #value(): Value {
    return this.#dice.pick<Value>([
      true,
      true,
      false,
      null,
      4,
      "gold",
      "enterprise",
      "19:30",
      "2026-11-24",
      ["18:00", "21:00"],
      [],
      "x".repeat(20_000),
    ]);
  }
}
