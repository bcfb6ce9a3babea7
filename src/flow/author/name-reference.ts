// Name reference: names in expressions besides the flow's variables, field by field, with the checker's types.

import type { ToolFailure } from "../engine/run/step-contract.ts";
import { builtInNames } from "../language/check/type-environment.ts";
import { type ValueType, wordsFor } from "../language/expression/expression-types.ts";

export interface NameRow {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

const docs: Readonly<Record<string, string>> = {
  "session.id": "The session's id, as in the API and in hooks.",
  "session.language": "The language that is spoken now, such as en.",
  "session.channel": "Whether the caller speaks or types.",
  "session.direction": "Direction of the call: inbound is a caller who called the agent.",
  "session.from": "The caller's number, where the session brought one.",
  "session.to": "The number that was called, where the session brought one.",
  "session.turns": "How often the caller has answered so far.",
  "session.started_at": "When the session began: 2026-11-20T12:00:00.000Z.",
  "call.from": "The number that calls: the caller's, or your own where the agent calls.",
  "call.to": "The number that is called.",
  "call.direction": "Direction of the call: inbound is a caller who called the agent.",
  "call.answered_by": "Person or machine that answered a call of the agent. Empty while unknown.",
  "last.text": "The caller's last words, as they were heard or typed.",
  "last.confidence": "Confidence of the recogniser, from 0 to 1. Empty if it has none.",
  "last.dtmf": "The keys that the caller pressed last. Nothing if the caller spoke.",
  "failure.tool": "The tool or flow that failed.",
  "failure.kind": "Failure: one of those below.",
  "failure.status": "The HTTP status, where there was an answer.",
  attempt: "Number of the attempt at the open question: 1 for the first.",
  context: "Context of the session, by key: context.campaign.",
  metadata: "Metadata of the session, by key.",
};

/** Fields of `session`, `call`, `last` and `failure`. Throws for a field without a sentence above. */
export function fieldRows(name: "session" | "call" | "last" | "failure"): readonly NameRow[] {
  const type = builtInNames.get(name);
  const fields =
    type?.kind === "object" ? (type.fields ?? new Map<string, ValueType>()) : new Map<string, ValueType>();
  return [...fields].map(([field, fieldType]) => rowOf(`${name}.${field}`, fieldType));
}

/** Names without fields. */
export const plainNameRows: readonly NameRow[] = [...builtInNames]
  .filter(([, type]) => type.kind !== "object" || type.fields === undefined)
  .map(([name, type]) => rowOf(name, type));

function rowOf(name: string, type: ValueType): NameRow {
  const doc = docs[name];
  if (doc === undefined) throw new Error(`the manual says nothing about ${name}`);
  return { name, type: typeWords(type), doc };
}

function typeWords(type: ValueType): string {
  return type.kind === "text" && type.oneOf !== undefined ? type.oneOf.join(" or ") : wordsFor(type);
}

const kindDocs: Readonly<Record<ToolFailure["kind"], string>> = {
  timeout: "No answer within the tool's timeout.",
  network: "The host could not be reached.",
  blocked: "The address is not allowed.",
  invalid_response: "The answer was no JSON, or had another shape than returns and save want.",
  http_4xx: "The answer had a status from 400 to 499.",
  http_5xx: "The answer had a status from 500 on.",
};

export const failureKindRows: readonly (readonly [kind: string, doc: string])[] = Object.entries(kindDocs);
