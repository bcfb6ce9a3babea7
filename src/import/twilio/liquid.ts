// Liquid of Twilio Studio: the names in its braces, and those known without a variable.

import type { Fields } from "../export-data.ts";
import { hole } from "../imported-text.ts";
import type { SourceBuiltIn } from "../source-flow.ts";

/** The other party is the caller, or the callee if the flow calls. */
const otherAddress = "(session.to if session.direction == 'outbound' else session.from)";
const ownAddress = "(session.from if session.direction == 'outbound' else session.to)";

const builtIns: ReadonlyMap<string, SourceBuiltIn> = new Map([
  ["contact.channel.address", { expression: otherAddress }],
  ["flow.channel.address", { expression: ownAddress }],
  ["trigger.call.From", { expression: "session.from" }],
  ["trigger.call.Caller", { expression: "session.from" }],
  ["trigger.call.To", { expression: "session.to" }],
  ["trigger.call.Called", { expression: "session.to" }],
  ["trigger.call.CallSid", { expression: "session.id" }],
  ["flow.sid", { expression: "session.id" }],
  ["trigger.call.Direction", { expression: "text(session.direction)", text: "{{ session.direction }}" }],
  // Written by this import: whether the last answer came by keys.
  [lastKeys(), { expression: "last.dtmf" }],
]);

/** Name of the last pressed keys. */
export function lastKeys(): string {
  return "last keys";
}

export function liquidBuiltIn(name: string): SourceBuiltIn | undefined {
  return builtIns.get(name);
}

/** Name before the filters; spoken and pressed answers to one question are one variable. */
export function liquidName(hole: string): string {
  const [name = ""] = hole.split("|");
  return name
    .trim()
    .replace(/^widgets\.([^.]+)\.(?:SpeechResult|Digits)$/, "widgets.$1.Digits")
    .replace(/^flow\.data\./, "flow.variables.");
}

/** Variables are called by the widget or the key alone. */
export function shortName(name: string): string {
  return name
    .replace(/^flow\.variables\./, "")
    .replace(/^widgets\.([^.]+)\.(?:Digits$|RecordingUrl$|parsed\.)?/, "$1 ");
}

/** Name of a stored answer. */
export function answerName(widget: string): string {
  return `widgets.${widget}.Digits`;
}

/** The names in all braces of an export. */
export function namesIn(data: Fields): readonly string[] {
  return data.words().flatMap((text) => [...text.matchAll(hole)].map((match) => match[1] ?? ""));
}

/** True if braces contain more than a name, or there are tags. */
export function hasLogic(data: Fields): boolean {
  return data.words().some((text) => /\{\{[^{}|]*\|[^{}]*\}\}|\{%/.test(text));
}
