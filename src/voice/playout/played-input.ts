// Played input: reports of the playout about a reply and about fillers, and their meaning for the call.

import { unreachable } from "../../base/assert.ts";
import type { Log } from "../../base/log.ts";
import type { HeardParts } from "../heard-input.ts";
import type { Reply } from "../reply.ts";
import type { PlayoutEvent } from "./playout-event.ts";

export interface PlayedParts extends Pick<HeardParts, "tell" | "dispatch" | "latency" | "filling" | "turn"> {
  readonly log: Log;
  /** The last reply. */
  readonly said: Pick<Reply, "spoken"> | undefined;
  /** This voice can say nothing more. */
  readonly voiceless: () => void;
}

export function takePlayed(reply: number, event: PlayoutEvent, parts: PlayedParts): void {
  const { tell, dispatch, latency, filling, turn, said } = parts;
  switch (event.type) {
    case "sentence":
      tell({ ...event, reply });
      return;
    case "speaking":
      tell({ type: "agent-speaking", speaking: event.speaking, reply });
      if (event.speaking) latency.audio((times) => tell({ type: "latency", latency: times }));
      return;
    case "flowing":
      filling?.flow(event.flowing);
      return;
    case "voicing":
      filling?.take(event);
      return;
    case "ready":
      filling?.take({ type: "answer-heard" });
      return;
    case "filled":
      dispatch(event);
      return;
    case "filler":
    case "warning":
      tell(event);
      return;
    case "mute": {
      const { error, fatal } = event;
      parts.log.warn("call.tts-failed", { error });
      tell({ type: "failed", code: "tts_unavailable", message: "A sentence could not be spoken", fatal });
      if (fatal) parts.voiceless();
      return;
    }
    case "interruptible":
      dispatch({ type: "interruptible", reply, value: event.value });
      return;
    case "spoken":
      said?.spoken();
      dispatch({ type: "spoken", reply });
      if (event.isUnsaid && turn.floor.holder === "nobody") filling?.unsaid();
      return;
    default:
      unreachable(event);
  }
}
