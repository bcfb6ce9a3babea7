// Client input: messages of a client beside audio (typed words, keys, context, requests), or interventions of its
// account, and their meaning for the call.

import { unreachable } from "../base/assert.ts";
import type { PutThrough } from "./supervision/put-through.ts";
import type { CallEvent, CallInput, WithoutTime } from "./call-event.ts";
import type { Responder } from "./responder.ts";
import type { TurnEvent, TurnInput } from "./turn.ts";
import type { TurnLoop } from "./turn-loop.ts";

export interface ClientInputParts {
  readonly responder: Responder;
  readonly turn: Pick<TurnLoop, "floor" | "replies">;
  readonly tell: (event: WithoutTime<CallEvent>) => void;
  /** Takes a turn of the caller without speech. */
  readonly take: (input: TurnInput, interrupt: boolean) => void;
  readonly dispatch: (event: TurnEvent) => void;
  readonly mute: (muted: boolean) => void;
  /** `drain`: after the agent has finished speaking. */
  readonly leave: (drain: boolean) => void;
  readonly putThrough: Pick<PutThrough, "ask" | "answered">;
  /** The agent says this, and hangs up. */
  readonly dismiss: (text: string) => void;
}

export function takeInput(input: CallInput, parts: ClientInputParts): void {
  const { responder, turn, tell, take, dispatch } = parts;
  switch (input.type) {
    case "text":
      tell({ type: "user-typed", text: input.text, ...sensitiveNow(responder), ...unansweredNow(turn) });
      take({ type: "words", text: input.text, speak: input.speak, typed: true }, input.interrupt);
      return;
    case "keys":
      tell({ type: "user-keys", keys: input.keys, ...sensitiveNow(responder) });
      take({ type: "keys", keys: input.keys }, true);
      return;
    case "context":
      responder.note(input.role, input.text);
      if (input.run) take({ type: "context" }, true);
      return;
    case "say":
      take({ type: "say", text: input.text }, input.interrupt);
      return;
    case "interrupt":
      dispatch({ type: "interrupt" });
      return;
    case "mute":
      parts.mute(input.muted);
      tell({ type: "user-muted", muted: input.muted, source: "client" });
      return;
    case "supervised":
      tell(input);
      return;
    case "put-through":
      parts.putThrough.ask(input);
      if (input.say === undefined) dispatch({ type: "interrupt" });
      else take({ type: "say", text: input.say }, true);
      return;
    case "dismiss":
      parts.dismiss(input.text);
      return;
    case "transferred":
    case "event":
      if (input.type === "transferred" && parts.putThrough.answered(input.ok)) return;
      if (responder.takesEvents === true)
        dispatch({ type: "input", input, interrupt: input.type === "transferred" });
      return;
    case "end":
      parts.leave(input.drain);
      return;
    default:
      unreachable(input);
  }
}

/** True if the caller's words are now for their own client only. */
export function sensitiveNow({ isSensitive }: Responder): { readonly sensitive?: true } {
  return isSensitive === true ? { sensitive: true } : {};
}

/** Words over the agent's last ones get no answer; the record keeps them. */
export function unansweredNow({ floor }: Pick<TurnLoop, "floor">): { readonly unanswered?: true } {
  return floor.holder === "agent" && floor.closing !== undefined ? { unanswered: true } : {};
}
