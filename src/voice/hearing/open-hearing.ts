// Hearing factory: the hearing of a call, by its responder.

import type { CallOptions } from "../call-options.ts";
import { Endpointing } from "../endpointing.ts";
import { runRecogniser } from "../open-recogniser.ts";
import type { Hearing, HearingParts } from "./call-hearing.ts";

export function openHearing(
  { responder, vad, stt }: Pick<CallOptions, "responder" | "vad" | "stt">,
  parts: HearingParts,
): Hearing {
  const front = responder.hears?.(parts);
  if (front !== undefined) return front;
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
