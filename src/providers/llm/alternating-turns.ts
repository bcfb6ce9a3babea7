// Alternating turns: a conversation as the vendors want it that keep instructions apart and let the two sides take
// turns, beginning and ending with the caller's.

import type { LlmMessage } from "../provider-contract.ts";

export interface Turn<Part> {
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
}

export interface TurnsAndInstructions<Part> {
  /** Texts of the instructions before the first turn. */
  readonly instructions: readonly string[];
  readonly turns: readonly Turn<Part>[];
}

/** Stands where a side has nothing to say, which vendors refuse. */
const begin = "(The conversation begins.)";
const goOn = "(Go on.)";

/**
 * `partsOf` gives what a message becomes, `textPart` what a text becomes. Instructions after the first turn become
 * texts of the caller's side: to move them to the front would change what the vendor has cached.
 */
export function alternatingTurns<Part>(
  messages: readonly LlmMessage[],
  partsOf: (message: LlmMessage) => readonly Part[],
  textPart: (text: string) => Part,
): TurnsAndInstructions<Part> {
  const firstTurn = messages.findIndex(({ role }) => role !== "system");
  const leading = firstTurn < 0 ? messages : messages.slice(0, firstTurn);
  const turns: { role: Turn<Part>["role"]; parts: Part[] }[] = [];
  const add = (role: Turn<Part>["role"], parts: readonly Part[]): void => {
    if (parts.length === 0) return;
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else turns.push({ role, parts: [...parts] });
  };
  for (const message of messages.slice(leading.length))
    add(message.role === "assistant" ? "assistant" : "user", partsOf(message));
  if (turns[0]?.role !== "user") turns.unshift({ role: "user", parts: [textPart(begin)] });
  if (turns.at(-1)?.role === "assistant") add("user", [textPart(goOn)]);
  return { instructions: leading.map(({ text }) => text).filter((text) => text !== ""), turns };
}
