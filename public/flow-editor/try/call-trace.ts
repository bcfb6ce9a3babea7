// Call trace: converts messages of a voice call to events of the conversation. Pure.

import type { CallEvent } from "../../voice/client-event.ts";
import type { ExtensionMessage, ServerMessage } from "../../voice/messages.ts";
import type { ConversationEventData, ConversationEvent } from "./conversation-event.ts";

/** The events that a call's event adds to the log so far. */
export function conversationEventsIn(
  event: CallEvent,
  log: readonly ConversationEvent[],
): readonly ConversationEventData[] {
  if (event.type === "keyed") return [{ what: "keys", keys: event.keys }];
  if (event.type === "transferred") return [{ what: "transferred", ok: event.ok }];
  if (event.type === "over") return event.end.type === "left" ? hungUp(log) : [];
  const happened = event.type === "message" ? inMessage(event.message, log) : undefined;
  return happened === undefined ? [] : [happened];
}

/** The client adds the end itself, because the server sends nothing to a caller who has hung up. */
function hungUp(log: readonly ConversationEvent[]): readonly ConversationEventData[] {
  const isOver = log.some(({ what }) => what === "outcome");
  return isOver ? [] : [{ what: "hangup" }, { what: "outcome", outcome: "hung_up" }];
}

function inMessage(
  message: ServerMessage,
  log: readonly ConversationEvent[],
): ConversationEventData | undefined {
  switch (message.type) {
    case "bot-llm-started":
      return { what: "reply" };
    case "user-transcription": {
      const { text, final, rejected = false, aside } = message.data;
      if (!final || aside !== undefined || (text === "" && !rejected)) return undefined;
      return { what: "words", text, how: "said", understood: !rejected };
    }
    case "user-llm-text": {
      const { text } = message.data;
      // The server repeats the recognised words as the ones it answers.
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
      return inExtension(message.data);
    default:
      return undefined;
  }
}

function inExtension(data: ExtensionMessage): ConversationEventData | undefined {
  switch (data.type) {
    case "flow_state":
      return { what: "node", flow: data.flow_id, node: data.state };
    case "flow_variable":
      return { what: "variable", flow: data.flow_id, name: data.key, value: data.value };
    case "truncated":
      return { what: "cut", segment: data.segment_id, heard: data.heard_text };
    case "transfer":
      return { what: "transfer", address: data.address };
    case "warning":
      return data.code.startsWith("provider/")
        ? { what: "why", code: "provider", detail: data.message }
        : undefined;
    case "flow_end":
      return { what: "outcome", outcome: data.outcome };
    default:
      return undefined;
  }
}
