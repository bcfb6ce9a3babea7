// Foreseen reply: a flow's question to its model if these words were all of the caller's turn. A step on trial: it is
// pure, and no effect is carried out.

import type { FlowState } from "../../flow/engine/run/flow-state.ts";
import { step } from "../../flow/engine/run/step.ts";
import type { ModelReplyRequest } from "../../flow/engine/run/step-contract.ts";
import type { Program } from "../../flow/language/program.ts";

/**
 * `wallMs`: time of day, in milliseconds since 1970. Undefined if these words lead to anything but one reply of the
 * model, or if the model could request a tool that writes.
 */
export function foreseenReply(
  program: Program,
  state: FlowState,
  { text, wallMs }: { readonly text: string; readonly wallMs: number },
): ModelReplyRequest | undefined {
  const [, effects] = step(program, state, { type: "words", text, wallMs });
  const works = effects.flatMap((effect) => (effect.type === "work" ? [effect.what] : []));
  const [only] = works;
  if (only?.type !== "utter" || works.length > 1) return undefined;
  const { tools } = only.request;
  return tools.every(({ name }) => program.tools.get(name)?.effect === "read") ? only.request : undefined;
}
