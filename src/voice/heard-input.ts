// Heard input: reports of endpointing and recogniser about a caller, and their meaning for the call.

import { unreachable } from "../base/assert.ts";
import { setAside } from "./barge-in/aside.ts";
import type { OverAgent } from "./barge-in/over-agent.ts";
import type { CallEvent } from "./call-event.ts";
import { type ClientInputParts, sensitiveNow, unansweredNow } from "./client-input.ts";
import type { EndpointingEvent } from "./hearing/endpointing-event.ts";
import type { FillingIn } from "./fillers/filling-in.ts";
import type { Latency } from "./turn-latency.ts";

export interface HeardParts extends Pick<ClientInputParts, "responder" | "turn" | "tell" | "dispatch"> {
  readonly overAgent: OverAgent;
  readonly latency: Latency;
  readonly filling: FillingIn | undefined;
}

export function takeHeard(event: EndpointingEvent, parts: HeardParts): void {
  const { overAgent, latency, filling, turn, tell, dispatch } = parts;
  switch (event.type) {
    case "speech-started":
    case "speech-ended":
      tell({ type: "user-speaking", speaking: event.type === "speech-started" });
      if (event.type === "speech-started") overAgent.speechStarted(turn.floor);
      dispatch(event);
      filling?.speech(event.type === "speech-started");
      return;
    case "voiced":
      dispatch(event);
      return;
    case "partial": {
      tellWords(event.text, { final: false, rejected: false }, parts);
      const aside = overAgent.ofPartial(event);
      dispatch({ type: "partial", ...(aside !== undefined && { aside }) });
      return;
    }
    case "turn-ended":
      latency.turnEnded(event.silentMs, event.reason);
      overAgent.turnEnded();
      tell(event);
      filling?.take({ type: "turn-ended" });
      return;
    case "warning":
      tell(event);
      return;
    case "words":
      takeWords(event, parts);
      return;
    default:
      unreachable(event);
  }
}

function takeWords(event: Extract<EndpointingEvent, { type: "words" }>, parts: HeardParts): void {
  const { overAgent, latency, dispatch, turn } = parts;
  const aside = overAgent.ofWords(event);
  const why = setAside(aside, turn.floor);
  latency.words();
  const set = why === undefined ? { rejected: event.rejected } : { rejected: true, aside: why };
  const decided = event.evidence === undefined ? {} : { evidence: event.evidence };
  tellWords(event.text, { final: true, ...set, ...decided }, parts);
  const before = turn.replies;
  // Faint sounds without words ask for no answer.
  const rejected = event.rejected && event.isFaint !== true;
  dispatch({ ...event, rejected, ...(aside !== undefined && { aside }) });
  if (turn.replies === before) latency.unanswered();
}

function tellWords(
  text: string,
  how: Pick<Extract<CallEvent, { type: "user-words" }>, "final" | "rejected" | "aside" | "evidence">,
  { tell, responder, turn }: HeardParts,
): void {
  const missed = how.final && !how.rejected ? unansweredNow(turn) : {};
  tell({ type: "user-words", text, ...how, ...sensitiveNow(responder), ...missed });
}
