// Hook events: the bodies about a session for receivers. No other part makes them.

import type { JsonObject } from "../../db/port/stored-rows.ts";

/** Events of a receiver that names none. */
export const sessionEvents = ["session.started", "node.entered", "turn.completed", "session.ended"] as const;
/** All events that a hook can list, except those of flows. */
export const namedEvents = [...sessionEvents, "session.transferring", "session.summarised"] as const;

/** Words of both sides in one turn, as stored: sensitive ones are already masked. */
export interface Turn {
  /** Counts from 1. */
  readonly number: number;
  /** Absent when the agent spoke first. */
  readonly caller?: string;
  readonly agent: string;
}

export type HookEvent =
  | { readonly type: "session.started" }
  | {
      readonly type: "node.entered";
      readonly node: string;
      /** Absent at the start. */
      readonly previous?: string | undefined;
    }
  | { readonly type: "turn.completed"; readonly turn: Turn }
  | {
      readonly type: "session.ended";
      readonly outcome: string | undefined;
      /** Why the call is over. */
      readonly reason: string;
      readonly durationMs: number;
      readonly outputs: JsonObject;
    }
  /** The caller is about to be transferred; the end says whether the call was answered. */
  | {
      readonly type: "session.transferring";
      readonly address: string;
      readonly whisper?: string;
      readonly summary?: string;
    }
  /** Result of the flow's post-processing, or its failure. */
  | {
      readonly type: "session.summarised";
      readonly state: "done" | "failed";
      /** Absent: it succeeded. */
      readonly reason?: string;
      readonly summary: string | null;
      readonly extracted: JsonObject;
    }
  /** Event of the flow; `data` is masked already. */
  | { readonly type: "custom"; readonly name: string; readonly data: unknown };

/** Fields common to all events of a session. */
export interface HookSessionFacts {
  readonly sessionId: string;
  readonly flowId: string | undefined;
  readonly flowRevision: number | undefined;
  readonly metadata: JsonObject;
}

const reservedPrefixes = ["session.", "node.", "turn.", "call.", "client."];
const nameCharsMax = 64;

/** @internal True for the name of a flow's own event: `word.word`, not one of ours. */
export function isOwnEvent(name: string): boolean {
  const fits = name.length <= nameCharsMax && /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/.test(name);
  return fits && !reservedPrefixes.some((prefix) => name.startsWith(prefix));
}

/** True for a name that a hook can list. */
export function isHookEvent(name: string): boolean {
  return namedEvents.some((event) => event === name) || isOwnEvent(name);
}

/** Event name in a body; undefined: it has none. */
export function typeIn(body: string | undefined): string | undefined {
  return body === undefined ? undefined : /^\{"id":"[^"]*","type":"([^"]*)"/.exec(body)?.[1];
}

export function nameOf(event: HookEvent): string {
  return event.type === "custom" ? event.name : event.type;
}

/** Body of a hook as JSON. `seq` counts a session's events from 1, including those this receiver does not get. */
export function bodyOf(
  event: HookEvent,
  {
    id,
    seq,
    at,
    facts,
  }: { readonly id: string; readonly seq: number; readonly at: number; readonly facts: HookSessionFacts },
): string {
  const { sessionId, flowId = null, flowRevision = null, metadata } = facts;
  return JSON.stringify({
    id,
    type: nameOf(event),
    timestamp: new Date(at).toISOString(),
    seq,
    data: { session: sessionId, flow: flowId, revision: flowRevision, metadata, ...detailsOf(event) },
  });
}

function detailsOf(event: HookEvent): JsonObject {
  switch (event.type) {
    case "session.started":
      return {};
    case "node.entered":
      return { node: event.node, previous: event.previous ?? null };
    case "turn.completed":
      return { turn: event.turn };
    case "session.ended":
      return {
        outcome: event.outcome ?? null,
        reason: event.reason,
        duration_secs: event.durationMs / 1_000,
        outputs: event.outputs,
      };
    case "session.transferring":
      return { address: event.address, whisper: event.whisper ?? null, summary: event.summary ?? null };
    case "session.summarised": {
      const { state, reason = null, summary, extracted } = event;
      return { state, reason, summary, extracted };
    }
    case "custom":
      return { payload: event.data ?? null };
  }
}
