// Outgoing telephone calls of an account: their numbers, times and attempts.

import type { NumberKey, PhoneCallRow } from "../../../db/port/phone-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { newId } from "../../base/id.ts";
import { type ChangeAuthor, entriesOf } from "../audit-trail.ts";
import { checkSessionInput } from "../stored-sessions.ts";
import type { Vault } from "../vault.ts";
import { unfit } from "./account-numbers.ts";
import { numberToDial, whyNotDialled } from "./allowed-numbers.ts";
import { type CallTarget, openTarget, sealTarget } from "./phone-seal.ts";

export interface PhoneCallRequest extends CallTarget {
  readonly accountId: string;
  readonly numberId: string;
  readonly flowId: string | null;
  readonly keyId: string | null;
  readonly subjectHash: string | null;
  readonly voicemail: string;
  readonly ringMs: number;
  readonly attemptsMax: number;
  readonly retryMs: number;
  /** Earliest time, and the latest at which an attempt begins; absent: now, and an hour later. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface ShownCall {
  readonly row: PhoneCallRow;
  readonly target: CallTarget;
}

type Phone = Pick<Store, "of">;

/** Unfinished calls of one number. */
const waitingMax = 1_000;
const callsListed = 100;
const windowMs = 3_600_000;
const windowMsMax = 31 * 24 * 3_600_000;

/** Throws `phone/not-found`, `phone/not-allowed`, `account/limit` and `request/invalid`. */
export async function askForCall(
  store: Phone,
  vault: Vault,
  { by, at, ...wanted }: PhoneCallRequest & ChangeAuthor,
): Promise<ShownCall> {
  const { accountId, numberId, from = at, until = from + windowMs, context, metadata, ...rest } = wanted;
  checkSessionInput(context, metadata);
  const number = await store.of(accountId).phone.number({ accountId, id: numberId });
  if (number === undefined)
    throw new Fault("phone/not-found", "There is no such number: GET /v1/phone/numbers lists them.");
  const to = numberToDial(wanted.to);
  if (to === undefined) throw unfit("/to", "Must be a telephone number, such as +49 30 901820.");
  const why = whyNotDialled(to, number.dials);
  if (why !== undefined) throw new Fault("phone/not-allowed", why);
  if (until <= Math.max(from, at))
    throw unfit("/window/until", "Must be after the start of the window, and in the future.");
  if (until > at + windowMsMax) throw unfit("/window/until", "Must be within 31 days.");
  const id = newId("call", at);
  const target = { to, context, metadata };
  const { flowId, keyId, subjectHash, voicemail, ringMs, attemptsMax, retryMs } = rest;
  const row = {
    id,
    accountId,
    numberId,
    keyId,
    subjectHash,
    voicemail,
    ringMs,
    attemptsMax,
    retryMs,
    flowId: flowId ?? number.flowId,
    sealed: sealTarget(
      vault,
      {
        accountId,
        id,
      },
      target,
    ),
    nextAt: Math.max(from, at),
    untilAt: until,
    createdAt: at,
  };
  const entries = entriesOf({ by, at }, { accountId, action: "phone-call.made", target: id });
  if (!(await store.of(accountId).phone.addCall(row, waitingMax, entries)))
    throw new Fault(
      "account/limit",
      `At most ${waitingMax} calls of a number can wait: try again when some have ended.`,
    );
  const begun = { state: "waiting", outcome: null, answeredBy: null, sessionId: null } as const;
  return { row: { ...row, ...begun, attempts: 0, endedAt: null }, target };
}

export async function callsOfAccount(
  store: Phone,
  vault: Vault,
  accountId: string,
): Promise<readonly ShownCall[]> {
  const rows = await store.of(accountId).phone.calls(accountId, callsListed);
  return rows.map((row) => ({ row, target: openTarget(vault, row) }));
}

/** Throws `phone/call-not-found`, also for another account's. */
export async function getPhoneCall(store: Phone, vault: Vault, key: NumberKey): Promise<ShownCall> {
  const row = await store.of(key.accountId).phone.call(key);
  if (row === undefined)
    throw new Fault("phone/call-not-found", "There is no such call: GET /v1/phone/calls lists them.");
  return { row, target: openTarget(vault, row) };
}

/** Cancels a waiting call. Throws `phone/call-not-found`, also for another account's, and `phone/call-begun`. */
export async function cancelPhoneCall(
  store: Phone,
  vault: Vault,
  { by, at, ...key }: NumberKey & ChangeAuthor,
): Promise<ShownCall> {
  const { accountId, id } = key;
  const entries = entriesOf({ by, at }, { accountId, action: "phone-call.cancelled", target: id });
  const set = { state: "ended", outcome: "cancelled", endedAt: at } as const;
  const { phone } = store.of(accountId);
  const isDone = await phone.changeCall(key, set, { isWaiting: true, entries });
  const shown = await getPhoneCall(store, vault, key);
  if (isDone) return shown;
  throw new Fault("phone/call-begun", "The call is running or over: only a waiting call can be cancelled.");
}
