// What the messages of a call tell of what happens in its flow. Pure.

import type { CallEvent } from "../../voice/client-event.ts";
import type { OwnMessage, ServerMessage } from "../../voice/messages.ts";
import type { Happened, Moment } from "./conversation-event.ts";

/** `log`: what has happened before. */
export function happenedIn(event: CallEvent, log: readonly Moment[]): readonly Happened[] {
  if (event.type === "keyed") return [{ what: "keys", keys: event.keys }];
  if (event.type === "transferred") return [{ what: "transferred", ok: event.ok }];
  if (event.type === "over") return event.end.type === "left" ? hungUp(log) : [];
  const happened = event.type === "message" ? inMessage(event.message, log) : undefined;
  return happened === undefined ? [] : [happened];
}

/** The server no longer tells those who have left. */
function hungUp(log: readonly Moment[]): readonly Happened[] {
  const isOver = log.some(({ what }) => what === "outcome");
  return isOver ? [] : [{ what: "hangup" }, { what: "outcome", outcome: "hung_up" }];
}

function inMessage(message: ServerMessage, log: readonly Moment[]): Happened | undefined {
  switch (message.type) {
    case "bot-llm-started":
      return { what: "reply" };
    case "user-transcription": {
      const { text, final, rejected = false } = message.data;
      if (!final || (text === "" && !rejected)) return undefined;
      return { what: "words", text, how: "said", understood: !rejected };
    }
    case "user-llm-text": {
      const { text } = message.data;
      // Words that were just said come once more, as those that count.
      const last = log.at(-1);
      const isRepetition = last?.what === "words" && last.how === "said" && last.text === text;
      return isRepetition ? undefined : { what: "words", text, how: "typed", understood: true };
    }
    case "bot-output": {
      if (!("segment_id" in message.data)) return undefined;
      const { segment_id: segment, text } = message.data;
      const isKnown = log.some((one) => one.what === "sentence" && one.segment === segment);
      return isKnown ? undefined : { what: "sentence", segment, text };
    }
    case "server-message":
      return inOwn(message.data);
    default:
      return undefined;
  }
}

function inOwn(data: OwnMessage): Happened | undefined {
  switch (data.type) {
    case "flow_state":
      return { what: "node", flow: data.flow_id, node: data.state };
    case "flow_variable":
      return { what: "variable", flow: data.flow_id, name: data.key, value: data.value };
    case "truncated":
      return { what: "cut", segment: data.segment_id, heard: data.heard_text };
    case "transfer":
      return { what: "transfer", address: data.address };
    case "flow_end":
      return { what: "outcome", outcome: data.outcome };
    default:
      return undefined;
  }
}
