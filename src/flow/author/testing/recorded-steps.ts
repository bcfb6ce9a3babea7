// Recorded steps: writes the script of a recorded test, in the order of the conversation's events. Pure.

import { returnedEvent } from "../../engine/run/outside/transfer-record-wait.ts";
import type { Act, Program } from "../../language/program.ts";

/** Events of a conversation that lead to a step. */
export type ScriptEvent =
  /** The agent begins a reply, to the caller, to silence or to an outside event. Only in calls. */
  | { readonly what: "reply" }
  | {
      readonly what: "words";
      readonly text: string;
      readonly how: "said" | "typed";
      /** False: heard, but not understood. */
      readonly understood: boolean;
    }
  | { readonly what: "keys"; readonly keys: string }
  /** The caller is silent on purpose. */
  | { readonly what: "silence" }
  | { readonly what: "hangup" }
  | { readonly what: "sentence"; readonly segment: number; readonly text: string }
  /** `by`: edge that led there, if known. */
  | { readonly what: "node"; readonly flow: string; readonly node: string; readonly by?: string }
  /** A variable got a value; that of a sensitive variable is masked. */
  | { readonly what: "variable"; readonly flow: string; readonly name: string; readonly value: unknown }
  | { readonly what: "transfer"; readonly address: string }
  | { readonly what: "transferred"; readonly ok: boolean }
  /** Transferred and back again, with unknown details. */
  | { readonly what: "returned" }
  /** 0 seconds when nothing was said. */
  | { readonly what: "recorded"; readonly seconds: number }
  | { readonly what: "event"; readonly name: string; readonly data: unknown }
  | { readonly what: "outcome"; readonly outcome: string };

/** Event without a step. */
interface OtherEvent {
  readonly what: "cut" | "initial" | "why" | "called" | "answered" | "emitted" | "recording";
}

export type ScriptStep = Readonly<Record<string, unknown>>;

/** Number of variables that are compared at the end. */
const expectedMax = 20;
/** Longest JSON of a compared value, in UTF-16 units. */
const valueCharsMax = 200;
const keysMax = 64;

/** `fragment`: picks the agent's words for a step. `program`: undefined: nodes are unknown. */
export function stepsOf(
  program: Program | undefined,
  log: readonly (ScriptEvent | OtherEvent)[],
  fragment: (texts: readonly string[]) => string | undefined,
): readonly ScriptStep[] {
  const writer = new ScriptWriter(program, fragment);
  for (const event of log) writer.take(event);
  return writer.finished();
}

class ScriptWriter {
  readonly #program: Program | undefined;
  readonly #fragment: (texts: readonly string[]) => string | undefined;
  readonly #steps: ScriptStep[] = [];
  readonly #values = new Map<string, unknown>();
  /** The agent's sentences since the last input. */
  #said: string[] = [];
  #node: string | undefined;
  #outcome: string | undefined;
  /** Keys pressed so far, extensible by further ones. */
  #keys = "";
  #replies = 0;
  /** The caller has acted since the last reply. */
  #isAsked = false;
  #transferred: boolean | undefined;
  #hasReturned = false;
  /** An event for this node's recording was seen. */
  #hasRecorded = false;

  constructor(program: Program | undefined, fragment: (texts: readonly string[]) => string | undefined) {
    this.#program = program;
    this.#fragment = fragment;
  }

  take(event: ScriptEvent | OtherEvent): void {
    if (this.#outcome !== undefined && event.what !== "sentence") return;
    switch (event.what) {
      case "reply":
        return this.#reply();
      case "words":
        this.#isAsked = true;
        return this.#input(wordsStep(event));
      case "keys":
        this.#isAsked = true;
        return this.#press(event.keys);
      case "sentence":
        this.#keys = "";
        this.#said.push(event.text);
        return;
      case "silence":
        return this.#input({ silence: true });
      case "hangup":
        return this.#input({ hangup: true });
      case "event":
        this.#hasReturned ||= event.name === returnedEvent;
        return this.#input({ event: { [event.name]: event.data } });
      case "recorded":
        this.#hasRecorded = true;
        return this.#input(recordedStep(event.seconds));
      case "node":
        if (event.flow === this.#program?.id) this.#enter(event.node);
        return;
      case "variable":
        if (event.flow === this.#program?.id) this.#set(event.name, event.value);
        return;
      case "transfer":
        this.#transferred = undefined;
        this.#hasReturned = false;
        return;
      case "transferred":
        this.#transferred = event.ok;
        return this.#input({ transfer: event.ok ? "ok" : "failed" });
      case "returned":
        this.#hasReturned = true;
        return this.#input({ event: returnedEvent });
      case "outcome":
        this.#outcome = event.outcome;
        return;
      default:
    }
  }

  finished(): readonly ScriptStep[] {
    this.#assertSaid();
    const expected = [...this.#values].filter(([name, value]) => this.#isComparable(name, value));
    if (expected.length > 0) this.#steps.push({ expect: Object.fromEntries(expected.slice(0, expectedMax)) });
    if (this.#outcome !== undefined) this.#steps.push({ ends: this.#outcome });
    else if (this.#node !== undefined) this.#steps.push({ at: this.#node });
    return this.#steps;
  }

  get #act(): Act | undefined {
    return this.#node === undefined ? undefined : this.#program?.nodes.get(this.#node)?.act;
  }

  /**
   * A reply without input of the caller, at a node that waits for one, is a reply to silence. The first reply is the
   * greeting.
   */
  #reply(): void {
    this.#replies += 1;
    const isAsked = this.#isAsked;
    this.#isAsked = false;
    const { type } = this.#act ?? {};
    if (isAsked || this.#replies === 1 || (type !== "ask" && type !== "converse" && type !== "answer"))
      return;
    this.#input({ silence: true });
  }

  #press(keys: string): void {
    const whole = this.#keys + keys;
    if (this.#keys !== "" && whole.length <= keysMax) {
      this.#keys = whole;
      this.#steps[this.#steps.length - 1] = { dtmf: whole };
      return;
    }
    this.#input({ dtmf: keys });
    this.#keys = keys;
  }

  #input(step: ScriptStep): void {
    this.#assertSaid();
    this.#keys = "";
    this.#steps.push(step);
  }

  /** Calls recorded as failed, or not at all, were not answered. */
  #missed(): void {
    const at = this.#transferred === undefined ? -1 : this.#steps.findLastIndex((step) => "transfer" in step);
    if (at < 0) this.#input({ transfer: "no_answer" });
    else this.#steps[at] = { transfer: "no_answer" };
  }

  /** Adds an assertion about the agent's words since the last input. */
  #assertSaid(): void {
    const says = this.#fragment(this.#said);
    this.#said = [];
    if (says !== undefined) this.#steps.push({ says });
  }

  #enter(node: string): void {
    this.#keys = "";
    const act = this.#act;
    // The edge taken shows if it rang in vain.
    if (act?.type === "transfer" && this.#transferred !== true && node === act.onNoAnswer) this.#missed();
    // The transfer timed out, or nothing was recorded.
    if (act?.type === "transfer" && this.#transferred === undefined && node === act.onFailed)
      this.#input({ transfer: "failed" });
    // Its result is unknown.
    if (act?.type === "transfer" && this.#transferred === true && node === act.onReturn && !this.#hasReturned)
      this.#input({ event: returnedEvent });
    if (act?.type === "record" && !this.#hasRecorded && !this.#values.has(act.variable))
      this.#input(recordedStep(0));
    this.#hasRecorded = false;
    this.#node = node;
  }

  #set(name: string, value: unknown): void {
    this.#keys = "";
    const isRecord = this.#act?.type === "record" && this.#act.variable === name && !this.#hasRecorded;
    const seconds = isRecord ? secondsIn(value) : 0;
    if (seconds > 0) this.#input(recordedStep(seconds));
    this.#values.set(name, value);
  }

  #isComparable(name: string, value: unknown): boolean {
    const variable = this.#program?.variables.get(name);
    if (variable === undefined || variable.sensitive || value === null) return false;
    if (variable.type.kind === "audio" || variable.type.kind === "object") return false;
    return JSON.stringify(value).length <= valueCharsMax;
  }
}

/** Words that were not understood get confidence 0, so that the test does not understand them either. */
function wordsStep({ text, understood }: Extract<ScriptEvent, { what: "words" }>): ScriptStep {
  if (understood) return { user: text };
  return { user: text === "" ? "(unclear)" : text, confidence: 0 };
}

function recordedStep(seconds: number): ScriptStep {
  if (seconds === 0) return { silence: true };
  return {
    audio: Number.isInteger(seconds) ? `${seconds}s` : `${Math.max(1, Math.round(seconds * 1_000))}ms`,
  };
}

function secondsIn(value: unknown): number {
  const seconds: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "seconds") : 0;
  return typeof seconds === "number" ? seconds : 0;
}

const nameCharsMax = 60;

/** A test's name: the caller's words and keys, shortened. */
export function scriptName(steps: readonly ScriptStep[]): string {
  const inputs = steps
    .flatMap(({ user, dtmf, confidence }) => (confidence === 0 ? [] : [user ?? dtmf ?? []]))
    .flat();
  const name = inputs.map(String).join(", ").replaceAll(/\s+/gu, " ").trim();
  if (name === "") return "no one speaks";
  return name.length <= nameCharsMax ? name : `${name.slice(0, nameCharsMax - 1).trimEnd()}…`;
}
