// Session snapshot: the data with which another node continues a session, beside its row. Sealed, because a flow's
// values may be secret, and bound to its session.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import { Secret } from "../base/secret.ts";
import type { CallRequest, Plan } from "../calls/call-plan.ts";
import type { Vault } from "../cloud/vault.ts";
import type { MeasuredCall } from "../flow/value/contract-terms.ts";
import type { CallSnapshot } from "../voice/call-snapshot.ts";
import type { HooksSoFar } from "../hooks/call-hooks.ts";
import type { TranscriptSoFar } from "./transcript.ts";

export interface SessionSnapshot {
  readonly mode: CallRequest["mode"];
  /** API key of the request. */
  readonly keyId?: string | undefined;
  /** Recording settings of the session's request. */
  readonly record?: Plan["record"];
  readonly direction?: Plan["direction"];
  readonly parties?: Plan["parties"];
  readonly link?: Plan["link"];
  readonly usesExamples: boolean;
  /** Set if the row must not contain them. */
  readonly given?: Pick<Plan, "context" | "metadata"> | undefined;
  /** Undefined: no client yet. */
  readonly talk?: TalkSnapshot | undefined;
}

/** Events since its client came. */
export interface TalkSnapshot {
  /** Time of the snapshot, in epoch milliseconds. */
  readonly at: number;
  /** Number of the last message to its clients. */
  readonly seq: number;
  /** Paid connected time, in milliseconds. */
  readonly paidMs: number;
  readonly transcript: TranscriptSoFar;
  /** Undefined: no hooks. */
  readonly hooks?: HooksSoFar | undefined;
  /** Figures of the call; undefined: its flow has no contract. */
  readonly measured?: MeasuredCall | undefined;
  /** Undefined: the call was not open yet. */
  readonly call?: CallSnapshot | undefined;
}

export type SnapshotVault = Pick<Vault, "seal" | "open">;

/** Version of this file's shapes, and of a responder's memory: rises with each change that is not an addition. */
const version = 1;
/** @internal Bytes of one snapshot. A larger one is dropped, and its session ends with its node. */
export const snapshotBytesMax = 262_144;

interface SnapshotSubject extends Pick<SessionSnapshot, "usesExamples"> {
  readonly id: string;
  readonly plan: Plan;
}

/** `talk`: undefined until a client has come. */
export function writeSnapshot(
  { id, plan, usesExamples }: SnapshotSubject,
  talk: TalkSnapshot | undefined,
  vault: SnapshotVault,
): JsonObject {
  const { request, keyId, record, direction, parties, link, kept, context, metadata } = plan;
  const given = kept.values ? undefined : { context, metadata };
  const facts = { mode: request.mode, keyId, record, direction, parties, link, usesExamples, given };
  const text = JSON.stringify({ ...facts, talk } satisfies SessionSnapshot);
  if (Buffer.byteLength(text) > snapshotBytesMax) return { v: version };
  return { v: version, sealed: vault.seal(new Secret(text), placeOf(id)).toString("base64") };
}

/** Undefined for a snapshot of an unknown version, a changed one, or one of another session. */
export function readSnapshot(
  id: string,
  data: JsonObject,
  vault: SnapshotVault,
): SessionSnapshot | undefined {
  const { v, sealed } = data;
  if (v !== version || typeof sealed !== "string") return undefined;
  try {
    const text = vault.open(Buffer.from(sealed, "base64"), placeOf(id)).reveal();
    const snapshot: unknown = JSON.parse(text);
    return isSnapshot(snapshot) ? snapshot : undefined;
  } catch {
    return undefined;
  }
}

/** Skipped numbers of replies, messages and hook events: the other node may have used more than it could write. */
export const numbersSkipped = 1_000;
/** Longest time between two nodes that counts, because their clocks differ. */
const betweenMsMax = 60_000;

/** The call as it continues at `wallMs`; undefined: it was not open yet. */
export function resumedFrom({ at, call }: TalkSnapshot, wallMs: number): CallSnapshot | undefined {
  const betweenMs = Math.min(Math.max(0, wallMs - at), betweenMsMax);
  return call && { ...call, atMs: call.atMs + betweenMs, replies: call.replies + numbersSkipped };
}

const placeOf = (id: string): string => `snapshot/${id}`;

function isSnapshot(data: unknown): data is SessionSnapshot {
  if (!isRecord(data) || typeof data["usesExamples"] !== "boolean") return false;
  const { mode, talk, given } = data;
  if (given !== undefined && !(isRecord(given) && isRecord(given["context"]) && isRecord(given["metadata"])))
    return false;
  return (mode === "flow" || mode === "assistant") && (talk === undefined || isTalk(talk));
}

function isTalk(data: unknown): data is TalkSnapshot {
  if (!isRecord(data) || !isRecord(data["transcript"])) return false;
  const { at, seq, paidMs, hooks, call } = data;
  const isCounted = [at, seq, paidMs].every((number) => Number.isFinite(number));
  return isCounted && (hooks === undefined || isRecord(hooks)) && (call === undefined || isCall(call));
}

function isCall(data: unknown): data is CallSnapshot {
  if (!isRecord(data)) return false;
  const { atMs, replies, unsaid, isWhole, memory } = data;
  const isCounted = Number.isFinite(atMs) && Number.isFinite(replies);
  return isCounted && Array.isArray(unsaid) && typeof isWhole === "boolean" && typeof memory === "string";
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
