// Voicemail of an import: the message for answering machines, as a handler and its nodes.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import type { FlowDraft } from "./flow-draft.ts";
import { keptBraces } from "./mapping-notes.ts";
import { importedText, spokenParts } from "./imported-text.ts";
import type { SourceFlow } from "./source-flow.ts";
import type { SampleLines } from "../flow/locale/sample-lines.ts";
import { worded } from "./worded-text.ts";

/** Longest greeting before the tone. */
const toneWithin = "30s";

export function addVoicemail(
  { words, prompt }: NonNullable<SourceFlow["voicemail"]>,
  draft: FlowDraft,
  { thanks }: SampleLines,
): void {
  const inOurs = (theirs: string): string => {
    const { text, odd } = importedText(theirs, draft);
    draft.settings.push(...keptBraces(odd).map((note) => ({ setting: "voicemail", ...note })));
    return text;
  };
  const lines: readonly Plain[] =
    prompt === undefined ? spokenParts(words ?? "").map(inOurs) : [worded(inOurs(prompt), thanks)];
  const ids = lines.map(() => draft.nodeNames.fresh("voicemail message"));
  const end = draft.nodeNames.fresh("voicemail end");
  const [message = end] = ids;
  const tone = lines.length === 0 ? end : draft.nodeNames.fresh("voicemail tone");
  if (tone !== end)
    draft.add(tone, {
      wait: new Map([["event", "call.beep"]]),
      timeout: toneWithin,
      on_timeout: message,
      next: message,
    });
  for (const [at, say] of lines.entries())
    draft.add(ids[at] ?? end, { say, barge_in: false, next: ids[at + 1] ?? end });
  draft.add(end, { end: "voicemail" });
  draft.handlers.set("voicemail", new Map([["next", tone]]));
}
