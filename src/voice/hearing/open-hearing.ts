// Hearing factory: the hearing of a call, by its responder.

import type { CallOptions } from "../call-options.ts";
import { Endpointing } from "../endpointing.ts";
import { runRecogniser } from "../open-recogniser.ts";
import type { Hearing, HearingParts } from "./call-hearing.ts";

export function openHearing(options: HearingOptions, parts: HearingParts): Hearing {
  const model = options.responder.hears?.(parts);
  if (model !== undefined) return model;
  const open = (given: HearingParts): Hearing => endpointed(options, given);
  return options.front?.beside(open, parts) ?? open(parts);
}

type HearingOptions = Pick<CallOptions, "responder" | "vad" | "stt" | "front">;

function endpointed({ responder, vad, stt }: HearingOptions, parts: HearingParts): Hearing {
  const { clock, guard, context, heard: tell, isAwaited } = parts;
  const openVad = (sink: Parameters<typeof vad.open>[0]) => vad.open(sink);
  const saidSoFar = (text: string) => responder.saidSoFar?.(text);
  const endpointing = new Endpointing({ clock, guard, openVad, tell, saidSoFar, isAwaited });
  return {
    hear: (frame) => endpointing.hear(frame),
    played: (frame, inMs) => endpointing.played(frame, inMs),
    takenBack: () => endpointing.takenBack(),
    expect: (expectation) => endpointing.expect(expectation),
    listen: (signal) => runRecogniser({ stt, endpointing, context }, signal),
    close: () => endpointing.close(),
  };
}
