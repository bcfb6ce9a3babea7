// Transcript lines: formats a conversation for display: the words of both sides and other events that both notice.
// Pure.

import type { ConversationEvent } from "./conversation-event.ts";

export interface TranscriptLine {
  readonly who: "agent" | "caller" | "outside";
  readonly text: string;
  /** The caller interrupted, so the rest was not heard. */
  readonly isCut: boolean;
  /** Numbers of the agent's sentences in this line. */
  readonly segments: readonly number[];
}

/** Consecutive sentences of the agent form one line, and so do consecutive keys. */
export function transcriptLinesOf(log: readonly ConversationEvent[]): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  const heard = heardOf(log);
  for (const event of log) {
    const last = lines.at(-1);
    if (event.what === "sentence") {
      const { segment } = event;
      const text = heard.get(segment) ?? event.text;
      const isCut = heard.has(segment) && text !== event.text;
      if (text === "") continue;
      if (last?.who === "agent" && !last.isCut)
        lines[lines.length - 1] = {
          ...last,
          text: `${last.text} ${text}`,
          isCut,
          segments: [...last.segments, segment],
        };
      else lines.push({ who: "agent", text, isCut, segments: [segment] });
      continue;
    }
    const line = lineOf(event);
    if (line === undefined) continue;
    const [who, text] = line;
    const isMoreKeys = event.what === "keys" && last?.who === "caller" && last.text.startsWith(keysMark);
    if (isMoreKeys) lines[lines.length - 1] = { ...last, text: `${last.text}${event.keys}` };
    else lines.push({ who, text, isCut: false, segments: [] });
  }
  return lines;
}

/** The heard part of each interrupted sentence, which is empty for sentences queued after it. */
function heardOf(log: readonly ConversationEvent[]): ReadonlyMap<number, string> {
  const heard = new Map<number, string>();
  const written: number[] = [];
  for (const event of log) {
    if (event.what === "sentence") written.push(event.segment);
    if (event.what !== "cut") continue;
    for (const segment of written) if (segment > event.segment) heard.set(segment, "");
    heard.set(event.segment, event.heard);
  }
  return heard;
}

const keysMark = "⌨ ";

function lineOf(event: ConversationEvent): readonly [who: TranscriptLine["who"], text: string] | undefined {
  switch (event.what) {
    case "words":
      return ["caller", event.understood ? event.text : `${event.text || "…"} (not understood)`];
    case "keys":
      return ["caller", `${keysMark}${event.keys}`];
    case "silence":
      return ["caller", "(says nothing)"];
    case "hangup":
      return ["caller", "(hangs up)"];
    case "recorded":
      return ["caller", event.seconds === 0 ? "(says nothing)" : `(speaks for ${event.seconds} s)`];
    case "recording":
      return ["outside", `Recording ${event.variable}`];
    case "transfer":
      return ["outside", `Transfer to ${event.address}`];
    case "transferred":
      return ["outside", event.ok ? "The transfer was answered" : "The transfer was not answered"];
    case "answered":
      if (event.isUnset !== true) return undefined;
      return [
        "outside",
        `The tool ${event.tool} failed, because it has no simulated answer. Add one under “Test setup”, or talk`,
      ];
    case "event":
      return ["outside", `Event ${event.name}`];
    case "outcome":
      return ["outside", `The conversation ended: ${event.outcome}`];
    default:
      return undefined;
  }
}
