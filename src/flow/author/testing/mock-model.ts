// Mock model: turns a test step's `llm` into a language model's answer.

import type { ModelPart } from "../../language/compile/compile-tests.ts";
import type { ModelOutcome } from "../../engine/run/outside/call-outcome.ts";
import type { Proposal, ModelReply } from "../../engine/run/step-contract.ts";
import type { Value } from "../../value/value.ts";

/** Mocked answers of one step. `words`: the utterance, which every value quotes unless `quote` is given. */
export class MockModel {
  readonly #part: ModelPart | undefined;
  readonly #words: string;
  #hasCalled = false;

  constructor(part: ModelPart | undefined, words: string) {
    this.#part = part;
    this.#words = words;
  }

  get isThere(): boolean {
    return this.#part !== undefined;
  }

  /** At a question; undefined: the model failed, or has nothing to say. */
  proposal(): Proposal | undefined {
    const part = this.#part;
    if (part === undefined || part.type === "fail") return undefined;
    const { option, handler, act } = part;
    return {
      set: this.#fills(part),
      ...(option !== undefined && { option }),
      ...(handler !== undefined && { handler }),
      ...(act !== undefined && { act, quote: part.quote ?? this.#words }),
    };
  }

  /** Reply in a `converse`: first the tools, and after their results its words and values. */
  utterance(): ModelReply | undefined {
    const part = this.#part;
    if (part === undefined || part.type === "fail") return undefined;
    if (part.tools.length > 0 && !this.#hasCalled) {
      this.#hasCalled = true;
      return { say: "", tools: part.tools };
    }
    const { say = "", exit } = part;
    return { say, set: this.#fills(part), ...(exit !== undefined && { exit }) };
  }

  /** Post-processing of a call. */
  outcome(): ModelOutcome | undefined {
    const part = this.#part;
    if (part === undefined || part.type === "fail") return undefined;
    return { ...(part.say !== undefined && { summary: part.say }), set: this.#fills(part) };
  }

  #fills({ set, quote }: Extract<ModelPart, { type: "answers" }>): NonNullable<Proposal["set"]> {
    const fills: Record<string, { readonly value: Value; readonly quote: string }> = Object.create(null);
    for (const [name, value] of set) fills[name] = { value, quote: quote ?? this.#words };
    return fills;
  }
}
