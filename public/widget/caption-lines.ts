// Caption lines: the lines of a transcript that have a caption.

import type { TranscriptLine } from "../client/client-types.d.ts";

export type CaptionLine = Pick<TranscriptLine, "who" | "text">;

interface Caption {
  readonly kind: "agent" | "caller" | "interim";
  readonly text: string;
}

/** A sound without words has a line in the transcript, but no caption. */
export const captionsOf = (lines: readonly CaptionLine[], interim: string): readonly Caption[] =>
  [
    ...lines.map(({ who, text }) => ({ kind: who, text })),
    { kind: "interim" as const, text: interim },
  ].filter(({ text }) => text.trim() !== "");
