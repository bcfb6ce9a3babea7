// What a flow does next: a pure step from a state and an input to a new state and effects. It takes no clock, no
// socket, no promise; this is the small interpreter of a small language.

import type { FlowNode, Handler, Program, Question, Value, Way, Wordings } from "./document.ts";
import { render } from "./template.ts";
import { coverageMin, matchAnswer } from "./understand/answer.ts";
import { readKeys } from "./understand/keypad.ts";
import { matchHandler } from "./understand/phrases.ts";

export type FlowInput =
  | { readonly type: "start" }
  | { readonly type: "words"; readonly text: string }
  | { readonly type: "keys"; readonly keys: string }
  /** Speech that was not understood. */
  | { readonly type: "no-match" }
  /** Nothing came for as long as `silenceMs` asked. */
  | { readonly type: "silence" }
  /** Somebody wants the open question again. */
  | { readonly type: "ask-again" };

export type FlowEvent = FlowInput & { readonly wallMs: number };

export type FlowEffect =
  | { readonly type: "say"; readonly text: string; readonly interruptible: boolean }
  /** Another node is entered; `previous` is undefined at the start. */
  | { readonly type: "enter"; readonly node: string; readonly previous: string | undefined }
  | { readonly type: "set"; readonly variable: string; readonly value: Value }
  | { readonly type: "end"; readonly outcome: string };

type Say = Extract<FlowEffect, { type: "say" }>;

export interface FlowState {
  /** The node that listens. */
  readonly node: string;
  readonly values: ReadonlyMap<string, Value>;
  /** How often each node was entered. */
  readonly entered: ReadonlyMap<string, number>;
  /** Failures at the open question. */
  readonly failures: { readonly noMatch: number; readonly noInput: number };
  /** Failures since the last accepted answer, over all questions. */
  readonly failuresInRow: number;
  /** Handlers called since the last accepted answer. */
  readonly digressions: number;
  /** Keys of an entry that is not complete yet. */
  readonly keys: string;
  /** When keys last completed an answer; a finish key soon after belongs to them. */
  readonly keysDoneAt: number;
  /** All that was said after the last input, for `repeat`. */
  readonly lastTurn: readonly Say[];
  readonly ended: boolean;
}

export function initialState(program: Program): FlowState {
  return {
    node: program.start,
    values: new Map(),
    entered: new Map(),
    failures: { noMatch: 0, noInput: 0 },
    failuresInRow: 0,
    digressions: 0,
    keys: "",
    keysDoneAt: -Infinity,
    lastTurn: [],
    ended: false,
  };
}

/** How long to wait for the caller, in milliseconds: shorter within an entry by keys. */
export function silenceMs(state: FlowState): number {
  return state.keys === "" ? 6_000 : 3_000;
}

/** Nothing is said only after keys that wait for more keys, and when the flow is over. */
export function step(
  program: Program,
  state: FlowState,
  event: FlowEvent,
): readonly [FlowState, readonly FlowEffect[]] {
  if (state.ended) return [state, []];
  const draft = new Draft(program, state, event.wallMs);
  draft.take(event);
  if (event.type !== "keys") draft.breakSilence();
  return draft.result();
}

const stepsMax = 50;
const failuresInRowMax = 6;
const digressionsFree = 3;
/** For how long a finish key after a complete entry is swallowed, in milliseconds. */
const finishKeyMs = 2_000;

const wordings = {
  noMatch: ["Sorry, I did not understand that.", "Sorry, I still did not understand that."],
  noInput: ["I did not hear anything.", "I still do not hear anything."],
  listening: "I am listening.",
  gaveUp: "I am sorry, we do not seem to understand each other. Goodbye.",
  limit: "I am sorry, something is wrong with this conversation. Goodbye.",
} as const;

/** One step in the making: a copy of the state that may change until the step is done. */
class Draft {
  readonly #program: Program;
  readonly #wallMs: number;
  readonly #effects: FlowEffect[] = [];
  #state: FlowState;
  #outcome: string | undefined;
  #repeated = false;

  constructor(program: Program, state: FlowState, wallMs: number) {
    this.#program = program;
    this.#state = state;
    this.#wallMs = wallMs;
  }

  take(event: FlowEvent): void {
    if (event.type === "start") return this.#enter(this.#program.start);
    const node = this.#program.nodes.get(this.#state.node);
    if (node?.act.type !== "question") return this.#end("error", wordings.limit);
    if (event.type === "keys") return this.#pressAll(event.keys);
    const keys = this.#state.keys;
    this.#change({ keys: "" });
    if (event.type === "ask-again") return this.#ask(node);
    if (event.type === "words") return this.#hear(event.text, node.act);
    if (event.type === "no-match") return this.#fail("noMatch");
    if (keys === "") return this.#fail("noInput");
    const reading = readKeys(keys, node.act.variable.answer, true);
    return reading.type === "value" ? this.#accept(reading.value, node.act) : this.#fail("noMatch");
  }

  /** A caller who said something is never left without a word. */
  breakSilence(): void {
    if (this.#said().length === 0 && this.#outcome === undefined) this.#speak(wordings.listening);
  }

  result(): readonly [FlowState, readonly FlowEffect[]] {
    const said = this.#said();
    const lastTurn = this.#repeated || said.length === 0 ? this.#state.lastTurn : said;
    const end = this.#outcome === undefined ? [] : [{ type: "end", outcome: this.#outcome } as const];
    return [{ ...this.#state, lastTurn, ended: end.length > 0 }, [...this.#effects, ...end]];
  }

  #said(): readonly Say[] {
    return this.#effects.filter((effect) => effect.type === "say");
  }

  #change(part: Partial<FlowState>): void {
    this.#state = { ...this.#state, ...part };
  }

  /** The expected answer in full, then handlers, then an answer among other words. */
  #hear(text: string, question: Question): void {
    const { answer } = question.variable;
    const understood = matchAnswer(text, answer);
    if (understood !== undefined && understood.coverage >= 0.8) {
      return this.#accept(understood.value, question);
    }
    const called = matchHandler(text, this.#program.handlers);
    if (called !== undefined && called.coverage >= 0.7) return this.#digress(called.value);
    if (understood !== undefined && understood.coverage >= coverageMin(answer)) {
      return this.#accept(understood.value, question);
    }
    return this.#fail("noMatch");
  }

  /** Keys beyond a complete entry are for the question that follows. */
  #pressAll(keys: string): void {
    for (const key of keys) {
      const { failuresInRow } = this.#state;
      this.#press(key);
      if (this.#outcome !== undefined || this.#state.failuresInRow > failuresInRow) return;
    }
  }

  #press(key: string): void {
    const question = this.#program.nodes.get(this.#state.node)?.act;
    if (question?.type !== "question") return;
    const before = this.#state.keys;
    if (key === "#" && before === "" && this.#wallMs - this.#state.keysDoneAt <= finishKeyMs) return;
    const finished = key === "#" && before !== "";
    const entry = finished ? before : before + key;
    const reading = readKeys(entry, question.variable.answer, finished);
    if (reading.type === "more") return this.#change({ keys: entry });
    this.#change({ keys: "" });
    if (reading.type === "value") {
      this.#change({ keysDoneAt: this.#wallMs });
      return this.#accept(reading.value, question);
    }
    const handler = this.#program.handlers.find(({ dtmf }) => dtmf === entry);
    return handler === undefined ? this.#fail("noMatch") : this.#digress(handler);
  }

  #accept(value: Value, question: Question): void {
    const { name } = question.variable;
    const values = new Map(this.#state.values).set(name, value);
    this.#effects.push({ type: "set", variable: name, value });
    this.#change({ values, failures: { noMatch: 0, noInput: 0 }, failuresInRow: 0, digressions: 0 });
    const target = typeof value === "string" ? question.goto.get(value) : undefined;
    this.#enter(target ?? this.#follow(question.way));
  }

  #fail(kind: "noMatch" | "noInput"): void {
    const node = this.#program.nodes.get(this.#state.node);
    if (node?.act.type !== "question") return this.#end("error", wordings.limit);
    if (this.#countFailure(kind)) return;
    const times = this.#state.failures[kind];
    const own = node.act[kind].length > 0 ? node.act[kind] : node.act.variable[kind];
    if (own.length > 0) return this.#say(own, times);
    const apologies = wordings[kind];
    this.#speak(apologies[Math.min(times, apologies.length) - 1] ?? apologies[0]);
    return this.#ask(node);
  }

  /** Whether that was one failure too many; then the flow has already gone on to where it gives up. */
  #countFailure(kind: "noMatch" | "noInput"): boolean {
    const question = this.#program.nodes.get(this.#state.node)?.act;
    if (question?.type !== "question") return false;
    const failures = { ...this.#state.failures, [kind]: this.#state.failures[kind] + 1 };
    const failuresInRow = this.#state.failuresInRow + 1;
    this.#change({ failures, failuresInRow });
    if (failuresInRow >= failuresInRowMax) this.#end("gave_up", wordings.gaveUp);
    else if (failures.noMatch + failures.noInput >= question.attemptsMax) this.#enter(question.giveUp);
    else return false;
    return true;
  }

  /** Whoever only ever calls handlers gets nowhere: from some point on that counts as not understood. */
  #digress(handler: Handler): void {
    const digressions = this.#state.digressions + 1;
    this.#change({ digressions });
    if (handler.target === undefined && digressions > digressionsFree && this.#countFailure("noMatch"))
      return;
    if (handler.repeats) {
      this.#repeated = true;
      this.#effects.push(...this.#state.lastTurn);
      return;
    }
    this.#say(handler.say, digressions);
    if (handler.target !== undefined) return this.#enter(handler.target);
    const node = this.#program.nodes.get(this.#state.node);
    if (node !== undefined) this.#ask(node);
  }

  /** Runs from node to node until one listens or ends. */
  #enter(target: string): void {
    let id = target;
    for (let steps = 0; steps < stepsMax; steps++) {
      const node = this.#program.nodes.get(id);
      if (node === undefined) break;
      const previous = this.#state.entered.size === 0 ? undefined : this.#state.node;
      this.#effects.push({ type: "enter", node: id, previous });
      const entered = new Map(this.#state.entered).set(id, (this.#state.entered.get(id) ?? 0) + 1);
      this.#change({ node: id, entered, failures: { noMatch: 0, noInput: 0 }, keys: "" });
      this.#ask(node);
      if (node.act.type === "question") return;
      if (node.act.type === "end") {
        this.#outcome = node.act.outcome;
        return;
      }
      id = this.#follow(node.act.way);
    }
    this.#end("limit", wordings.limit);
  }

  /** What a node says; at a question that is the question. */
  #ask(node: FlowNode): void {
    const entered = this.#state.entered.get(node.id) ?? 1;
    const ask = node.act.type === "question" && node.say.length === 0 ? node.act.variable.ask : node.say;
    this.#say(ask, entered, node.interruptible);
  }

  #follow(way: Way): string {
    const { values } = this.#state;
    const branch = way.find(
      ({ condition }) =>
        condition === undefined || (values.get(condition.variable) === true) === condition.is,
    );
    return branch?.target ?? "";
  }

  #end(outcome: string, words: string): void {
    this.#speak(words);
    this.#outcome = outcome;
  }

  /** The wording for the n-th time. */
  #say(texts: Wordings, time: number, interruptible = true): void {
    const template = texts[Math.min(time, texts.length) - 1];
    if (template === undefined) return;
    const { values } = this.#state;
    const { variables, timezone } = this.#program;
    this.#speak(render(template, { values, variables, timezone, wallMs: this.#wallMs }), interruptible);
  }

  #speak(text: string, interruptible = true): void {
    if (text !== "") this.#effects.push({ type: "say", text, interruptible });
  }
}
