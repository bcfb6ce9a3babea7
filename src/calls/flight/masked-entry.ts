// Masked entry: an event in a call's recording, without data that must not be read or heard afterwards. Sensitive
// words of a flow are masked as in the transcript.

import type { JsonObject } from "../../../db/port/stored-rows.ts";
import type { CallEvent } from "../../voice/call-event.ts";
import type { FlightEntry } from "./flight-record.ts";

const masked = "•••";

/** Undefined: an event whose content others have too. */
export function entryOf(event: CallEvent): FlightEntry | undefined {
  switch (event.type) {
    case "user-words":
    case "user-typed":
      return event.sensitive === true && event.text !== "" ? { ...event, text: masked } : event;
    case "user-keys":
      return event.sensitive === true ? { ...event, keys: masked } : event;
    case "reply-text":
      // Its sentences have the content, and which of them are masked.
      return undefined;
    case "sentence": {
      const { logged, ...rest } = event;
      return logged === undefined ? rest : { ...rest, text: logged, masked: true };
    }
    case "interrupted": {
      const { logged, ...rest } = event;
      return logged === undefined ? rest : { ...rest, heardText: masked, heardReplyText: logged };
    }
    case "expecting": {
      // A grammar is long, and follows from the flow.
      const { atMs, type, expectation } = event;
      return { type, atMs, endSilenceMs: expectation?.endSilenceMs, closed: expectation?.closed };
    }
    case "tool-finished": {
      // The transcript has it, and it is deleted with words.
      const { answer: _, ...rest } = event;
      return rest;
    }
    case "ended": {
      const { cut, ...rest } = event;
      if (cut === undefined) return rest;
      return {
        ...rest,
        cut: { reply: cut.reply, heardText: cut.logged ?? cut.heardText } satisfies JsonObject,
      };
    }
    default:
      return { ...event };
  }
}
