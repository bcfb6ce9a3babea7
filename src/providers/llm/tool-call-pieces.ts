// Tool call assembler: joins tool calls from the pieces that chat servers stream. Pieces carry an index, or an id, or
// neither; some servers send each call whole, and some give all of them the same index.

import type { LlmToolCall } from "../provider-contract.ts";

/** One element of `delta.tool_calls`, as far as present. */
export interface ToolCallPiece {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Beyond this the stream is given up as useless. */
export const toolCallsMax = 32;
export const toolArgumentsCharsMax = 100_000;

interface Growing {
  readonly index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

export class ToolCallPieces {
  readonly #calls: Growing[] = [];
  #chars = 0;

  /** False if there is more than any answer holds. */
  push(piece: ToolCallPiece): boolean {
    const call = this.#find(piece) ?? this.#add(piece);
    // Both usually come once; servers that repeat them repeat the same.
    call.id ||= piece.id;
    call.name ||= piece.name;
    call.arguments += piece.arguments;
    this.#chars += piece.arguments.length;
    return this.#calls.length <= toolCallsMax && this.#chars <= toolArgumentsCharsMax;
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** Calls in the order of their beginnings. `taken`: ids already used in the conversation. */
  take(taken: ReadonlySet<string>): readonly LlmToolCall[] {
    const used = new Set(taken);
    return this.#calls
      .filter(({ name }) => name !== "")
      .map(({ id, name, arguments: text }) => ({
        id: uniqueId(id, used),
        name,
        arguments: text.trim() === "" ? "{}" : text,
      }));
  }

  #find({ index, id, name }: ToolCallPiece): Growing | undefined {
    const last = this.#calls.at(-1);
    if (index === undefined) {
      if (id !== "") return this.#calls.find((call) => call.id === id);
      // Without index and id only a second name marks another call.
      return name !== "" && last !== undefined && last.name !== "" ? undefined : last;
    }
    const growing = this.#calls.findLast((call) => call.index === index);
    const isAnother = growing !== undefined && id !== "" && growing.id !== "" && growing.id !== id;
    return isAnother ? undefined : growing;
  }

  #add({ index }: ToolCallPiece): Growing {
    const call: Growing = { index, id: "", name: "", arguments: "" };
    this.#calls.push(call);
    return call;
  }
}

/** The vendor's id, or one of ours if there is none or it was used before. Adds it to `used`. */
export function uniqueId(id: string, used: Set<string>): string {
  let unique = id;
  for (let number = used.size + 1; unique === "" || used.has(unique); number++) unique = ownId(number);
  used.add(unique);
  return unique;
}

/** Nine letters and digits: the one form that every vendor accepts. */
export function ownId(number: number): string {
  return `call${String(number).padStart(5, "0")}`;
}
