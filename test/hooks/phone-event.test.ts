// Phone event: the hooks that get a finished telephone call, and its fields.

import { expect, test } from "bun:test";
import { accountEvent } from "../../src/hooks/account-event.ts";
import { isHookEvent } from "../../src/hooks/hook-event.ts";
import { phoneCallEnded, phoneEndedName } from "../../src/hooks/phone-event.ts";

test("phone event: a listing hook gets a finished call, without a number", () => {
  const call = {
    id: "call_1",
    accountId: "acc_1",
    numberId: "num_1",
    flowId: null,
    keyId: null,
    subjectHash: "s",
    sealed: Buffer.of(1),
    voicemail: "flow",
    ringMs: 1,
    attemptsMax: 2,
    retryMs: 0,
    nextAt: 0,
    untilAt: 0,
    createdAt: 0,
    outcome: "busy",
    answeredBy: null,
    sessionId: "ses_1",
    attempts: 2,
    endedAt: 9,
    state: "ended" as const,
  };
  const hook = (id: string, events: readonly string[]) => ({ id, url: `https://${id}.example/`, events });
  const hooks = [hook("a", [phoneEndedName]), hook("b", ["session.ended"])];
  const told = accountEvent(phoneCallEnded(call), { hooks, id: "msg_1", at: 0 });
  expect(told.map(({ signer }) => signer)).toEqual(["a"]);
  expect(JSON.parse(told[0]!.body)).toMatchObject({
    type: "phone.ended",
    data: {
      call: "call_1",
      number: "num_1",
      session: "ses_1",
      outcome: "busy",
      answered_by: null,
      attempts: 2,
    },
  });
  expect(isHookEvent(phoneEndedName)).toBe(true);
});
