// Subject event: a hook that requests it by name learns which sessions are erased, and no other hook does.

import { expect, test } from "bun:test";
import { isHookEvent, sessionEvents } from "../../src/hooks/hook-event.ts";
import { subjectErased, subjectErasedName } from "../../src/hooks/subject-event.ts";

test("subject event: hooks that list it get the sessions and not the subject", () => {
  const url = "https://crm.example.com/";
  const hooks = [
    { id: "hook_1", url, events: [...sessionEvents] },
    { id: "hook_2", url, events: ["subject.erased"] },
  ];
  const erased = { accountId: "acc_1", erasureId: "era_1", sessionIds: ["ses_1", "ses_2"] };
  const told = subjectErased(erased, { hooks, id: "msg_1", at: Date.UTC(2026, 10, 24) });
  expect(told.map(({ signer, queue, messageId }) => ({ signer, queue, messageId }))).toEqual([
    { signer: "hook_2", queue: `era_1 hook_2 ${url}`, messageId: "msg_1" },
  ]);
  expect(JSON.parse(told[0]!.body)).toEqual({
    id: "msg_1",
    type: "subject.erased",
    timestamp: "2026-11-24T00:00:00.000Z",
    data: { erasure: "era_1", sessions: ["ses_1", "ses_2"] },
  });
});

test("subject event: a hook gets it only when it lists the event", () => {
  expect(isHookEvent(subjectErasedName)).toBe(true);
  expect(sessionEvents.map(String)).not.toContain(subjectErasedName);
});
