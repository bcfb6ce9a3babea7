// Contract of a store: phone numbers of accounts and their requested calls.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { AuditDraft } from "../../db/port/audit-store.ts";
import type { NewNumber, NewPhoneCall } from "../../db/port/phone-store.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

setDefaultTimeout(240_000);

const accountId = "acc_1";
const key = { accountId, id: "num_1" };
const sealed = Buffer.of(1, 2, 3);

const number = (more: Partial<NewNumber> = {}): NewNumber => ({
  ...key,
  label: "Reception",
  kind: "fritzbox",
  sealed,
  flowId: null,
  dials: ["+49"],
  callsMax: 2,
  createdAt: 1,
  ...more,
});

const call = (id: string, more: Partial<NewPhoneCall> = {}): NewPhoneCall => ({
  id,
  accountId,
  numberId: "num_1",
  flowId: null,
  keyId: null,
  subjectHash: null,
  sealed,
  voicemail: "flow",
  ringMs: 45e3,
  attemptsMax: 1,
  retryMs: 0,
  nextAt: 10,
  untilAt: 100,
  createdAt: 1,
  ...more,
});

describe.each(storeKinds)("phone: %s", (kind) => {
  test("phone numbers are stored, their changes counted, and deleted with their calls", async () => {
    await using it = await eachStore[kind]();
    const { phone } = it.store;
    for (const id of [accountId, "acc_2"]) await newAccount(it.store, id, 0);
    expect(await phone.addNumber(number(), 1)).toBe(true);
    expect(await phone.addNumber(number({ id: "num_2" }), 1)).toBe(false);
    expect(await phone.changeNumber({ ...key, accountId: "acc_2" }, { label: "x" })).toBe(false);
    expect(await phone.changeNumber(key, { dials: ["+1"] })).toBe(true);
    await phone.noteNumber({ id: "num_1", phase: "refused", problem: "No.", at: 7 });
    const row = { ...number({ dials: ["+1"] }), revision: 2, phase: "refused", problem: "No.", stateAt: 7 };
    const found = await phone.number(key);
    expect({ ...found, sealed: Buffer.from(found!.sealed) }).toEqual(row as never);
    expect((await phone.everyNumber()).map(({ id }) => id)).toEqual(["num_1"]);
    expect(await phone.numbers("acc_2")).toEqual([]);
    await phone.addCall(call("call_1"), 9);
    expect(await phone.removeNumber({ ...key, accountId: "acc_2" })).toBe(false);
    expect(await phone.removeNumber(key)).toBe(true);
    expect(await phone.calls(accountId, 9)).toEqual([]);
  });

  test("due phone calls are returned in order, without finished ones", async () => {
    await using it = await eachStore[kind]();
    const { phone } = it.store;
    for (const id of [accountId, "acc_2"]) await newAccount(it.store, id, 0);
    await phone.addNumber(number(), 1);
    expect(await phone.addCall(call("call_1", { nextAt: 20 }), 2)).toBe(true);
    expect(await phone.addCall(call("call_2", { subjectHash: "s" }), 2)).toBe(true);
    expect(await phone.addCall(call("call_3"), 2)).toBe(false);
    const due = async (at: number) =>
      (await phone.dueCalls({ numberId: "num_1", at, limit: 9 })).map(({ id }) => id);
    expect([await due(9), await due(10), await due(20)]).toEqual([[], ["call_2"], ["call_2", "call_1"]]);
    await phone.changeCall({ accountId, id: "call_1" }, { state: "ringing", attempts: 1 });
    await phone.changeCall({ accountId: "acc_2", id: "call_2" }, { state: "ended" });
    expect(await due(20)).toEqual(["call_2"]);
    await phone.endLost({ numberId: "num_1", at: 30 });
    expect(await phone.call({ accountId, id: "call_1" })).toMatchObject({
      state: "ended",
      outcome: "failed",
      attempts: 1,
      endedAt: 30,
    });
    expect(await phone.call({ accountId: "acc_2", id: "call_1" })).toBeUndefined();
    expect(await phone.forgetSubject({ accountId: "acc_2", subjectHash: "s" })).toBe(0);
    expect(await phone.forgetSubject({ accountId, subjectHash: "s" })).toBe(1);
    expect((await phone.calls(accountId, 9)).map(({ id }) => id)).toEqual(["call_1"]);
  });

  test("a waiting phone call is cancelled or begun with its entry, others are unchanged", async () => {
    await using it = await eachStore[kind]();
    const { phone, audit } = it.store;
    await newAccount(it.store, accountId, 0);
    await phone.addNumber(number(), 1);
    const entry = (action: AuditDraft["action"]): AuditDraft => ({
      chain: accountId,
      at: 1,
      actor: { kind: "system", id: null, address: null },
      action,
      target: "call_1",
      requestId: null,
      details: {},
    });
    await phone.addCall(call("call_1"), 1, [entry("phone-call.made")]);
    expect(await phone.addCall(call("call_2"), 1, [entry("phone-call.made")])).toBe(false);
    const its = { accountId, id: "call_1" };
    const only = { isWaiting: true, entries: [entry("phone-call.cancelled")] } as const;
    const over = { state: "ended", outcome: "cancelled", endedAt: 5 } as const;
    expect(await phone.changeCall({ ...its, accountId: "acc_2" }, over, only)).toBe(false);
    expect(await phone.changeCall(its, over, only)).toBe(true);
    expect(await phone.changeCall(its, { state: "dialling" }, { isWaiting: true })).toBe(false);
    expect(await phone.changeCall(its, over, only)).toBe(false);
    expect(await phone.call(its)).toMatchObject(over);
    const entries = await audit.page({ chain: accountId, order: "up", limit: 9 });
    expect(entries.map(({ action }) => action)).toEqual(["phone-call.made", "phone-call.cancelled"]);
  });
});
