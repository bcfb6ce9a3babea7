// Transcript lines: formats a conversation for display, who said what and what else happened that both sides notice.
// Pure.

import type { Moment } from "./conversation-event.ts";

export interface Line {
  readonly who: "agent" | "caller" | "outside";
  readonly text: string;
  /** The caller cut in: the rest was not heard. */
  readonly isCut: boolean;
  /** For the agent's words: which ones. */
  readonly segments: readonly number[];
}

export function linesOf(log: readonly Moment[]): readonly Line[] {
  const lines: Line[] = [];
  const heard = heardOf(log);
  for (const moment of log) {
    const last = lines.at(-1);
    if (moment.what === "sentence") {
      const { segment } = moment;
      const text = heard.get(segment) ?? moment.text;
      const isCut = heard.has(segment) && text !== moment.text;
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
    const line = lineOf(moment);
    if (line === undefined) continue;
    const [who, text] = line;
    const isMoreKeys = moment.what === "keys" && last?.who === "caller" && last.text.startsWith(keysMark);
    if (isMoreKeys) lines[lines.length - 1] = { ...last, text: `${last.text}${moment.keys}` };
    else lines.push({ who, text, isCut: false, segments: [] });
  }
  return lines;
}

/** What was heard of sentences that were cut; those that were to come after them were not heard at all. */
function heardOf(log: readonly Moment[]): ReadonlyMap<number, string> {
  const heard = new Map<number, string>();
  const written: number[] = [];
  for (const moment of log) {
    if (moment.what === "sentence") written.push(moment.segment);
    if (moment.what !== "cut") continue;
    for (const segment of written) if (segment > moment.segment) heard.set(segment, "");
    heard.set(moment.segment, moment.heard);
  }
  return heard;
}

const keysMark = "⌨ ";

function lineOf(moment: Moment): readonly [who: Line["who"], text: string] | undefined {
  switch (moment.what) {
    case "words":
      return ["caller", moment.understood ? moment.text : `${moment.text || "…"} (not understood)`];
    case "keys":
      return ["caller", `${keysMark}${moment.keys}`];
    case "silence":
      return ["caller", "(says nothing)"];
    case "hangup":
      return ["caller", "(hangs up)"];
    case "recorded":
      return ["caller", moment.seconds === 0 ? "(says nothing)" : `(speaks for ${moment.seconds} s)`];
    case "recording":
      return ["outside", `Recording ${moment.variable}`];
    case "transfer":
      return ["outside", `To be put through to ${moment.address}`];
    case "transferred":
      return ["outside", moment.ok ? "Somebody answers there" : "Nobody answers there"];
    case "event":
      return ["outside", `Event ${moment.name}`];
    case "outcome":
      return ["outside", `The conversation is over: ${moment.outcome}`];
    default:
      return undefined;
  }
}
