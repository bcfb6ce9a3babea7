// Alternating turns: a conversation for vendors that keep instructions apart and need alternating sides, beginning
// and ending with the caller's.

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

/** Replaces an empty side, which vendors refuse. */
const begin = "(The conversation begins.)";
const goOn = "(Go on.)";

/**
 * `partsOf`: converts a message, `textPart` a text. Instructions after the first turn become texts of the caller's
 * side: moving them to the front would change the vendor's cached text.
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
