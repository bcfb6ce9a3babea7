// Masked entry: an event of a call as its recording keeps it, without what must not be read or heard afterwards.
// Sensitive words of a flow are masked as in the transcript.

import type { JsonObject } from "../../../db/port/stored-rows.ts";
import type { CallEvent } from "../../voice/call-event.ts";
import type { FlightEntry } from "./flight-record.ts";

const masked = "•••";

/** Undefined: an event that says nothing that others do not say, too. */
export function entryOf(event: CallEvent): FlightEntry | undefined {
  switch (event.type) {
    case "user-words":
    case "user-typed":
      return event.sensitive === true && event.text !== "" ? { ...event, text: masked } : event;
    case "user-keys":
      return event.sensitive === true ? { ...event, keys: masked } : event;
    case "reply-text":
      // Its sentences say it, and which of them are masked.
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
      // The transcript has it, and goes when words go.
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
